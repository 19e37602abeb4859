import { isIP } from 'node:net'
import { Failure, invalid } from '../../foundation/errors.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { clean } from '../../foundation/models/structured.ts'
import { type Json, NoAddress, UpstreamRefusal } from '../../foundation/models/upstream.ts'
import type { Upstream } from './upstream.ts'

/*
 * Errors of an upstream, as far as apps may see them. An API of the app may say anything to it but the key. The
 * configured one may quote the operator's key, addresses inside the operator's network and other secrets.
 */

const MESSAGE_CHARS_MAX = 1_000
const NAME_CHARS_MAX = 200
const REDACTED = '***'
/** Statuses that concern the request and not the operator's account. */
const OF_REQUEST = [400, 404, 405, 406, 409, 410, 413, 415, 416, 422, 451]
/** Statuses that concern the account of the key. */
const OF_ACCOUNT = [401, 402, 403, 429]
const NAME = /^[\w.[\]-]+$/

/** Separates the words of a message; the separators stay in it. */
const BETWEEN_WORDS = /([\s"'`,;()<>{}=]+)/
const SECRET_CHARS_MIN = 20
const SECRET_PREFIX = /^(?:sk|pk|rk|key|token|bearer)[-_]/i
const WITH_PORT = /^[\w.-]+:\d{2,5}$/
const INTERNAL_NAME = /(?:^localhost|\.(?:local|localdomain|internal|lan|corp|svc|home|test|cluster))$/i

/** The response of an upstream that refused a request: its status, and its error as far as it may be shown. */
class UpstreamRefused extends Failure<'upstream_refused'> {
  readonly #status: number
  constructor(status: number, shown: ShownError, cause: unknown) {
    const { message, ...details } = shown
    super('upstream_refused', { upstream_status: status, ...details }, cause)
    if (message) this.message = message
    this.#status = status
  }

  override get status(): number {
    return this.#status
  }
}

interface ShownError {
  message?: string
  type?: string
  param?: string
  code?: string
  retry_after?: number
}

/**
 * Turns a failure of an upstream into one of the API. What concerns the operator's account is `model_unavailable`: the
 * app cannot change it.
 */
export function apiFailure(signal: AbortSignal, error: unknown, upstream: Upstream): unknown {
  if (signal.aborted) return new Failure('unavailable', undefined, error)
  if (!(error instanceof ModelFailure)) return error
  if (upstream.isOwn && error instanceof NoAddress)
    return invalid('x-upstream-url', 'has no public address that can be reached')
  const retry = retryOf(error)
  if (error instanceof UpstreamRefusal) {
    const { status } = error
    const isShown = OF_REQUEST.includes(status) ? error.error : upstream.isOwn && OF_ACCOUNT.includes(status)
    if (isShown) return new UpstreamRefused(status, { ...shownError(error.error, upstream), ...retry }, error)
  }
  return new Failure('model_unavailable', { reason: error.kind, ...retry }, error)
}

function retryOf({ retryAfterMs }: ModelFailure): { retry_after?: number } {
  return retryAfterMs === undefined ? {} : { retry_after: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }
}

/** The status of an error that arrives inside of a stream. */
const STREAM_ERROR_STATUS = 400

/** The failure for an error object inside of a stream. */
export function streamFailure(error: unknown, upstream: Upstream): Failure {
  const object = typeof error === 'object' && error !== null ? (error as Json) : { message: error }
  return new UpstreamRefused(STREAM_ERROR_STATUS, shownError(object, upstream), undefined)
}

/** An error object without what may be secret. */
function shownError(error: Json | undefined, upstream: Upstream): ShownError {
  const { message, type, param, code } = error ?? {}
  const line = typeof message === 'string' ? redacted(message, upstream) : ''
  const named = (name: 'type' | 'param' | 'code', value: unknown) =>
    typeof value === 'string' &&
    value.length <= NAME_CHARS_MAX &&
    NAME.test(value) &&
    redacted(value, upstream) === value
      ? { [name]: value }
      : {}
  return {
    ...(line ? { message: line } : {}),
    ...named('type', type),
    ...named('param', param),
    ...named('code', code),
  }
}

/** A text of an upstream as one line, without keys and, of the configured upstream, without addresses. */
function redacted(text: string, { isOwn, key, url }: Upstream): string {
  let line = text
    .slice(0, MESSAGE_CHARS_MAX * 2)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (key) line = line.replaceAll(key, REDACTED)
  if (!isOwn) {
    const { hostname } = new URL(url)
    const isHidden = (word: string) => word.includes(hostname) || isAddress(word) || isKeyLike(word)
    line = line
      .split(BETWEEN_WORDS)
      .map((word) => (isHidden(word) ? REDACTED : word))
      .join('')
  }
  return line.length > MESSAGE_CHARS_MAX ? `${clean(line.slice(0, MESSAGE_CHARS_MAX - 1))}…` : line
}

function isAddress(word: string): boolean {
  if (word.includes('://') || isIP(word) || word.startsWith('[') || word.startsWith('//')) return true
  const host = word.split('/', 1)[0]?.replace(/[.:]$/, '') ?? ''
  return isIP(host) > 0 || WITH_PORT.test(host) || INTERNAL_NAME.test(host)
}

// Names in messages, such as those of tools, are long too, but rarely hold digits.
function isKeyLike(word: string): boolean {
  return SECRET_PREFIX.test(word) || word.includes('***') || (word.length >= SECRET_CHARS_MIN && /\d/.test(word))
}

/** How deep a response is looked through: an error is in it, or in one of its choices or items. */
const DEPTH_MAX = 6
/** What the upstream hands back as the app sent it. */
const HANDED_BACK = new Set(['metadata', 'tools', 'text', 'instructions', 'input', 'response_format'])

/**
 * A response or event of the configured upstream with its errors as apps may see them, wherever they are; `undefined` if it
 * contains none.
 */
export function withRedactedErrors(json: Json, upstream: Upstream): Json | undefined {
  if (upstream.isOwn) return undefined
  const shown = withShownErrors(json, upstream, DEPTH_MAX) as Json
  return shown === json ? undefined : shown
}

/** The same value if it contains no error. */
function withShownErrors(value: unknown, upstream: Upstream, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) {
    // Numbers of an embedding.
    if (typeof value[0] !== 'object') return value
    const shown = value.map((each) => withShownErrors(each, upstream, depth - 1))
    return shown.some((each, at) => each !== value[at]) ? shown : value
  }
  const object = value as Json
  if (object.type === 'error' || object.object === 'error') return shownErrorEvent(object, upstream)
  const entries = Object.entries(object).map(([name, inner]): [string, unknown] => {
    if (HANDED_BACK.has(name)) return [name, inner]
    return [name, name === 'error' ? shownInner(inner, upstream) : withShownErrors(inner, upstream, depth - 1)]
  })
  return entries.some(([name, inner]) => inner !== object[name]) ? Object.fromEntries(entries) : object
}

/** What stands under `error`: an object, a text, or nothing. */
function shownInner(error: unknown, upstream: Upstream): unknown {
  if (typeof error === 'string') return redacted(error, upstream)
  return typeof error === 'object' && error !== null ? shownWithNulls(error as Json, upstream) : error
}

/** An error with the fields that are null, which clients may expect. */
function shownWithNulls(error: Json, upstream: Upstream): Json {
  const nulls = ['param', 'code'].filter((name) => error[name] === null).map((name) => [name, null])
  return { ...Object.fromEntries(nulls), ...shownError(error, upstream) }
}

/** An event or object that is an error, or has one. */
function shownErrorEvent({ type, object, error, sequence_number, ...own }: Json, upstream: Upstream): Json {
  return {
    ...(type === 'error' ? { type } : {}),
    ...(object === 'error' ? { object } : {}),
    ...(typeof sequence_number === 'number' ? { sequence_number } : {}),
    ...(error === undefined || error === null ? shownWithNulls(own, upstream) : { error: shownInner(error, upstream) }),
  }
}
