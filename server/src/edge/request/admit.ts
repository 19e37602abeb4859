import type { FastifyReply, FastifyRequest } from 'fastify'
import { ADDRESS_FACTOR } from '../../domain/accounts/attempts.ts'
import type { MeterPorts } from '../../domain/plans/meter.ts'
import { type Actor, type AppActor, credentialOf } from '../../foundation/actor.ts'
import { clientNetwork } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { isPublic, isWrite, type Route } from '../../foundation/route.ts'
import { guardUserRows, newUserGuardRule } from '../../foundation/sql/user-guard.ts'
import { cookieName } from '../http/cookies.ts'
import { pageOriginOf } from '../http/cors.ts'
import type { EdgePorts } from '../ports.ts'
import { type AccessRules, authenticate, checkOrigin } from './authenticate.ts'
import { countCall } from './call-route.ts'

/**
 * Per-user tables: within a request, queries see only the rows of the authenticated user, whatever the verb's SQL says.
 */
export const PER_USER_TABLES = [
  ...['memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors', 'memory_relations'],
  ...['candidates', 'chats', 'chat_messages'],
  ...['extracted_messages', 'provider_items', 'muted_sources'],
]
const OWN_THINGS = newUserGuardRule(PER_USER_TABLES)

// Per address and process, times the rate limit of a connection: one address may serve many clients.
const PUBLIC_CALLS_FACTOR = 10

/**
 * Authenticates a request, checks its origin and applies the rate limits. `left` is called if the client disconnects
 * before the response of a `costly` route.
 * @throws Failure `unauthorized`, `forbidden`, `csrf_rejected`, `rate_limited`
 */
export async function admit(
  ports: EdgePorts,
  entrance: AccessRules & Pick<Route, 'costly' | 'basic'>,
  request: FastifyRequest,
  reply: FastifyReply,
  left: () => void,
): Promise<Ctx<Actor, EdgePorts>> {
  // Only responses that are the same for everybody may be cached.
  const open = entrance.for.every((kind) => kind === 'public') && !entrance.basic && !isWrite(entrance)
  if (!open) reply.header('cache-control', 'no-store')
  if (isPublic(entrance)) limitAddress(ports, entrance, request)
  const actor = await authenticate(ports, entrance, request)
  limitSession(ports, actor)
  checkOrigin(ports, entrance, actor, request)
  const db = guardUserRows(ports.db, OWN_THINGS, 'userId' in actor ? actor.userId : undefined)
  const signal = entrance.costly ? untilLeft(reply, left) : NEVER
  const ctx: Ctx<Actor, EdgePorts> = { ...ports, db, actor, requestId: request.id, address: request.ip, signal }
  if (entrance.cookies) ctx.cookieOf = (name) => request.cookies[cookieName(ports, name)]
  if (actor.kind !== 'app') ctx.userAgent = request.headers['user-agent']
  if (entrance.basic) {
    ctx.authorization = request.headers.authorization
    ctx.pageOrigin = pageOriginOf(request)
  }
  if (actor.kind === 'app') {
    await (ports.meter.exchange(actor) ?? undefined)
    count(ctx as Ctx<AppActor, MeterPorts>, reply)
  }
  return ctx
}

/** Limits calls without a credential by client address, before their bodies are read. */
function limitAddress({ config, limits }: EdgePorts, { cookies }: AccessRules, { ip }: FastifyRequest): void {
  const { authRateLimit, rateLimit } = config
  const max = cookies ? authRateLimit && authRateLimit * ADDRESS_FACTOR : rateLimit && rateLimit * PUBLIC_CALLS_FACTOR
  if (max !== null) limits.admit(`${cookies ? 'sign-in' : 'public'} ${clientNetwork(ip)}`, max)
}

/** Limits the calls of a user's or developer's sessions together, to the rate of one connection. */
function limitSession({ config: { rateLimit }, limits }: EdgePorts, actor: Actor): void {
  if (rateLimit === null || (actor.kind !== 'user' && actor.kind !== 'developer')) return
  limits.admit(credentialOf(actor), rateLimit)
}

const NEVER = new AbortController().signal

// Watches the response, because the request stream of a request with a body closes once the body is read.
function untilLeft({ raw }: FastifyReply, left: () => void): AbortSignal {
  const waiting = new AbortController()
  const close = () => {
    if (!raw.writableFinished) left()
    waiting.abort()
  }
  if (raw.destroyed) close()
  else raw.once('close', close)
  return waiting.signal
}

function count(ctx: Ctx<AppActor, MeterPorts>, reply: FastifyReply): void {
  const { rateLimit } = ctx.config
  if (rateLimit !== null) reply.header('ratelimit-policy', `"connection";q=${rateLimit};w=60`)
  try {
    const window = countCall(ctx)
    if (window) reply.header('ratelimit', `"connection";r=${window.left};t=${window.seconds}`)
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited')
      reply.header('ratelimit', `"connection";r=0;t=${(error.details as { retry_after: number }).retry_after}`)
    throw error
  }
}
