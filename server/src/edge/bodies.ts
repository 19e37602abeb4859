import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure, invalid } from '../foundation/errors.ts'
import { checkStrings, hasUnkept } from '../foundation/parse.ts'
import { JSON_LINES, type Route, STREAM_BYTES_MAX } from '../foundation/route.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
/** How large a body may be, unless it is a stream. */
export const BODY_BYTES_MAX = 1024 * 1024
// Fields of a form are few; a body of a million tiny ones is an attack on whoever parses it.
const FORM_FIELDS_MAX = 100
// What is walked or written by recursion further in, here and in PostgreSQL, must not find itself without a stack.
const BODY_LEVELS_MAX = 100

/**
 * How bodies are read: JSON everywhere, forms where a route says so, and streams handed on unread to the one verb
 * that takes them. Strings that PostgreSQL could not keep (NUL, half a surrogate pair) are refused here, wherever in
 * the body or the query they stand; who reads a stream holds each line to the same. A body comes in whole within
 * `timeoutMs`, unless it is a stream.
 */
export function readBodies(app: FastifyInstance, timeoutMs: number): void {
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
    // What is no UTF-8 would be kept as something else than was sent.
    if (!isUtf8(bytes)) return done(new Failure('invalid_json', { reason: 'It is not UTF-8.' }))
    const text = bytes.toString()
    if (isDeep(text)) return done(invalid('', `is nested more than ${BODY_LEVELS_MAX} levels deep`))
    parseJson(request, text, (error, body) => {
      if (error) return done(brokenJson(text))
      try {
        checkStrings(body, text)
        done(null, body)
      } catch (error) {
        done(error as Error)
      }
    })
  })
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (request, text: string, done) => {
    if (!takenBy(request).form) return done(unsupportedType(request))
    if (text.split('&').length > FORM_FIELDS_MAX) return done(new Failure('payload_too_large'))
    const fields = new URLSearchParams(text)
    const body = Object.fromEntries(fields)
    try {
      // Whoever reads the first of two and whoever reads the last would not read the same (RFC 6749, 3.1).
      for (const name of Object.keys(body))
        if (fields.getAll(name).length > 1) throw invalid(name, 'is given more than once')
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

/** A body of another type than the endpoint takes, or of none; says which it takes. */
export function unsupportedType(request: FastifyRequest): Failure {
  const { consumes, form } = takenBy(request)
  if (isEncoded(request)) return new Failure('unsupported_media_type', { reason: 'Send it without Content-Encoding.' })
  const types = consumes ? [consumes] : form === 'only' ? [FORM] : form ? [JSON_TYPE, FORM] : [JSON_TYPE]
  return new Failure('unsupported_media_type', { reason: `Send Content-Type: ${types.join(' or ')}, in UTF-8.` })
}

function refuseNul({ query, params }: FastifyRequest): void {
  checkStrings(query)
  // A path with a NUL names nothing.
  for (const value of Object.values(params as object)) if (hasUnkept(value)) throw new Failure('not_found')
}

// Where it breaks, and nothing out of it: the reader's own words may quote a password. What reads well was refused for
// a name that reaches into the objects of the program.
function brokenJson(text: string): Failure {
  try {
    JSON.parse(text)
    return new Failure('invalid_json', { reason: 'It holds the name __proto__.' })
  } catch (error) {
    const at = /at position (\d{1,9})/.exec((error as Error).message)?.[1]
    return new Failure('invalid_json', at ? { reason: `It breaks at character ${at}.` } : undefined)
  }
}

// JSON is UTF-8 whatever is said of it (RFC 8259, 8.1); of whoever says something else, the text may be just that.
function isOurCharset({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}

// Nothing is unpacked here: a small body may be a large one.
function isEncoded({ headers }: FastifyRequest): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding'] ?? '')
}

function takenBy(request: FastifyRequest): Pick<Route, 'form' | 'consumes'> {
  return request.routeOptions.config as object
}

// Counted in the text, so that what is too deep is not even read.
function isDeep(text: string): boolean {
  let level = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') inString = !inString
    else if (inString) i += char === '\\' ? 1 : 0
    else if (char === '[' || char === '{') level++
    else if (char === ']' || char === '}') level--
    if (level > BODY_LEVELS_MAX) return true
  }
  return false
}
