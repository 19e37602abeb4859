import type { Db } from '../../foundation/sql/db.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'

/** What is counted per app and UTC day, for the plan of its developer. */
export const METRICS = [
  'api_calls',
  'memory_writes',
  'context_requests',
  'hosted_tokens_in',
  'hosted_tokens_out',
] as const
export type Metric = (typeof METRICS)[number]

/** The count of each metric. */
export type Counts = Record<Metric, number>
/** The counts of one app on one UTC day, `YYYY-MM-DD`. */
export interface Day extends Counts {
  app_id: string
  day: string
  developer_id: string
}

/** When a connection was last used, and its calls in that minute; minutes are numbered from 1970. */
export interface Activity {
  user_id: string
  connection_id: string
  last_used_at: string
  minute: number
  calls: number
}

const DAYS = recordset('t', {
  app_id: 'text',
  day: 'date',
  developer_id: 'text',
  api_calls: 'bigint',
  memory_writes: 'bigint',
  context_requests: 'bigint',
  hosted_tokens_in: 'bigint',
  hosted_tokens_out: 'bigint',
})

/** Adds counts to the stored ones. */
export async function addDays(db: Db, rows: Day[]): Promise<void> {
  if (!rows.length) return
  // Every process locks rows in the same order, so two flushes cannot deadlock.
  rows.sort((a, b) => (a.app_id + a.day < b.app_id + b.day ? -1 : 1))
  await db.count(sql`
    insert into usage_days as u (app_id, day, developer_id, api_calls, memory_writes, context_requests,
      hosted_tokens_in, hosted_tokens_out)
    select * from ${DAYS(rows)}
    on conflict (app_id, day) do update set
      api_calls = u.api_calls + excluded.api_calls,
      memory_writes = u.memory_writes + excluded.memory_writes,
      context_requests = u.context_requests + excluded.context_requests,
      hosted_tokens_in = u.hosted_tokens_in + excluded.hosted_tokens_in,
      hosted_tokens_out = u.hosted_tokens_out + excluded.hosted_tokens_out`)
}

const ACTIVITY = recordset('t', {
  user_id: 'text',
  connection_id: 'text',
  last_used_at: 'timestamptz',
  minute: 'bigint',
  calls: 'int',
})

/** Adds calls to the connections that exist; returns their minutes with the calls of all processes. */
export async function addActivity(db: Db, rows: Activity[]) {
  if (!rows.length) return []
  return db.rows<Activity>(sql`
    insert into connection_activity as a (user_id, connection_id, last_used_at, minute, calls)
    select t.user_id, t.connection_id, t.last_used_at, t.minute, t.calls
    from ${ACTIVITY(rows)}
    join connections c on c.user_id = t.user_id and c.id = t.connection_id
    order by t.user_id, t.connection_id
    on conflict (user_id, connection_id) do update set
      last_used_at = greatest(a.last_used_at, excluded.last_used_at),
      calls = case when a.minute = excluded.minute then a.calls else 0 end + excluded.calls,
      minute = excluded.minute
    returning user_id, connection_id, last_used_at, minute, calls`)
}

/** The calls of each developer's apps since the start of a month. */
export async function monthTotals(db: Db, developers: string[], start: string) {
  if (!developers.length) return []
  return db.rows<{ developer_id: string; calls: number }>(sql`
    select developer_id, sum(api_calls)::bigint as calls from usage_days
    where developer_id = any(${developers}::text[]) and day >= ${start.slice(0, 10)}::date
    group by developer_id`)
}
