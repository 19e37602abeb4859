import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DirectoryInUse } from './directory-lock.ts'
import { type Embedded, openEmbedded } from './embedded.ts'

// Threads and child processes run the compiled files: build before testing.

const OPEN_TIMEOUT_MS = 60_000
const KILLS = 2
const KILL_AFTER_MAX_MS = 300
const COMPILED = new URL('../../../dist/foundation/embedded/embedded.js', import.meta.url).href

let base: Uint8Array
let root: string
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  const fresh = await openEmbedded({ dir: null })
  const pool = poolOf(fresh)
  await pool.query('create table items (id int primary key, body bytea)')
  await pool.end()
  base = await fresh.dump()
  await fresh.close()
  await (await openEmbedded({ dir: join(root, 'prepared'), dump: base })).close()
}, OPEN_TIMEOUT_MS)
afterEach(async () => {
  for (const it of opened.splice(0)) await it.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

function poolOf(embedded: Embedded, options: pg.PoolConfig = {}) {
  const stream = () => embedded.stream() as never
  const pool = new pg.Pool({ stream, max: 1, user: 'postgres', idleTimeoutMillis: 0, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A directory of its own with the same database. */
async function prepared(...path: string[]) {
  const dir = join(root, ...path)
  await cp(join(root, 'prepared'), dir, { recursive: true })
  return dir
}

async function open(dir: string | null, dump?: Uint8Array) {
  const embedded = await openEmbedded({ dir, dump })
  opened.push(embedded)
  return { embedded, pool: poolOf(embedded) }
}

test('it speaks the whole protocol: types, bytes, named statements, errors, 100,000 rows', async () => {
  const { pool } = await open(null, base)
  const body = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
  await pool.query('insert into items values ($1, $2)', [1, body])
  expect(
    (await pool.query({ name: 'read', text: 'select body from items where id = $1', values: [1] })).rows[0].body,
  ).toEqual(body)
  await expect(pool.query('insert into items values ($1, null)', [1])).rejects.toMatchObject({ code: '23505' })
  await expect(pool.query({ name: 'broken', text: 'select nothing from nowhere', values: [] })).rejects.toMatchObject({
    code: '42P01',
  })
  expect((await pool.query({ name: 'read', text: 'select body from items where id = $1', values: [2] })).rows).toEqual(
    [],
  )
  const { rows } = await pool.query('select i, md5(i::text) from generate_series(1, 100000) i')
  expect(rows).toHaveLength(100_000)
  expect(rows.at(-1).i).toBe(100_000)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      i % 7 === 3
        ? pool.query('select 1 / $1::int', [0]).catch(({ code }) => code)
        : pool.query('select $1::int as i', [i]).then(({ rows }) => rows[0].i),
    ),
  )
  expect(answers).toEqual(answers.map((_, i) => (i % 7 === 3 ? '22012' : i)))
})

test('its settings are ours: UTC, UTF-8, order by bytes, letters beyond ASCII', async () => {
  const { pool } = await open(null, base)
  const { rows } = await pool.query(`
    select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding, lower('ÄÉ') as lower,
      (select array_agg(x order by x) from unnest(array['b', 'a', 'B', 'ä']) x) as sorted`)
  expect(rows[0]).toEqual({ zone: 'UTC', encoding: 'UTF8', lower: 'äé', sorted: ['B', 'a', 'b', 'ä'] })
})

test('a transaction that failed says so until it is rolled back', async () => {
  const { pool } = await open(null, base)
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into items values (1, null)')
  await expect(client.query('insert into items values (1, null)')).rejects.toMatchObject({ code: '23505' })
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
  await client.query('rollback')
  expect((await client.query('select count(*)::int as n from items')).rows).toEqual([{ n: 0 }])
  client.release()
})

test('a client that is thrown out leaves nothing behind for the next', async () => {
  const { pool } = await open(null, base)
  for (let round = 0; round < 20; round++) {
    const client = await pool.connect()
    await client.query('begin')
    await client.query("set timezone = 'Asia/Tokyo'")
    await client.query('insert into items values ($1, null)', [round])
    const late = client.query({
      name: 'late',
      text: 'select (select pg_sleep(0.01)), generate_series(1, 5000)',
      values: [],
    })
    const next = pool.query("select current_setting('TimeZone') as zone, (select count(*)::int from items) as n")
    client.release(true)
    await expect(late).rejects.toThrow(/terminated/)
    expect((await next).rows).toEqual([{ zone: 'UTC', n: 0 }])
  }
  expect((await pool.query({ name: 'late', text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
})

test('a second client waits until the first has left', async () => {
  const { embedded, pool } = await open(null, base)
  const first = await pool.connect()
  await first.query('begin')
  const second = poolOf(embedded).query('select 2 as two')
  expect((await first.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  first.release(true)
  expect((await second).rows).toEqual([{ two: 2 }])
})

test('pipelined queries get their own answers, errors included', async () => {
  const { embedded } = await open(null, base)
  const client = await poolOf(embedded, { pipeline: true } as pg.PoolConfig).connect()
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      i % 10 === 3
        ? client.query('select 1 / $1::int', [0]).catch(({ code }) => code)
        : client.query({ name: 'echo', text: 'select $1::int as i', values: [i] }).then(({ rows }) => rows[0].i),
    ),
  )
  expect(answers).toEqual(answers.map((_, i) => (i % 10 === 3 ? '22012' : i)))
  client.release()
})

test('nesting without end is an error of the statement, not the end of the database', async () => {
  const { pool } = await open(null, base)
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  await expect(pool.query('select $1::jsonb', [deep])).rejects.toMatchObject({ code: '54001' })
  await pool.query(`create function forever(i int) returns int language plpgsql
    as 'begin return forever(i + 1); end'`)
  await expect(pool.query('select forever(1)')).rejects.toMatchObject({ code: '54001' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a crash rejects pending queries and is reported', async () => {
  const { embedded, pool } = await open(null, base)
  // The one statement the engine does not survive.
  const fatal = pool.query('copy items from stdin')
  const pending = pool.query('select 1')
  await expect(fatal).rejects.toThrow()
  await expect(pending).rejects.toThrow()
  expect((await embedded.failed).message).toMatch(/^The embedded database stopped/)
  await expect(pool.query('select 1')).rejects.toThrow(/stopped/)
  await expect(embedded.dump()).rejects.toThrow(/stopped/)
  await embedded.close()
})

test('each commit reaches the disk before it is acknowledged, and a read does not ask for it', async () => {
  const { embedded, pool } = await open(await prepared('synced'))
  const before = embedded.syncs()
  for (let i = 0; i < 50; i++) await pool.query('insert into items values ($1, null)', [i])
  expect(embedded.syncs() - before).toBe(50)
  await pool.query('select count(*) from items')
  expect(embedded.syncs() - before).toBe(50)
})

test(
  'its log does not grow for ever',
  async () => {
    const dir = join(root, 'checkpointed')
    const { pool } = await open(dir, base)
    for (let i = 0; i < 12; i++) {
      await pool.query(
        "insert into items select i, decode(repeat('ab', 1900), 'hex') from generate_series($1::int, $2) i",
        [i * 10_000, i * 10_000 + 9_999],
      )
    }
    const { rows } = await pool.query("select redo_lsn > '0/4000000' as advanced from pg_control_checkpoint()")
    expect(rows).toEqual([{ advanced: true }])
    expect((await readdir(join(dir, 'postgres', 'pg_wal'))).length).toBeLessThan(15)
  },
  OPEN_TIMEOUT_MS,
)

/** A process that opens `dir` and inserts rows for ever, telling each once it is acknowledged. */
function writer(dir: string) {
  const code = `
    import pg from 'pg'
    import { writeSync } from 'node:fs'
    const { openEmbedded } = await import(${JSON.stringify(COMPILED)})
    const embedded = await openEmbedded({ dir: ${JSON.stringify(dir)} })
    const pool = new pg.Pool({ stream: embedded.stream, max: 1, user: 'postgres' })
    let { rows: [{ next }] } = await pool.query('select coalesce(max(id), 0) + 1 as next from items')
    for (;; next++) {
      await pool.query('insert into items values ($1, $2)', [next, Buffer.alloc(2000)])
      writeSync(1, next + ' ')
    }`
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

async function killLater(child: ChildProcess, ms: number) {
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'close')
  // The last number may have been cut in two.
  return Number(output.slice(0, output.lastIndexOf(' ')).split(' ').at(-1))
}

test(
  'what was acknowledged survives kill -9, and so does the right to open',
  async () => {
    const dir = join(root, 'killed')
    await (await openEmbedded({ dir, dump: base })).close()
    for (let round = 0; round < KILLS; round++) {
      const acknowledged = await killLater(writer(dir), ((round + 1) / (KILLS + 1)) * KILL_AFTER_MAX_MS)
      const embedded = await openEmbedded({ dir })
      const pool = poolOf(embedded)
      const { rows } = await pool.query('select count(*)::int as n, max(id) as last from items')
      expect(rows[0].n).toBe(rows[0].last)
      expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
      await embedded.close()
    }
  },
  OPEN_TIMEOUT_MS,
)

test(
  'a directory is opened by one at a time, however deep it lies',
  async () => {
    const dir = join(root, 'deep'.repeat(20), 'down'.repeat(20))
    const { pool } = await open(dir, base)
    await expect(openEmbedded({ dir })).rejects.toThrow(DirectoryInUse)
    await expect(openEmbedded({ dir })).rejects.toThrow(dir)
    const child = writer(dir)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect((await pool.query('select count(*)::int as n from items')).rows).toEqual([{ n: 0 }])
    await opened.pop()!.close()
    await (await openEmbedded({ dir })).close()
    expect((await readdir(dir)).sort()).toEqual(['engine', 'postgres'])
  },
  OPEN_TIMEOUT_MS,
)

test(
  'of many who open at once, one does',
  async () => {
    const dir = join(root, 'contended')
    await (await openEmbedded({ dir, dump: base })).close()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => openEmbedded({ dir })))
    const winners = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const winner of winners) await winner.close()
    expect(winners).toHaveLength(1)
  },
  OPEN_TIMEOUT_MS,
)

test('a directory of another version, or of another program, is refused and left alone', async () => {
  const dir = join(root, 'other')
  await mkdir(join(dir, 'postgres'), { recursive: true })
  await writeFile(join(dir, 'engine'), 'PGlite 0.3\n')
  await expect(openEmbedded({ dir })).rejects.toThrow(/made by PGlite 0.3; this version needs PGlite/)
  const raw = join(root, 'raw')
  await mkdir(raw)
  await writeFile(join(raw, 'PG_VERSION'), '15\n')
  await expect(openEmbedded({ dir: raw })).rejects.toThrow(/of other origin/)
})

test('a first start that was interrupted is repeated', async () => {
  const dir = join(root, 'cut')
  await mkdir(join(dir, 'unfinished-abc'), { recursive: true })
  const { pool } = await open(dir, base)
  expect((await pool.query('select count(*)::int as n from items')).rows).toEqual([{ n: 0 }])
  expect(await readdir(dir)).not.toContain('unfinished-abc')
  expect((await stat(join(dir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(root, 'prepared'))).mode & 0o777).toBe(0o700)
  await opened.pop()!.close()
  await expect(openEmbedded({ dir, dump: base })).rejects.toThrow(/already holds a database/)
})
