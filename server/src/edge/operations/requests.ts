import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLogPorts } from '../../domain/request-log/log.ts'
import type { Ports } from '../../foundation/ctx.ts'
import type { FailureCode } from '../../foundation/failures.ts'
import { suffixFor } from '../../foundation/ids.ts'
import { NO_TRACE, runInSpan, type Span, type Trace } from '../../foundation/telemetry/trace.ts'
import { elapsedOf } from '../http/slow-refusals.ts'
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
    /** The app that sent the request, once its credential is known. */
    app: SendingApp | null
    /** The code of the failure that was reported. */
    failureCode: FailureCode | null
  }
}

/** The app that sent a request. */
export interface SendingApp {
  appId: string
  developerId: string
  /** Whether it acts for a test person. */
  isTest?: boolean
}

export function observeRequests(app: FastifyInstance, ports: Ports & RequestLogPorts, { metrics }: Operations): void {
  const { log, trace } = ports
  app.decorateRequest('span', undefined)
  app.decorateRequest('app', null)
  app.decorateRequest('failureCode', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (trace !== NO_TRACE) request.span = startSpan(trace, request)
    metrics.requestStarted()
    // Also fires when the client disconnects before the response.
    reply.raw.once('close', () => {
      metrics.requestEnded()
      finish(request, reply)
      note(ports, request, reply)
    })
    done()
  })
  // The span starts after the body is received: async resources created before belong to the connection.
  app.addHook('preHandler', (request, _reply, done) => runInSpan(request.span, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { long } = request.routeOptions.config as { long?: boolean }
    const route = routeNameOf(request)
    const ms = elapsedOf(request, reply)
    const isSlow = ms > SLOW_MS && !long
    metrics.responded(route, reply.statusCode, ms)
    if (isSlow || log.isLevelEnabled('debug')) write(request, reply, route, isSlow)
    done()
  })
  function write(request: FastifyRequest, reply: FastifyReply, route: string, isSlow: boolean): void {
    const ms = Math.round(elapsedOf(request, reply))
    const { id, span } = request
    const mark = suffixFor(id)
    const line = {
      ...{ request: id, route, status: reply.statusCode, ms, app: request.app?.appId, trace: span?.traceId },
      // Of an id given by a proxy, the mark is not part.
      ...(id.endsWith(mark) ? {} : { mark }),
    }
    if (isSlow) log.warn(line, 'slow request completed')
    else log.debug(line, 'request completed')
  }
}

function startSpan(trace: Trace, { id, method, routeOptions, headers }: FastifyRequest): Span | undefined {
  const { name = 'none' } = routeOptions.config as { name?: string }
  const from = headers.traceparent
  return trace.startSpan(`${method} ${name}`, {
    kind: 'server',
    requestSuffix: suffixFor(id),
    traceparent: typeof from === 'string' ? from : undefined,
    attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none' },
  })
}

/** Adds a request of an app to its log. */
function note({ requestLog }: RequestLogPorts, request: FastifyRequest, reply: FastifyReply): void {
  const { app, method, routeOptions, failureCode: code, id: requestId } = request
  if (!app || routeOptions.url === undefined) return
  const status = statusOf(reply)
  requestLog.note(app, { method, route: routeOptions.url, status, code, ms: elapsedOf(request, reply), requestId })
}

function statusOf({ raw, statusCode }: FastifyReply): number {
  return raw.writableFinished ? statusCode : CLIENT_CLOSED_REQUEST
}

function finish(request: FastifyRequest, reply: FastifyReply): void {
  const { span, id } = request
  if (!span) return
  const statusCode = statusOf(reply)
  if (request.app) span.set({ 'memory.app': request.app.appId })
  span.set({ 'http.response.status_code': statusCode, 'memory.request': id, 'memory.route': routeNameOf(request) })
  if (statusCode >= 500) span.setError(String(statusCode))
  span.end()
}
