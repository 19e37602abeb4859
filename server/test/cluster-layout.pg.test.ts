import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { distributeFile, standIn } from './stand-in-cluster.ts'

/* The table layout of a Citus cluster, tested without Citus: see `stand-in-cluster.ts`. */

let file: string
beforeAll(async () => {
  file = await distributeFile()
})

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
    const requests = ['app_request_hours', 'app_requests']
    const here = [
      ...keys,
      ...requests,
      'deliveries_left',
      'dpop_proofs',
      'mails',
      'migrations',
      'pauses',
      'throttles',
      'usage_days',
    ].sort()
    expect(names(({ moved }) => !moved)).toEqual(here)
    // It is queried by a globally unique token.
    expect(names(({ personal, key }) => personal && key !== 'user_id')).toEqual(['connector_links'])
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

test('texts are taken out of the statistics of shards that an earlier release distributed', async () => {
  const client = await standIn()
  const statistics = () =>
    client
      .query(`select attname, attstattarget from pg_attribute
        where attrelid = 'shards.memories'::regclass and attnum > 0 and attstattarget >= 0`)
      .then(({ rows }) => new Map(rows.map(({ attname, attstattarget }) => [attname, attstattarget])))
  try {
    await client.query(file)
    await client.query(`insert into pg_dist_partition values ('memories', 'h', 's', 1)`)
    // Statistics targets are not copied.
    await client.query('create table shards.memories (like public.memories)')
    expect(await statistics()).toEqual(new Map())
    const script = await readFile(new URL('../../deploy/citus/no-statistics.sql', import.meta.url), 'utf8')
    await client.query(script)
    const set = await statistics()
    expect([set.get('content'), set.get('user_id')]).toEqual([0, 1])
    await client.query('alter table shards.memories drop column content')
    await expect(client.query(script)).rejects.toThrow('these columns still have other statistics: memories.content')
  } finally {
    await client.end()
  }
})
