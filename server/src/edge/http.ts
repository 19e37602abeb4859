import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { AppActor } from '../foundation/actor.ts'
import type { Ctx, Ports } from '../foundation/ctx.ts'
import { Failure } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { type Answer, type Dialect, EVENT_STREAM, type Route } from '../foundation/route.ts'
import { authenticate, checkOrigin, cookieName } from './authenticate.ts'
import { readBodies } from './bodies.ts'
import { told } from './dialects.ts'
import { EVENT_HEADERS, eventsOf } from './events.ts'
import { keyOf, once } from './idempotency.ts'
import type { Metrics } from './metrics.ts'
import { mountPages } from './pages.ts'
import { admit, perform } from './perform.ts'
import { replySchema } from './reply-schema.ts'

const BODY_BYTES_MAX = 1024 * 1024
const HEADERS_TIMEOUT_MS = 30_000
const STREAM_TIMEOUT_MS = 60 * 60_000
const KEEP_ALIVE_MS = 72_000
const PARAM_CHARS_MAX = 200
/** What an answer nobody waited for counts as, after nginx. */
const LEFT_STATUS = 499

/** What the people who run it look at, and whether requests are taken. */
export interface Operations {
  metrics: Metrics
  /** False while starting, migrating and draining: everything but operations answers 503. */
  open: () => boolean
  /** What `/readyz` tells: open, and the database answers. */
  ready: () => Promise<boolean>
}

/** The HTTP server: every route of the list, and the pages of the people who run it. */
export async function openHttp(
  ports: Ports,
  routes: readonly Route[],
  operations: Operations,
): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    // Node knows one limit for all requests, so it is that of streams; other bodies are held to theirs in `bodies`.
    requestTimeout: STREAM_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While draining our own gate answers, in our own envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    genReqId: () => newId('req'),
    clientErrorHandler: refuseGarbage,
    // An address that cannot be read, or is too long, meets no hook of ours.
    frameworkErrors: (error, request, reply) => {
      sendHead(request, reply)
      sendFailure(ports, error, request, reply)
    },
  })
  await app.register(cookie)
  readBodies(app)
  const secure = ports.config.baseUrl.startsWith('https:')
  const sendHead = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    })
  // Hooks that wait for nothing say so: a promise for each adds up on a small read.
  app.addHook('onRequest', (request, reply, done) => {
    sendHead(request, reply)
    done()
  })
  // While draining, a connection ends with the answer it waits for; kept alive, it would keep us alive too.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!operations.open()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { name } = request.routeOptions.config as { name?: string }
    const ms = reply.elapsedTime
    operations.metrics.answered(name ?? 'none', reply.statusCode, ms)
    if (ports.log.isLevelEnabled('debug'))
      ports.log.debug({ request: request.id, route: name, status: reply.statusCode, ms: Math.round(ms) }, 'answered')
    // A stream that began before the drain promised to keep its connection.
    if (!operations.open()) request.raw.socket.destroySoon()
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(ports, error, request, reply))
  const noPage = await mountPages(app)
  app.setNotFoundHandler(
    (request, reply) => noPage(request, reply) ?? sendFailure(ports, new Failure('not_found'), request, reply),
  )
  for (const route of routes) mount(app, ports, route, operations)
  mountOperations(app, operations)
  return app
}

function mount(app: FastifyInstance, ports: Ports, route: Route, { open, metrics }: Operations): void {
  const status = route.status ?? 200
  app.route({
    method: route.method,
    url: route.path,
    config: { name: route.name, form: route.form === true, consumes: route.consumes, dialect: route.dialect },
    schema: route.etag || route.produces ? {} : { response: { [status]: replySchema(route) } },
    handler: async (request, reply) => {
      if (!open()) throw new Failure('unavailable')
      return serve(ports, route, request, reply, () => metrics.answered(route.name, LEFT_STATUS, reply.elapsedTime))
    },
  })
  if (route.cors)
    app.options(route.path, { config: { name: `${route.name}Preflight` } }, async (_request, reply) =>
      reply.code(204).headers({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' }).send(),
    )
}

/** One request's walk: who asks, from where, how often; then the verb; then its reply. */
async function serve(ports: Ports, route: Route, request: FastifyRequest, reply: FastifyReply, left: () => void) {
  if (route.cors) reply.header('access-control-allow-origin', '*')
  if (!route.for.includes('public' as never)) reply.header('cache-control', 'no-store')
  const actor = await authenticate(ports, route, request)
  checkOrigin(ports, route, actor, request)
  const signal = route.costly ? untilLeft(reply, left) : NEVER
  const ctx: Ctx = { ...ports, actor, requestId: request.id, address: request.ip, signal }
  if (actor.kind === 'app') count(ctx as Ctx<AppActor>, reply)

  const { params, query, body } = request
  const run = async (ctx: Ctx) => perform(route, ctx, { params, query, body })
  const keyed = keyOf(route, ctx, request.headers['idempotency-key'], request.url.split('?')[0] as string, body)
  if (!keyed) return send(ports, route, request, reply, await run(ctx))
  let answer: Answer<unknown> | undefined
  const kept = await once(route, ctx, keyed, async (ctx) => (answer = await run(ctx)).body)
  // What an answer sets beside its body, a cookie, is set by the first alone.
  if (!kept.replayed && answer) return send(ports, route, request, reply, answer)
  return reply.code(kept.status).header('idempotent-replayed', 'true').send(kept.body)
}

const NEVER = new AbortController().signal

// Of a request with a body only its answer tells when the client goes: the request itself closes once it is read.
function untilLeft({ raw }: FastifyReply, left: () => void): AbortSignal {
  const waiting = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left()
    waiting.abort()
  })
  return waiting.signal
}

function count(ctx: Ctx<AppActor>, reply: FastifyReply): void {
  const { rateLimit } = ctx.config
  if (rateLimit !== null) reply.header('ratelimit-policy', `"connection";q=${rateLimit};w=60`)
  try {
    const window = admit(ctx)
    if (window) reply.header('ratelimit', `"connection";r=${window.left};t=${window.seconds}`)
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited')
      reply.header('ratelimit', `"connection";r=0;t=${(error.details as { retry_after: number }).retry_after}`)
    throw error
  }
}

async function send(ports: Ports, route: Route, request: FastifyRequest, reply: FastifyReply, answer: Answer<unknown>) {
  const { body, cookie, headers } = answer
  if (headers) reply.headers(headers)
  if (cookie) {
    const secure = ports.config.baseUrl.startsWith('https:')
    const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
    const name = cookieName(ports, cookie.name)
    if (cookie.value === null) reply.clearCookie(name, common)
    else reply.setCookie(name, cookie.value, { ...common, maxAge: cookie.maxAgeSeconds })
  }
  reply.code(route.status ?? 200)
  if (route.produces === EVENT_STREAM) return sendEvents(ports, request, reply, body as AsyncIterable<unknown>)
  if (route.produces) return reply.type(route.produces).send(body)
  return route.etag ? sendTagged(request, reply, body) : reply.send(body)
}

async function sendEvents(ports: Ports, request: FastifyRequest, reply: FastifyReply, frames: AsyncIterable<unknown>) {
  const events = await eventsOf(frames, (error) => {
    const { code, message } = noted(ports, error, request)
    return { type: 'error', code, message }
  })
  return reply.type(EVENT_STREAM).headers(EVENT_HEADERS).send(events)
}

/** A reply that browsers and proxies may keep and ask after (RFC 9110, 13.1.2). */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const text = JSON.stringify(body)
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag: tag, 'cache-control': 'public, no-cache' })
  const asked = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (asked?.includes(tag) || asked?.includes('*')) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

function sendFailure(ports: Ports, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = noted(ports, error, request)
  if (failure.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="memory"')
  const { retry_after } = (failure.details ?? {}) as { retry_after?: number }
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  // Nobody waits for the rest of it.
  if (failure.code === 'payload_too_large') reply.header('connection', 'close')
  if (failure.code === 'unavailable') reply.header('retry-after', '1')
  const { dialect } = request.routeOptions.config as { dialect?: Dialect }
  const { status, body } = told(failure, request.id, dialect)
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What an error is to the caller; what is ours to mend goes to the log, and not that somebody has left. */
function noted({ log }: Ports, error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error)
  if (failure.status >= 500 && !request.raw.socket.destroyed)
    log.error({ err: failure.cause ?? error, request: request.id, route: request.routeOptions.url }, 'failed')
  return failure
}

// Fastify's own refusals, in our words; whatever else is no failure of ours is a fault of ours.
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('payload_too_large', { max_bytes: BODY_BYTES_MAX })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure('unsupported_media_type')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new Failure('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('validation_failed', [
      { path: '', message: 'The request is not well-formed', code: 'malformed' },
    ])
  return new Failure('internal', undefined, error)
}

// What is not even HTTP gets our envelope too, and the connection ends.
function refuseGarbage(_error: Error, socket: import('node:net').Socket): void {
  if (!socket.writable) return
  const failure = new Failure('validation_failed', [
    { path: '', message: 'This is not a request HTTP/1.1 knows', code: 'malformed' },
  ])
  const body = JSON.stringify(told(failure, '').body)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nx-request-id: ${newId('req')}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function mountOperations(app: FastifyInstance, { metrics, ready: isReady }: Operations) {
  app.get('/healthz', { config: { name: 'health' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { name: 'ready' } }, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', { config: { name: 'metrics' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}
