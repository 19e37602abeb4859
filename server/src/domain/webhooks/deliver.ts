import { randomUUID } from 'node:crypto'
import type { Database } from '../../foundation/db.ts'
import { markOf } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import type { Log } from '../../foundation/log.ts'
import type { Measures } from '../../foundation/measures.ts'
import type { Vault } from '../../foundation/secrets.ts'
import { recordset, sql } from '../../foundation/sql.ts'
import { type Span, type Trace, traceparent, within } from '../../foundation/trace.ts'
import { allows } from '../vocabulary/scopes.ts'
import { keepOutcomes, type Outcome } from './outcomes.ts'
import type { Sender, Sent } from './send.ts'
import { signatureHeaders } from './signature.ts'
import { secretPlace } from './subscriptions.ts'

/*
 * Delivering. Any number of processes take what is due: a taken row is leased by moving its `due_at` beyond the
 * time an attempt can last, so the work of a process that dies is simply due again. Each endpoint has a few places of
 * its own and is looked for on its own, and places are given out in rounds, the first to each endpoint, then the
 * second; so a dead one with ten thousand waiting rows delays nobody else's.
 */

const POLL_MS = 1_000
const LEASE_MS = 25_000
// Endpoints whose last attempt failed have places of their own, so that however many are dead, the others' stay free.
const LANES = {
  healthy: { atOnceMax: 256, perEndpointMax: 32 },
  failing: { atOnceMax: 128, perEndpointMax: 4 },
} as const
type Lane = keyof typeof LANES

declare module '../../foundation/ctx.ts' {
  interface Ports {
    deliveries: Deliveries
  }
}

/** A row a worker has taken, with all it needs to send it. */
interface Taken {
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

const BUSY = recordset('b', { subscription_id: 'text', taken: 'int' })
const UNBEGUN = recordset('r', { user_id: 'text', id: 'text', attempt_count: 'int', due_since: 'timestamptz' })
const CONNECTIONS = recordset('t', { user_id: 'text', id: 'text' })

export type Deliveries = ReturnType<typeof openDeliveries>

/** Opens delivery; nothing is taken before {@link Deliveries.start}. */
export function openDeliveries({ db, clock, log, vault, sender, trace, measures }: Parts) {
  const worker = randomUUID()
  const running = new Map<string, number>()
  // Endpoints and lanes that gave as many as they had places for when last looked at: for them there may be more.
  const full = new Set<string>()
  const outcomes = keepOutcomes({ db, clock, log, worker })
  const atOnce = { healthy: 0, failing: 0 }
  // Taken, but nothing came of it, for the grants could not be read: given back before anything else is taken.
  let unbegun: Taken[] = []
  let loop: Loop | undefined
  let idle: (() => void) | undefined

  async function turn(): Promise<boolean> {
    await giveBack()
    const busy = new Map(running)
    const room = {
      of: (lane: Lane, id: string) => LANES[lane].perEndpointMax - (busy.get(id) ?? 0),
      healthy: LANES.healthy.atOnceMax - atOnce.healthy,
      failing: LANES.failing.atOnceMax - atOnce.failing,
    }
    const given = new Map<string, number>()
    const taken = (unbegun = await take(room, busy))
    const granted = await scopesGranted(taken)
    unbegun = []
    for (const delivery of taken) {
      const { lane, subscription_id } = delivery
      for (const name of [lane, subscription_id]) given.set(name, (given.get(name) ?? 0) + 1)
      if ((given.get(subscription_id) ?? 0) >= room.of(lane, subscription_id)) full.add(subscription_id)
      begin(delivery, granted.get(delivery.connection_id))
    }
    for (const lane of ['healthy', 'failing'] as const) if ((given.get(lane) ?? 0) >= room[lane]) full.add(lane)
    return false
  }

  function take(room: Record<Lane, number>, running: Map<string, number>): Promise<Taken[]> {
    const now = clock()
    return db.rows<Taken>(sql`
      with recursive waiting (subscription_id) as (
        (select d.subscription_id from deliveries d where d.status = 'pending' order by d.subscription_id limit 1)
        union all
        select (select d.subscription_id from deliveries d
          where d.status = 'pending' and d.subscription_id > w.subscription_id order by d.subscription_id limit 1)
        from waiting w where w.subscription_id is not null
      ), places as (
        select s.id as subscription_id, s.failing_since is not null as failing,
          case when s.failing_since is null then ${LANES.healthy.perEndpointMax}::int
            else ${LANES.failing.perEndpointMax}::int end - coalesce(b.taken, 0) as free
        from waiting w
        join webhook_subscriptions s on s.id = w.subscription_id
        left join ${BUSY([...running].map(([subscription_id, taken]) => ({ subscription_id, taken })))}
          on b.subscription_id = w.subscription_id
      ), due as (
        select d.user_id, d.id, d.due_at, p.failing,
          row_number() over (partition by p.subscription_id order by d.due_at) as round
        from places p cross join lateral (
          select d.user_id, d.id, d.due_at from deliveries d
          where d.subscription_id = p.subscription_id and d.status = 'pending' and d.due_at <= ${now.toISOString()}
          order by d.due_at limit greatest(p.free, 0) for update skip locked
        ) d
      ), picked as (
        (select user_id, id, failing, due_at from due where not failing
          order by round, due_at limit ${room.healthy})
        union all
        (select user_id, id, failing, due_at from due where failing
          order by round, due_at limit ${room.failing})
      )
      update deliveries d set lease = ${worker}, attempt_count = d.attempt_count + 1,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}
      from picked p, webhook_subscriptions s
      where d.user_id = p.user_id and d.id = p.id and s.id = d.subscription_id
      returning d.user_id, d.id, d.subscription_id, d.connection_id, d.event_id, d.event_type, d.scope, d.data,
        d.attempt_count, jsonb_array_length(d.attempts) as attempts_kept, d.created_at, p.due_at as due_since,
        s.url, s.secret,
        case when s.previous_until > ${now.toISOString()} then s.previous_secret end as previous_secret,
        s.status = 'active' as active, case when p.failing then 'failing' else 'healthy' end as lane`)
  }

  async function giveBack(): Promise<void> {
    if (!unbegun.length) return
    await db.count(sql`
      update deliveries d set lease = null, due_at = r.due_since, attempt_count = d.attempt_count - 1
      from ${UNBEGUN(unbegun)}
      where d.user_id = r.user_id and d.id = r.id and d.lease = ${worker} and d.attempt_count = r.attempt_count`)
    unbegun = []
  }

  // A statement of its own: in a cluster the queue lies on one machine, and people with their connections on many.
  async function scopesGranted(taken: readonly Taken[]): Promise<Map<string | null, string[]>> {
    const connections = new Map(taken.map(({ connection_id: id, user_id }) => [id, { user_id, id }]))
    if (!connections.size) return new Map()
    const active = await db.rows<{ id: string; scopes: string[] }>(sql`
      select c.id, c.scopes from ${CONNECTIONS([...connections.values()])}
      join connections c on c.user_id = t.user_id and c.id = t.id
      where c.status = 'active'`)
    return new Map(active.map(({ id, scopes }) => [id, scopes]))
  }

  function begin(delivery: Taken, scopes: string[] | undefined): void {
    const { subscription_id, lane } = delivery
    const places = LANES[lane].perEndpointMax
    running.set(subscription_id, (running.get(subscription_id) ?? 0) + 1)
    atOnce[lane]++
    attempt(delivery, scopes)
      .then((outcome) => outcomes.add(outcome))
      // The lease runs out and the row is due again.
      .catch((err) => log.error({ err, delivery: delivery.id }, 'an attempt could not be made'))
      .finally(() => {
        const left = (running.get(subscription_id) ?? 1) - 1
        if (left) running.set(subscription_id, left)
        else running.delete(subscription_id)
        atOnce[lane]--
        if (!running.size) idle?.()
        // Several are looked for together: one look costs more than one delivery.
        const endpointHasRoom = left <= places / 2 && full.delete(subscription_id)
        if (full.delete(lane) || endpointHasRoom) loop?.nudge()
      })
  }

  async function attempt(delivery: Taken, scopes: string[] | undefined): Promise<Outcome> {
    if (!mayStillBeTold(delivery, scopes)) return { delivery, attempt: undefined }
    const at = clock()
    const body = bodyOf(delivery)
    const place = secretPlace(delivery.subscription_id)
    const secrets = [delivery.secret, delivery.previous_secret].flatMap((sealed) =>
      sealed ? [vault.open(sealed, place)] : [],
    )
    const headers = (): Record<string, string> => ({
      ...traceparent(),
      'content-type': 'application/json',
      'user-agent': 'memory-service-webhooks/1',
      'x-service-event': delivery.event_type,
      ...signatureHeaders(secrets, delivery.id, Math.floor(at.getTime() / 1000), body),
    })
    const span = trace.begin(`deliver ${delivery.event_type}`, { kind: 'client', causedBy: markOf(delivery.event_id) })
    const sent = await within(span, () => sender.send(delivery.url, headers(), body))
    watch(delivery, sent, at.getTime() - Date.parse(delivery.due_since), span)
    return { delivery, attempt: { at: at.toISOString(), ...sent } }
  }

  // What has gone well is told apart from requests by nobody, so it is written where those are; what failed, always.
  function watch(delivery: Taken, { error, status_code, duration_ms }: Sent, lateMs: number, span?: Span): void {
    const { id, event_id, attempt_count } = delivery
    measures.attempted(error === null ? 'succeeded' : 'failed', duration_ms, lateMs)
    const told = { delivery: id, event: event_id, mark: markOf(event_id), attempt: attempt_count, status: status_code }
    log[error === null ? 'debug' : 'info']({ ...told, ms: duration_ms, trace: span?.traceId }, 'attempted')
    if (!span) return
    span.set({ 'memory.delivery': id, 'memory.event': event_id, 'memory.attempt': attempt_count })
    if (status_code !== null) span.set({ 'http.response.status_code': status_code })
    if (error !== null) span.failed(status_code === null ? 'no_answer' : String(status_code))
    span.end()
  }

  return {
    /** Begins to take what is due. */
    start(): void {
      loop ??= startLoop({ log }, 'deliveries', POLL_MS, turn)
    },
    /** Something may be due: look now rather than at the next second. */
    nudge(): void {
      loop?.nudge()
    },
    /** Takes nothing more; attempts under way end and are written down. */
    async close(): Promise<void> {
      await loop?.stop()
      await giveBack().catch((err) => log.warn({ err }, 'deliveries could not be given back and wait for their lease'))
      if (running.size) await new Promise<void>((resolve) => (idle = resolve))
      await outcomes.close()
      await sender.close()
    },
  }
}

interface Parts {
  db: Database
  clock: () => Date
  log: Log
  vault: Vault
  sender: Sender
  trace: Trace
  measures: Measures
}

/**
 * What was granted when the event was queued must still be granted now: nothing leaves for a connection that ended.
 * `scopes` are those of a connection that is active.
 */
function mayStillBeTold(
  { active, connection_id, event_type, scope }: Taken,
  scopes: readonly string[] | undefined,
): boolean {
  if (!active) return false
  // A test is no connection's, and that one has ended is the last its app is told.
  if (connection_id === null || event_type === 'connection.revoked') return true
  return scopes !== undefined && (scope === null || allows(scopes, `memory:read:${scope}`))
}

/** The body of a delivery: the same bytes at every attempt. */
function bodyOf({ event_id, event_type, created_at, data }: Taken): string {
  return JSON.stringify({ id: event_id, type: event_type, created_at, data })
}
