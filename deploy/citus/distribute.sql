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
alter table connection_tokens drop constraint connection_tokens_user_id_connection_id_fkey,
  drop constraint connection_tokens_user_id_family_id_fkey;
alter table refresh_tokens drop constraint refresh_tokens_user_id_family_id_fkey;

do $$
declare
  -- Every table has its place in one of these lists, once.
  -- The same on every machine: what is read with everybody's rows and seldom written.
  everywhere constant text[] := array[
    'developers', 'users', 'apps', 'declared_names', 'vector_models', 'connector_links', 'authorization_codes'];
  -- Beside `stores`, which comes first.
  by_person constant text[] := array[
    'identities', 'connections', 'memories', 'gone_memories', 'memory_vectors', 'vector_marks', 'memory_relations',
    'relation_marks', 'idempotency_keys', 'audit_entries', 'connection_activity', 'token_families', 'triggers', 'candidates',
    'extracted_messages', 'chats', 'chat_messages', 'provider_items'];
  -- By what they are looked up with.
  by_token constant text[] := array['connection_tokens', 'refresh_tokens', 'sessions'];
  -- What is worked on by statements that Citus does not take on a distributed table. All but the first are small. Due
  -- deliveries are taken from each endpoint in turn, whosever they are, with locks that no worker waits for.
  at_the_coordinator constant text[] := array[
    'deliveries', 'deliveries_left', 'webhook_subscriptions', 'throttles', 'usage_days', 'migrations'];
  without_place text;
  foreign_keys text[];
  statement text;
  this text;
begin
  select string_agg(relname, ', ') into without_place from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname <> all(everywhere || 'stores'::text || by_person || by_token || at_the_coordinator);
  if without_place is not null then
    raise exception 'no place in the cluster is named for %', without_place;
  end if;

  -- Between tables that stay together: taken off while they move, put back at the end.
  select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
    into foreign_keys from pg_constraint
    where contype = 'f' and conrelid = any(by_person::regclass[]) and confrelid = any(('stores'::text || by_person)::regclass[]);
  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
    where contype = 'f' and conrelid = any(by_person::regclass[]) and confrelid = any(('stores'::text || by_person)::regclass[])
  loop execute statement; end loop;

  foreach this in array everywhere loop perform create_reference_table(this); end loop;
  perform create_distributed_table('stores', 'user_id', shard_count => 64);
  foreach this in array by_person loop
    perform create_distributed_table(this, 'user_id', colocate_with => 'stores');
  end loop;
  foreach this in array by_token loop
    perform create_distributed_table(this, 'token_hash', colocate_with => 'none');
  end loop;

  -- The cluster knows subscriptions, as they refer to apps. What changes deliveries beside them is refused unless it knows
  -- these, too.
  perform citus_add_local_table_to_metadata('deliveries');

  foreach statement in array foreign_keys loop execute statement; end loop;
end $$;

commit;
