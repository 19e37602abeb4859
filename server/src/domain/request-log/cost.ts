import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { LATENCY_MS } from './requests.ts'

/** The time that is counted for a request of each class of latency: the middle of the class; for the last, its bound. */
const COUNTED_MS = [...LATENCY_MS, LATENCY_MS.at(-1) ?? 0].map((bound, at) =>
  at < LATENCY_MS.length ? ((LATENCY_MS[at - 1] ?? 0) + bound) / 2 : bound,
)
/** The first class of requests that took more than a second. */
const SLOW_CLASS = LATENCY_MS.indexOf(1_000) + 1

/** What the requests of an app cost. */
export interface AppCost {
  id: string
  /** How long its requests took together, estimated from their classes of latency. */
  ms: number
  requests: number
  /** Requests that took more than a second. */
  slow: number
}

/** The apps whose requests since a time took the longest together, the costliest first. */
export function timeByApp(db: Db, since: string, rows: number): Promise<AppCost[]> {
  return db.rows<AppCost>(sql`
    select app_id as id, sum(requests * (${COUNTED_MS}::float8[])[latency + 1]) as ms, sum(requests)::bigint as requests,
      coalesce(sum(requests) filter (where latency >= ${SLOW_CLASS}::int), 0)::bigint as slow
    from app_request_hours where hour >= ${since}::timestamptz
    group by app_id order by ms desc, app_id limit ${rows}`)
}
