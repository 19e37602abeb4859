import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { freshDatabase } from './postgres.ts'

/*
 * A Citus cluster without Citus: `deploy/citus/distribute.sql` runs on plain PostgreSQL with stub functions that record their
 * calls. After each call and each table change they reject what Citus rejects: unique indexes and foreign keys that span more
 * than one machine. Functions that run statements on shards run them on the tables.
 */

const STAND_INS = `
  create schema stand_in;
  create table stand_in.placed (name text primary key, key text, beside text);

  create function stand_in.hold() returns void language plpgsql as $$
  declare wrong text;
  begin
    select string_agg(i.indexrelid::regclass::text, ', ') into wrong
      from stand_in.placed p join pg_index i on i.indrelid = p.name::regclass
      where p.key is not null and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = i.indrelid and a.attname = p.key and a.attnum = any(i.indkey));
    if wrong is not null then raise exception 'unique without the key of distribution: %', wrong; end if;

    select string_agg(f.conname, ', ') into wrong
      from pg_constraint f
      left join stand_in.placed o on o.name::regclass = f.conrelid
      left join stand_in.placed t on t.name::regclass = f.confrelid
      where f.contype = 'f' and (o.key is not null or t.name is not null)
        and (t.name is null or t.key is not null and (o.beside is distinct from t.beside or not exists (
          select from unnest(f.conkey, f.confkey) as c (own, theirs)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = c.own and a.attname = o.key
          join pg_attribute b on b.attrelid = f.confrelid and b.attnum = c.theirs and b.attname = t.key)));
    if wrong is not null then raise exception 'foreign keys to what may lie elsewhere: %', wrong; end if;
  end $$;

  create function stand_in.create_reference_table(table_name regclass) returns void language plpgsql as $$
  begin
    insert into stand_in.placed values (table_name);
    perform stand_in.hold();
  end $$;

  create function stand_in.create_distributed_table(table_name regclass, distribution_column text,
    colocate_with text default 'default', shard_count int default null) returns void language plpgsql as $$
  begin
    if not exists (select from pg_attribute where attrelid = table_name and attname = distribution_column) then
      raise exception '% has no column %', table_name, distribution_column;
    end if;
    insert into stand_in.placed values (table_name, distribution_column,
      case when colocate_with in ('default', 'none') then table_name::text else colocate_with end);
    perform stand_in.hold();
  end $$;

  create function stand_in.create_distributed_function(function_name regprocedure, distribution_arg text default null,
    colocate_with text default 'default', force_delegation bool default null) returns void language sql as '';

  -- One machine with all tables as they are: statements keep the names of the tables.
  create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod text, repmodel text, colocationid int);
  create table stand_in.pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create table stand_in.pg_dist_placement (shardid bigint, groupid int);
  create table stand_in.pg_dist_local_group (groupid int);
  insert into stand_in.pg_dist_shard values ('public.stores', 1, '0');
  insert into stand_in.pg_dist_placement values (1, 1);
  insert into stand_in.pg_dist_local_group values (1);
  create function stand_in.get_shard_id_for_distribution_column(table_name regclass, value text) returns bigint
    language sql as 'select 1::bigint';
  create function stand_in.run_command_on_workers(command text) returns table (success bool, result text)
    language plpgsql as $$
  begin
    success := true;
    execute command into result;
    return next;
  end $$;

  -- Of a table the one shard is that in the schema of shards, if a test has created one.
  create schema shards;
  create function stand_in.run_command_on_placements(table_name regclass, command text)
    returns table (success bool, result text) language plpgsql as $$
  begin
    if to_regclass('shards.' || table_name::text) is null then return; end if;
    success := true;
    begin
      if command ~ '^select' then
        execute replace(command, '%s', 'shards.' || table_name::text) into result;
      else
        execute replace(command, '%s', 'shards.' || table_name::text);
        result := 'ALTER TABLE';
      end if;
    exception when others then
      success := false;
      result := sqlerrm;
    end;
    return next;
  end $$;

  create function stand_in.hold_after_changes() returns event_trigger language plpgsql as $$
  begin perform stand_in.hold(); end $$;
  create event trigger stand_in_holds on ddl_command_end when tag in ('ALTER TABLE')
    execute function stand_in.hold_after_changes()`

/** The file that distributes the tables. */
export function distributeFile(): Promise<string> {
  return readFile(new URL('../../deploy/citus/distribute.sql', import.meta.url), 'utf8')
}

/** A migrated database with the stub functions. */
export async function standIn(): Promise<pg.Client & { url: string }> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const url = await freshDatabase(engine.url, engine.template)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(STAND_INS)
  await client.query('set search_path = public, stand_in')
  return Object.assign(client, { url })
}
