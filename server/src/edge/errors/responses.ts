import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OPEN_SCOPES } from '../../domain/apps/clients.ts'
import { PROOF_ALGORITHMS } from '../../foundation/auth/dpop.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { Failure, invalid, StaleGrants } from '../../foundation/errors.ts'
import { failurePath } from '../../foundation/failures.ts'
import { newId } from '../../foundation/ids.ts'
import type { Route } from '../../foundation/route.ts'
import { sendCookies } from '../http/cookies.ts'
import { unsupportedType } from '../http/request-bodies.ts'
import { type EndpointErrorFormat, errorResponse } from './formats.ts'

/** Sends a failure in the route's error format with the headers that belong to its code. */
export function sendFailure(ports: Ports, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = recordFailure(ports, error, request)
  const errorFormat = errorFormatOf(request)
  if (['unauthorized', 'connection_revoked', 'invalid_dpop_proof'].includes(failure.code))
    reply.header('www-authenticate', challenge(ports, request, failure, errorFormat))
  if (failure.code === 'invalid_client' && /^Basic /i.test(request.headers.authorization ?? ''))
    reply.header('www-authenticate', 'Basic realm="memory"')
  reply.header('link', `<${ports.config.baseUrl}${failurePath(failure.code)}>; rel="help"`)
  const { retry_after } = (failure.details ?? {}) as { retry_after?: number }
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  // The rest of the body is not read, so the connection cannot be reused.
  if (failure.code === 'payload_too_large') reply.header('connection', 'close')
  if (failure.code === 'unavailable') reply.header('retry-after', '1')
  sendCookies(ports, reply, failure.cookies)
  const { status, body } = errorResponse(failure, request.id, errorFormat)
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

// OpenAI clients expect their error format on unknown routes of that API too.
function errorFormatOf({ routeOptions, url }: FastifyRequest): EndpointErrorFormat | undefined {
  return (
    (routeOptions.config as { errorFormat?: EndpointErrorFormat }).errorFormat ?? (isOpenAi(url) ? 'openai' : undefined)
  )
}

const isOpenAi = (url: string) => url.startsWith('/openai/')

// The `WWW-Authenticate` challenge. It tells MCP clients the URL of the protected resource metadata and the scopes to
// request (RFC 9728, 5.1). Where a token is or should be bound to a key, it names the algorithms of proofs (RFC 9449, 7.1).
function challenge(
  { config }: Ports,
  { headers }: FastifyRequest,
  { code, details }: Failure,
  errorFormat: EndpointErrorFormat | undefined,
): string {
  const { scheme } = (details ?? {}) as { scheme?: string }
  const isBound = code === 'invalid_dpop_proof' || scheme === 'DPoP' || /^DPoP /i.test(headers.authorization ?? '')
  const error = code === 'invalid_dpop_proof' ? code : 'invalid_token'
  const bound = [`error="${error}"`, `algs="${PROOF_ALGORITHMS.join(' ')}"`]
  if (errorFormat !== 'mcp') return isBound ? `DPoP ${bound.join(', ')}` : 'Bearer realm="memory"'
  const invalid = headers.authorization === undefined ? [] : ['error="invalid_token"']
  const metadata = `resource_metadata="${config.baseUrl}/.well-known/oauth-protected-resource/mcp"`
  const wanted = [metadata, `scope="${OPEN_SCOPES.join(' ')}"`]
  return isBound ? `DPoP ${[...wanted, ...bound].join(', ')}` : `Bearer ${[...wanted, ...invalid].join(', ')}`
}

/**
 * Converts an error to a failure and counts it. Logs errors of the service, but neither disconnects of the client nor what is
 * refused because the operator has paused it.
 */
export function recordFailure({ log, measures }: Ports, error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error, request)
  measures.failure(failure.code)
  request.failureCode = failure.code
  if (failure.app) request.app = failure.app
  const { paused } = (failure.details ?? {}) as { paused?: string }
  if (failure.status >= 500 && paused === undefined && !request.raw.socket.destroyed)
    log.error({ err: failure.cause ?? error, request: request.id, route: request.routeOptions.url }, 'request failed')
  return failure
}

// Maps 4xx errors of Fastify to failures; any other error becomes `internal`.
function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (error instanceof StaleGrants) return new Failure('unavailable', undefined, error)
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure('payload_too_large', { max_bytes: request.routeOptions.bodyLimit })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedType(request)
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new Failure('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return malformed('request', 'is not well-formed')
  return new Failure('internal', undefined, error)
}

const GARBAGE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `must have at most ${maxHeaderSize} bytes of address and headers`,
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive completely in time',
}

function malformed(path: string, message: string): Failure<'validation_failed'> {
  return invalid(path, message, 'malformed')
}

/** Sends 404 for an unknown path, and 405 for a method that a path lacks; `Allow` lists those it has (RFC 9110, 15.5.6). */
export function sendRouteNotFound(
  ports: Ports,
  routes: readonly Pick<Route, 'method' | 'path' | 'errorFormat'>[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const parts = request.url.split('?')[0]?.split('/') ?? []
  const methods = routes.filter(({ path }) => isAt(path.split('/'), parts)).map(({ method }) => method)
  if (!methods.length)
    return sendFailure(ports, new Failure('not_found', { reason: whatIsServed(request.url, routes) }), request, reply)
  reply.header('allow', [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', '))
  const reason = `It accepts ${methods.join(', ')}.`
  return sendFailure(ports, new Failure('method_not_allowed', { reason }), request, reply)
}

// OpenAI clients call endpoints this service does not have, some by default, so the message lists the available
// ones.
function whatIsServed(url: string, routes: readonly Pick<Route, 'method' | 'path' | 'errorFormat'>[]): string {
  const served = routes
    .filter(({ errorFormat }) => errorFormat === 'openai')
    .map(({ method, path }) => `${method} ${path}`)
  if (isOpenAi(url) && served.length) return `Of the OpenAI API, this service supports ${served.join(', ')}.`
  return 'No endpoint has this address; /v1/openapi.json lists all endpoints.'
}

function isAt(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
}

/** Probes address a process by whatever name the platform gives it. */
const PROBES = ['/healthz', '/readyz']

/**
 * Requires a `Host` header in HTTP/1.1 requests (RFC 9112, 3.2) with a name of this service. Returns the failure, or
 * `undefined`.
 */
export function checkHostHeader(
  { raw, headers: { host }, routeOptions }: FastifyRequest,
  isAccepted: (host: string) => boolean,
): Failure | undefined {
  if (host === undefined) return raw.httpVersion === '1.1' ? malformed('Host', 'is missing') : undefined
  // Node takes the first; a proxy in front may have taken another (RFC 9112, 3.2).
  if (isRepeated(raw.rawHeaders, 'host')) return malformed('Host', 'occurs twice')
  if (isAccepted(host) || PROBES.includes(routeOptions.url ?? '')) return undefined
  return new Failure('forbidden', { host: 'is not a name of this service; the operator can add it to ALLOWED_HOSTS' })
}

/** Whether a header, in lower case, occurs more than once among alternating names and values. */
function isRepeated(headers: readonly string[], name: string): boolean {
  let count = 0
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.length === name.length && headers[at]?.toLowerCase() === name) count++
  return count > 1
}

/** Sends our error envelope for input that is not valid HTTP, and closes the connection. */
export function sendBadRequest({ code }: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const failure = malformed('request', GARBAGE[code as string] ?? 'is not valid HTTP/1.1')
  const body = JSON.stringify(errorResponse(failure, '').body)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nx-request-id: ${newId('req')}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
