import { randomUUID } from 'node:crypto'
import type { Vault } from '../../foundation/auth/secrets.ts'
import { requestSuffix } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { isSendingPaused } from '../../foundation/pauses.ts'
import type { Database } from '../../foundation/sql/db.ts'
import { onShardOf, recordset, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Measures } from '../../foundation/telemetry/measurements.ts'
import { runInSpan, type Span, type Trace, traceparent } from '../../foundation/telemetry/trace.ts'
import { deliveryRules, type WebhookEvent } from './event.ts'
import type { NoticePorts } from './failing.ts'
import { openFetching } from './fetched.ts'
import { type Outcome, openOutcomes } from './outcomes.ts'
import { currentGrants, type Grants, isPermitted } from './permitted.ts'
import {
  byShard,
  findDueShards,
  LANES,
  type Lane,
  type LeasedDelivery,
  leaseDue,
  markDue,
  type Shard,
} from './queue.ts'
import { bodyOf, headersOf } from './request.ts'
import { openSecrets, reportUnreadable, UNSIGNED } from './sealed-secrets.ts'
import type { Sender, Sent } from './send.ts'
import { signatureHeaders } from './signature.ts'

/*
 * The delivery loop. Any number of processes lease due deliveries by moving `due_at` beyond the longest possible attempt.
 * Each endpoint has its own capacity, and slots are assigned in rounds, so an unresponsive endpoint does not delay others. */

const POLL_MS = 1_000
/** Attempts that take longer hold their slots so long that others would wait for them. */
const SLOW_MS = 2_000
/** Endpoints that are remembered as slow. */
const SLOW_MAX = 10_000
/** Looks of one run, while each finds as many endpoints as it may. */
const LOOKS_MAX = 8

export interface DeliveryPorts {
  deliveries: Deliveries
}

const RELEASED = recordset('r', { user_id: 'text', id: 'text', attempt_count: 'int', due_since: 'timestamptz' })

export type Deliveries = ReturnType<typeof openDeliveries>

/** Opens the delivery loop; it leases nothing before {@link Deliveries.start}. */
export function openDeliveries({ events, db, clock, log, vault, sender, trace, measures, notices }: Parts) {
  const rules = deliveryRules(events)
  const worker = randomUUID()
  // Attempts in progress, by subscription and by lane.
  const running = new Map<string, number>()
  const runningIn = { healthy: 0, failing: 0 }
  // The same by developer and lane.
  const ofDevelopers = new Map<string, { developer_id: string; lane: Lane; taken: number }>()
  const slow = new Set<string>()
  // Endpoints, developers and lanes that used all their free slots in the last run, so more of their deliveries may be due.
  const saturated = new Set<string>()
  const outcomes = openOutcomes({ db, clock, log, worker, rules, notices })
  // After which endpoint of a shard the next look begins; many endpoints with due deliveries take turns.
  const positions = new Map<Shard, string>()
  // Leased deliveries whose attempts were not started because the grants could not be read; the next run releases them.
  let unstarted: LeasedDelivery[] = []
  let loop: Loop | undefined
  let idle: (() => void) | undefined

  async function run(): Promise<boolean> {
    await release()
    if (await isSendingPaused(db)) return false
    let moreToMark = false
    for (const shard of await findDueShards(db, clock())) {
      // Another run may name the shard by another user.
      if (shard !== undefined) positions.clear()
      if (await markDue(db, clock(), shard)) moreToMark = true
      for (let looks = 1; (await look(shard)) && looks < LOOKS_MAX; looks++);
    }
    return moreToMark
  }

  /** Leases and starts deliveries of some endpoints. Returns whether others may have due ones that could start now. */
  async function look(shard: Shard): Promise<boolean> {
    const before = new Map(running)
    const free = {
      healthy: LANES.healthy.concurrencyMax - runningIn.healthy,
      failing: LANES.failing.concurrencyMax - runningIn.failing,
    }
    const freeOf = (lane: Lane, id: string) => LANES[lane].perEndpointMax - (before.get(id) ?? 0)
    const assigned = new Map<string, number>()
    const begun = positions.get(shard) ?? ''
    const taken = new Map([...ofDevelopers].map(([key, each]) => [key, each.taken]))
    const { leased, next } = await leaseDue(db, {
      ...{ shard, worker, now: clock(), free, running: before, slow },
      ...{ ofDevelopers: [...ofDevelopers.values()], after: begun },
    })
    unstarted = leased
    positions.set(shard, next)
    const granted = await currentGrants({ db, clock }, leased)
    unstarted = []
    for (const delivery of leased) {
      const { lane, subscription_id } = delivery
      const developer = developerKey(delivery)
      for (const name of [lane, subscription_id, developer]) assigned.set(name, (assigned.get(name) ?? 0) + 1)
      if ((assigned.get(subscription_id) ?? 0) >= freeOf(lane, subscription_id)) saturated.add(subscription_id)
      const ofDeveloper = (taken.get(developer) ?? 0) + (assigned.get(developer) ?? 0)
      if (ofDeveloper >= LANES[lane].perDeveloperMax) saturated.add(developer)
      start(delivery, granted.get(delivery.connection_id))
    }
    for (const lane of ['healthy', 'failing'] as const) if ((assigned.get(lane) ?? 0) >= free[lane]) saturated.add(lane)
    const isWholeRound = begun === '' && next === ''
    return !isWholeRound && !(saturated.has('healthy') && saturated.has('failing'))
  }

  async function release(): Promise<void> {
    if (!unstarted.length) return
    for (const [shard, rows] of byShard(unstarted))
      await db.count(
        onShardOf(
          shard,
          sql`
            update deliveries d set lease = null, due_at = r.due_since, is_due = true, attempt_count = d.attempt_count - 1
            from ${RELEASED(rows)}
            where d.user_id = r.user_id and d.id = r.id and d.lease = ${worker} and d.attempt_count = r.attempt_count
            returning 1`,
        ),
      )
    unstarted = []
  }

  function start(delivery: LeasedDelivery, grants: Grants | undefined): void {
    const { subscription_id, developer_id, lane } = delivery
    const { perEndpointMax, perDeveloperMax } = LANES[lane]
    const key = developerKey(delivery)
    const developer = ofDevelopers.get(key) ?? { developer_id, lane, taken: 0 }
    ofDevelopers.set(key, developer)
    developer.taken++
    running.set(subscription_id, (running.get(subscription_id) ?? 0) + 1)
    runningIn[lane]++
    attempt(delivery, grants)
      .then((outcome) => outcomes.add(outcome))
      // The delivery becomes due again when its lease expires.
      .catch((err) => log.error({ err, delivery: delivery.id }, 'delivery attempt failed internally'))
      .finally(() => {
        const left = (running.get(subscription_id) ?? 1) - 1
        if (left) running.set(subscription_id, left)
        else running.delete(subscription_id)
        if (--developer.taken === 0) ofDevelopers.delete(key)
        runningIn[lane]--
        if (!running.size) idle?.()
        // A lease query costs more than a delivery, so it waits until half of the endpoint's slots are free.
        const endpointIsFree = left <= perEndpointMax / 2 && saturated.delete(subscription_id)
        const developerIsFree = developer.taken <= perDeveloperMax / 2 && saturated.delete(key)
        if (saturated.delete(lane) || endpointIsFree || developerIsFree) loop?.nudge()
      })
  }

  async function attempt(delivery: LeasedDelivery, grants: Grants | undefined): Promise<Outcome> {
    if (!isPermitted(delivery, grants, rules)) return { delivery, attempt: undefined }
    const at = clock()
    const body = bodyOf(delivery)
    const secrets = openSecrets(vault, delivery)
    if (!secrets) {
      reportUnreadable({ log, measures }, delivery)
      report(delivery, UNSIGNED, at.getTime() - Date.parse(delivery.due_since))
      return { delivery, attempt: { at: at.toISOString(), ...UNSIGNED, signature: null } }
    }
    const signed = signatureHeaders(secrets, delivery.id, Math.floor(at.getTime() / 1000), body)
    const headers = () => ({ ...traceparent(), ...headersOf(delivery.event_type, signed) })
    const span = trace.startSpan(`deliver ${delivery.event_type}`, {
      kind: 'client',
      causedBy: requestSuffix(delivery.event_id),
    })
    const sent = await runInSpan(span, () => sender.send(delivery.url, headers(), body))
    noteTime(delivery.subscription_id, sent.duration_ms)
    report(delivery, sent, at.getTime() - Date.parse(delivery.due_since), span)
    return { delivery, attempt: { at: at.toISOString(), ...sent, signature: signed['x-service-signature'] } }
  }

  function noteTime(subscription: string, ms: number): void {
    slow.delete(subscription)
    if (ms <= SLOW_MS) return
    slow.add(subscription)
    // The one that was noted first.
    for (const oldest of slow) if (slow.size > SLOW_MAX) slow.delete(oldest)
  }

  // Successes log at debug, as requests do; failures at info.
  function report(
    delivery: LeasedDelivery,
    { error, status_code, duration_ms }: Sent,
    lateMs: number,
    span?: Span,
  ): void {
    const { id, event_id, attempt_count } = delivery
    measures.webhookAttempt(error === null ? 'succeeded' : 'failed', duration_ms, lateMs)
    const fields = {
      delivery: id,
      event: event_id,
      mark: requestSuffix(event_id),
      attempt: attempt_count,
      status: status_code,
    }
    log[error === null ? 'debug' : 'info']({ ...fields, ms: duration_ms, trace: span?.traceId }, 'delivery attempted')
    if (!span) return
    span.set({ 'memory.delivery': id, 'memory.event': event_id, 'memory.attempt': attempt_count })
    if (status_code !== null) span.set({ 'http.response.status_code': status_code })
    if (error !== null) span.setError(status_code === null ? 'no_answer' : String(status_code))
    span.end()
  }

  return {
    rules,
    ...openFetching({ db, clock, log, vault, measures, rules }),
    /** Starts the loop. */
    start(): void {
      loop ??= startLoop({ log }, 'deliveries', POLL_MS, run)
    },
    /** Starts a run now, because deliveries may be due. */
    nudge(): void {
      loop?.nudge()
    },
    /** Leases nothing more, finishes the attempts in progress and stores their outcomes. */
    async close(): Promise<void> {
      await loop?.stop()
      await release().catch((err) => log.warn({ err }, 'deliveries not released; their leases will expire'))
      if (running.size) await new Promise<void>((resolve) => (idle = resolve))
      await outcomes.close()
      await sender.close()
    },
  }
}

const developerKey = ({ developer_id, lane }: LeasedDelivery) => `${lane} ${developer_id}`

interface Parts {
  /** Every event that may be delivered. */
  events: readonly WebhookEvent[]
  db: Database
  clock: () => Date
  log: Log
  vault: Vault
  sender: Sender
  trace: Trace
  measures: Measures
  notices: NoticePorts
}
