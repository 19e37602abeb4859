import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OPEN_SCOPES } from '../domain/apps/clients.ts'
import type { Ports } from '../foundation/ctx.ts'
import { Failure, invalid } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import type { Route } from '../foundation/route.ts'
import { BODY_BYTES_MAX, unsupportedType } from './bodies.ts'
import { type Tongue, told } from './dialects.ts'

/** Answers with a failure, in the words of the route's dialect and with the headers that go with it. */
export function sendFailure(ports: Ports, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = noted(ports, error, request)
  const dialect = dialectOf(request)
  if (failure.code === 'unauthorized') reply.header('www-authenticate', challenge(ports, request, dialect))
  if (failure.code === 'invalid_client' && /^Basic /i.test(request.headers.authorization ?? ''))
    reply.header('www-authenticate', 'Basic realm="memory"')
  const { retry_after } = (failure.details ?? {}) as { retry_after?: number }
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  // Nobody waits for the rest of it.
  if (failure.code === 'payload_too_large') reply.header('connection', 'close')
  if (failure.code === 'unavailable') reply.header('retry-after', '1')
  const { status, body } = told(failure, request.id, dialect)
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

// Clients of OpenAI read their own words wherever they call.
function dialectOf({ routeOptions, url }: FastifyRequest): Tongue | undefined {
  return (routeOptions.config as { dialect?: Tongue }).dialect ?? (isOpenAi(url) ? 'openai' : undefined)
}

const isOpenAi = (url: string) => url.startsWith('/openai/')

// Clients of the Model Context Protocol learn here where to have a token from, and what to ask for (RFC 9728, 5.1).
function challenge({ config }: Ports, { headers }: FastifyRequest, dialect: Tongue | undefined): string {
  if (dialect !== 'mcp') return 'Bearer realm="memory"'
  const invalid = headers.authorization === undefined ? [] : ['error="invalid_token"']
  const metadata = `resource_metadata="${config.baseUrl}/.well-known/oauth-protected-resource/mcp"`
  return `Bearer ${[metadata, `scope="${OPEN_SCOPES.join(' ')}"`, ...invalid].join(', ')}`
}

/** What an error is to the caller; what is ours to mend goes to the log, and not that somebody has left. */
export function noted({ log, measures }: Ports, error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error, request)
  measures.refused(failure.code)
  if (failure.status >= 500 && !request.raw.socket.destroyed)
    log.error({ err: failure.cause ?? error, request: request.id, route: request.routeOptions.url }, 'failed')
  return failure
}

// Fastify's own refusals, in our words; whatever else is no failure of ours is a fault of ours.
function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('payload_too_large', { max_bytes: BODY_BYTES_MAX })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedType(request)
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new Failure('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return malformed('request', 'is not well-formed')
  return new Failure('internal', undefined, error)
}

const GARBAGE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `holds more than ${maxHeaderSize} bytes in its address and headers`,
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive completely in time',
}

function malformed(path: string, message: string): Failure<'validation_failed'> {
  return invalid(path, message, 'malformed')
}

/** Nothing answers this method at this address. Which methods would, if any, is told in words and in `Allow` (RFC 9110, 10.2.1). */
export function sendNowhere(
  ports: Ports,
  routes: readonly Pick<Route, 'method' | 'path' | 'dialect'>[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const parts = request.url.split('?')[0]?.split('/') ?? []
  const methods = routes.filter(({ path }) => isAt(path.split('/'), parts)).map(({ method }) => method)
  if (methods.length) reply.header('allow', [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', '))
  const reason = methods.length ? `This address takes ${methods.join(', ')}.` : whatIsServed(request.url, routes)
  return sendFailure(ports, new Failure('not_found', { reason }), request, reply)
}

// Clients of OpenAI ask for more of its API than is had here, some by default: they are told what is.
function whatIsServed(url: string, routes: readonly Pick<Route, 'method' | 'path' | 'dialect'>[]): string {
  const served = routes.filter(({ dialect }) => dialect === 'openai').map(({ method, path }) => `${method} ${path}`)
  if (isOpenAi(url) && served.length) return `Of OpenAI’s API, this service has ${served.join(', ')}.`
  return 'No endpoint has this address; /v1/openapi.json lists those there are.'
}

function isAt(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
}

/** HTTP/1.1 has a request name the host it is for (RFC 9112, 3.2). */
export function refuseNameless({ raw, headers }: FastifyRequest): Failure | undefined {
  return raw.httpVersion === '1.1' && headers.host === undefined ? malformed('Host', 'is missing') : undefined
}

/** What is not even HTTP gets our envelope too, and the connection ends. */
export function refuseGarbage({ code }: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const failure = malformed('request', GARBAGE[code as string] ?? 'is not valid HTTP/1.1')
  const body = JSON.stringify(told(failure, '').body)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nx-request-id: ${newId('req')}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
