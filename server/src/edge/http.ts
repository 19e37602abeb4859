import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Ctx, Ports } from '../foundation/ctx.ts'
import { Failure } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { type Answer, EVENT_STREAM, isLong, isStreamed, type Route } from '../foundation/route.ts'
import { within } from '../foundation/trace.ts'
import { authenticate, cookieName } from './authenticate.ts'
import { BODY_BYTES_MAX, readBodies } from './bodies.ts'
import { boundConnections, PATIENCE, type Patience } from './connections.ts'
import { answerPreflights, openToPages } from './cors.ts'
import { failedFrame } from './dialects.ts'
import { enter } from './enter.ts'
import { EVENT_HEADERS, eventsOf } from './events.ts'
import { keyOf, once } from './idempotency.ts'
import { mountMcp } from './mcp.ts'
import { mountOperations, noteLeft, type Operations } from './operations.ts'
import { mountPages } from './pages.ts'
import { perform } from './perform.ts'
import { noted, refuseGarbage, refuseNameless, sendFailure, sendNowhere } from './refusals.ts'
import { watchRequests } from './watch.ts'
import { writeReply } from './write-reply.ts'

const PARAM_CHARS_MAX = 200
// As long as a body may take before whose it is gets looked up again.
const CREDENTIAL_FRESH_MS = 250

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, and what its verb runs with; of routes, once they have been entered. */
    ctx: Ctx | null
    /** When that was found out, by a clock that nobody sets. */
    enteredAt: number
  }
}

/** The HTTP server: every route of the list, the pages of people and developers, and those of who runs it; without routes the last alone. */
export async function openHttp(
  ports: Ports,
  routes: readonly Route[],
  operations: Operations,
  patience: Patience = PATIENCE,
): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    // Whoever else sets the header only says of itself what it likes.
    trustProxy: ports.config.trustedProxies,
    // Node knows one limit for all requests, so it is that of streams; other bodies are held to theirs in `bodies`.
    requestTimeout: patience.streamMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.checkMs,
      // Node would refuse it without our head; `refuseNameless` does with it.
      requireHostHeader: false,
    },
    keepAliveTimeout: patience.idleMs,
    connectionTimeout: patience.silenceMs,
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
  app.decorateRequest('errand', null)
  app.decorateRequest('ctx', null)
  app.decorateRequest('enteredAt', 0)
  // What else a client expects than `100-continue` is passed over (RFC 9110, 10.1.1); Node would answer without our head.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  boundConnections(app.server, ports.config.connectionsMax)
  readBodies(app, patience.bodyMs)
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
    done(refuseNameless(request))
  })
  // While draining, a connection ends with the answer it waits for; kept alive, it would keep us alive too.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!operations.open()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // A stream that began before the drain promised to keep its connection.
    if (!operations.open()) request.raw.socket.destroySoon()
    done()
  })
  openToPages(app)
  watchRequests(app, ports, operations)
  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(ports, error, request, reply))
  const noPage = routes.length ? await mountPages(app) : () => undefined
  app.setNotFoundHandler((request, reply) => noPage(request, reply) ?? sendNowhere(ports, routes, request, reply))
  for (const route of routes) mount(app, ports, route, operations)
  if (routes.length) mountMcp(app, ports, routes, operations)
  mountOperations(app, operations)
  return app
}

function mount(app: FastifyInstance, ports: Ports, route: Route, operations: Operations): void {
  const status = route.status ?? 200
  app.route({
    method: route.method,
    url: route.path,
    config: {
      name: route.name,
      form: route.form,
      consumes: route.consumes,
      cors: route.cors,
      dialect: route.dialect,
      long: isLong(route),
    },
    ...(route.etag || route.produces
      ? {}
      : {
          schema: { response: { [status]: {} } },
          serializerCompiler: () => (body: unknown) => writeReply(route, body),
        }),
    // Before the body is read: nobody's is, every answer to an app tells what its window holds, and what has come in
    // when a drain begins is answered.
    onRequest: async (request, reply) => {
      if (!operations.open()) throw new Failure('unavailable')
      const left = () => noteLeft(operations, request, reply)
      request.ctx = await within(request.span, () => enter(ports, route, request, reply, left))
      request.enteredAt = performance.now()
    },
    handler: (request, reply) => serve(ports, route, request, reply),
  })
  if (route.cors) answerPreflights(app, { url: route.path, name: route.name, methods: route.method })
}

/** The second half of a request's walk, once who asks is known and the body is read: the verb, then its reply. */
async function serve(ports: Ports, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body } = request
  const ctx = await asOfNow(ports, route, request)
  const run = async (ctx: Ctx) => perform(route, ctx, { params, query, body })
  const keyed = keyOf(route, ctx, request.headers['idempotency-key'], request.url.split('?')[0] as string, body)
  if (!keyed) return send(ports, route, request, reply, await run(ctx))
  // What the quota is held against is looked up now: inside the transaction there may be no second connection to ask on.
  if (ctx.actor.kind === 'app') await ctx.meter.look(ctx.actor)
  let answer: Answer<unknown> | undefined
  const kept = await once(route, ctx, keyed, async (ctx) => (answer = await run(ctx)).body)
  // What an answer sets beside its body, a cookie, is set by the first alone.
  if (!kept.replayed && answer) return send(ports, route, request, reply, answer)
  return reply.code(kept.status).header('idempotent-replayed', 'true').send(kept.body)
}

/** While a body comes in, its sender may lose what they had when it began: a slow one gets no more than a quick one. */
async function asOfNow(ports: Ports, route: Route, request: FastifyRequest): Promise<Ctx> {
  const ctx = request.ctx as Ctx
  if (performance.now() - request.enteredAt < CREDENTIAL_FRESH_MS) return ctx
  return { ...ctx, actor: await authenticate(ports, route, request) }
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
  if (isStreamed(route, request.body)) return sendEvents(ports, route, request, reply, body as AsyncIterable<unknown>)
  if (route.produces) return reply.type(route.produces).send(body)
  return route.etag ? sendTagged(request, reply, body) : reply.send(body)
}

async function sendEvents(
  ports: Ports,
  { dialect, streams }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  frames: AsyncIterable<unknown>,
) {
  const failed = (error: unknown) => failedFrame(noted(ports, error, request), request.id, dialect)
  const events = await eventsOf(frames, { failed, end: streams?.end })
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
