import type { Ctx } from '../../foundation/ctx.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import {
  DAY_MS,
  firstIdAt,
  type HourCount,
  hourOf,
  isFailed,
  type LoggedRequest,
  ROWS_PER_HOUR_MAX,
} from './requests.ts'

const REQUESTS = recordset('t', {
  app_id: 'text',
  id: 'text',
  at: 'timestamptz',
  method: 'text',
  route: 'text',
  status: 'int',
  code: 'text',
  ms: 'int',
  request_id: 'text',
  is_test: 'boolean',
})
const GROUPS = recordset('g', { app_id: 'text', hour: 'timestamptz', first_id: 'text', failed: 'boolean' })

/**
 * Inserts the rows for which their app and hour have room. Processes that write at the same time can exceed the bound by
 * a batch each.
 */
export async function insertRequests(db: Db, rows: readonly LoggedRequest[]): Promise<void> {
  if (!rows.length) return
  const groups = new Map<string, { app_id: string; hour: string; first_id: string; failed: boolean }>()
  for (const row of rows) {
    const hour = hourOf(Date.parse(row.at))
    groups.set(groupOf(row), {
      app_id: row.app_id,
      hour: new Date(hour).toISOString(),
      first_id: firstIdAt(hour),
      failed: isFailed(row),
    })
  }
  const stored = await db.rows<{ app_id: string; hour: string; failed: boolean; used: number }>(sql`
    select g.app_id, g.hour, g.failed, (
      select count(*) from app_requests r
      where r.app_id = g.app_id and r.id >= g.first_id and r.at >= g.hour and r.at < g.hour + interval '1 hour'
        and (r.status >= 400 or r.code is not null) = g.failed) as used
    from ${GROUPS([...groups.values()])}`)
  const used = new Map(stored.map((group) => [`${group.app_id} ${group.hour} ${group.failed}`, group.used]))
  const kept = rows.filter((row) => {
    const group = groupOf(row)
    const before = used.get(group) ?? 0
    used.set(group, before + 1)
    return before < ROWS_PER_HOUR_MAX
  })
  if (!kept.length) return
  await db.count(sql`
    insert into app_requests (app_id, id, at, method, route, status, code, ms, request_id, is_test)
    select t.* from ${REQUESTS(kept)}`)
}

function groupOf(row: LoggedRequest): string {
  return `${row.app_id} ${new Date(hourOf(Date.parse(row.at))).toISOString()} ${isFailed(row)}`
}

const HOURS = recordset('t', {
  app_id: 'text',
  hour: 'timestamptz',
  method: 'text',
  route: 'text',
  status: 'int',
  code: 'text',
  latency: 'int',
  requests: 'bigint',
})

/** Adds counts to the stored ones. */
export async function addHours(db: Db, counts: readonly HourCount[]): Promise<void> {
  if (!counts.length) return
  // Every process locks rows in the same order, so two flushes cannot deadlock.
  await db.count(sql`
    insert into app_request_hours as h (app_id, hour, method, route, status, code, latency, requests)
    select * from ${HOURS(counts)} order by 1, 2, 3, 4, 5, 6, 7
    on conflict (app_id, hour, method, route, status, code, latency)
      do update set requests = h.requests + excluded.requests`)
}

/** Deletes a batch of the requests and counts older than `REQUEST_LOG_DAYS`. Returns `true` if there may be more. */
export async function deleteExpiredRequests({
  db,
  clock,
  config,
}: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const before = new Date(clock().getTime() - config.requestLogDays * DAY_MS).toISOString()
  const requests = await db.count(sql`
    delete from app_requests where (app_id, id) in (
      select app_id, id from app_requests where at < ${before} order by at limit ${DELETE_BATCH_ROWS})`)
  const hours = await db.count(sql`
    delete from app_request_hours where (app_id, hour, method, route, status, code, latency) in (
      select app_id, hour, method, route, status, code, latency from app_request_hours
      where hour < ${before}::timestamptz - interval '1 hour' order by hour limit ${DELETE_BATCH_ROWS})`)
  return requests === DELETE_BATCH_ROWS || hours === DELETE_BATCH_ROWS
}
