-- Distributes the tables over the workers of a Citus cluster. All rows of a user are on one node, in colocated shards. Run it
-- in the coordinator's database after the service has migrated it, while no process of the service runs:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql

-- Erasing a user deletes tokens on all nodes and then cascades from a reference table, which needs one connection per node.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;

begin;

-- Citus accepts no triggers on distributed tables; the migration makes none where it finds Citus. Without these, processes look tokens up again after less than a second.
drop trigger if exists access_changed on connections;
drop trigger if exists access_changed on connection_tokens;
drop trigger if exists access_changed on token_families;
drop trigger if exists access_changed on muted_sources;
drop trigger if exists access_changed on users;
drop trigger if exists access_changed on apps;
drop trigger if exists access_changed on developers;

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
    'developers', 'users', 'apps', 'app_accounts', 'declared_names', 'app_icons', 'vector_models', 'connector_links', 'authorization_codes',
    'passkeys', 'authenticators', 'recovery_codes', 'openid_links', 'developer_events', 'webhook_subscriptions'];
  -- Colocated with `stores`, which is distributed first.
  by_person constant text[] := array[
    'identities', 'connections', 'memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors',
    'vector_marks', 'memory_relations',
    'relation_marks', 'idempotency_keys', 'audit_entries', 'audit_reads', 'connection_activity', 'token_families', 'triggers', 'candidates',
    'extracted_messages', 'chats', 'chat_messages', 'provider_items', 'muted_sources', 'imports',
    'turn_extractions', 'undone_messages', 'recall_snapshots', 'recall_snapshot_parts', 'deliveries'];
  -- Distributed by the hash they are looked up by.
  by_token constant text[] := array[
    'connection_tokens', 'refresh_tokens', 'revoked_tokens', 'sessions', 'sign_in_steps', 'account_links'];
  -- Local tables. They are small, and not about a person.
  at_the_coordinator constant text[] := array[
    'deliveries_left', 'throttles', 'usage_days', 'secret_key_checks',
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

  foreach statement in array foreign_keys loop execute statement; end loop;
end $$;

-- Citus plans a statement of several parts part by part from the coordinator, and refuses row locks in some. The service has
-- such statements run by these functions on the machine of their rows, where they are those of a single PostgreSQL.

-- Prepares a statement in this session, with the shards of one group in place of the tables, and returns its name.
create function prepare_on_shard(shard bigint, statement text) returns text language plpgsql as $$
declare
  prepared constant text := 's' || shard || '_' || md5(statement);
  setting constant text := 'shard_statements.' || prepared;
  place record;
begin
  if coalesce(current_setting(setting, true), '') = '' then
    -- The setting is rolled back with a transaction, the statement is not.
    if not exists (select from pg_prepared_statements p where p.name = prepared) then
      for place in
        select c.relname, s.shardid from pg_dist_partition p
        join pg_class c on c.oid = p.logicalrelid
        join pg_dist_shard s on s.logicalrelid = p.logicalrelid
        where p.partmethod = 'n' and p.repmodel = 't' or exists (
          select from pg_dist_shard a join pg_dist_partition o on o.logicalrelid = a.logicalrelid
          where a.shardid = shard and o.colocationid = p.colocationid and a.shardminvalue = s.shardminvalue)
      loop
        statement := regexp_replace(statement, '\m' || place.relname || '\M', place.relname || '_' || place.shardid, 'g');
      end loop;
      execute format('prepare %I as %s', prepared, statement);
    end if;
    perform set_config(setting, 'yes', false);
  end if;
  return prepared;
end $$;

create function run_prepared(name text, params text[]) returns json language plpgsql as $$
declare
  params_list text;
  result record;
  results json[] := '{}';
begin
  select '(' || string_agg(coalesce(quote_literal(p.value), 'null'), ', ' order by p.position) || ')' into params_list
    from unnest(params) with ordinality as p (value, position);
  for result in execute format('execute %I %s', name, params_list) loop
    results := results || row_to_json(result);
  end loop;
  return array_to_json(results);
end $$;

-- Runs a statement as a whole on the shards of one user. It returns the rows.
create function run_on_shard(user_id text, statement text, params text[]) returns json language plpgsql as $$
begin
  return run_prepared(
    prepare_on_shard(get_shard_id_for_distribution_column('stores', user_id), statement), params);
end $$;

-- Runs a statement on each group of shards of this machine. It returns the rows of all.
create function run_on_each_shard(statement text, params text[]) returns json language plpgsql as $$
declare
  shard bigint;
  results json[] := '{}';
begin
  perform set_config('citus.enable_manual_changes_to_shards', 'on', true);
  for shard in
    select s.shardid from pg_dist_shard s join pg_dist_placement p using (shardid)
    where s.logicalrelid = 'stores'::regclass and p.groupid = (select groupid from pg_dist_local_group) order by random()
  loop
    results := results || array(select json_array_elements(run_prepared(prepare_on_shard(shard, statement), params)));
  end loop;
  return array_to_json(results);
end $$;

select create_distributed_function('prepare_on_shard(bigint, text)');
select create_distributed_function('run_prepared(text, text[])');
select create_distributed_function('run_on_each_shard(text, text[])');
select create_distributed_function('run_on_shard(text, text, text[])', 'user_id', colocate_with => 'stores',
  force_delegation => true);

commit;
