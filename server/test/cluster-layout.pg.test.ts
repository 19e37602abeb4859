import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from './postgres.ts'

/*
 * Tests the table layout of a Citus cluster without Citus: `deploy/citus/distribute.sql` runs on plain PostgreSQL with
 * stub functions that record their calls. After each call and each table change they reject what Citus rejects: unique
 * indexes and foreign keys that span more than one machine.
 */

const STAND_INS = `
  create schema stand_in;
  create table stand_in.placed (name text primary key, key text, beside text);
  create table stand_in.known (name text primary key);

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

  create function stand_in.citus_add_local_table_to_metadata(table_name regclass) returns void language plpgsql as $$
  begin
    insert into stand_in.known values (table_name);
  end $$;

  create function stand_in.hold_after_changes() returns event_trigger language plpgsql as $$
  begin perform stand_in.hold(); end $$;
  create event trigger stand_in_holds on ddl_command_end when tag in ('ALTER TABLE')
    execute function stand_in.hold_after_changes()`

let file: string
beforeAll(async () => {
  file = await readFile(new URL('../../deploy/citus/distribute.sql', import.meta.url), 'utf8')
})

/** A migrated database with the stub functions. */
async function standIn(): Promise<pg.Client> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const client = new pg.Client({ connectionString: await freshDatabase(engine.url, engine.template) })
  await client.connect()
  await client.query(STAND_INS)
  await client.query('set search_path = public, stand_in')
  return client
}

const KEYS = `select conrelid::regclass::text, confrelid::regclass::text, conname, pg_get_constraintdef(oid)
  from pg_constraint where contype = 'f' order by 1, 2, 3`

test('every table is distributed by its query key, colocated with what it references, or local', async () => {
  const client = await standIn()
  try {
    const before = (await client.query(KEYS)).rows
    await client.query(file)
    const { rows: placed } = await client.query(`
      select c.relname as name, p.name is not null as moved, p.key, p.beside,
        exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary and a.attname = 'user_id') as personal
      from pg_class c left join stand_in.placed p on p.name::regclass = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
    const names = (of: (row: (typeof placed)[number]) => boolean) => placed.filter(of).map(({ name }) => name)
    const keys = ['invitations', 'lasting_keys', 'operator_acts', 'secret_key_checks']
    const queue = ['deliveries', 'deliveries_left', 'webhook_subscriptions']
    const requests = ['app_request_hours', 'app_requests']
    const here = [
      ...queue,
      ...keys,
      ...requests,
      'dpop_proofs',
      'mails',
      'migrations',
      'pauses',
      'throttles',
      'usage_days',
    ].sort()
    expect(names(({ moved }) => !moved)).toEqual(here)
    // Citus knows a local table by its reference to a distributed one or by an explicit call, which is needed for every
    // table that is written in the same transaction.
    expect((await client.query('select name from stand_in.known')).rows).toEqual([{ name: 'deliveries' }])
    // The first is queried by a globally unique token, the second across users.
    expect(names(({ personal, key }) => personal && key !== 'user_id')).toEqual(['connector_links', 'deliveries'])
    expect(names(({ key, beside }) => key === 'user_id' && beside !== 'stores')).toEqual([])
    // Only token tables have dropped their foreign keys.
    const { rows: after } = await client.query(KEYS)
    expect(after).toEqual(before.filter(({ conrelid }) => !['connection_tokens', 'refresh_tokens'].includes(conrelid)))
  } finally {
    await client.end()
  }
})

test.each<[what: string, change: string, refusal: RegExp]>([
  ['a table that is nowhere named', 'create table newcomers (user_id text primary key)', /no place .* newcomers/],
  ['a second unique key', 'create unique index one_title on chats (title)', /without the key .* one_title/],
  [
    'a reference from one person to another',
    'alter table triggers add constraint astray foreign key (app_id, id) references connections (user_id, id)',
    /may lie elsewhere: astray/,
  ],
])('%s is rejected without moving anything', async (_, change, refusal) => {
  const client = await standIn()
  try {
    await client.query(change)
    await expect(client.query(file)).rejects.toThrow(refusal)
    await client.query('rollback')
    expect((await client.query('select * from stand_in.placed')).rows).toEqual([])
  } finally {
    await client.end()
  }
})
