import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { DELETE_BATCH_ROWS, type Job, startJobs } from '../src/foundation/jobs.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

const HOUR_MS = 3_600_000

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

const transactionOf = ({ db }: Parameters<Job['run']>[0]) =>
  db.one<{ id: string }>(sql`select pg_current_xact_id()::text as id`)

test('runs a job again at once, in its own transaction, while it has more to do', async () => {
  const seen: string[] = []
  const run: Job['run'] = async (ports) => seen.push((await transactionOf(ports)).id) % 3 !== 0
  const { stop } = startJobs(service.ports, [{ name: 'a long one', everyMs: HOUR_MS, run }], () => 0)
  await expect.poll(() => seen.length).toBe(3)
  await stop()
  expect(new Set(seen).size).toBe(seen.length)
})

test('an endless job stops with the process', async () => {
  let turns = 0
  const { stop } = startJobs(service.ports, [{ name: 'an endless one', everyMs: 5, run: async () => ++turns > 0 }])
  await expect.poll(() => turns).toBeGreaterThan(2)
  await stop()
})

test('deletes expired rows in batches', async () => {
  const { db } = service.ports
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select 'usr_gone', 'con_gone', 'POST /v1/memories', 'key ' || n, '', 200, '', now() - interval '400 days'
    from generate_series(1, ${DELETE_BATCH_ROWS + 1}::int) n`)
  const sweep = jobs.find(({ name }) => name === 'delete expired idempotency records')!
  const turn = () => db.transaction(async (db) => sweep.run({ ...service.ports, db }))
  expect([await turn(), await turn()]).toEqual([true, false])
  expect(await db.one(sql`select count(*) as left from idempotency_keys`)).toEqual({ left: 0 })
})

test('deletes audit entries, events of developers and deliveries after the days of their settings', async () => {
  const { db, config } = service.ports
  const { person } = await service.connected(['memory:read:*'])
  const days = [39, 41]
  const row = (age: number) => sql`${person.id}, 'old_' || ${age}::int, now() - ${age}::int * interval '1 day'`
  for (const age of days) {
    await db.count(sql`insert into audit_entries (user_id, id, at, actor, action, scope, count, request_id)
      values (${row(age)}, 'user', 'memory.read', '', 1, 'req_x')`)
    await db.count(sql`insert into deliveries
      (user_id, id, created_at, app_id, subscription_id, event_id, event_type, status, due_at)
      values (${row(age)}, 'app_x', 'sub_x', 'evt_x', 'webhook.test', 'succeeded', now())`)
  }
  const { id } = await service.newDeveloper()
  for (const age of days)
    await db.count(sql`insert into developer_events (developer_id, id, at, action, request_id)
      values (${id}, 'old_' || ${age}::int, now() - ${age}::int * interval '1 day', 'account.login', 'req_x')`)
  const left = () =>
    db.one(sql`select
      (select count(*) from audit_entries where user_id = ${person.id} and id like 'old_%') as entries,
      (select count(*) from developer_events where developer_id = ${id} and id like 'old_%') as events,
      (select count(*) from deliveries where user_id = ${person.id} and id like 'old_%') as deliveries`)
  const sweep = async (settings: object) => {
    for (const name of [
      'delete expired audit entries',
      'delete expired events of developers',
      'delete expired deliveries',
    ])
      await jobs.find((job) => job.name === name)!.run({ ...service.ports, config: { ...config, ...settings } })
    return left()
  }
  expect(await sweep({ deliveryDays: 60 })).toEqual({ entries: 2, events: 2, deliveries: 2 })
  const days40 = { auditDays: 40, developerEventDays: 40, deliveryDays: 40 }
  expect(await sweep(days40)).toEqual({ entries: 1, events: 1, deliveries: 1 })
})

test('runs an hourly job soon after the start and skips runs while one is in progress', async () => {
  let turns = 0
  const hourly: Job = { name: 'an hourly one', everyMs: HOUR_MS, run: async () => void turns++ }
  const soon = startJobs(service.ports, [hourly], () => 0)
  await expect.poll(() => turns).toBe(1)
  await soon.stop()
  let under = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++under)
    await new Promise((resolve) => setTimeout(resolve, 50))
    under--
    turns++
  }
  const slow = startJobs(service.ports, [{ name: 'a slow one', everyMs: 5, withoutTransaction: true, run }], () => 0)
  await expect.poll(() => turns).toBeGreaterThan(3)
  await slow.stop()
  expect(most).toBe(1)
})

test('makes the slots of long memories a few at a time', async () => {
  const { person, token } = await service.connected(['memory:write:*'])
  const content = (n: number) => `${n} I live in Rome. ${'A walk along the river. '.repeat(300)}`.slice(0, 7_000)
  await service.remember(
    token,
    [1, 2, 3, 4, 5].map((n) => ({ content: content(n), scope: 'note' })),
  )
  const { db } = service.ports
  await db.count(sql`delete from memory_slots where user_id = ${person.id}`)
  await db.count(sql`update stores set slots_rules = 0 where user_id = ${person.id}`)
  const { run } = jobs.find(({ name }) => name === 'make missing slots of memories')!
  const done: number[] = []
  for (let more = true; more; ) {
    more = await db.transaction(async (db) => Boolean(await run({ ...service.ports, db })))
    const { count } = await db.one<{ count: number }>(sql`
      select count(distinct id) as count from memory_slots where user_id = ${person.id}`)
    done.push(count)
  }
  expect(done.slice(0, 3)).toEqual([2, 4, 5])
})
