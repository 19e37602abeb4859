import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '../../foundation/ctx.ts'
import { requestSuffix } from '../../foundation/ids.ts'
import { runInSpan, type Span } from '../../foundation/telemetry/trace.ts'
import { CLIENT_CLOSED_REQUEST, type Operations, routeNameOf } from './endpoints.ts'

/*
 * Metrics, logs and traces of requests. Every request is counted and can be traced. Requests log at `debug`, because
 * there can be thousands per second; slow ones and internal errors (see `errors/responses.ts`) always log. All log
 * lines carry the request id.
 */

const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

export function observeRequests(app: FastifyInstance, { log, trace }: Ports, { metrics }: Operations): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const { name = 'none' } = routeOptions.config as { name?: string }
    const from = headers.traceparent
    request.span = trace.startSpan(`${method} ${name}`, {
      kind: 'server',
      requestSuffix: requestSuffix(request.id),
      traceparent: typeof from === 'string' ? from : undefined,
      attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none' },
    })
    metrics.requestStarted()
    // Also fires when the client disconnects before the response.
    reply.raw.once('close', () => {
      metrics.requestEnded()
      finish(request, reply)
    })
    done()
  })
  // The span starts after the body is received: async resources created before belong to the connection.
  app.addHook('preHandler', (request, _reply, done) => runInSpan(request.span, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { long } = request.routeOptions.config as { long?: boolean }
    const route = routeNameOf(request)
    const ms = reply.elapsedTime
    const isSlow = ms > SLOW_MS && !long
    metrics.responded(route, reply.statusCode, ms)
    if (isSlow || log.isLevelEnabled('debug')) write(request, reply, route, isSlow)
    done()
  })
  function write(request: FastifyRequest, reply: FastifyReply, route: string, isSlow: boolean): void {
    const ms = Math.round(reply.elapsedTime)
    const line = { request: request.id, route, status: reply.statusCode, ms, trace: request.span?.traceId }
    if (isSlow) log.warn(line, 'slow request completed')
    else log.debug(line, 'request completed')
  }
}

function finish(request: FastifyRequest, { raw, statusCode: answered }: FastifyReply): void {
  const { span, id } = request
  if (!span) return
  const statusCode = raw.writableFinished ? answered : CLIENT_CLOSED_REQUEST
  span.set({ 'http.response.status_code': statusCode, 'memory.request': id, 'memory.route': routeNameOf(request) })
  if (statusCode >= 500) span.setError(String(statusCode))
  span.end()
}
