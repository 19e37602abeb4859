import type { FastifyInstance } from 'fastify'
import { Failure, invalid } from '../foundation/errors.ts'

// Fields of a form are few; a body of a million tiny ones is an attack on whoever parses it.
const FORM_FIELDS_MAX = 100
// What is walked or written by recursion further in, here and in PostgreSQL, must not find itself without a stack.
const BODY_LEVELS_MAX = 100

/**
 * How bodies are read: JSON everywhere, forms where a route says so. Strings that PostgreSQL could not keep
 * (NUL, half a surrogate pair) are refused here, wherever in the body or the query they stand.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (!text) return done(null, undefined)
    if (isDeep(text)) return done(invalid('', `is nested more than ${BODY_LEVELS_MAX} levels deep`))
    parseJson(request, text, (error, body) => {
      if (error) return done(new Failure('invalid_json', undefined, error))
      try {
        if (MAYBE_UNKEPT.test(text)) checkStrings(body, '')
        done(null, body)
      } catch (error) {
        done(error as Error)
      }
    })
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (!(request.routeOptions.config as { form?: boolean }).form) return done(new Failure('unsupported_media_type'))
      if (text.split('&').length > FORM_FIELDS_MAX) return done(new Failure('payload_too_large'))
      const body = Object.fromEntries(new URLSearchParams(text))
      try {
        checkStrings(body, '')
        done(null, body)
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addHook('preValidation', async (request) => {
    if (/%00/.test(request.url)) {
      checkStrings(request.query, '')
      // A path with a NUL names nothing.
      for (const value of Object.values(request.params as object)) if (hasUnkept(value)) throw new Failure('not_found')
    }
  })
}

// Both can reach a JSON string only as an escape.
const MAYBE_UNKEPT = /\\u0000|\\ud[89a-f]/i

function hasUnkept(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))
}

// Without recursion: a body may be nested as deeply as its size allows.
function checkStrings(body: unknown, at: string): void {
  const open: { value: unknown; path: string }[] = [{ value: body, path: at }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (hasUnkept(value)) throw invalid(path, 'holds a NUL or half a surrogate pair, which text cannot hold')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (hasUnkept(key)) throw invalid(path, 'holds a name with a NUL or half a surrogate pair')
      open.push({ value: inner, path: path ? `${path}.${key}` : key })
    }
  }
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
