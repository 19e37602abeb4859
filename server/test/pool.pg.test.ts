import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { clientAt, isUnavailable } from './apart.ts'
import { HOUR_MS, openClock } from './hooks.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { secondService, type TestService, testService } from './service.ts'

/* Exhausted connections: the server's, or the service's own pool. */

const PLACES = 25
const POOL = 20
const SCOPES = ['memory:read:*', 'memory:write:*']

let databaseUrl: string
let admin: pg.Client
let role: string
let service: TestService
beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  databaseUrl = await freshDatabase(engine.url)
  admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  role = `crowded_${randomBytes(4).toString('hex')}`
  await admin.query(`
    create role ${role} login password 'crowded' connection limit ${PLACES};
    alter schema public owner to ${role}`)
  service = await testService({ databaseUrl: asRole() })
})
afterAll(async () => {
  await service?.stop()
  await admin.query(`drop owned by ${role}; drop role ${role}`)
  await admin.end()
  await dropDatabase(databaseUrl)
})

function asRole(): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = 'crowded'
  return url.href
}

test('while the database is read-only, reads go on and writes get 503', async () => {
  const clock = openClock()
  const { person, token } = await service.connected(SCOPES)
  const [id] = (await service.remember(token, [{ content: 'Before.', scope: 'note' }])).memoryIds
  const second = await secondService(service, { databaseUrl: asRole() }, { clock: clock.now })
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  const drop = () =>
    admin.query(`select pg_terminate_backend(pid, 1000) from pg_stat_activity where usename = '${role}'`)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  try {
    await drop()
    // Longer than the interval at which the last use of a session is stored.
    clock.jump(HOUR_MS)
    const reads = [{ token }, { cookie: person.cookie }]
    for (const credential of reads)
      for (const path of ['/v1/memories', '/v1/memories?query=before', `/v1/memories/${id}`])
        await expect.poll(async () => (await second.call('GET', path, credential)).status).toBe(200)
    const body = { memories: [{ content: 'Meanwhile.', scope: 'note' }] }
    const refused = await second.call('POST', '/v1/memories', { token, body })
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
  } finally {
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await drop()
  }
  const body = { memories: [{ content: 'After.', scope: 'note' }] }
  await expect.poll(async () => (await second.call('POST', '/v1/memories', { token, body })).status).toBe(200)
  await second.stop()
})

test('keeps a connection after errors about the data, and replaces it after others', async () => {
  const db = openPostgres(asRole(), { poolMax: 1 })
  const backend = async () => (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid
  const isKeptAfter = async (failing: Sql) => {
    const before = await backend()
    await expect(db.count(failing)).rejects.toThrow()
    return (await backend()) === before
  }
  await db.count(sql`create table only_ones (n int primary key check (n = 1))`)
  const one = sql`insert into only_ones values (1)`
  await db.count(one)
  expect(await isKeptAfter(one)).toBe(true)
  expect(await isKeptAfter(sql`insert into only_ones values (2)`)).toBe(true)
  expect(await isKeptAfter(sql`select 1 / (1 - count(*)) from only_ones`)).toBe(true)
  // Its prepared statement fails on this connection forever.
  const every = sql`select * from only_ones`
  await db.rows(every)
  await db.count(sql`alter table only_ones add m int`)
  expect(await isKeptAfter(every)).toBe(false)
  expect(await db.rows(every)).toEqual([{ n: 1, m: null }])
  await db.close()
})

/** Takes every connection of the server, including the service's; returns a function that releases them. */
async function takeAll(): Promise<() => Promise<void>> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: asRole(), application_name: 'another client' })
    client.on('error', () => {})
    try {
      await client.connect()
      taken.push(client)
    } catch {
      const { rowCount } = await admin.query(`
        select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where usename = '${role}' and application_name = 'memory-service'`)
      if (!rowCount) return async () => void (await Promise.all(taken.map((each) => each.end())))
    }
  }
}

async function expectRefusal(token: string): Promise<number> {
  const client = clientAt(service.url)
  const [answer, health, ready] = await Promise.all([
    client.ask('POST', '/v1/memories', { token, body: { memories: [{ content: 'Now?', scope: 'note' }] } }),
    client.ask('GET', '/healthz'),
    client.ask('GET', '/readyz'),
  ])
  expect(answer).toSatisfy(isUnavailable)
  expect([health.status, ready.status]).toEqual([200, 503])
  return answer.ms
}

async function expectAnswer(token: string): Promise<void> {
  await service.remember(token, [{ content: 'Again.', scope: 'note' }])
  expect((await clientAt(service.url).ask('GET', '/readyz')).status).toBe(200)
}

test('returns 503 at once while other clients hold every server connection', async () => {
  const { token } = await service.connected(SCOPES)
  const giveBack = await takeAll()
  const ms = await expectRefusal(token)
  await giveBack()
  await expect.poll(held).toBe(0)
  await expectAnswer(token)
  console.log(`no connection left on the server: refused in ${Math.round(ms)} ms`)
})

async function held(): Promise<number> {
  const { rows } = await admin.query(
    `select count(*)::int as n from pg_stat_activity where usename = '${role}' and application_name = 'another client'`,
  )
  return rows[0].n
}

test('returns 503 after five seconds while the own pool is busy, then recovers', async () => {
  const { token } = await service.connected(SCOPES)
  const { db } = service.ports
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = Array.from({ length: POOL }, () => db.transaction(() => busy))
  const ms = await expectRefusal(token)
  finish()
  await Promise.all(slow)
  await expectAnswer(token)
  console.log(`our own pool exhausted: refused in ${Math.round(ms)} ms`)
})

test('a statement timeout returns 503, rolls back and affects no other request', async () => {
  const { token, person } = await service.connected(SCOPES)
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select from stores where user_id = '${person.id}' for update`)
  const writing = clientAt(service.url).ask('POST', '/v1/memories', {
    token,
    body: { memories: [{ content: 'Late.', scope: 'note' }] },
  })
  // Cancels the statement as the statement timeout would, without waiting for it.
  const cancel = sql`
    select count(*) filter (where pg_cancel_backend(pid)) as cut from pg_stat_activity
    where wait_event_type = 'Lock' and usename = ${role}`
  await expect.poll(async () => (await service.ports.db.one<{ cut: number }>(cancel)).cut).toBeGreaterThan(0)
  expect(await writing).toSatisfy(isUnavailable)
  await holder.query('rollback')
  await holder.end()
  await expectAnswer(token)
  expect((await service.get('/v1/memories', token)).memories).toHaveLength(1)
})

test('a write that meets deadlocks is tried again, and returns 503 if there are more', async () => {
  const { token } = await service.connected(SCOPES)
  const write = (content: string) =>
    service.call('POST', '/v1/memories', { token, body: { memories: [{ content, scope: 'note' }] } })
  const failing = (content: string, times: number) =>
    admin.query(`
      create sequence tries;
      grant usage on sequence tries to ${role};
      create function deadlock() returns trigger language plpgsql as $$ begin
        if new.content = '${content}' and nextval('tries') <= ${times} then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger deadlock before insert on memories for each row execute function deadlock()`)
  const tries = async () => {
    const { rows } = await admin.query('select last_value from tries')
    await admin.query('drop trigger deadlock on memories; drop function deadlock; drop sequence tries')
    return Number(rows[0].last_value)
  }
  await failing('Written at last.', 3)
  expect((await write('Written at last.')).status).toBe(200)
  expect(await tries()).toBe(4)
  await failing('Never written.', 10)
  expect(await write('Never written.')).toSatisfy(isUnavailable)
  expect(await tries()).toBe(4)
})
