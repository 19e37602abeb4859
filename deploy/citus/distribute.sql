-- Spreads the tables over the workers of a Citus cluster: everything of one person lies on one machine, in shards that
-- stay together. For the coordinator's database after the service has migrated it, while no process of it runs:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql

-- Erasing a person ends tokens on all machines and then cascades from a reference table: one connection a machine.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;

begin;

-- Citus keeps a unique index only with the key of distribution in it. An id is random and nothing is looked up by it.
alter table identities drop constraint identities_id_key;
-- A token is found by its hash, so it lies elsewhere than its connection and family and cannot refer to them. Revoking and consenting
-- delete tokens themselves; what is left when a developer deletes an app names a connection that is gone, and opens nothing.
alter table connection_tokens drop constraint connection_tokens_user_id_connection_id_fkey;
alter table connection_tokens drop constraint connection_tokens_user_id_family_id_fkey;
alter table refresh_tokens drop constraint refresh_tokens_user_id_family_id_fkey;
alter table connection_tokens drop constraint connection_tokens_user_id_family_id_fkey;
alter table refresh_tokens drop constraint refresh_tokens_user_id_family_id_fkey;

-- Between tables that stay together: taken off while they move, put back below.
alter table connection_activity drop constraint connection_activity_user_id_connection_id_fkey;
alter table token_families drop constraint token_families_user_id_connection_id_fkey;
alter table token_families drop constraint token_families_user_id_connection_id_fkey;
alter table triggers drop constraint triggers_user_id_connection_id_fkey;
alter table extracted_messages drop constraint extracted_messages_user_id_connection_id_fkey;
alter table candidates drop constraint candidates_user_id_memory_id_fkey;
alter table chat_messages drop constraint chat_messages_user_id_chat_id_fkey;

-- The same on every machine: what is read with everybody's rows and seldom written.
select create_reference_table(name) from unnest(array[
  'developers', 'users', 'apps', 'declared_names', 'webhook_subscriptions', 'vector_models', 'connector_links',
  'authorization_codes']) name;

-- By person, together.
select create_distributed_table('stores', 'user_id', shard_count => 64);
select create_distributed_table(name, 'user_id', colocate_with => 'stores') from unnest(array[
  'identities', 'connections', 'memories', 'gone_memories', 'memory_vectors', 'vector_marks', 'idempotency_keys',
  'audit_entries', 'connection_activity', 'token_families', 'triggers', 'deliveries', 'candidates', 'extracted_messages', 'chats',
  'chat_messages', 'provider_items', 'token_families']) name;

-- By what they are looked up with.
select create_distributed_table('connection_tokens', 'token_hash', colocate_with => 'none');
select create_distributed_table('refresh_tokens', 'token_hash', colocate_with => 'none');
select create_distributed_table('refresh_tokens', 'token_hash', colocate_with => 'none');
select create_distributed_table('sessions', 'token_hash', colocate_with => 'none');

-- `throttles`, `usage_days` and `migrations` stay on the coordinator: small, and written by statements that Citus does
-- not take on a distributed table (a clock within `on conflict do update`).

alter table connection_activity add constraint connection_activity_user_id_connection_id_fkey
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade;
alter table token_families add constraint token_families_user_id_connection_id_fkey
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade;
alter table token_families add constraint token_families_user_id_connection_id_fkey
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade;
alter table triggers add constraint triggers_user_id_connection_id_fkey
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade;
alter table extracted_messages add constraint extracted_messages_user_id_connection_id_fkey
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade;
alter table candidates add constraint candidates_user_id_memory_id_fkey
  foreign key (user_id, memory_id) references memories (user_id, id) on delete cascade;
alter table chat_messages add constraint chat_messages_user_id_chat_id_fkey
  foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade;

commit;
