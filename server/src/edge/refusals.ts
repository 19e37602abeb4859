import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OPEN_SCOPES } from '../domain/apps/clients.ts'
import type { Ports } from '../foundation/ctx.ts'
import { Failure } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { BODY_BYTES_MAX } from './bodies.ts'
import { type Tongue, told } from './dialects.ts'

/** Answers with a failure, in the words of the route's dialect and with the headers that go with it. */
export function sendFailure(ports: Ports, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = noted(ports, error, request)
  const { dialect } = request.routeOptions.config as { dialect?: Tongue }
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

// Clients of the Model Context Protocol learn here where to have a token from, and what to ask for (RFC 9728, 5.1).
function challenge({ config }: Ports, { headers }: FastifyRequest, dialect: Tongue | undefined): string {
  if (dialect !== 'mcp') return 'Bearer realm="memory"'
  const invalid = headers.authorization === undefined ? [] : ['error="invalid_token"']
  const metadata = `resource_metadata="${config.baseUrl}/.well-known/oauth-protected-resource/mcp"`
  return `Bearer ${[metadata, `scope="${OPEN_SCOPES.join(' ')}"`, ...invalid].join(', ')}`
}

/** What an error is to the caller; what is ours to mend goes to the log, and not that somebody has left. */
export function noted({ log, measures }: Ports, error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error)
  measures.refused(failure.code)
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

/** What is not even HTTP gets our envelope too, and the connection ends. */
export function refuseGarbage(_error: Error, socket: Socket): void {
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
