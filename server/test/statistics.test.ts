import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { statisticsJob } from '../src/foundation/sql/statistics.ts'
import { type Person, type TestService, testService } from './service.ts'
import { closeEngines } from './stores.ts'

/* Which index reads a memory by its id, by what the planner knows of people. */

const WRITE = ['memory:write:*']
const ENTRIES = 100

let service: TestService
beforeAll(async () => {
  await closeEngines()
  service = await testService()
})
afterAll(() => service.stop())

/** A word of its own for each number below 26 squared: statements without a word in common are not compared. */
const wordOf = (n: number) => `qu${[Math.floor(n / 26), n % 26].map((at) => String.fromCharCode(97 + at)).join('')}x`

/** A person who has memories. */
async function personWithMemories(): Promise<Person> {
  const person = await service.newPerson()
  const token = await service.connect(person, await service.newApp(await service.newDeveloper(), WRITE), WRITE)
  const entries = Array.from({ length: ENTRIES }, (_, at) => ({ content: wordOf(at), scope: 'general' }))
  await service.remember(token, entries)
  return person
}

async function planOf({ id }: Person): Promise<string> {
  const rows = await service.ports.db.rows<{ 'QUERY PLAN': string }>(
    sql`explain select content from memories where user_id = ${id} and id = 'mem_1'`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** How often the table was analysed, once the engine, which is a second late, has counted the changes since. */
async function analysed(changes: number): Promise<number> {
  const counts = () =>
    service.ports.db.one<{ changed: number; analyses: number }>(sql`
      select n_mod_since_analyze::int as changed, (analyze_count + autoanalyze_count)::int as analyses
      from pg_stat_all_tables where relname = 'memories'`)
  await expect.poll(async () => (await counts()).changed, { timeout: 10_000 }).toBe(changes)
  return (await counts()).analyses
}

test('memories of new people are read by their ids, also when only others had rows at the last ANALYZE', async () => {
  const { db } = service.ports
  const run = async () => {
    while (await statisticsJob.run(service.ports));
  }
  await db.count(sql`alter table memories set (autovacuum_enabled = off)`)
  await personWithMemories()
  await analysed(ENTRIES)
  await run()
  const first = await analysed(0)

  const second = await personWithMemories()
  expect(await planOf(second)).not.toContain('memories_pkey')
  expect(await analysed(ENTRIES)).toBe(first)
  await run()
  expect(await analysed(0)).toBe(first + 1)
  expect(await planOf(second)).toContain('memories_pkey')

  // The plan for the third needs no ANALYZE.
  const third = await personWithMemories()
  expect(await planOf(third)).toContain('memories_pkey')
  await analysed(ENTRIES)
  await run()
  expect(await analysed(ENTRIES)).toBe(first + 1)

  // While a table has the rows of one person, the engine decides when it is analysed.
  await db.count(sql`delete from memories where user_id <> ${second.id}`)
  await analysed(3 * ENTRIES)
  await db.count(sql`analyze memories`)
  await db.count(sql`update memories set importance = 1 where user_id = ${second.id}`)
  const last = await analysed(ENTRIES)
  await run()
  expect(await analysed(ENTRIES)).toBe(last)
})
