import type { FastifyReply, FastifyRequest } from 'fastify'
import { ADDRESS_FACTOR } from '../../domain/accounts/attempts.ts'
import { SESSIONS } from '../../domain/accounts/sessions.ts'
import { spendProof } from '../../domain/connections/proofs.ts'
import type { MeterPorts } from '../../domain/plans/meter.ts'
import { limitToUser } from '../../domain/users/own-rows.ts'
import { type Actor, type AppActor, type ClientActor, credentialOf } from '../../foundation/actor.ts'
import { hashSecret } from '../../foundation/auth/secrets.ts'
import { clientNetwork, throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { isPublic, isWrite, type Route } from '../../foundation/route.ts'
import { cookieName } from '../http/cookies.ts'
import { pageOriginOf } from '../http/cors.ts'
import { BODY_BYTES_MAX } from '../http/request-bodies.ts'
import type { SendingApp } from '../operations/requests.ts'
import type { EdgePorts } from '../ports.ts'
import { type AccessRules, authenticate, checkOrigin, hasCredential, linkOf } from './authenticate.ts'
import { countCall } from './call-route.ts'
import { newContext } from './context.ts'

// Per address and process, times the rate limit of a connection: one address may serve many clients.
const PUBLIC_CALLS_FACTOR = 10
/** Of all test people of a developer together. */
const TEST_WRITES_PER_DAY_MAX = 2_000
const DAY_SECONDS = 24 * 60 * 60
/** Per process, times the rate limit of a connection. */
const CLIENT_CALLS_FACTOR = 10
/** Calls of sessions at once, if the rate allows that many. Otherwise a quarter of it: a whole minute's calls at once delay others. */
const SESSION_CALLS_AT_ONCE_MIN = 60
/** What the bodies of one credential may have together, per process, for each call of its rate; smaller ones are free. */
const BYTES_PER_CALL = 8 * 1024
/** What they may have at once: large ones hold a process for some tens of milliseconds each. */
const BYTES_AT_ONCE = 4 * BODY_BYTES_MAX

/**
 * Authenticates a request, checks its origin and applies the rate limits. `left` is called if the client disconnects
 * before the response of a `costly` route.
 * @throws Failure `unauthorized`, `invalid_dpop_proof`, `forbidden`, `csrf_rejected`, `address_unconfirmed`, `rate_limited`
 */
export async function admit(
  ports: EdgePorts,
  entrance: AccessRules & Pick<Route, 'costly' | 'basic' | 'consumes'> & { tag?: Route['tag'] },
  request: FastifyRequest,
  reply: FastifyReply,
  left: () => void,
): Promise<Ctx<Actor, EdgePorts>> {
  // Only responses that are the same for everybody may be cached.
  const open =
    entrance.for.every((kind) => kind === 'public') && !entrance.basic && !entrance.cookies && !isWrite(entrance)
  if (!open) reply.header('cache-control', 'no-store')
  if (isPublic(entrance)) limitAddress(ports, entrance, request)
  const actor = await authenticateWithinLimit(ports, entrance, request)
  // Before the limits below, so that a request beyond one is in the log of its app, too.
  request.app = appOf(actor)
  limitSession(ports, entrance, actor, request)
  if (actor.kind !== 'public' && !entrance.consumes) limitBytes(ports, actor, request)
  if (actor.kind === 'client') countClient(ports, actor)
  checkOrigin(ports, entrance, actor, request)
  checkPending(ports, entrance, actor)
  const db = limitToUser(ports.db, 'userId' in actor ? actor.userId : undefined)
  const signal = entrance.costly ? untilLeft(reply, left) : NEVER
  const ctx = newContext(ports, { db, actor, requestId: request.id, address: request.ip, signal })
  if (actor.kind === 'public') ctx.identify = (app) => (request.app = app)
  if (entrance.cookies) ctx.cookieOf = (name) => request.cookies[cookieName(ports, name)]
  if (actor.kind !== 'app') ctx.userAgent = request.headers['user-agent']
  if (entrance.basic) {
    ctx.authorization = request.headers.authorization
    ctx.pageOrigin = pageOriginOf(request)
  }
  if (actor.kind === 'app') {
    await (ports.meter.exchange(actor) ?? undefined)
    count(ctx as Ctx<AppActor, MeterPorts>, reply)
    if (actor.isTest && isWrite(entrance)) await countTestWrite(ports, actor)
    // After the limits, so that a connection cannot store more than it may send.
    if (request.proof) await spendProof(ports, request.proof)
  }
  return ctx
}

/** Where an address of some domains lets people sign up, one that is not confirmed gives no more than its account. */
function checkPending({ config }: EdgePorts, { tag }: { tag?: Route['tag'] }, actor: Actor): void {
  if (config.signUp.mode !== 'domain' || !('isPending' in actor) || !actor.isPending) return
  if (tag !== 'Account' && tag !== 'Developer account') throw new Failure('address_unconfirmed')
}

/** Limits the writes of all test people of a developer: no plan does, and each may cause many deliveries. */
async function countTestWrite({ db, config }: EdgePorts, { developerId }: AppActor): Promise<void> {
  if (config.rateLimit !== null)
    await throttle(db, `writes of test people ${developerId}`, TEST_WRITES_PER_DAY_MAX, DAY_SECONDS)
}

/** The app that sends a request; `null` for any other caller. */
function appOf(actor: Actor): SendingApp | null {
  return actor.kind === 'app' || actor.kind === 'client' ? actor : null
}

/** Limits calls without a credential by client address, before their bodies are read. */
function limitAddress({ config, limits }: EdgePorts, { cookies }: AccessRules, { ip }: FastifyRequest): void {
  const { authRateLimit, rateLimit } = config
  const max = cookies ? authRateLimit && authRateLimit * ADDRESS_FACTOR : rateLimit && rateLimit * PUBLIC_CALLS_FACTOR
  if (max !== null) limits.admit(`${cookies ? 'sign-in' : 'public'} ${clientNetwork(ip)}`, max)
}

/** Refuses an address that has sent too many invalid credentials this minute, before they are looked up. */
export async function authenticateWithinLimit(ports: EdgePorts, entrance: AccessRules, request: FastifyRequest) {
  const { config, limits } = ports
  if (config.rateLimit === null) return authenticate(ports, entrance, request)
  const [key, max] = invalidCredentials(config, clientNetwork(request.ip)) as [string, number]
  if (hasCredential(entrance, request)) limits.check(key, max)
  const session = sessionIn(ports, entrance, request)
  if (session !== undefined) limits.checkRefused(beyondLimit(session))
  try {
    return await authenticate(ports, entrance, request)
  } catch (error) {
    const isInvalid =
      error instanceof Failure && ['unauthorized', 'connection_revoked', 'invalid_dpop_proof'].includes(error.code)
    if (isInvalid && hasCredential(entrance, request)) limits.admit(key, max)
    throw error
  }
}

/** What counts the invalid credentials of an address, and how many it may send in a minute; `null` without rate limits. */
export function invalidCredentials({ rateLimit }: EdgePorts['config'], network: string): [string, number | null] {
  return [`invalid ${network}`, rateLimit && rateLimit * PUBLIC_CALLS_FACTOR]
}

/**
 * Limits the calls of a user's or developer's sessions together, to the rate of one connection, of which a part may be made
 * at once. Until the next call is allowed, the session of a call beyond the limit is refused before it is looked up.
 */
function limitSession(ports: EdgePorts, entrance: AccessRules, actor: Actor, request: FastifyRequest): void {
  const { config, limits } = ports
  if (config.rateLimit === null || (actor.kind !== 'user' && actor.kind !== 'developer')) return
  const perMinute = config.rateLimit
  const atOnce = Math.min(perMinute, Math.max(SESSION_CALLS_AT_ONCE_MIN, perMinute / 4))
  try {
    limits.spend(credentialOf(actor), 1, { atOnce, perMinute })
  } catch (error) {
    const cookie = sessionIn(ports, entrance, request)
    if (cookie !== undefined && error instanceof Failure)
      limits.refuse(
        beyondLimit(cookie),
        Number((error.details as { retry_after?: number } | undefined)?.retry_after ?? 1),
      )
    throw error
  }
}

/** The session cookie by which a request is authenticated; `undefined` if another credential takes precedence. */
function sessionIn(ports: EdgePorts, entrance: AccessRules, request: FastifyRequest): string | undefined {
  if (request.headers.authorization !== undefined || linkOf(entrance, request) !== undefined) return undefined
  const kind = (['user', 'developer'] as const).find((kind) => entrance.for.includes(kind))
  return kind && request.cookies[cookieName(ports, SESSIONS[kind].cookie)]
}

/** Hashed, so that the table of counters holds no sessions. */
function beyondLimit(cookie: string): string {
  return `beyond ${hashSecret(cookie).toString('base64')}`
}

/** Limits the bytes of bodies, before they are read or, if they are chunked, parsed: a large one costs more than its call. */
function limitBytes({ config: { rateLimit }, limits }: EdgePorts, actor: Actor, request: FastifyRequest): void {
  if (rateLimit === null) return
  const rate = { atOnce: BYTES_AT_ONCE, perMinute: rateLimit * BYTES_PER_CALL }
  const admitBytes = (bytes: number) => {
    if (bytes >= BYTES_PER_CALL) limits.spend(`bytes ${credentialOf(actor)}`, Math.min(BODY_BYTES_MAX, bytes), rate)
  }
  const isChunked = request.headers['transfer-encoding'] !== undefined
  if (!isChunked) admitBytes(Number(request.headers['content-length'] ?? 0))
  else if (request.bodyBytes) admitBytes(request.bodyBytes)
  else request.admitBytes = admitBytes
}

/** Counts a call of an app on its own. It speaks for many users, so it may call more often than one connection. */
function countClient({ config: { rateLimit }, limits, meter }: EdgePorts, actor: ClientActor): void {
  if (rateLimit !== null) limits.admit(`client ${actor.appId}`, rateLimit * CLIENT_CALLS_FACTOR)
  meter.count(actor, 'api_calls')
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

/** Counts a call of an app. The headers state each limit that applies to it. */
function count(ctx: Ctx<AppActor, MeterPorts>, reply: FastifyReply): void {
  const { rateLimit: limit } = ctx.config
  const report: NonNullable<Ctx['reportLimit']> = (name, { limit, left, seconds }) => {
    add(reply, 'ratelimit-policy', `"${name}";q=${limit};w=60`)
    add(reply, 'ratelimit', `"${name}";r=${left};t=${seconds}`)
  }
  ctx.reportLimit = report
  try {
    const window = countCall(ctx)
    if (window) report('connection', window)
  } catch (error) {
    if (limit !== null && error instanceof Failure && error.code === 'rate_limited')
      report('connection', { limit, left: 0, seconds: (error.details as { retry_after: number }).retry_after })
    throw error
  }
}

function add(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? item : `${before}, ${item}`)
}
