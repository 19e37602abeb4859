import { openBatcher, openList } from '../../foundation/batcher.ts'
import type { Database, Db } from '../../foundation/sql/db.ts'
import { onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { cancelDeliveriesTo } from './deliveries.ts'
import type { DeliveryRules } from './event.ts'
import { type NoticePorts, noticeDisabled, noticeFailing } from './failing.ts'
import { byShard, type Lane, type Shard } from './queue.ts'
import type { Attempt } from './send.ts'

/*
 * Stores the outcomes of delivery attempts in batches. After a crash, outcomes that were not stored lead to one more
 * attempt under the same delivery id, by which receivers deduplicate.
 */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** The wait after the first failed attempt, the second, and so on; after the last wait there is one more attempt. */
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
const REWRITE_MS = 1_000

/** The outcome of a delivery; without an attempt, it is cancelled because sending it is no longer permitted. */
export interface Outcome {
  delivery: {
    user_id: string
    id: string
    subscription_id: string
    /** Where it was sent; the subscription may have another URL by now. */
    url: string
    attempt_count: number
    attempts_kept: number
    lane: Lane
    shard: Shard
  }
  attempt: Attempt | undefined
}

/**
 * The wait before the next attempt, in milliseconds, after `attempts` failed ones; `undefined` after the last. Each wait
 * is shifted at random by up to 20 % either way, so that deliveries that failed together are not retried together.
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

/** Opens the buffer of outcomes. A batch is written as soon as the previous one has been. */
export function openOutcomes({ db, clock, log, worker, rules, notices }: Parts) {
  const buffer = openList<Outcome>()
  const batcher = openBatcher<Outcome[]>({ name: 'outcomes', log, everyMs: REWRITE_MS, ...buffer, write })

  async function write(batch: Outcome[]): Promise<void> {
    const now = clock()
    const rows = batch.map(({ delivery, attempt }) => ({
      ...delivery,
      ...verdict(delivery.attempts_kept, attempt, now),
    }))
    const succeeded = rows.filter((row) => row.ended === 'succeeded').map((row) => row.subscription_id)
    const failed = rows.filter((row) => row.ended === 'failed' && !succeeded.includes(row.subscription_id))
    const gone = rows.filter((row) => row.gone)
    // Most batches are one statement: all succeeded, and no endpoint changes its state. A leased row is pending; a
    // condition on the status would make the planner scan all pending deliveries of the user for each row.
    const store = (rows: Parameters<typeof OUTCOMES>[0]) => sql`
      update deliveries d set status = r.status, due_at = r.due_at, lease = null,
        attempts = d.attempts || r.attempts,
        data = case
          when r.status <> 'pending' and d.event_type = any(${rules.transient}::text[]) then null
          when r.status = 'succeeded' and d.event_type = any(${rules.personal}::text[]) then null
          else d.data end
      from ${OUTCOMES(rows)}
      where d.user_id = r.user_id and d.id = r.id and d.lease = ${worker} and d.attempt_count = r.attempt_count`
    const recover = sql`
      update webhook_subscriptions set failing_since = null, failing_noticed = false
      where id = any(${succeeded}::text[]) and failing_since is not null`
    const storeAll = sql`with stored as (${store(rows)}) ${recover}`
    const { isSpread = false } = db.layout ?? {}
    if (isSpread) {
      // Subscriptions are on all machines, so they are written only when they change.
      await storeOnShards(rows, store)
      if (rows.some(({ ended, lane }) => ended === 'succeeded' && lane === 'failing')) await db.count(recover)
    }
    if (!failed.length && !gone.length) return isSpread ? undefined : void (await db.count(storeAll))
    await db.transaction(async (db) => {
      if (!isSpread) await db.count(storeAll)
      await db.count(sql`
        update webhook_subscriptions set failing_since = ${now.toISOString()}
        where ${isOneOf(failed)} and failing_since is null`)
      await noticeFailing(notices, db, isOneOf(failed))
      await disable(db, now, failed, gone)
    })
  }

  /** Stores outcomes on each shard in a transaction of its own; those of a machine that fails are written again. */
  async function storeOnShards<Row extends { shard: Shard }>(
    rows: readonly Row[],
    store: (rows: readonly Row[]) => Sql,
  ) {
    const stored = await Promise.allSettled(
      byShard(rows).map(([shard, rows]) => db.count(onShardOf(shard, sql`${store(rows)} returning 1`))),
    )
    for (const each of stored) if (each.status === 'rejected') throw each.reason
  }

  // The developer sees the reason in the portal and has to enable the subscription again.
  async function disable(db: Db, now: Date, failed: Endpoint[], gone: Endpoint[]) {
    const since = new Date(now.getTime() - FAILING_MAX_MS).toISOString()
    const isGone = isOneOf(gone)
    const disabled = await db.rows<{ id: string }>(sql`
      update webhook_subscriptions set status = 'disabled', disabled_at = ${now.toISOString()},
        disabled_reason = case when ${isGone} then 'the endpoint answered 410 Gone'
          else 'no delivery succeeded for five days' end
      where status = 'active' and (${isGone}
        or ${isOneOf(failed)} and failing_since <= ${since}) returning id`)
    if (!disabled.length) return
    await cancelDeliveriesTo(db, rules, sql`select unnest(${disabled.map(({ id }) => id)}::text[])`)
    await noticeDisabled(notices, db, disabled)
    log.warn({ subscriptions: disabled.map(({ id }) => id) }, 'webhook subscriptions disabled')
  }

  return {
    add(outcome: Outcome): void {
      buffer.add(outcome)
      batcher.flushSoon()
    },
    /** Writes what is buffered. Deliveries whose outcome cannot be stored are attempted again when their lease expires. */
    async close(): Promise<void> {
      await batcher
        .close()
        .catch((err) => log.warn({ err, outcomes: buffer.size() }, 'delivery outcomes not stored; will attempt again'))
    },
  }
}

type Endpoint = Pick<Outcome['delivery'], 'subscription_id' | 'url'>

// The URL is compared too: an outcome at a previous URL says nothing about the current one.
function isOneOf(endpoints: readonly Endpoint[]): Sql {
  return sql`(id, url) in (select * from ${ENDPOINTS(endpoints)})`
}

interface Parts {
  db: Database
  clock: () => Date
  log: Log
  worker: string
  rules: DeliveryRules
  /** What notices to developers are sent with. */
  notices: NoticePorts
}

/** What becomes of a delivery after an attempt, of which `attemptsKept` came before; cancelled without an attempt. */
export function verdict(attemptsKept: number, attempt: Attempt | undefined, now: Date) {
  const due = (ms: number) => new Date(now.getTime() + ms).toISOString()
  if (!attempt) return { status: 'cancelled', due_at: due(0), attempts: '[]', ended: undefined, gone: false }
  const attempts = JSON.stringify([attempt])
  if (attempt.error === null) return { status: 'succeeded', due_at: due(0), attempts, ended: 'succeeded', gone: false }
  // An attempt whose worker crashed does not count as a failure of the endpoint.
  const wait = retryAfterMs(attemptsKept + 1)
  const status = wait === undefined ? 'failed' : 'pending'
  return { status, due_at: due(wait ?? 0), attempts, ended: 'failed', gone: attempt.status_code === GONE_STATUS }
}
