import { afterAll, beforeAll, expect, test } from 'vitest'
import { vacuum } from '../src/foundation/embedded/vacuum.ts'
import { compile, sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

const ROWS = 2_000

let service: TestService
beforeAll(async () => {
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
