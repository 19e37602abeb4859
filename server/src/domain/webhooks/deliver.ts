import { randomUUID } from 'node:crypto'
import { allows } from '@memory-service/scopes'
import type { Vault } from '../../foundation/auth/secrets.ts'
import { requestSuffix } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import type { Database } from '../../foundation/sql/db.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Measures } from '../../foundation/telemetry/measurements.ts'
import { runInSpan, type Span, type Trace, traceparent } from '../../foundation/telemetry/trace.ts'
import { isAppStopped } from '../apps/stops.ts'
import { mutedSources } from './emit.ts'
import { type DeliveryGrants, type DeliveryRules, deliveryRules, type WebhookEvent } from './event.ts'
import type { NoticePorts } from './failing.ts'
import { type Outcome, openOutcomes } from './outcomes.ts'
import { openSecrets, reportUnreadable, UNSIGNED } from './sealed-secrets.ts'
import type { Sender, Sent } from './send.ts'
import { signatureHeaders } from './signature.ts'

/*
 * The delivery loop. Any number of processes lease due deliveries by moving `due_at` beyond the longest possible
 * attempt, so deliveries of a crashed process become due again. Each endpoint has a capacity of its own, and slots are
 * assigned in rounds over the endpoints, so an unresponsive endpoint with many pending deliveries does not delay others.
 */

const POLL_MS = 1_000
const LEASE_MS = 25_000
// Endpoints whose last attempt failed share a lane of their own, so that they cannot use up the capacity for the others.
const LANES = {
  healthy: { concurrencyMax: 256, perEndpointMax: 32 },
  failing: { concurrencyMax: 128, perEndpointMax: 4 },
} as const
type Lane = keyof typeof LANES

export interface DeliveryPorts {
  deliveries: Deliveries
}

/** A leased delivery with its subscription. */
interface LeasedDelivery {
  user_id: string
  id: string
  subscription_id: string
  connection_id: string | null
  event_id: string
  event_type: string
  scope: string | null
  data: unknown
  attempt_count: number
  attempts_kept: number
  created_at: string
  due_since: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  active: boolean
  lane: Lane
}

const RUNNING = recordset('b', { subscription_id: 'text', taken: 'int' })
const RELEASED = recordset('r', { user_id: 'text', id: 'text', attempt_count: 'int', due_since: 'timestamptz' })
const CONNECTIONS = recordset('t', { user_id: 'text', id: 'text' })

export type Deliveries = ReturnType<typeof openDeliveries>

/** Opens the delivery loop; it leases nothing before {@link Deliveries.start}. */
export function openDeliveries({ events, db, clock, log, vault, sender, trace, measures, notices }: Parts) {
  const rules = deliveryRules(events)
  const worker = randomUUID()
  // Attempts in progress, by subscription and by lane.
  const running = new Map<string, number>()
  const runningIn = { healthy: 0, failing: 0 }
  // Endpoints and lanes that used all their free slots in the last run, so more of their deliveries may be due.
  const saturated = new Set<string>()
  const outcomes = openOutcomes({ db, clock, log, worker, rules, notices })
  // Leased deliveries whose attempts were not started because the grants could not be read; the next run releases them.
  let unstarted: LeasedDelivery[] = []
  let loop: Loop | undefined
  let idle: (() => void) | undefined

  async function run(): Promise<boolean> {
    await release()
    const before = new Map(running)
    const free = {
      healthy: LANES.healthy.concurrencyMax - runningIn.healthy,
      failing: LANES.failing.concurrencyMax - runningIn.failing,
    }
    const freeOf = (lane: Lane, id: string) => LANES[lane].perEndpointMax - (before.get(id) ?? 0)
    const assigned = new Map<string, number>()
    const leased = (unstarted = await lease(free, before))
    const granted = await currentGrants(leased)
    unstarted = []
    for (const delivery of leased) {
      const { lane, subscription_id } = delivery
      for (const name of [lane, subscription_id]) assigned.set(name, (assigned.get(name) ?? 0) + 1)
      if ((assigned.get(subscription_id) ?? 0) >= freeOf(lane, subscription_id)) saturated.add(subscription_id)
      start(delivery, granted.get(delivery.connection_id))
    }
    for (const lane of ['healthy', 'failing'] as const) if ((assigned.get(lane) ?? 0) >= free[lane]) saturated.add(lane)
    return false
  }

  function lease(free: Record<Lane, number>, running: Map<string, number>): Promise<LeasedDelivery[]> {
    const now = clock()
    return db.rows<LeasedDelivery>(sql`
      with recursive waiting (subscription_id) as (
        (select d.subscription_id from deliveries d where d.status = 'pending' order by d.subscription_id limit 1)
        union all
        select (select d.subscription_id from deliveries d
          where d.status = 'pending' and d.subscription_id > w.subscription_id order by d.subscription_id limit 1)
        from waiting w where w.subscription_id is not null
      ), endpoints as (
        select s.id as subscription_id, s.failing_since is not null as failing,
          case when s.failing_since is null then ${LANES.healthy.perEndpointMax}::int
            else ${LANES.failing.perEndpointMax}::int end - coalesce(b.taken, 0) as free
        from waiting w
        join webhook_subscriptions s on s.id = w.subscription_id
        left join ${RUNNING([...running].map(([subscription_id, taken]) => ({ subscription_id, taken })))}
          on b.subscription_id = w.subscription_id
      ), due as (
        select d.user_id, d.id, d.due_at, p.failing,
          row_number() over (partition by p.subscription_id order by d.due_at) as round
        from endpoints p cross join lateral (
          select d.user_id, d.id, d.due_at from deliveries d
          where d.subscription_id = p.subscription_id and d.status = 'pending' and d.due_at <= ${now.toISOString()}
            and (d.held_until is null or d.held_until <= clock_timestamp())
          order by d.due_at limit greatest(p.free, 0) for update skip locked
        ) d
      ), picked as (
        (select user_id, id, failing, due_at from due where not failing
          order by round, due_at limit ${free.healthy})
        union all
        (select user_id, id, failing, due_at from due where failing
          order by round, due_at limit ${free.failing})
      )
      update deliveries d set lease = ${worker}, attempt_count = d.attempt_count + 1,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}
      from picked p, webhook_subscriptions s
      where d.user_id = p.user_id and d.id = p.id and s.id = d.subscription_id
      returning d.user_id, d.id, d.subscription_id, d.connection_id, d.event_id, d.event_type, d.scope, d.data,
        d.attempt_count, jsonb_array_length(d.attempts) as attempts_kept, d.created_at, p.due_at as due_since,
        s.url, s.secret,
        case when s.previous_until > ${now.toISOString()} then s.previous_secret end as previous_secret,
        s.status = 'active' and not ${isAppStopped(sql`s.app_id`)} as active, case when p.failing then 'failing' else 'healthy' end as lane`)
  }

  async function release(): Promise<void> {
    if (!unstarted.length) return
    await db.count(sql`
      update deliveries d set lease = null, due_at = r.due_since, attempt_count = d.attempt_count - 1
      from ${RELEASED(unstarted)}
      where d.user_id = r.user_id and d.id = r.id and d.lease = ${worker} and d.attempt_count = r.attempt_count`)
    unstarted = []
  }

  // A separate statement: in a cluster, the queue is on one machine and the connections are spread by user.
  async function currentGrants(leased: readonly LeasedDelivery[]): Promise<Map<string | null, Grants>> {
    const connections = new Map(leased.map(({ connection_id: id, user_id }) => [id, { user_id, id }]))
    if (!connections.size) return new Map()
    const active = await db.rows<Grants & { id: string }>(sql`
      select c.id, c.scopes, c.signals, c.paused_at is not null as paused, ${mutedSources(sql`c.user_id`)} as muted
      from ${CONNECTIONS([...connections.values()])}
      join connections c on c.user_id = t.user_id and c.id = t.id
      join apps a on a.id = c.app_id
      where not exists (select from users u where u.id = c.user_id and u.suspended_at is not null)
        and c.status = 'active' and (c.expires_at is null or c.expires_at > ${clock().toISOString()}::timestamptz)`)
    return new Map(active.map(({ id, ...grants }) => [id, grants]))
  }

  function start(delivery: LeasedDelivery, grants: Grants | undefined): void {
    const { subscription_id, lane } = delivery
    const capacity = LANES[lane].perEndpointMax
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
        runningIn[lane]--
        if (!running.size) idle?.()
        // A lease query costs more than a delivery, so it waits until half of the endpoint's slots are free.
        const endpointIsFree = left <= capacity / 2 && saturated.delete(subscription_id)
        if (saturated.delete(lane) || endpointIsFree) loop?.nudge()
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
      return { delivery, attempt: { at: at.toISOString(), ...UNSIGNED } }
    }
    const headers = (): Record<string, string> => ({
      ...traceparent(),
      'content-type': 'application/json',
      'user-agent': 'memory-service-webhooks/1',
      'x-service-event': delivery.event_type,
      ...signatureHeaders(secrets, delivery.id, Math.floor(at.getTime() / 1000), body),
    })
    const span = trace.startSpan(`deliver ${delivery.event_type}`, {
      kind: 'client',
      causedBy: requestSuffix(delivery.event_id),
    })
    const sent = await runInSpan(span, () => sender.send(delivery.url, headers(), body))
    report(delivery, sent, at.getTime() - Date.parse(delivery.due_since), span)
    return { delivery, attempt: { at: at.toISOString(), ...sent } }
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

/** The current grants of a connection. */
interface Grants extends DeliveryGrants {
  paused: boolean
}

/**
 * Whether a delivery is still permitted: the subscription is active, and the connection still has the grant the event was
 * queued under. `grants` are those of the connection; `undefined` if it has ended.
 */
function isPermitted(
  { active, connection_id, event_type, scope, data }: LeasedDelivery,
  grants: Grants | undefined,
  { afterConnection, whilePaused, permits }: DeliveryRules,
): boolean {
  if (!active) return false
  // A test event has no connection.
  if (connection_id === null || afterConnection.includes(event_type)) return true
  if (!grants || (grants.paused && !whilePaused.includes(event_type))) return false
  if (scope !== null && !allows(grants.scopes, `memory:read:${scope}`)) return false
  return permits.get(event_type)?.(grants, data) ?? true
}

/** The body of a delivery, which is identical in every attempt. */
function bodyOf({ event_id, event_type, created_at, data }: LeasedDelivery): string {
  return JSON.stringify({ id: event_id, type: event_type, created_at, data })
}
