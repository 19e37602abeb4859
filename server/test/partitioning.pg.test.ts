import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { defineSteps, partition, runPostgres } from './partitioning.ts'
import { freshDatabase } from './postgres.ts'

/*
 * `deploy/postgres/partition.sql` while other sessions change rows: each step is taken by the test, with changes between them
 * and transactions that stay open across them. `partitions.pg.test.ts` runs the service on its result.
 */

const PEOPLE = 3
const BATCH = 7
const ROUNDS = 15
const CHANGES = 6

let databaseUrl: string
let mover: pg.Client
let writer: pg.Client
beforeEach(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  databaseUrl = await freshDatabase(engine.url, engine.template)
  ;[mover, writer] = [await connect(), await connect()]
  await writer.query(`
    insert into developers (id, email, password_hash, plan, created_at) values ('dev', 'dev@example.com', '', 'pro', now());
    insert into apps (id, developer_id, slug, name, redirect_uris, manifest, client_id, client_secret_hash, created_at)
      select 'app_' || n, 'dev', 'app-' || n, '', '{}', '{}', 'client_' || n, '', now() from generate_series(1, 3) n;
    insert into users (id, email, password_hash, plan, created_at)
      select 'usr_' || n, n || '@example.com', '', 'pro', now() from generate_series(0, ${PEOPLE - 1}) n;
    insert into stores (user_id) select id from users`)
  for (let n = 0; n < 60; n++) await writer.query(writing(n))
  await defineSteps(databaseUrl)
})
afterEach(async () => {
  await mover.end()
  await writer.end()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

const writing = (n: number) => `
  insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at, created_at, updated_at,
    version, born, place, external_id)
  values ('usr_${n % PEOPLE}', 'mem_${String(n).padStart(4, '0')}', 'fact', 'note', 'Content ${n}.', 50, 50, false, now(), now(),
    now(), ${n}, ${n}, 0, ${n % 4 ? `'ext_${n % 16}'` : 'null'}) on conflict do nothing`

/** The statement of the n-th change, always the same one. */
function change(n: number): string {
  const id = `mem_${String((n * 37) % 120).padStart(4, '0')}`
  const other = `mem_${String((n * 53) % 120).padStart(4, '0')}`
  const statements = [
    writing((n * 37) % 120),
    `update memories set content = content || '${n}' where id = '${id}'`,
    `delete from memories where id in ('${id}', '${other}')`,
    // A unique value passes from one row to another.
    `with freed as (update memories set external_id = null where external_id = 'ext_${n % 16}' returning user_id)
      select * from freed;
      update memories set external_id = 'ext_${n % 16}' where id = '${other}' and not exists (
        select from memories m where m.user_id = memories.user_id and m.external_id = 'ext_${n % 16}')`,
    `update memories set id = id || 'b' where id = '${id}'`,
    `insert into connections (user_id, id, app_id, scopes, status, connected_at)
      values ('usr_${n % PEOPLE}', 'con_${n}', 'app_${1 + (Math.floor(n / 7) % 3)}', '{}', 'active', now()) on conflict do nothing`,
    `insert into memory_slots (user_id, slot, id) select user_id, 'slot ${n % 5}', id from memories where id = '${id}'
      on conflict do nothing`,
    `update connections set status = 'revoked' where user_id = 'usr_${n % PEOPLE}' and id in (
      select id from connections where status = 'active' order by id limit 1)`,
  ]
  return statements[n % statements.length]!
}

const rowsOf = async (table: string, client = writer) =>
  (await client.query(`select t::text as row from ${table} t order by 1`)).rows.map(({ row }) => row)

const kindOf = async (table: string) =>
  (await writer.query('select relkind from pg_class where oid = $1::regclass', [table])).rows[0].relkind

const prepare = async (table: string) => {
  await mover.query(`select partitioning.prepare('public', '${table}', 4)`)
  await mover.query(`update partitioning.moves set batch = ${BATCH} where name = '${table}'`)
}

async function takeBatch(table: string): Promise<void> {
  await mover.query('begin isolation level repeatable read')
  await mover.query(`select partitioning.next_batch('public', '${table}')`)
  await mover.query('commit')
  await mover.query(`update partitioning.moves set batch = ${BATCH} where name = '${table}'`)
}

test.each([
  'memories',
  'memory_slots',
  'connections',
])('keeps the copy of %s in step with changes and open transactions', async (table) => {
  await prepare(table)
  let n = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < CHANGES; i++) await writer.query(change(n++))
    await writer.query('begin')
    for (let i = 0; i < CHANGES; i++) await writer.query(change(n++))
    await takeBatch(table)
    await writer.query(round % 3 ? 'commit' : 'rollback')
  }
  const before = await rowsOf(table)
  expect(before.length).toBeGreaterThan(3)
  await partition(databaseUrl)
  expect(await rowsOf(table)).toEqual(before)
  expect(await kindOf(table)).toBe('p')
  const { rows } = await writer.query(`select from pg_namespace where nspname like 'partitioning%'`)
  expect(rows).toHaveLength(0)
})

test('keeps foreign keys, triggers and unique keys', async () => {
  const keys = `select conrelid::regclass::text, confrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2, 3`
  const triggers = `select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal and tgparentid = 0 order by 1, 2`
  const before = [(await writer.query(keys)).rows, (await writer.query(triggers)).rows]
  await partition(databaseUrl)
  expect([(await writer.query(keys)).rows, (await writer.query(triggers)).rows]).toEqual(before)
  await expect(
    writer.query(`insert into chats (user_id, id, created_at) values ('usr_none', 'x', now())`),
  ).rejects.toThrow()
  await writer.query(`delete from users where id = 'usr_0'`)
  expect((await rowsOf('stores')).length).toBe(PEOPLE - 1)
})

test('checks the foreign keys of a copy once, after rows whose parents are deleted meanwhile have left it', async () => {
  const keysOf = async (table: string) =>
    (
      await writer.query(
        `select conname, convalidated from pg_constraint where conrelid = $1::regclass and contype = 'f' and conparentid = 0`,
        [table],
      )
    ).rows
  const deleted = (n: number) => writer.query(`delete from memories where id = 'mem_${String(n).padStart(4, '0')}'`)
  await writer.query(`insert into memory_slots (user_id, slot, id) select user_id, 'slot ' || id, id from memories`)
  await prepare('memory_slots')
  const passOf = async () => (await mover.query('select pass from partitioning.moves')).rows[0].pass
  for (let n = 0; (await passOf()) !== 'keys'; n++) {
    expect(await keysOf('partitioning.memory_slots')).toEqual([])
    await deleted(n)
    await takeBatch('memory_slots')
  }
  await deleted(40)
  await mover.query(`select partitioning.add_keys('public', 'memory_slots', 'memory_slots_p0')`)
  await mover.query(`select partitioning.add_keys('public', 'memory_slots', 'memory_slots_p1')`)
  expect(await keysOf('memory_slots_p0')).toEqual([{ conname: 'memory_slots_user_id_id_fkey', convalidated: false }])
  await deleted(41)
  const before = await rowsOf('memory_slots')
  expect(before.length).toBeGreaterThan(20)
  // Continues where the steps of this test have stopped.
  await partition(databaseUrl)
  expect(await rowsOf('memory_slots')).toEqual(before)
  expect(await keysOf('memory_slots')).toEqual([{ conname: 'memory_slots_user_id_id_fkey', convalidated: true }])
  expect(await keysOf('memory_slots_p0')).toEqual([])
  await deleted(42)
  expect((await rowsOf('memory_slots')).length).toBe(before.length - 1)
  await expect(writer.query(`insert into memory_slots values ('usr_0', 'slot', 'mem_none')`)).rejects.toThrow()
})

test('replaces no table that differs from its copy', async () => {
  await prepare('memories')
  await takeBatch('memories')
  await mover.query(`delete from partitioning.memories where content = 'Content 3.'`)
  await expect(partition(databaseUrl)).rejects.toThrow(/memories: [12] rows differ from their copies/)
  expect(await kindOf('memories')).toBe('r')
})

test('starts a table over whose definition has changed', async () => {
  await prepare('memories')
  await takeBatch('memories')
  await writer.query(`alter table memories add column colour text default 'red'`)
  await writer.query('create index memories_by_colour on memories (user_id, colour)')
  const before = await rowsOf('memories')
  await partition(databaseUrl)
  expect(await rowsOf('memories')).toEqual(before)
  const { rows } = await writer.query(`select from pg_indexes where indexname = 'memories_by_colour'`)
  expect(rows).toHaveLength(1)
})

test('continues on a restored dump of an interrupted run', async () => {
  await prepare('memories')
  await takeBatch('memories')
  await writer.query(change(2))
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-partitioning-'))
  try {
    await runPostgres('pg_dump', ['--format=custom', '--no-owner', `--file=${folder}/dump`, databaseUrl])
    const copy = await freshDatabase(databaseUrl)
    await runPostgres('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${copy}`, `${folder}/dump`])
    const client = new pg.Client({ connectionString: copy })
    await client.connect()
    await client.query(`update memories set content = 'After the dump.' where content = 'Content 5.'`)
    const before = await rowsOf('memories', client)
    await partition(copy)
    expect(await rowsOf('memories', client)).toEqual(before)
    await client.end()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('can be abandoned, and repeated when all is partitioned', async () => {
  await prepare('memories')
  await takeBatch('memories')
  await mover.query('drop schema partitioning, partitioning_old cascade')
  await writer.query(change(0))
  expect((await writer.query(`select from pg_class where relname ~ '_p\\d+$'`)).rows).toHaveLength(0)
  expect(await partition(databaseUrl)).toContain('memories: ')
  expect(await partition(databaseUrl)).toBe('')
})
