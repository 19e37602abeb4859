import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooComplex } from '../../foundation/complexity.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { checkStrings, isUnstorable } from '../../foundation/parse.ts'
import { JSON_LINES, type Route, STREAM_BYTES_MAX } from '../../foundation/route.ts'
import type { FairConcurrency } from '../request/fair-concurrency.ts'
import { untilTurn } from '../request/until-turn.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
/** Maximum size of a body in bytes, unless it is a stream. */
export const BODY_BYTES_MAX = 1024 * 1024
/** The same for routes that need no credential. */
export const PUBLIC_BODY_BYTES_MAX = 16 * 1024
/** A body of this size waits for the turn of its sender before it is parsed. */
const LARGE_BODY_BYTES = 64 * 1024
// Limits the cost of parsing a body of very many tiny fields.
const FORM_FIELDS_MAX = 100
/**
 * Installs the body parsers: JSON on all routes, forms where a route accepts them, and unparsed streams for routes that
 * consume one. Rejects strings that PostgreSQL cannot store (NUL, lone surrogates) in bodies and queries; verbs that
 * read a stream check each line themselves. A body must be complete within `timeoutMs`, unless it is a stream.
 */
export function readBodies(app: FastifyInstance, concurrency: FairConcurrency, timeoutMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    if (hasBody && !takenBy(request).consumes) {
      const timer = setTimeout(() => raw.destroy(), timeoutMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { consumes, form } = takenBy(request)
    if (consumes || form === 'only' || isEncoded(request) || !isOurCharset(request))
      return done(unsupportedType(request))
    if (!bytes.length) return done(null, undefined)
    const refused = countBytes(request, bytes.length)
    if (refused) return done(refused)
    const isLarge = bytes.length >= LARGE_BODY_BYTES
    const parse = () => {
      // Decoding invalid UTF-8 would store something else than was sent.
      if (!isUtf8(bytes)) return done(new Failure('invalid_json', { reason: 'It is not UTF-8.' }))
      const complex = tooComplex(bytes)
      if (complex) return done(invalid('', complex))
      const text = bytes.toString()
      parseJson(request, text, (error, body) => {
        if (error) return done(brokenJson(text))
        try {
          checkStrings(body, text)
          // Others run before a large body is validated.
          if (isLarge) setImmediate(done, null, body)
          else done(null, body)
        } catch (error) {
          done(error as Error)
        }
      })
    }
    if (!isLarge) parse()
    else void Promise.resolve(untilTurn(concurrency, request, isLarge)).then(parse, done)
  })
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (request, text: string, done) => {
    const refused = countBytes(request, Buffer.byteLength(text))
    if (refused) return done(refused)
    if (!takenBy(request).form) return done(unsupportedType(request))
    if (text.split('&').length > FORM_FIELDS_MAX) return done(new Failure('payload_too_large'))
    const fields = new URLSearchParams(text)
    const body = Object.fromEntries(fields)
    try {
      // Parsers disagree on whether the first or the last duplicate counts (RFC 6749, 3.1).
      for (const name of Object.keys(body))
        if (fields.getAll(name).length > 1) throw invalid(name, 'must be given only once')
      checkStrings(body)
      done(null, body)
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(JSON_LINES, (request, stream, done) => {
    if (takenBy(request).consumes !== JSON_LINES || isEncoded(request)) return done(unsupportedType(request))
    if (Number(request.headers['content-length']) > STREAM_BYTES_MAX)
      return done(new Failure('payload_too_large', { max_bytes: STREAM_BYTES_MAX }))
    done(null, stream)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      if (request.url.includes('%00')) refuseNul(request)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Counts a body that has been read; returns the failure if it is beyond the limit of its sender. */
function countBytes(request: FastifyRequest, bytes: number): Error | undefined {
  request.bodyBytes = bytes
  try {
    request.admitBytes?.(bytes)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** The failure for a body whose type the endpoint does not accept; its message names the accepted types. */
export function unsupportedType(request: FastifyRequest): Failure {
  const { consumes, form } = takenBy(request)
  if (isEncoded(request)) return new Failure('unsupported_media_type', { reason: 'Send it without Content-Encoding.' })
  const types = consumes ? [consumes] : form === 'only' ? [FORM] : form ? [JSON_TYPE, FORM] : [JSON_TYPE]
  return new Failure('unsupported_media_type', { reason: `Send Content-Type: ${types.join(' or ')}, in UTF-8.` })
}

function refuseNul({ query, params }: FastifyRequest): void {
  checkStrings(query)
  // No stored id contains a NUL, and PostgreSQL rejects it in parameters.
  for (const value of Object.values(params as object)) if (isUnstorable(value)) throw new Failure('not_found')
}

// Reports the position of the syntax error, not the message of the parser, which may quote a password. Text that parses
// was rejected by Fastify because of a key such as `__proto__`.
function brokenJson(text: string): Failure {
  try {
    JSON.parse(text)
    return new Failure('invalid_json', { reason: 'It contains the field name __proto__.' })
  } catch (error) {
    const at = /at position (\d{1,9})/.exec((error as Error).message)?.[1]
    return new Failure('invalid_json', at ? { reason: `The error is at character ${at}.` } : undefined)
  }
}

// JSON is UTF-8 (RFC 8259, 8.1). A body that declares another charset may be encoded in it, so it is rejected.
function isOurCharset({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}

// Compressed bodies are rejected: a small one could expand beyond the size limit.
function isEncoded({ headers }: FastifyRequest): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding'] ?? '')
}

function takenBy(request: FastifyRequest): Pick<Route, 'form' | 'consumes'> {
  return request.routeOptions.config as object
}
