import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import { throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import { readApp } from '../apps/apps.ts'
import type { DeliveryPorts } from './deliver.ts'
import { deletePending, noteOrphans } from './orphans.ts'
import { newSigningSecret } from './signature.ts'
import { secretContext } from './subscriptions.ts'

/*
 * Sessions in which a developer fetches deliveries to a machine that the service cannot reach. A session is a subscription
 * that the delivery loop leaves alone: `emit` queues its deliveries like others, each fetch leases some and reports on
 * those of the last, and retries follow the same schedule. All of it is in the database, so any process answers any fetch.
 */

const SESSIONS_MAX = 5
/** A session without a fetch for this long ends. */
const IDLE_MS = 60_000
const WAIT_SECONDS_MAX = 15
const POLL_MS = 500
const FETCHED_MAX = 20
const FETCHES_PER_MINUTE_MAX = 300
const STARTS_PER_MINUTE_MAX = 30
/** Sessions of which a fetch waits in this process. A further fetch of the same session does not wait. */
const waiting = new Set<string>()
const WAITING_MAX = 200
const MINUTE_SECONDS = 60
const ERROR_CHARS_MAX = 200
const DURATION_MS_MAX = 600_000
/** Never requested. */
const NO_ENDPOINT = 'about:listen'
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

/** The shape of the input for some of these event types. */
export function listeningShape(types: readonly string[]) {
  return z.object({
    events: z
      .array(z.enum(types).meta({ id: 'WebhookEventType' }))
      .min(1)
      .transform((list) => [...new Set(list)]),
    secret: z.string().regex(SECRET, 'must be `whsec_` and 32 bytes in base64').optional().meta({
      description: 'Signs the deliveries; made if left out. One that stays the same saves configuring an endpoint.',
    }),
  })
}

export const Listening = z
  .object({
    id: z.string(),
    secret: z.string().meta({ description: 'Signs the deliveries of this session.' }),
    expires_at: z.iso.datetime().meta({ description: 'When the session ends; each fetch moves it.' }),
  })
  .meta({ id: 'ListeningSession' })

export const Fetch = z.object({
  results: z
    .array(
      z
        .object({
          id: z.string().max(100).meta({ description: 'The delivery.' }),
          status_code: z
            .int()
            .min(100)
            .max(599)
            .nullable()
            .meta({ description: 'null if the endpoint did not answer.' }),
          duration_ms: z.int().min(0).max(DURATION_MS_MAX),
          error: z.string().max(ERROR_CHARS_MAX).optional().meta({ description: 'Why the endpoint did not answer.' }),
        })
        .meta({ id: 'ListenedResult' }),
    )
    .max(FETCHED_MAX)
    .default([])
    .meta({ description: 'What the endpoint answered to deliveries of earlier fetches.' }),
  wait_seconds: z
    .int()
    .min(0)
    .max(WAIT_SECONDS_MAX)
    .default(0)
    .meta({ description: 'How long to wait if no delivery is due.' }),
})

export const Fetched = z
  .object({
    deliveries: z
      .array(
        z
          .object({
            id: z.string(),
            body: z.string(),
            headers: z.record(z.string(), z.string()).meta({ description: 'With the signature of the body.' }),
          })
          .meta({ id: 'ListenedDelivery' }),
      )
      .meta({ description: `At most ${FETCHED_MAX}. Those without a result become due again.` }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'FetchedDeliveries' })

/**
 * Starts a session for some events of an app: it gets what people send, as an endpoint does.
 * @throws Failure `limit_exceeded` beyond five for an app; `reauthentication_required`
 */
export async function startListening(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  { events, secret = newSigningSecret() }: z.output<ReturnType<typeof listeningShape>>,
): Promise<z.output<typeof Listening>> {
  await readApp(ctx, appId)
  checkConfirmed(ctx)
  if (ctx.config.rateLimit !== null) await throttle(ctx.db, `listen ${appId}`, STARTS_PER_MINUTE_MAX, MINUTE_SECONDS)
  const id = newId('sub')
  return inSession(ctx, async (ctx) => {
    const { db, clock, vault, actor } = ctx
    const now = clock()
    await db.one(sql`select id from apps where id = ${appId} for update`)
    await endSessions(ctx, appId, now)
    const { used } = await db.one<{ used: number }>(sql`
      select count(*) as used from webhook_subscriptions where app_id = ${appId} and listening_until is not null`)
    if (used >= SESSIONS_MAX)
      throw new Failure('limit_exceeded', { limit: 'listening', used, max: SESSIONS_MAX, plan: actor.developerPlan })
    const expires_at = new Date(now.getTime() + IDLE_MS).toISOString()
    await db.count(sql`
      insert into webhook_subscriptions (id, app_id, url, events, status, secret, created_at, listening_until)
      values (${id}, ${appId}, ${NO_ENDPOINT}, ${events}, 'active', ${vault.seal(secret, secretContext(id))},
        ${now.toISOString()}, ${expires_at})`)
    return { id, secret, expires_at }
  })
}

/**
 * Stores the results of earlier deliveries, and leases those that are due; waits for one if there is none.
 * @throws Failure `not_found` once the listening has ended, `unauthorized` once the developer's session has; `rate_limited` beyond 300 a minute for a session
 */
export async function fetchDeliveries(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  id: string,
  { results, wait_seconds }: z.output<typeof Fetch>,
): Promise<z.output<typeof Fetched>> {
  await readApp(ctx, appId)
  const { db, config, signal, deliveries } = ctx
  // Nothing to repeat: what has no result becomes due again.
  if (ctx.idempotency) ctx.idempotency.stored = true
  await extend(ctx, appId, id)
  if (config.rateLimit !== null) await throttle(db, `listening ${id}`, FETCHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  await deliveries.settle(id, results)
  const mayWait = !waiting.has(id) && waiting.size < WAITING_MAX
  const until = performance.now() + (mayWait ? wait_seconds * 1_000 : 0)
  if (mayWait) waiting.add(id)
  try {
    for (;;) {
      const fetched = await deliveries.fetch(id, FETCHED_MAX)
      if (fetched.length || signal.aborted || performance.now() >= until)
        return { deliveries: fetched, expires_at: await extend(ctx, appId, id) }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      await checkSession(ctx)
    }
  } finally {
    if (mayWait) waiting.delete(id)
  }
}

/** Moves the end of a session. @throws Failure `not_found` if it has ended */
async function extend({ db, clock }: Ctx<DeveloperActor>, appId: string, id: string): Promise<string> {
  const now = clock()
  const expiresAt = new Date(now.getTime() + IDLE_MS).toISOString()
  const moved = await db.count(sql`
    update webhook_subscriptions set listening_until = ${expiresAt}
    where id = ${id} and app_id = ${appId} and listening_until > ${now.toISOString()}`)
  if (!moved) throw new Failure('not_found')
  return expiresAt
}

/** Ends a session. @throws Failure `not_found` if it has ended */
export async function stopListening(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<{ ok: true }> {
  await readApp(ctx, appId)
  return inSession(ctx, async (ctx) => {
    const ended = await ctx.db.count(sql`
      delete from webhook_subscriptions where id = ${id} and app_id = ${appId} and listening_until is not null`)
    if (!ended) throw new Failure('not_found')
    await deletePending(ctx, [id])
    await noteOrphans(ctx, appId)
    return { ok: true }
  })
}

async function endSessions(ctx: Pick<Ctx, 'db' | 'clock'>, appId: string, now: Date): Promise<void> {
  const ended = await ctx.db.rows<{ id: string }>(sql`
    delete from webhook_subscriptions where app_id = ${appId} and listening_until <= ${now.toISOString()} returning id`)
  if (!ended.length) return
  await deletePending(
    ctx,
    ended.map(({ id }) => id),
  )
  await noteOrphans(ctx, appId)
}

/** Ends the sessions without a recent fetch. */
export async function endIdleListening(ports: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const now = ports.clock()
  const apps = await ports.db.rows<{ id: string }>(sql`
    select distinct app_id as id from webhook_subscriptions where listening_until <= ${now.toISOString()}`)
  for (const { id } of apps) await endSessions(ports, id, now)
}
