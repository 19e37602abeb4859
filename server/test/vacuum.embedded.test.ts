import { afterAll, beforeAll, expect, test } from 'vitest'
import { vacuumJob } from '../src/foundation/embedded/vacuum.ts'
import { compile, sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'
import { closeEngines } from './stores.ts'

const ROWS = 2_000
const LARGE_ROWS = 90_000
const HOUR_S = 3_600

const vacuum = vacuumJob()
/** Analyses small tables at once, and no large table again during this test. */
const patient = vacuumJob(0, HOUR_S)

let service: TestService
beforeAll(async () => {
  await closeEngines()
  service = await testService()
})
afterAll(() => service?.stop())

/** A table's number of dead rows and its last estimated row count. */
async function known(): Promise<{ dead: number; counted: number }> {
  return service.ports.db.one(sql`
    select s.n_dead_tup as dead, c.reltuples::int as counted
    from pg_class c join pg_stat_all_tables s on s.relid = c.oid where c.relname = 'throttles'`)
}

test('vacuums and analyses a table that changed enough, and no other', async () => {
  const { db } = service.ports
  await vacuum.run(service.ports)
  const sent: string[] = []
  const count: typeof db.count = (query) => {
    sent.push(compile(query).text)
    return db.count(query)
  }
  await db.count(sql`
    insert into throttles (key, taken, ends_at) select 'key ' || n, 1, now() from generate_series(1, ${ROWS}::int) n`)
  await db.count(sql`update throttles set taken = 2`)
  await expect.poll(async () => (await known()).dead).toBe(ROWS)
  await vacuum.run({ ...service.ports, db: { ...db, count } })
  expect(await known()).toEqual({ dead: 0, counted: ROWS })
  expect(sent.filter((text) => !text.includes('pg_'))).toEqual(['vacuum throttles', 'analyze throttles'])
})

test('vacuums a large table after some thousand inserted rows, and analyses it again only after a while', async () => {
  const { db } = service.ports
  const insert = (prefix: string, rows: number) =>
    db.count(sql`
      insert into throttles (key, taken, ends_at)
      select ${prefix} || n, 1, now() from generate_series(1, ${rows}::int) n`)
  const statistics = () =>
    db.one<{ inserted: number; live: number; vacuums: number; analyses: number }>(sql`
      select n_ins_since_vacuum::int as inserted, n_live_tup::int as live,
        vacuum_count::int as vacuums, analyze_count::int as analyses
      from pg_stat_all_tables where relname = 'throttles'`)
  await insert('first ', LARGE_ROWS)
  await expect.poll(async () => (await statistics()).live).toBeGreaterThan(LARGE_ROWS)
  await vacuum.run(service.ports)
  const before = await statistics()
  // A fifth of the rows would be three times as many.
  await insert('second ', LARGE_ROWS / 15)
  await expect.poll(async () => (await statistics()).inserted).toBeGreaterThanOrEqual(LARGE_ROWS / 15)
  await patient.run(service.ports)
  expect(await statistics()).toMatchObject({ vacuums: before.vacuums + 1, analyses: before.analyses })
  await insert('third ', LARGE_ROWS)
  await expect.poll(async () => (await statistics()).inserted).toBe(LARGE_ROWS)
  await patient.run(service.ports)
  expect(await statistics()).toMatchObject({ vacuums: before.vacuums + 2, analyses: before.analyses })
  await vacuumJob(HOUR_S, 0).run(service.ports)
  expect((await statistics()).analyses).toBe(before.analyses + 1)
})
