-- Partitions the tables that grow with the number of users by a hash of user_id, while the service runs: indexes are smaller,
-- vacuum and analyze process one partition at a time, and partitions can be on separate disks. The service needs no setting and
-- sends the same statements; those of one user touch one partition of each table.
--
-- Run it on a database that the service has migrated, as the owner of the tables, who may create schemas. It has to connect to
-- the server itself, not to a pooler. It needs free space for a copy of the largest table.
--
--   psql "$DATABASE_URL" -X -f deploy/postgres/partition.sql
--   PGOPTIONS='-c memories.partitions=64' psql …          -- a number other than 16; it cannot be changed later
--   PGOPTIONS='-c memories.pause_ms=200' psql …           -- a longer pause after each batch than 20 ms
--
-- One table after another is copied into a partitioned one in batches of some 100 ms, compared with it, and replaced by it.
-- Triggers record the keys of rows that change meanwhile. Requests wait when a table is replaced, for some tenths of a second.
-- The service uses the plain table until then, and nothing that fails here makes a request fail.
--
-- If it is interrupted, run it again: it continues where it stopped. A table whose definition has changed, as in an upgrade of the
-- service, is started over. Run it also after an upgrade that adds a table with rows of users. To abandon it, which leaves tables
-- partitioned that were completed: drop schema partitioning, partitioning_old cascade.
--
-- Differences to the plain schema: the id of an identity has no unique index, because such an index would have to include
-- user_id. The id is random (128 bits), and no query looks rows up by it. All foreign keys are preserved.

\set ON_ERROR_STOP on
\set QUIET on
set client_min_messages = warning;
set statement_timeout = 0;
set synchronous_commit = off;   -- but for the replacement of a table
set timezone = 'UTC';
set datestyle = 'ISO, MDY';
set extra_float_digits = 1;
-- Rows are read in the order of the primary key, also before a table has statistics.
set enable_seqscan = off;
set enable_bitmapscan = off;
set max_parallel_workers_per_gather = 0;
set jit = off;
-- Ends when psql does, where the system supports it.
do $$ begin
  perform set_config('client_connection_check_interval', '2s', false);
exception when invalid_parameter_value then null;
end $$;

create schema if not exists partitioning;
create schema if not exists partitioning_old;

create table if not exists partitioning.moves (
  name      text primary key,
  shape     text not null,             -- the definition of the table that is copied
  key       text not null,             -- the columns of its primary key
  last      text not null,             -- an expression: their values as text[]
  bound     text not null,             -- an expression: the row of the values in the parameter $1
  batch     int not null default 200,  -- rows
  copied_to text[],                    -- rows up to this key are copied, and compared in a second pass
  rows      bigint not null default 0,
  pass      text not null default 'copy' check (pass in ('copy', 'compare', 'keys', 'replace')),
  locked    interval not null default '0'  -- the longest time for which writes to another table waited
);

/* -- Locks -- */

-- Locks tables within a tenth of a second, since statements queue up behind a lock that is waited for. Maintenance, which delays
-- no statement and gives way only after a second, is waited for before.
create or replace function partitioning.lock_tables(tables regclass[], mode text) returns void language plpgsql as $$
declare
  this regclass;
begin
  perform set_config('lock_timeout', '5s', true);
  foreach this in array tables loop execute format('lock table %s in share update exclusive mode', this); end loop;
  perform set_config('lock_timeout', '100ms', true);
  foreach this in array tables loop execute format('lock table %s in %s mode', this, mode); end loop;
end $$;

-- Runs a function in a transaction of its own until it succeeds: it may fail because of what other sessions do.
create or replace procedure partitioning.until_done(call text, isolation text) language plpgsql as $$
declare
  failure text;
begin
  for tries in 1 .. 1000000 loop
    -- Evaluating anything between the two would already take the snapshot of the transaction.
    if isolation = 'repeatable read' then
      commit;
      set transaction isolation level repeatable read;
    else
      commit;
      set transaction isolation level read committed;
    end if;
    begin
      -- Less than deadlock_timeout, so that a deadlock never ends a request.
      perform set_config('lock_timeout', '500ms', true);
      execute 'select ' || call;
      failure := null;
    exception when lock_not_available or deadlock_detected or serialization_failure or foreign_key_violation then
      failure := sqlerrm;
    end;
    exit when failure is null;
    rollback;
    if tries % 30 = 0 then raise info 'still waiting to run %: %', call, failure; end if;
    perform pg_sleep(0.2 + random() * 0.8);
  end loop;
  if failure is not null then raise exception '%: %', call, failure; end if;
  commit;
end $$;

/* -- One table -- */

-- The definition of a table: its columns, indexes, triggers, and foreign keys from and to it.
create or replace function partitioning.shape_of(this regclass) returns text language sql as $$
  select md5(concat_ws(E'\n',
    (select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)), ',' order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = this and attnum > 0 and not attisdropped),
    (select string_agg(d, ',' order by d) from pg_index, pg_get_indexdef(indexrelid) d where indrelid = this),
    (select string_agg(d, ',' order by d) from pg_constraint, concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) d
      where this in (conrelid, confrelid) and conparentid = 0),
    (select string_agg(d, ',' order by d) from pg_trigger, pg_get_triggerdef(oid) d
      where tgrelid = this and not tgisinternal and tgname not like 'partitioning\_%')))
$$;

-- Creates the partitioned table, and the triggers that record the keys of changed rows in `changed_…`.
create or replace function partitioning.prepare(home text, this text, pieces int) returns void language plpgsql as $$
declare
  plain constant regclass := format('%I.%I', home, this);
  owner constant text := (select relowner::regrole from pg_class where oid = plain);
  logged constant text := (select case relpersistence when 'u' then 'unlogged' else '' end from pg_class where oid = plain);
  key text;
  last text;
  bound text;
  statement text;
  granted record;
begin
  if exists (select from pg_class where oid = plain and (relrowsecurity or relhasrules or relispartition))
    or exists (select from pg_inherits where inhparent = plain)
    or exists (select from pg_publication_rel where prrelid = plain) then
    raise exception '% has row security, rules, inheritance or a publication, which would be lost', plain;
  end if;
  select string_agg(quote_ident(attname), ', ' order by n), string_agg(format('%I::text', attname), ', ' order by n),
      string_agg(format('$1[%s]::%s', n, format_type(atttypid, atttypmod)), ', ' order by n)
    into key, last, bound
    from pg_index, unnest(indkey::int2[]) with ordinality k (attnum, n)
    join pg_attribute a using (attnum)
    where indrelid = plain and indisprimary and attrelid = plain;

  execute format('drop table if exists partitioning.%I, partitioning.%I', this, 'changed_' || this);
  delete from partitioning.moves where name = this;
  insert into partitioning.moves (name, shape, key, last, bound)
    values (this, partitioning.shape_of(plain), key, format('array[%s]', last), format('(%s)', bound));

  execute format('create table partitioning.%I (like %s including defaults including constraints including storage including
    compression including comments) partition by hash (user_id)', this, plain);
  for piece in 0 .. pieces - 1 loop
    execute format('create %s table %I.%I partition of partitioning.%I for values with (modulus %s, remainder %s)',
      logged, home, format('%s_p%s', this, piece), this, pieces, piece);
    if owner <> current_user::text then
      execute format('alter table %I.%I owner to %s', home, format('%s_p%s', this, piece), owner);
    end if;
  end loop;
  for statement in
    select format('alter table partitioning.%I alter column %I set statistics %s', this, attname, attstattarget)
    from pg_attribute where attrelid = plain and attnum > 0 and not attisdropped and attstattarget >= 0
  loop execute statement; end loop;
  for statement in
    select case when c.oid is null then
        replace(pg_get_indexdef(i.indexrelid), format(' ON %I.%I ', home, this), format(' ON partitioning.%I ', this))
      else format('alter table partitioning.%I add constraint %I %s', this, c.conname, pg_get_constraintdef(c.oid)) end
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = plain and (not i.indisunique or pg_get_indexdef(i.indexrelid) ~ '\muser_id\M')
  loop execute statement; end loop;
  for granted in
    select privilege_type, is_grantable, case grantee when 0 then 'public' else grantee::regrole::text end as grantee
    from pg_class, aclexplode(relacl) where oid = plain
  loop
    execute format('grant %s on partitioning.%I to %s%s', granted.privilege_type, this, granted.grantee,
      case when granted.is_grantable then ' with grant option' else '' end);
  end loop;
  if owner <> current_user::text then execute format('alter table partitioning.%I owner to %s', this, owner); end if;

  execute format('create table partitioning.%I as select %s from %s with no data', 'changed_' || this, key, plain);
  execute format($f$
    create or replace function partitioning.%1$I() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $body$
    begin
      if tg_op in ('INSERT', 'UPDATE') then insert into partitioning.%1$I select %2$s from after; end if;
      if tg_op in ('UPDATE', 'DELETE') then insert into partitioning.%1$I select %2$s from before; end if;
      return null;
    end $body$ $f$, 'changed_' || this, key);

  perform partitioning.lock_tables(array[plain], 'share row exclusive');
  for statement in
    select format('create or replace trigger partitioning_%s after %s on %s referencing %s for each statement
      execute function partitioning.%I()', op, op, plain, rows, 'changed_' || this)
    from (values ('insert', 'new table as after'), ('update', 'old table as before new table as after'),
      ('delete', 'old table as before')) as each (op, rows)
  loop execute statement; end loop;
end $$;

-- Copies the rows that have changed, as they are in this transaction's snapshot. Afterwards both tables are equal in it, up to the
-- key that is copied. Returns how many changes there were.
create or replace function partitioning.copy_changes(home text, this text) returns bigint language plpgsql as $$
declare
  move constant partitioning.moves := m from partitioning.moves m where name = this;
  changes bigint;
begin
  execute format('select count(*) from partitioning.%I', 'changed_' || this) into changes;
  if changes = 0 then return 0; end if;
  perform set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  execute format('delete from partitioning.%1$I where (%3$s) in (select distinct %3$s from partitioning.%2$I)',
    this, 'changed_' || this, move.key);
  execute format('insert into partitioning.%1$I select * from %4$I.%1$I
    where (%3$s) in (select distinct %3$s from partitioning.%2$I) and %5$s',
    this, 'changed_' || this, move.key, home,
    case when move.pass <> 'copy' then 'true' when move.copied_to is null then 'false'
      else format('(%s) <= %s', move.key, move.bound) end) using move.copied_to;
  execute format('delete from partitioning.%I', 'changed_' || this);
  perform set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true);
  return changes;
end $$;

-- Copies or compares the next rows in the order of the primary key. Runs in a transaction with one snapshot.
create or replace function partitioning.next_batch(home text, this text) returns void language plpgsql as $$
declare
  move constant partitioning.moves := m from partitioning.moves m where name = this;
  begun timestamptz;
  beyond constant text := case when move.copied_to is null then 'true' else format('(%s) > %s', move.key, move.bound) end;
  reached text[];
  copied bigint;
  differing bigint;
  ms double precision;
begin
  perform partitioning.copy_changes(home, this);
  begun := clock_timestamp();
  if move.pass = 'copy' then
    execute format('with copied as (
        insert into partitioning.%1$I select * from %2$I.%1$I where %3$s order by %4$s limit %5$s returning %4$s)
      select (select %6$s from copied order by %7$s limit 1), (select count(*) from copied)',
      this, home, beyond, move.key, move.batch, move.last, replace(move.key, ',', ' desc,') || ' desc')
      into reached, copied using move.copied_to;
  else
    -- Two limits instead of a range, of which the planner would expect too many rows.
    execute format('with old as materialized (
        select %4$s, t::text as whole from %2$I.%1$I t where %3$s order by %4$s limit %5$s),
      new as materialized (
        select %4$s, t::text as whole from partitioning.%1$I t where %3$s order by %4$s limit %5$s)
      select (select %6$s from old order by %7$s limit 1), (select count(*) from old),
        (select count(*) from old full join new using (%4$s) where old.whole is distinct from new.whole)',
      this, home, beyond, move.key, move.batch, move.last, replace(move.key, ',', ' desc,') || ' desc')
      into reached, copied, differing using move.copied_to;
    if differing > 0 then raise exception '%: % rows differ from their copies', this, differing; end if;
  end if;
  ms := 1000 * extract(epoch from clock_timestamp() - begun);
  if copied < move.batch then
    update partitioning.moves set copied_to = null,
      pass = case pass when 'copy' then 'compare' else 'keys' end,
      rows = case pass when 'copy' then rows + copied else rows end where name = this;
  else
    update partitioning.moves set copied_to = reached, rows = case pass when 'copy' then rows + copied else rows end,
      batch = case when ms > 150 then greatest(200, move.batch / 2) when ms < 75 then least(20000, move.batch * 2) else move.batch end
      where name = this;
  end if;
end $$;

-- The foreign keys of a table.
create or replace function partitioning.foreign_keys(plain regclass)
  returns table (name name, definition text, parent regclass) language sql as $$
  select conname, pg_get_constraintdef(oid), confrelid::regclass
  from pg_constraint where conrelid = plain and contype = 'f' and conparentid = 0 order by conname
$$;

-- Locks the tables that a table refers to against writes, and returns the time at which it has done so.
create or replace function partitioning.lock_parents(plain regclass) returns timestamptz language plpgsql as $$
declare
  parents constant regclass[] := array(select distinct parent from partitioning.foreign_keys(plain) order by parent);
begin
  if parents <> '{}' then perform partitioning.lock_tables(parents, 'share row exclusive'); end if;
  return clock_timestamp();
end $$;

create or replace function partitioning.unlock_parents(this text, since timestamptz) returns void language sql as $$
  update partitioning.moves set locked = greatest(locked, clock_timestamp() - since) where name = this
$$;

-- Adds foreign keys to one partition of a copy. They are checked by later changes and deletions, but not yet for the rows that it
-- has. Checking each row as it is copied would take several times as long as copying it.
create or replace function partitioning.add_keys(home text, this text, piece regclass) returns void language plpgsql as $$
declare
  plain constant regclass := format('%I.%I', home, this);
  begun constant timestamptz := partitioning.lock_parents(plain);
  statement text;
begin
  for statement in
    select format('alter table %s add constraint %I %s not valid', piece, name, definition)
    from partitioning.foreign_keys(plain)
    where name not in (select conname from pg_constraint where conrelid = piece and contype = 'f')
  loop execute statement; end loop;
  perform partitioning.unlock_parents(this, begun);
end $$;

-- Adds foreign keys to a copy. The checked ones of its partitions become part of them, so no row is read.
create or replace function partitioning.join_keys(home text, this text) returns void language plpgsql as $$
declare
  plain constant regclass := format('%I.%I', home, this);
  begun constant timestamptz := partitioning.lock_parents(plain);
  statement text;
begin
  for statement in
    select format('alter table partitioning.%I add constraint %I %s', this, name, definition) from partitioning.foreign_keys(plain)
  loop execute statement; end loop;
  update partitioning.moves set pass = 'replace' where name = this;
  perform partitioning.unlock_parents(this, begun);
end $$;

-- Gives a copy the foreign keys of its table. Writes to the tables that it refers to wait for some hundredths of a second.
create or replace procedure partitioning.take_keys(home text, this text) language plpgsql as $$
declare
  pieces constant regclass[] := array(
    select inhrelid::regclass from pg_inherits where inhparent = format('partitioning.%I', this)::regclass order by inhrelid);
  piece regclass;
  action text;
begin
  foreach piece in array pieces loop
    call partitioning.until_done(format('partitioning.add_keys(%L, %L, %L)', home, this, piece), 'read committed');
  end loop;
  foreach piece in array pieces loop
    -- Rows whose parents were deleted before the keys were there leave the copy.
    call partitioning.until_done(format('partitioning.copy_changes(%L, %L)', home, this), 'repeatable read');
    foreach action in array array(
      select format('partitioning.validate(%L, %L)', piece, conname)
      from pg_constraint where conrelid = piece and contype = 'f' and conparentid = 0 and not convalidated)
    loop call partitioning.until_done(action, 'read committed'); end loop;
  end loop;
  call partitioning.until_done(format('partitioning.join_keys(%L, %L)', home, this), 'read committed');
end $$;

-- Replaces the plain table by the partitioned one; requests wait meanwhile. The plain table is put aside.
create or replace function partitioning.replace(home text, this text) returns void language plpgsql as $$
declare
  plain constant regclass := format('%I.%I', home, this);
  foreign_keys text[];
  triggers text[];
  statement text;
  begun timestamptz;
begin
  perform partitioning.lock_tables(
    (select array_agg(distinct t order by t) from (select plain as t union all
      select conrelid from pg_constraint where confrelid = plain and contype = 'f') each), 'access exclusive');
  begun := clock_timestamp();
  if partitioning.shape_of(plain) <> (select shape from partitioning.moves where name = this) then
    raise exception 'the definition of % has changed; run this script again', this;
  end if;
  perform partitioning.copy_changes(home, this);
  -- They are checked afterwards, without a lock.
  select array_agg(format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)))
    into foreign_keys from pg_constraint where confrelid = plain and contype = 'f' and conparentid = 0;
  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname)
    from pg_constraint where confrelid = plain and contype = 'f' and conparentid = 0
  loop execute statement; end loop;
  select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger
    where tgrelid = plain and not tgisinternal and tgname not like 'partitioning\_%';
  execute format('drop function partitioning.%I() cascade', 'changed_' || this);
  execute format('drop table partitioning.%I', 'changed_' || this);
  execute format('alter table %s set schema partitioning_old', plain);
  execute format('alter table partitioning.%I set schema %I', this, home);
  foreach statement in array coalesce(foreign_keys, '{}') || coalesce(triggers, '{}') loop execute statement; end loop;
  perform set_config('synchronous_commit', 'on', true);
  raise info '%: % rows; requests waited for %', this, (select rows from partitioning.moves where name = this),
    greatest(clock_timestamp() - begun, (select locked from partitioning.moves where name = this));
  delete from partitioning.moves where name = this;
end $$;

-- Checks a foreign key, with locks that no request waits for.
create or replace function partitioning.validate(child regclass, name text) returns void language plpgsql as $$
begin
  perform set_config('enable_seqscan', 'on', true);
  -- The rows of one partition refer to a fraction of a table, which the planner would read as a whole each time.
  if exists (select from pg_inherits where inhrelid = child) then
    perform set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  end if;
  execute format('alter table %s validate constraint %I', child, name);
end $$;

-- Deletes a table that was replaced.
create or replace function partitioning.discard(old regclass) returns void language plpgsql as $$
begin
  perform partitioning.lock_tables(
    (select array_agg(distinct t order by t) from (select old as t union all
      select confrelid from pg_constraint where conrelid = old and contype = 'f') each), 'access exclusive');
  execute format('drop table %s', old);
end $$;

/* -- All tables -- */

-- The next table to partition; those that others refer to come first.
create or replace function partitioning.next_table(home text, tables text[]) returns text language sql as $$
  with plain as (
    select c.oid, c.relname from pg_class c
    where c.relnamespace = home::regnamespace and c.relkind = 'r' and c.relname = any(tables))
  select p.relname::text from plain p
  where not exists (select from pg_constraint f join plain o on o.oid = f.confrelid
    where f.conrelid = p.oid and f.contype = 'f' and o.oid <> p.oid)
  order by exists (select from partitioning.moves m where m.name = p.relname) desc, p.relname limit 1
$$;

-- Drops what earlier replacements have left, and checks their foreign keys.
create or replace procedure partitioning.finish(home text) language plpgsql as $$
declare
  action text;
begin
  foreach action in array array(
    select format('partitioning.discard(%L)', oid::regclass) from pg_class
    where relnamespace = 'partitioning_old'::regnamespace and relkind = 'r')
  loop call partitioning.until_done(action, 'read committed'); end loop;
  foreach action in array array(
    select format('partitioning.validate(%L, %L)', conrelid::regclass, conname)
    from pg_constraint f join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and not convalidated and conparentid = 0 and p.relkind = 'p' and p.relnamespace = home::regnamespace
      and not exists (select from pg_inherits where inhrelid = conrelid))
  loop call partitioning.until_done(action, 'read committed'); end loop;
end $$;

create or replace procedure partitioning.run(tables text[]) language plpgsql as $$
declare
  home constant text := current_schema();
  pause constant float := coalesce(nullif(current_setting('memories.pause_ms', true), '')::float, 20) / 1000;
  pieces int := coalesce(nullif(current_setting('memories.partitions', true), '')::int, 16);
  this text;
  pass text;
  reported timestamptz := clock_timestamp();
  missing text;
begin
  if exists (select from pg_extension where extname = 'citus') then raise exception 'Citus has shards instead of partitions'; end if;
  -- Its number: "memories" on the keys of a telephone, with another end.
  if not pg_try_advisory_lock(63667438) then raise exception 'this script runs already in another session'; end if;
  select string_agg(name, ', ') into missing from unnest(tables) as t (name) where to_regclass(format('%I.%I', home, name)) is null;
  if missing is not null then raise exception 'missing tables: %; start this version of the service first', missing; end if;
  -- All tables have the same number of partitions.
  pieces := coalesce((select count(*) from pg_inherits join pg_class c on c.oid = inhparent
    where c.relnamespace = home::regnamespace and c.relkind = 'p' and c.relname = any(tables)
    group by inhparent limit 1), pieces);

  loop
    call partitioning.finish(home);
    this := partitioning.next_table(home, tables);
    exit when this is null;
    if (select shape from partitioning.moves where name = this) is distinct from partitioning.shape_of(format('%I.%I', home, this)) then
      call partitioning.until_done(format('partitioning.prepare(%L, %L, %s)', home, this, pieces), 'read committed');
    end if;
    loop
      select m.pass into pass from partitioning.moves m where name = this;
      exit when pass in ('keys', 'replace');
      call partitioning.until_done(format('partitioning.next_batch(%L, %L)', home, this), 'repeatable read');
      if clock_timestamp() - reported > interval '10 seconds' then
        reported := clock_timestamp();
        raise info '%', (select case m.pass when 'copy' then format('%s: %s rows copied', name, rows) else format('%s: comparing', name) end
          from partitioning.moves m where name = this);
      end if;
      if exists (select from partitioning.moves where name = this and copied_to is not null) then perform pg_sleep(pause); end if;
    end loop;
    execute format('analyze partitioning.%I', this);
    commit;
    if pass = 'keys' then call partitioning.take_keys(home, this); end if;
    -- Little is left to be copied under the lock.
    call partitioning.until_done(format('partitioning.copy_changes(%L, %L)', home, this), 'repeatable read');
    call partitioning.until_done(format('partitioning.replace(%L, %L)', home, this), 'read committed');
  end loop;
end $$;

call partitioning.run(array[
  'stores', 'memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors', 'vector_marks',
  'memory_relations', 'relation_marks', 'idempotency_keys', 'audit_entries', 'audit_reads',
  'identities', 'connections', 'connection_activity', 'triggers', 'deliveries', 'candidates', 'extracted_messages',
  'chats', 'chat_messages', 'provider_items', 'token_families', 'muted_sources', 'imports',
  'turn_extractions', 'undone_messages', 'recall_snapshots', 'recall_snapshot_parts']);
drop schema partitioning, partitioning_old cascade;
