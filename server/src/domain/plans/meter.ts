import type { AppActor } from '../../foundation/actor.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Log } from '../../foundation/log.ts'
import { isCommitted, transactionOf } from '../../foundation/transactions.ts'
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
import { DEVELOPER_PLANS, dayOf, monthOf } from './plans.ts'

/*
 * Counting without a round trip. Calls are counted in memory and written every second in one go; the write
 * answers with the totals of all processes, so that quota and rate limit know of the others' calls a second
 * later. A crash loses at most that last second of counts, and never an acknowledged memory. When the answer to a write
 * is lost, the database is asked what became of its transaction before anything else is written.
 */

const FLUSH_MS = 1_000
const MINUTE_MS = 60_000

declare module '../../foundation/ctx.ts' {
  interface Ports {
    meter: Meter
  }
}

/** The state of a rate window after a call: its limit, what is left of it, and the seconds until it starts anew. */
export interface RateWindow {
  limit: number
  left: number
  seconds: number
}

export type Meter = ReturnType<typeof openMeter>

/** Starts counting. `rateLimit` is requests a minute for each connection, `null` for none. */
export function openMeter({ db, clock, log, rateLimit }: MeterParts) {
  let days = new Map<string, Day>()
  let activity = new Map<string, Activity>()
  // Calls of the current minute by connection: our own, and what the others had counted at the last flush.
  const windows = new Map<string, { minute: number; own: number; others: number }>()
  // Calls of the month by developer as the database knew them, and ours that it does not know yet.
  const months = new Map<string, { month: string; known: number; unsent: number; sending: number }>()
  // Written, perhaps: the transaction and what was in it.
  let doubtful: Sent | undefined
  let flushing: Promise<void> = Promise.resolve()

  const timer = setInterval(() => {
    flush().catch((err) => log.warn({ err }, 'counters could not be written and are kept for the next try'))
  }, FLUSH_MS).unref()

  function count(actor: AppActor, metric: Metric, by = 1): void {
    const day = dayOf(clock())
    const key = `${actor.appId} ${day}`
    let row = days.get(key)
    if (!row) days.set(key, (row = { ...zero(), app_id: actor.appId, day, developer_id: actor.developerId }))
    row[metric] += by
    if (metric !== 'api_calls') return
    const month = months.get(actor.developerId)
    if (month) month.unsent += by
  }

  /**
   * Counts one call of a connection against its minute.
   * @throws Failure `rate_limited` once the minute is used up.
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
      windows.set(connectionId, (window = { minute, own: 0, others: 0 }))
    }
    window.own++
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000)
    const left = rateLimit - window.own - window.others
    if (left < 0) throw new Failure('rate_limited', { retry_after: seconds })
    return { limit: rateLimit, left, seconds }
  }

  /**
   * Refuses what changes something or costs tokens once the month's calls are used up; reads go on.
   * The call at hand has been counted before.
   * @throws Failure `limit_exceeded`
   */
  async function checkQuota(actor: AppActor): Promise<void> {
    const max = DEVELOPER_PLANS[actor.developerPlan].callsPerMonthMax
    if (max === null) return
    const used = await callsThisMonth(actor)
    if (used > max) throw new Failure('limit_exceeded', { limit: 'api_calls', used, max, plan: actor.developerPlan })
  }

  /** Finds out what a developer has used of the month, so that for the rest of it `checkQuota` asks nobody. */
  async function look(actor: AppActor): Promise<void> {
    if (DEVELOPER_PLANS[actor.developerPlan].callsPerMonthMax !== null) await callsThisMonth(actor)
  }

  async function callsThisMonth({ developerId }: AppActor): Promise<number> {
    const { start } = monthOf(clock())
    let month = months.get(developerId)
    if (month?.month !== start) {
      // What was counted before the first look is written first, so the look sees it all.
      await flush()
      const [total] = await monthTotals(db, [developerId], start)
      month = months.get(developerId)
      if (month?.month !== start)
        months.set(developerId, (month = { month: start, known: total?.calls ?? 0, unsent: 0, sending: 0 }))
    }
    return month.known + month.unsent + month.sending
  }

  /** Writes what has been counted. Called every second; readers of usage call it first, to be exact. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(write)
    return flushing
  }

  async function write(): Promise<void> {
    await settle()
    if (!days.size && !activity.size) return
    const sent: Sent = { days, activity, transaction: undefined }
    days = new Map()
    activity = new Map()
    for (const month of months.values()) {
      month.sending = month.unsent
      month.unsent = 0
    }
    try {
      const { start } = monthOf(clock())
      const { minutes, totals } = await db.transaction(async (db) => {
        sent.transaction = await transactionOf(db)
        await addDays(db, [...sent.days.values()])
        const minutes = await addActivity(db, [...sent.activity.values()])
        const developers = [...new Set([...sent.days.values()].map((day) => day.developer_id))]
        return { minutes, totals: await monthTotals(db, developers, start) }
      })
      for (const { connection_id, minute, calls } of minutes) {
        const window = windows.get(connection_id)
        if (window?.minute === minute) {
          const unsent = activity.get(connection_id)
          window.others = Math.max(0, calls - (window.own - (unsent?.minute === minute ? unsent.calls : 0)))
        }
      }
      for (const { developer_id, calls } of totals) {
        const month = months.get(developer_id)
        if (month?.month === start) month.known = calls
      }
      for (const month of months.values()) month.sending = 0
      sweep(start)
    } catch (error) {
      doubtful = sent
      throw error
    }
  }

  /** Finds out what became of a write that was not answered, so that nothing is counted twice. */
  async function settle(): Promise<void> {
    if (!doubtful) return
    const { days, activity, transaction } = doubtful
    const written = transaction !== undefined && (await isCommitted(db, transaction))
    doubtful = undefined
    if (!written) return keepForNextTry(days, activity)
    for (const month of months.values()) {
      month.known += month.sending
      month.sending = 0
    }
  }

  function keepForNextTry(sentDays: Map<string, Day>, sentActivity: Map<string, Activity>): void {
    for (const [key, sent] of sentDays) {
      const row = days.get(key)
      if (row) for (const metric of METRICS) row[metric] += sent[metric]
      else days.set(key, sent)
    }
    for (const [key, sent] of sentActivity) {
      const row = activity.get(key)
      if (!row) activity.set(key, sent)
      else if (row.minute === sent.minute) row.calls += sent.calls
    }
    for (const month of months.values()) {
      month.unsent += month.sending
      month.sending = 0
    }
  }

  // Other minutes count for nothing any more, nor do those to come, of a clock that was set back.
  function sweep(start: string): void {
    const thisMinute = Math.floor(clock().getTime() / MINUTE_MS)
    for (const [connectionId, { minute }] of windows) if (minute !== thisMinute) windows.delete(connectionId)
    for (const [developerId, { month }] of months) if (month !== start) months.delete(developerId)
  }

  return {
    count,
    admit,
    checkQuota,
    look,
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

interface Sent {
  days: Map<string, Day>
  activity: Map<string, Activity>
  /** Its id; `undefined` where it did not come to that. */
  transaction: string | undefined
}

interface MeterParts {
  db: Db
  clock: () => Date
  log: Log
  rateLimit: number | null
}

function zero(): Counts {
  return { api_calls: 0, memory_writes: 0, context_requests: 0, hosted_tokens_in: 0, hosted_tokens_out: 0 }
}
