import type { Database } from '../../foundation/db.ts'
import type { Log } from '../../foundation/log.ts'
import { recordset, type Sql, sql } from '../../foundation/sql.ts'
import { cancelDeliveriesTo } from './deliveries.ts'
import type { Attempt } from './send.ts'

/*
 * What came of attempts, written down several at a time. A crash before the writing means one more attempt under
 * the same delivery id, which receivers tell by that id.
 */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** How long to wait after the first failure, the second, and so on; after the last there is no more. */
export const RETRY_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const
const JITTER = 0.2
const GONE_STATUS = 410
const FAILING_MAX_MS = 5 * 24 * HOUR_MS
const RETRY_WRITE_MS = 1_000

/** One attempt's end; without an attempt the delivery was not to be told any more. */
export interface Outcome {
  delivery: {
    user_id: string
    id: string
    subscription_id: string
    /** Where it was sent. */
    url: string
    attempt_count: number
    attempts_kept: number
  }
  attempt: Attempt | undefined
}

/**
 * When to try again after the n-th attempt failed, each wait shifted by up to a fifth either way so that what
 * failed together does not come back together; `undefined` after the last.
 */
export function retryAfterMs(attempts: number, random: () => number = Math.random): number | undefined {
  const wait = RETRY_MS[attempts - 1]
  return wait === undefined ? undefined : wait * (1 + JITTER * (2 * random() - 1))
}

const OUTCOMES = recordset('r', {
  user_id: 'text',
  id: 'text',
  status: 'text',
  due_at: 'timestamptz',
  attempts: 'jsonb',
  attempt_count: 'int',
})
const ENDPOINTS = recordset('e', { subscription_id: 'text', url: 'text' })

/** Collects outcomes and writes those that have come up while the last ones were being written. */
export function keepOutcomes({ db, clock, log, worker }: Parts) {
  let waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  let closing = false

  function add(outcome: Outcome): void {
    waiting.push(outcome)
    writing ??= writeAll()
  }

  async function writeAll(): Promise<void> {
    while (waiting.length) {
      const batch = waiting
      waiting = []
      try {
        await write(batch)
      } catch (err) {
        log.warn({ err, outcomes: batch.length }, 'outcomes of deliveries could not be written')
        // Left unwritten at the end of the process they are attempted once more, by whoever comes next.
        if (closing) break
        waiting = batch.concat(waiting)
        await new Promise((resolve) => setTimeout(resolve, RETRY_WRITE_MS))
      }
    }
    // At once, not a microtask later: an outcome that came in between would wait for the next.
    writing = undefined
  }

  async function write(batch: Outcome[]): Promise<void> {
    const now = clock()
    const rows = batch.map((outcome) => ({ ...outcome.delivery, ...verdict(outcome, now) }))
    const succeeded = rows.filter((row) => row.ended === 'succeeded').map((row) => row.subscription_id)
    const failed = rows.filter((row) => row.ended === 'failed' && !succeeded.includes(row.subscription_id))
    const gone = rows.filter((row) => row.gone)
    // What comes of most is one statement: they are told, and their endpoints are well. Who has a lease is pending; to ask
    // for that as well would offer an index of all that a person has waiting, to be walked through for each of them.
    const kept = sql`
      with kept as (
        update deliveries d set status = r.status, due_at = r.due_at, lease = null,
          attempts = d.attempts || r.attempts,
          data = case when r.status <> 'pending' and d.event_type = 'signal.created' then null else d.data end
        from ${OUTCOMES(rows)}
        where d.user_id = r.user_id and d.id = r.id and d.lease = ${worker} and d.attempt_count = r.attempt_count
      )
      update webhook_subscriptions set failing_since = null
      where id = any(${succeeded}::text[]) and failing_since is not null`
    if (!failed.length && !gone.length) return void (await db.count(kept))
    await db.transaction(async (db) => {
      await db.count(kept)
      await db.count(sql`
        update webhook_subscriptions set failing_since = ${now.toISOString()}
        where ${isOneOf(failed)} and failing_since is null`)
      await disable(db, now, failed, gone)
    })
  }

  // The developer sees why in the portal and at the subscription; setting it active again is theirs to do.
  async function disable(db: Pick<Database, 'rows' | 'count'>, now: Date, failed: Endpoint[], gone: Endpoint[]) {
    const since = new Date(now.getTime() - FAILING_MAX_MS).toISOString()
    const isGone = isOneOf(gone)
    const disabled = await db.rows<{ id: string }>(sql`
      update webhook_subscriptions set status = 'disabled', disabled_at = ${now.toISOString()},
        disabled_reason = case when ${isGone} then 'the endpoint answered 410 Gone'
          else 'no delivery succeeded for five days' end
      where status = 'active' and (${isGone}
        or ${isOneOf(failed)} and failing_since <= ${since}) returning id`)
    if (!disabled.length) return
    await cancelDeliveriesTo(db, sql`select unnest(${disabled.map(({ id }) => id)}::text[])`)
    log.warn({ subscriptions: disabled.map(({ id }) => id) }, 'webhook subscriptions were disabled')
  }

  return {
    add,
    async close(): Promise<void> {
      closing = true
      await writing
    },
  }
}

type Endpoint = Pick<Outcome['delivery'], 'subscription_id' | 'url'>

// What was said at another address, before it was changed, says nothing of the one of now.
function isOneOf(endpoints: readonly Endpoint[]): Sql {
  return sql`(id, url) in (select * from ${ENDPOINTS(endpoints)})`
}

interface Parts {
  db: Database
  clock: () => Date
  log: Log
  worker: string
}

function verdict({ delivery, attempt }: Outcome, now: Date) {
  const due = (ms: number) => new Date(now.getTime() + ms).toISOString()
  if (!attempt) return { status: 'cancelled', due_at: due(0), attempts: '[]', ended: undefined, gone: false }
  const attempts = JSON.stringify([attempt])
  if (attempt.error === null) return { status: 'succeeded', due_at: due(0), attempts, ended: 'succeeded', gone: false }
  // An attempt whose worker died told us nothing about the endpoint, so it is none of the failures that are counted.
  const wait = retryAfterMs(delivery.attempts_kept + 1)
  const status = wait === undefined ? 'failed' : 'pending'
  return { status, due_at: due(wait ?? 0), attempts, ended: 'failed', gone: attempt.status_code === GONE_STATUS }
}
