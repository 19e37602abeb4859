import { type DpopKey, proofOf } from './dpop.ts'
import { type ErrorCode, MemoryServiceError } from './errors.ts'
import { delayBefore, type Repeatable, type Retry, type RetryOptions, retryOf, secondsOf, within } from './retry.ts'
import { VERSION } from './version.ts'

const TIMEOUT_MS = 30_000
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How to reach the service. */
export interface HttpOptions {
  /** The address of the service, such as `https://memory.example`. */
  baseUrl: string
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch
  /** The time limit of one attempt, until the complete response arrived, in milliseconds; default 30,000. */
  timeoutMs?: number
  retry?: RetryOptions
  /** The key that the token is, or will be, bound to (DPoP, RFC 9449); see `newDpopKey`. */
  dpop?: DpopKey | undefined
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, which then fails with the signal's reason. */
  signal?: AbortSignal
  /** The time limit of one attempt of this call, in milliseconds. */
  timeoutMs?: number
  /** Overrides the client's retry options; `{ attempts: 1 }` turns retries off. */
  retry?: RetryOptions
}

/** Options of every call that creates something. */
export interface WriteOptions extends CallOptions {
  /**
   * Identifies retries of this call for 24 hours. By default, each call gets its own key; pass one if you may repeat the
   * call yourself.
   */
  idempotencyKey?: string
}

/** A request before it is sent. */
export interface Request extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: unknown
  /** The key by which the service recognises retries. */
  idempotencyKey?: string
  repeatable: Repeatable
}

/** Sends requests and retries them where that is safe. The token is sent in one header and appears nowhere else. */
export class Http {
  readonly #base: string
  readonly #fetch: Fetch
  readonly #timeoutMs: number
  readonly #retry: Retry
  readonly #token: string | undefined
  readonly #scheme: 'Bearer' | 'Basic'
  readonly #dpop: DpopKey | undefined

  constructor(
    { baseUrl, fetch, timeoutMs = TIMEOUT_MS, retry, dpop }: HttpOptions,
    token?: string,
    scheme: 'Bearer' | 'Basic' = 'Bearer',
  ) {
    this.#base = baseOf(baseUrl)
    // Some platforms require `fetch` to be called without a receiver.
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.#timeoutMs = timeoutMs
    this.#retry = retryOf(retry)
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new MemoryServiceError('invalid_argument', 'The token is empty or contains characters that no token has.')
    this.#token = token
    this.#scheme = scheme
    if (scheme === 'Bearer') this.#dpop = dpop
  }

  /** Sends a request and returns its response as JSON. */
  json<T>(request: Request): Promise<T> {
    return this.#send(request, async (response) => {
      const text = await textOf(response)
      const body = parsed(text)
      if (body === undefined) throw notTheService(response)
      return body as T
    })
  }

  /** Sends a request and returns its response as a stream. */
  stream(request: Request): Promise<ReadableStream<Uint8Array>> {
    return this.#send({ ...request, repeatable: 'refused' }, async (response) => {
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel()
        throw notTheService(response)
      }
      return response.body
    })
  }

  async #send<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
    const retry = retryOf(request.retry, this.#retry)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(request, read)
      } catch (error) {
        if (!(error instanceof MemoryServiceError)) throw error
        error.attempts = attempt
        const delay = delayBefore(error, attempt, request.repeatable, retry)
        if (delay === undefined) throw error
        await retry.sleep(delay, request.signal)
      }
    }
  }

  #sendOnce<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, path, query = {}, body, idempotencyKey, signal, timeoutMs = this.#timeoutMs } = request
    const headers: Record<string, string> = {
      accept: 'application/json, text/event-stream',
      'user-agent': `memory-service-sdk/${VERSION}`,
    }
    if (this.#token) headers.authorization = `${this.#dpop ? 'DPoP' : this.#scheme} ${this.#token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    return within(timeoutMs, signal, async (inTime) => {
      try {
        // Each attempt needs a proof of its own.
        if (this.#dpop) headers.dpop = await proofOf(this.#dpop, method, this.#base + path, this.#token)
        const response = await this.#fetch.call(undefined, this.#base + path + queryOf(query), {
          method,
          headers,
          // A redirect could send the token to another host.
          redirect: 'manual',
          signal: inTime,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (!response.ok) throw failureOf(response, await textOf(response))
        return await read(response)
      } catch (error) {
        if (error instanceof MemoryServiceError) throw error
        throw new MemoryServiceError(
          'unreachable',
          `${method} ${path}: ${this.#base} could not be reached${reasonOf(error)}.`,
          {
            cause: error,
          },
        )
      }
    })
  }
}

/** The options that every call has. */
export function callOf({ signal, timeoutMs, retry }: CallOptions): CallOptions {
  return {
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry ? { retry } : {}),
  }
}

/** A POST with an idempotency key, which can be retried safely. */
export function keyed(path: string, body: unknown, options: WriteOptions): Request {
  const { idempotencyKey = crypto.randomUUID() } = options
  return { ...callOf(options), method: 'POST', path, body, idempotencyKey, repeatable: 'always' }
}

/** An id as a path segment. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new MemoryServiceError('invalid_argument', 'The id must not be empty, `.` or `..`.')
  return encodeURIComponent(id)
}

/** An address without trailing slashes. */
export function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new MemoryServiceError(
      'invalid_argument',
      'The address of the service must be a URL such as https://memory.example.',
    )
  if (/\/v1\/*$/.test(url.pathname))
    throw new MemoryServiceError('invalid_argument', 'The address of the service ends before /v1: the client adds it.')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** The code of a network failure, such as ` (ECONNREFUSED)`, if the runtime names one. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? ` (${code})` : ''
}

function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value instanceof Date) query.set(name, value.toISOString())
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) query.set(`${name}.${key}`, String(inner))
    else if (value !== undefined) query.set(name, String(value))
  return query.size ? `?${query}` : ''
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    bytes += next.value.length
    if (bytes > RESPONSE_BYTES_MAX) {
      await reader?.cancel()
      throw notTheService(response)
    }
    text += decoder.decode(next.value, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(response: Response, text: string): MemoryServiceError {
  const { error } = (parsed(text) ?? {}) as { error?: { code?: unknown; message?: unknown; details?: unknown } }
  if (typeof error?.code !== 'string') return notTheService(response)
  return new MemoryServiceError(error.code as ErrorCode, String(error.message), {
    ...about(response),
    details: error.details,
  })
}

function notTheService(response: Response): MemoryServiceError {
  const message = `The response with status ${response.status} is not from the service; it may be from a proxy.`
  return new MemoryServiceError('invalid_response', message, about(response))
}

function about({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  }
}
