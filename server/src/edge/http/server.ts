import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import {
  EVENT_STREAM,
  isCompressible,
  isLongRunning,
  isPublic,
  isStreamed,
  isWrite,
  type Route,
  type RouteResponse,
} from '../../foundation/route.ts'
import { runInSpan } from '../../foundation/telemetry/trace.ts'
import { errorFrame } from '../errors/formats.ts'
import { checkHostHeader, recordFailure, sendBadRequest, sendFailure, sendRouteNotFound } from '../errors/responses.ts'
import { mountMcp } from '../mcp/endpoint.ts'
import { countAbandoned, mountOperations, type Operations } from '../operations/endpoints.ts'
import { observeRequests } from '../operations/requests.ts'
import type { EdgePorts } from '../ports.ts'
import { admit } from '../request/admit.ts'
import { authenticate } from '../request/authenticate.ts'
import { callRoute, checkUnknownInput } from '../request/call-route.ts'
import { withCurrentGrants } from '../request/current-grants.ts'
import type { Leave } from '../request/fair-concurrency.ts'
import { idempotencyKeyOf, runOnce } from '../request/idempotency.ts'
import { callerOf, type RequestCaller } from '../request/request-caller.ts'
import { untilClientTurn } from '../request/until-client-turn.ts'
import { CLIENT_TIMEOUTS, type ClientTimeouts } from './client-timeouts.ts'
import { CompressedOnce, compressResponses, sendCompressed } from './compression.ts'
import { closeUnusedConnections, limitConnections } from './connections.ts'
import { sendCookies } from './cookies.ts'
import { allowCrossOriginReads, mountPreflight } from './cors.ts'
import { EVENT_HEADERS, eventStream } from './event-stream.ts'
import { hostCheck } from './hosts.ts'
import { mountPages } from './pages.ts'
import { BODY_BYTES_MAX, PUBLIC_BODY_BYTES_MAX, readBodies } from './request-bodies.ts'
import { requestIds } from './request-ids.ts'
import { serializeResponse } from './serialize.ts'
import { slowRefusals } from './slow-refusals.ts'

const PARAM_CHARS_MAX = 200
// How long an authentication stays valid while the body is received; after that it is repeated.
const CREDENTIAL_FRESH_MS = 250

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the request, set once a route has authenticated it. */
    ctx: Ctx<Actor, EdgePorts> | null
    /** When the request was authenticated, on the monotonic clock (`performance.now()`). */
    enteredAt: number
    /** The size of a body that has been read. */
    bodyBytes: number
    /** Limits the size of a chunked body once it is read. */
    admitBytes: ((bytes: number) => void) | null
    /** Whose request it is, if requests of one caller are limited beside those of others. */
    caller: RequestCaller | null
    /** Lets the next request of the caller run; set while this one does. */
    leave: Leave | null
  }
}

/**
 * Opens the HTTP server with all routes, the pages and the operations endpoints. Without routes, serves only the
 * operations endpoints.
 */
export async function openHttp<P extends EdgePorts>(
  ports: P,
  routes: readonly Route<P>[],
  operations: Operations,
  timeouts: ClientTimeouts = CLIENT_TIMEOUTS,
): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    // `X-Forwarded-For` of any other peer is not trusted.
    trustProxy: ports.config.trustedProxies.length ? ports.config.trustedProxies : false,
    // Node has one timeout for all requests, so it is that of streams; `readBodies` applies the shorter one for other
    // bodies.
    requestTimeout: timeouts.streamMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Node's own 400 response would lack our headers; `checkHostHeader` rejects the request instead.
      requireHostHeader: false,
    },
    keepAliveTimeout: timeouts.idleMs,
    connectionTimeout: timeouts.inactivityMs,
    // While draining, the check in `onRequest` responds with our error envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    genReqId: requestIds(ports.config),
    clientErrorHandler: sendBadRequest,
    // Fastify runs no hooks for URLs that are malformed or too long.
    frameworkErrors: (error, request, reply) => {
      sendHead(request, reply)
      sendFailure(ports, error, request, reply)
    },
  })
  await app.register(cookie)
  app.decorateRequest('errand', null)
  app.decorateRequest('ctx', null)
  app.decorateRequest('proof', null)
  app.decorateRequest('enteredAt', 0)
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('admitBytes', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('leave', null)
  // Expectations other than `100-continue` are ignored (RFC 9110, 10.1.1); Node's own 417 response would lack our
  // headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const isAcceptedHost = hostCheck(ports.config)
  const secure = ports.config.baseUrl.startsWith('https:')
  const sendHead = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  }
  // Synchronous hooks use `done`: a promise for each hook is a measurable cost on small reads.
  app.addHook('onRequest', (request, reply, done) => {
    sendHead(request, reply)
    done(checkHostHeader(request, isAcceptedHost))
  })
  limitConnections(app, ports.config)
  closeUnusedConnections(app)
  readBodies(app, ports.concurrency, timeouts.bodyMs)
  // While draining, closes connections after their response; keep-alive connections would delay the shutdown.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!operations.open()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.leave?.()
    // A stream that started before the drain has already sent `connection: keep-alive`.
    if (!operations.open()) request.raw.socket.destroySoon()
    done()
  })
  allowCrossOriginReads(app)
  compressResponses(app)
  observeRequests(app, ports, operations)
  slowRefusals(app, ports)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // `onResponse` is not called if the client disconnected.
    request.leave?.()
    sendFailure(ports, error, request, reply)
  })
  const noPage = routes.length ? await mountPages(app, () => ports.config.baseUrl) : () => undefined
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    noPage(request, reply) ?? sendRouteNotFound(ports, routes, request, reply)
  app.setNotFoundHandler(notFound)
  // Responds before the body would be read and parsed.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) notFound(request, reply)
    else done()
  })
  for (const route of routes) mount(app, ports, route, operations)
  if (routes.length) mountMcp(app, ports, routes, operations)
  mountOperations(app, operations, ports.config)
  return app
}

function mount(app: FastifyInstance, ports: EdgePorts, route: Route, operations: Operations): void {
  const status = route.status ?? 200
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: isPublic(route) ? PUBLIC_BODY_BYTES_MAX : BODY_BYTES_MAX,
    config: {
      name: route.name,
      form: route.form,
      consumes: route.consumes,
      cors: route.cors,
      errorFormat: route.errorFormat,
      long: isLongRunning(route),
      compress: isCompressible(route),
    },
    ...(route.etag || route.produces || route.passesThrough
      ? {}
      : {
          schema: { response: { [status]: {} } },
          serializerCompiler: () => (body: unknown) => serializeResponse(route, body),
        }),
    // Runs before the body is read: bodies of unauthenticated requests are not read, every response to an app carries
    // its rate limit, and requests received before a drain are completed.
    onRequest: async (request, reply) => {
      if (!operations.open()) throw new Failure('unavailable')
      const left = () => countAbandoned(operations, request, reply)
      request.ctx = await runInSpan(request.span, () => admit(ports, route, request, reply, left))
      request.caller = callerOf(route, request.ctx.actor, request.ip)
      request.enteredAt = performance.now()
    },
    handler: (request, reply) => {
      const turn = untilClientTurn(ports, route, request)
      return turn ? turn.then(() => serve(ports, route, request, reply)) : serve(ports, route, request, reply)
    },
  })
  if (route.cors) mountPreflight(app, { url: route.path, name: route.name, methods: route.method })
}

/** Runs the verb and sends its response, once the request is authenticated and its body is read. */
async function serve(ports: EdgePorts, route: Route, request: FastifyRequest, reply: FastifyReply) {
  try {
    const ctx = await asOfNow(ports, route, request)
    return await withCurrentGrants(ctx, (ctx) => respond(ports, route, ctx, request, reply))
  } finally {
    request.leave?.()
  }
}

async function respond(
  ports: EdgePorts,
  route: Route,
  ctx: Ctx<Actor, EdgePorts>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { params, query, body, headers } = request
  // Before a keyed request begins its transaction, which must not wait for a second connection.
  if (isWrite(route)) await ctx.changes.check()
  const run = async (ctx: Ctx<Actor, EdgePorts>) => {
    checkUnknownInput(route, { query, body })
    return callRoute(route, ctx, { params, query, body, headers })
  }
  const keyed = idempotencyKeyOf(route, ctx, headers['idempotency-key'], request.url.split('?')[0] as string, body)
  if (!keyed) return send(ports, route, request, reply, await run(ctx))
  // Loads what the quota check needs, for the same reason.
  if (ctx.actor.kind === 'app' || ctx.actor.kind === 'client') await ctx.meter.preload(ctx.actor)
  let answer: RouteResponse<unknown> | undefined
  const stored = await runOnce(route, ctx, keyed, async (ctx) => (answer = await run(ctx)).body)
  // Response headers such as cookies are not stored; only the first response sets them.
  if (!stored.replayed && answer) return send(ports, route, request, reply, answer)
  return reply.code(stored.status).header('idempotent-replayed', 'true').send(stored.body)
}

/** Authenticates again if the body took long to arrive: the session or token may have been revoked meanwhile. */
async function asOfNow(ports: EdgePorts, route: Route, request: FastifyRequest): Promise<Ctx<Actor, EdgePorts>> {
  const ctx = request.ctx as Ctx<Actor, EdgePorts>
  if (performance.now() - request.enteredAt < CREDENTIAL_FRESH_MS) return ctx
  return { ...ctx, actor: await authenticate(ports, route, request) }
}

async function send(
  ports: EdgePorts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RouteResponse<unknown>,
) {
  const { body, cookies, headers } = answer
  if (headers) reply.headers(headers)
  sendCookies(ports, reply, cookies)
  reply.code(route.status ?? 200)
  if (isStreamed(route, request.body)) return sendEvents(ports, route, request, reply, body as AsyncIterable<unknown>)
  if (route.produces) return reply.type(headers?.['content-type'] ?? route.produces).send(body)
  return route.etag ? sendTagged(request, reply, body as object) : reply.send(body)
}

async function sendEvents(
  ports: EdgePorts,
  { errorFormat, streams }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  frames: AsyncIterable<unknown>,
) {
  const failed = (error: unknown) => errorFrame(recordFailure(ports, error, request), request.id, errorFormat)
  const events = await eventStream(frames, { failed, end: streams?.end })
  return reply.type(EVENT_STREAM).headers(EVENT_HEADERS).send(events)
}

interface TaggedDocument {
  document: CompressedOnce
  tag: string
}

// Verbs return the same object as long as a document does not change.
const taggedDocuments = new WeakMap<object, TaggedDocument>()

/**
 * Sends a response that clients may cache and revalidate by its ETag (RFC 9110, 13.1.2). The ETag is weak, because all
 * encodings have the same one.
 */
async function sendTagged(request: FastifyRequest, reply: FastifyReply, body: object) {
  const { document, tag } = taggedDocuments.get(body) ?? tagged(body)
  reply.headers({ etag: `W/${tag}`, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
  const asked = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (asked?.includes(tag) || asked?.includes('*')) return reply.code(304).send()
  return sendCompressed(request, reply.type('application/json; charset=utf-8'), document)
}

function tagged(body: object): TaggedDocument {
  const text = JSON.stringify(body)
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const made = { document: new CompressedOnce(text), tag }
  taggedDocuments.set(body, made)
  return made
}
