-- Distributes the tables over the workers of a Citus cluster. All rows of a user are on one node, in colocated shards. Run it
-- in the coordinator's database after the service has migrated it, while no process of the service runs:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql

-- Erasing a user deletes tokens on all nodes and then cascades from a reference table, which needs one connection per node.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;

begin;

-- Citus accepts no triggers on distributed tables. Without these, processes look tokens up again after less than a second.
drop trigger access_changed on connections;
drop trigger access_changed on connection_tokens;
drop trigger access_changed on token_families;
drop trigger access_changed on muted_sources;
drop trigger access_changed on users;
drop trigger access_changed on apps;
drop trigger access_changed on developers;

-- In Citus, a unique index must include the distribution column. Ids are random, and no query looks rows up by this one.
alter table identities drop constraint identities_id_key;
-- Tokens are distributed by their hash, so they are not colocated with their connection and family and cannot reference them.
-- Revocation and consent delete tokens explicitly. Tokens left after an app is deleted name a deleted connection and are invalid.
alter table connection_tokens drop constraint connection_tokens_user_id_connection_id_fkey,
  drop constraint connection_tokens_user_id_family_id_fkey;
alter table refresh_tokens drop constraint refresh_tokens_user_id_family_id_fkey;

do $$
declare
  -- Every table is in exactly one of these lists.
  -- Reference tables, copied to every node: joined with rows of all users and rarely written.
  everywhere constant text[] := array[
    'developers', 'users', 'apps', 'app_accounts', 'declared_names', 'vector_models', 'connector_links', 'authorization_codes',
    'passkeys', 'authenticators', 'recovery_codes', 'openid_links', 'developer_events'];
  -- Colocated with `stores`, which is distributed first.
  by_person constant text[] := array[
    'identities', 'connections', 'memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors',
    'vector_marks', 'memory_relations',
    'relation_marks', 'idempotency_keys', 'audit_entries', 'connection_activity', 'token_families', 'triggers', 'candidates',
    'extracted_messages', 'chats', 'chat_messages', 'provider_items', 'muted_sources', 'imports',
    'turn_extractions', 'undone_messages', 'recall_snapshots', 'recall_snapshot_parts'];
  -- Distributed by the hash they are looked up by.
  by_token constant text[] := array[
    'connection_tokens', 'refresh_tokens', 'revoked_tokens', 'sessions', 'sign_in_steps', 'account_links'];
  -- Local tables, because Citus does not support their statements on distributed tables. All but the first are small. Due
  -- deliveries are claimed from each endpoint in turn, for all users, with `skip locked`.
  at_the_coordinator constant text[] := array[
    'deliveries', 'deliveries_left', 'webhook_subscriptions', 'throttles', 'usage_days', 'secret_key_checks',
    'lasting_keys', 'operator_acts', 'invitations', 'migrations', 'mails', 'pauses', 'app_requests', 'app_request_hours',
    'dpop_proofs'];
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

  -- Foreign keys between colocated tables: dropped before the distribution and restored at the end.
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

  -- Subscriptions are in the Citus metadata, because they reference apps. Statements that change deliveries together with them
  -- fail unless deliveries are in it too.
  perform citus_add_local_table_to_metadata('deliveries');

  foreach statement in array foreign_keys loop execute statement; end loop;
end $$;

commit;
