-- Partitions the tables that grow with the number of users by a hash of user_id: indexes are smaller, vacuum and analyze
-- process one partition at a time, and partitions can be on separate disks. The service needs no setting and sends the same
-- statements; those of one user touch one partition of each table.
--
-- Run it on a database that the service has migrated, while no process of the service runs. The database must be empty or
-- small enough to copy in one transaction. Migrations of later releases also work on partitioned tables.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/partition.sql
--   PGOPTIONS='-c memories.partitions=64' psql …          -- a number other than 16; it cannot be changed later
--
-- Difference to the plain schema: the id of an identity has no unique index, because such an index would have to include
-- user_id. The id is random (128 bits), and no query looks rows up by it. All foreign keys are preserved.

do $$
declare
  hot constant text[] := array[
    'stores', 'memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors', 'vector_marks',
    'memory_relations', 'relation_marks', 'idempotency_keys', 'audit_entries',
    'identities', 'connections', 'connection_activity', 'triggers', 'deliveries', 'candidates', 'extracted_messages',
    'chats', 'chat_messages', 'provider_items', 'token_families', 'muted_sources', 'imports',
    'turn_extractions', 'undone_messages', 'recall_snapshots', 'recall_snapshot_parts'];
  pieces constant int := coalesce(nullif(current_setting('memories.partitions', true), '')::int, 16);
  foreign_keys text[];
  indexes text[];
  triggers text[];
  statement text;
  logged text;
  this text;
begin
  -- Foreign keys from and to these tables: dropped first and restored at the end.
  select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
    into foreign_keys from pg_constraint
    where contype = 'f' and (conrelid = any(hot::regclass[]) or confrelid = any(hot::regclass[]));
  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
    where contype = 'f' and (conrelid = any(hot::regclass[]) or confrelid = any(hot::regclass[]))
  loop execute statement; end loop;

  foreach this in array hot loop
    if (select relkind from pg_class where oid = this::regclass) = 'p' then
      raise exception '% is partitioned already', this;
    end if;
    select array_agg(case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %I add constraint %I %s', this, c.conname, pg_get_constraintdef(c.oid)) end)
      into indexes from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
      where i.indrelid = this::regclass
        and (not i.indisunique or pg_get_indexdef(i.indexrelid) ~ '\muser_id\M');

    select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger
      where tgrelid = this::regclass and not tgisinternal;
    select case relpersistence when 'u' then 'unlogged' else '' end into logged from pg_class where oid = this::regclass;
    execute format('alter table %I rename to %I', this, this || '_plain');
    execute format('create table %I (like %I including defaults including constraints including storage)
      partition by hash (user_id)', this, this || '_plain');
    for piece in 0 .. pieces - 1 loop
      execute format('create %s table %I partition of %I for values with (modulus %s, remainder %s)',
        logged, format('%s_p%s', this, piece), this, pieces, piece);
    end loop;
    execute format('insert into %I select * from %I', this, this || '_plain');
    execute format('drop table %I', this || '_plain');
    foreach statement in array indexes loop execute statement; end loop;
    foreach statement in array coalesce(triggers, '{}') loop execute statement; end loop;
    execute format('analyze %I', this);
  end loop;

  foreach statement in array foreign_keys loop execute statement; end loop;
end $$;
