import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { freshDatabase } from './postgres.ts'
import { type ExplainedStatement, explainAll } from './query-plans.ts'
import { type TestService, testService } from './service.ts'

/*
 * What jobs read that delete by age. Rows of all ages lie anywhere in a table once freed pages are used again, so a sweep
 * must find the oldest by an index in the order of their age.
 */

const ROWS = 12_000
const PAGES_MAX = 60
const DAYS = 400

let databaseUrl: string
let service: TestService
let statements: ExplainedStatement[]
beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  databaseUrl = await freshDatabase(engine.url, engine.template)
  service = await testService({ databaseUrl }, { jobs: [] })
  statements = await sweptAgain()
})
afterAll(() => service.stop())

/** Rows of every age up to 400 days, in no order. */
const rows = sql`(
  select n, now() - random() * ${DAYS}::int * interval '1 day' as at, 'usr_' || n % 500 as user_id, 'x' || n as id
  from generate_series(1, ${ROWS}::int) n) r`

const TABLES = [
  {
    job: 'delete expired audit entries',
    table: 'audit_entries',
    fill: sql`insert into audit_entries (user_id, id, at, actor, action, scope, count, request_id)
      select user_id, id, at, 'user', 'memories.read', '', 1, '' from ${rows}`,
  },
  {
    job: 'delete expired reads',
    table: 'audit_reads',
    fill: sql`insert into audit_reads (user_id, id, at, memory_ids) select user_id, id, at, array[id] from ${rows}`,
  },
  {
    job: 'delete expired deliveries',
    table: 'deliveries',
    fill: sql`insert into deliveries
        (user_id, id, app_id, subscription_id, event_id, event_type, status, due_at, created_at)
      select user_id, id, 'app_x', 'sub_x', 'evt_x', 'memory.created', 'succeeded', at, at from ${rows}`,
  },
  {
    job: 'delete expired idempotency records',
    table: 'idempotency_keys',
    fill: sql`insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
      select user_id, '', '', id, '', 200, '', at from ${rows}`,
  },
  {
    job: 'delete expired requests',
    table: 'app_requests',
    fill: sql`insert into app_requests (app_id, id, at, method, route, status, ms, request_id)
      select 'app_x', id, at, 'GET', '/', 200, 1, '' from ${rows}`,
  },
  {
    job: 'delete expired requests',
    table: 'app_request_hours',
    fill: sql`insert into app_request_hours (app_id, hour, method, route, status, code, latency, requests)
      select id, at, 'GET', '/', 200, '', 1, 1 from ${rows}`,
  },
  {
    job: 'delete expired tombstones',
    table: 'gone_memories',
    fill: sql`insert into gone_memories (user_id, version, id, gone_at) select user_id, n, id, at from ${rows}`,
  },
]

/** Fills the tables, sweeps them, and records the statements of the next sweep, which has nothing to delete. */
async function sweptAgain(): Promise<ExplainedStatement[]> {
  const { db } = service.ports
  const sweeps = jobs.filter(({ name }) => TABLES.some(({ job }) => job === name))
  for (const { table, fill } of TABLES) {
    // While an analyze by autovacuum runs, rows deleted meanwhile cannot be vacuumed.
    await db.count(raw(`alter table ${table} set (autovacuum_enabled = false)`))
    await db.count(fill)
    await db.count(raw(`analyze ${table}`))
  }
  for (const { run } of sweeps) while (await run(service.ports));
  for (const { table } of TABLES) await db.count(raw(`vacuum analyze ${table}`))
  const read = await explainAll(databaseUrl, { pages: true })
  const fresh = await testService({ databaseUrl }, { jobs: [] })
  for (const { run } of sweeps) await run(fresh.ports)
  await fresh.stop()
  return read()
}

test.each(TABLES)('$job finds nothing more to delete in $table without reading it', ({ table }) => {
  const deletions = statements.filter(({ text }) => text.includes(`delete from ${table} `))
  expect(deletions).toHaveLength(1)
  expect(deletions[0]!.pages, deletions[0]!.scans.join(', ')).toBeLessThan(PAGES_MAX)
})
