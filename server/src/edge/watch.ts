import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '../foundation/ctx.ts'
import { markOf } from '../foundation/ids.ts'
import { type Span, within } from '../foundation/trace.ts'
import { LEFT_STATUS, type Operations, routeNameOf } from './operations.ts'

/*
 * What is told of requests to those who run the service. Every one is counted, and every one can be traced; a line for
 * every one is written at `debug` only, for at full speed that is thousands a second. One that was slow, or that failed
 * by our fault (see `refusals.ts`), always leaves a line, and all lines carry the request's id.
 */

const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** Counts, times, logs and traces every request. */
export function watchRequests(app: FastifyInstance, { log, trace }: Ports, { metrics }: Operations): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const { name = 'none' } = routeOptions.config as { name?: string }
    const from = headers.traceparent
    request.span = trace.begin(`${method} ${name}`, {
      kind: 'server',
      mark: markOf(request.id),
      from: typeof from === 'string' ? from : undefined,
      attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none' },
    })
    metrics.began()
    // Also of who leaves before there is an answer.
    reply.raw.once('close', () => {
      metrics.ended()
      finish(request, reply)
    })
    done()
  })
  // After the body has come in: what is under way while it does belongs to the connection.
  app.addHook('preHandler', (request, _reply, done) => within(request.span, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { long } = request.routeOptions.config as { long?: boolean }
    const route = routeNameOf(request)
    const ms = reply.elapsedTime
    const isSlow = ms > SLOW_MS && !long
    metrics.answered(route, reply.statusCode, ms)
    if (isSlow || log.isLevelEnabled('debug')) write(request, reply, route, isSlow)
    done()
  })
  function write(request: FastifyRequest, reply: FastifyReply, route: string, isSlow: boolean): void {
    const ms = Math.round(reply.elapsedTime)
    const line = { request: request.id, route, status: reply.statusCode, ms, trace: request.span?.traceId }
    if (isSlow) log.warn(line, 'answered slowly')
    else log.debug(line, 'answered')
  }
}

function finish(request: FastifyRequest, { raw, statusCode: answered }: FastifyReply): void {
  const { span, id } = request
  if (!span) return
  const statusCode = raw.writableFinished ? answered : LEFT_STATUS
  span.set({ 'http.response.status_code': statusCode, 'memory.request': id, 'memory.route': routeNameOf(request) })
  if (statusCode >= 500) span.failed(String(statusCode))
  span.end()
}
