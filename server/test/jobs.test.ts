import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobs } from '../src/app.ts'
import { type Job, SWEPT_ROWS, startJobs } from '../src/foundation/jobs.ts'
import { sql } from '../src/foundation/sql.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

const transactionOf = ({ db }: Parameters<Job['run']>[0]) =>
  db.one<{ id: string }>(sql`select pg_current_xact_id()::text as id`)

test('a job that has more to do is taken up again at once, each time in a transaction of its own', async () => {
  const seen: string[] = []
  const run: Job['run'] = async (ports) => seen.push((await transactionOf(ports)).id) % 3 !== 0
  const { stop } = startJobs(service.ports, [{ name: 'a long one', everyMs: 400, run }])
  // By the clock alone it would be half as many.
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(9), { timeout: 2_000 })
  await stop()
  expect(new Set(seen).size).toBe(seen.length)
})

test('a job that would never be done ends with the process', async () => {
  let turns = 0
  const { stop } = startJobs(service.ports, [{ name: 'an endless one', everyMs: 5, run: async () => ++turns > 0 }])
  await vi.waitFor(() => expect(turns).toBeGreaterThan(2))
  await stop()
})

test('what has long been due to go goes some thousands at a time, and in the end all of it', async () => {
  const { db } = service.ports
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select 'usr_gone', 'con_gone', 'POST /v1/memories', 'key ' || n, '', 200, '', now() - interval '400 days'
    from generate_series(1, ${SWEPT_ROWS + 1}::int) n`)
  const sweep = jobs.find(({ name }) => name === 'sweep kept replies')!
  const turn = () => db.transaction(async (db) => sweep.run({ ...service.ports, db }))
  expect([await turn(), await turn()]).toEqual([true, false])
  expect(await db.one(sql`select count(*) as left from idempotency_keys`)).toEqual({ left: 0 })
})

test('a job that comes hourly has its first turn soon after the start, and one under way lets turns pass', async () => {
  let turns = 0
  const hourly: Job = { name: 'an hourly one', everyMs: 3_600_000, run: async () => void turns++ }
  const soon = startJobs(service.ports, [hourly], () => 0)
  await vi.waitFor(() => expect(turns).toBe(1))
  await soon.stop()
  let under = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++under)
    await new Promise((resolve) => setTimeout(resolve, 50))
    under--
    turns++
  }
  const slow = startJobs(service.ports, [{ name: 'a slow one', everyMs: 5, alone: true, run }], () => 0)
  await vi.waitFor(() => expect(turns).toBeGreaterThan(3))
  await slow.stop()
  expect(most).toBe(1)
})
