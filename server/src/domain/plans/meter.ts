import type { AppActor } from '../../foundation/actor.ts'
import { openBatcher } from '../../foundation/batcher.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { isCommitted, transactionOf } from '../../foundation/sql/transactions.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import {
  type Activity,
  addActivity,
  addDays,
  type Counts,
  type Day,
  METRICS,
  type Metric,
  monthTotals,
} from './counts.ts'
import { dayOf, developerLimitsOf, monthOf } from './plans.ts'

/*
 * Counts calls without a round trip. Calls are counted in memory and written every second in one transaction, which
 * returns the totals of all processes: quota and rate limit include the calls of other processes a second later. A
 * crash loses at most the last second of counts. If the answer to a commit is lost, the meter asks the database whether
 * the transaction was committed before it writes again, so nothing is counted twice.
 */

const FLUSH_MS = 1_000
const MINUTE_MS = 60_000
/** Processes exchange the counts of a connection each time it has made this share of its calls per minute. */
const EXCHANGE_SHARE = 1 / 10

export interface MeterPorts {
  meter: Meter
}

/** The rate limit of a connection after a call: calls per minute, calls left, and seconds until the next minute. */
export interface RateWindow {
  limit: number
  left: number
  seconds: number
}

export type Meter = ReturnType<typeof openMeter>

/**
 * Opens the meter. `rateLimit` is the calls per minute allowed for each connection; `null` is unlimited. `shared` says
 * whether other processes may count calls of the same connections.
 */
export function openMeter({ db, clock, log, rateLimit, shared }: MeterParts) {
  let days = new Map<string, Day>()
  let activity = new Map<string, Activity>()
  // Calls of the current minute by connection: those of this process, and those of the others as of the last flush.
  // `unshared` are own calls that the others do not know yet.
  const windows = new Map<string, { minute: number; own: number; unshared: number; others: number }>()
  // Calls of the month by developer: those stored, those buffered here, and those of the write in progress.
  const months = new Map<string, { month: string; stored: number; buffered: number; inFlight: number }>()

  const { flush, close } = openBatcher<Batch>({
    name: 'usage',
    log,
    everyMs: FLUSH_MS,
    take() {
      if (!days.size && !activity.size) return undefined
      const batch: Batch = { days, activity, transaction: undefined }
      days = new Map()
      activity = new Map()
      for (const month of months.values()) {
        month.inFlight = month.buffered
        month.buffered = 0
      }
      return batch
    },
    write,
    async wasWritten({ transaction }) {
      const written = transaction !== undefined && (await isCommitted(db, transaction))
      if (written)
        for (const month of months.values()) {
          month.stored += month.inFlight
          month.inFlight = 0
        }
      return written
    },
    restore,
  })

  function count(actor: Counted, metric: Metric, by = 1): void {
    if (actor.isTest) return
    const day = dayOf(clock())
    const key = `${actor.appId} ${day}`
    let row = days.get(key)
    if (!row) days.set(key, (row = { ...zero(), app_id: actor.appId, day, developer_id: actor.developerId }))
    row[metric] += by
    if (metric !== 'api_calls') return
    const month = months.get(actor.developerId)
    if (month) month.buffered += by
  }

  /**
   * Counts one call against the rate limit of its connection.
   * @throws Failure `rate_limited` if the calls of this minute are used up
   */
  function admit(actor: AppActor): RateWindow | undefined {
    const now = clock()
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const { connectionId } = actor
    let active = activity.get(connectionId)
    if (!active) {
      active = { user_id: actor.userId, connection_id: connectionId, last_used_at: '', minute, calls: 0 }
      activity.set(connectionId, active)
    }
    if (active.minute !== minute) Object.assign(active, { minute, calls: 0 })
    active.last_used_at = now.toISOString()
    active.calls++
    if (rateLimit === null) return undefined
    let window = windows.get(connectionId)
    if (window?.minute !== minute) {
      windows.set(connectionId, (window = { minute, own: 0, unshared: 0, others: 0 }))
    }
    window.own++
    window.unshared++
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000)
    const left = rateLimit - window.own - window.others
    if (left < 0) throw new Failure('rate_limited', { retry_after: seconds })
    return { limit: rateLimit, left, seconds }
  }

  /**
   * Exchanges counts with the other processes once a connection has made a tenth of its calls per minute, so that a burst
   * over several processes exceeds the limit by at most that for each of them. Returns `undefined` if that is not due.
   */
  function exchange({ connectionId }: AppActor): Promise<void> | undefined {
    if (!shared || rateLimit === null) return undefined
    const window = windows.get(connectionId)
    const isDue =
      window !== undefined &&
      window.minute === Math.floor(clock().getTime() / MINUTE_MS) &&
      window.own + window.others < rateLimit &&
      window.unshared >= Math.max(1, Math.floor(rateLimit * EXCHANGE_SHARE))
    // A write that fails is logged and repeated by the batcher; until then this process knows its own calls.
    return isDue ? flush().catch(() => {}) : undefined
  }

  /**
   * Checks the quota of the month, which includes the current call. Only for calls that write or cost tokens: reads are
   * not limited.
   * @throws Failure `limit_exceeded`
   */
  async function checkQuota(actor: Payer): Promise<void> {
    const max = callsMax(actor)
    if (max === null) return
    const used = await callsThisMonth(actor)
    if (used > max) throw new Failure('limit_exceeded', { limit: 'api_calls', used, max, plan: actor.developerPlan })
  }

  /** Loads a developer's calls of the month, so that `checkQuota` needs no query for the rest of it. */
  async function preload(actor: Payer): Promise<void> {
    if (callsMax(actor) !== null) await callsThisMonth(actor)
  }

  async function callsThisMonth({ developerId }: Pick<AppActor, 'developerId'>): Promise<number> {
    const { start } = monthOf(clock())
    let month = months.get(developerId)
    if (month?.month !== start) {
      // Calls counted so far are not in `months`, so they are stored before the total is read.
      await flush()
      const [total] = await monthTotals(db, [developerId], start)
      month = months.get(developerId)
      if (month?.month !== start)
        months.set(developerId, (month = { month: start, stored: total?.calls ?? 0, buffered: 0, inFlight: 0 }))
    }
    return month.stored + month.buffered + month.inFlight
  }

  async function write(batch: Batch): Promise<void> {
    const { start } = monthOf(clock())
    const { minutes, totals } = await db.transaction(async (db) => {
      batch.transaction = await transactionOf(db)
      await addDays(db, [...batch.days.values()])
      const minutes = await addActivity(db, [...batch.activity.values()])
      const developers = [...new Set([...batch.days.values()].map((day) => day.developer_id))]
      return { minutes, totals: await monthTotals(db, developers, start) }
    })
    for (const { connection_id, minute, calls } of minutes) {
      const window = windows.get(connection_id)
      if (window?.minute === minute) {
        const buffered = activity.get(connection_id)
        window.unshared = buffered?.minute === minute ? buffered.calls : 0
        window.others = Math.max(0, calls - (window.own - window.unshared))
      }
    }
    for (const { developer_id, calls } of totals) {
      const month = months.get(developer_id)
      if (month?.month === start) month.stored = calls
    }
    for (const month of months.values()) month.inFlight = 0
    dropPast(start)
  }

  function restore(batch: Batch): void {
    for (const [key, counted] of batch.days) {
      const row = days.get(key)
      if (row) for (const metric of METRICS) row[metric] += counted[metric]
      else days.set(key, counted)
    }
    for (const [key, counted] of batch.activity) {
      const row = activity.get(key)
      if (!row) activity.set(key, counted)
      else if (row.minute === counted.minute) row.calls += counted.calls
    }
    for (const month of months.values()) {
      month.buffered += month.inFlight
      month.inFlight = 0
    }
  }

  // Future minutes are dropped too: the clock may have been set back.
  function dropPast(start: string): void {
    const thisMinute = Math.floor(clock().getTime() / MINUTE_MS)
    for (const [connectionId, { minute }] of windows) if (minute !== thisMinute) windows.delete(connectionId)
    for (const [developerId, { month }] of months) if (month !== start) months.delete(developerId)
  }

  // Reads of usage flush first, so that they are exact.
  return { count, admit, exchange, checkQuota, preload, flush, close }
}

interface Batch {
  days: Map<string, Day>
  activity: Map<string, Activity>
  /** The id of the transaction that wrote it; `undefined` if none was begun. */
  transaction: string | undefined
}

/** Whose calls are counted. */
type Counted = Pick<AppActor, 'appId' | 'developerId' | 'isTest'>
/** Whose plan pays for calls. */
type Payer = Pick<AppActor, 'developerId' | 'developerPlan' | 'developerLimits' | 'isTest'>

interface MeterParts {
  db: Db
  clock: () => Date
  log: Log
  rateLimit: number | null
  shared: boolean
}

function callsMax({ developerPlan, developerLimits, isTest }: Payer): number | null {
  return isTest ? null : developerLimitsOf(developerPlan, developerLimits).callsPerMonthMax
}

function zero(): Counts {
  return { api_calls: 0, memory_writes: 0, context_requests: 0, hosted_tokens_in: 0, hosted_tokens_out: 0 }
}
