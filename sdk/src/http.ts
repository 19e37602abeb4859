import { type ErrorCode, MemoryServiceError } from './errors.ts'
import { delayBefore, type Repeatable, type Retry, type RetryOptions, retryOf, secondsOf, within } from './retry.ts'
import { VERSION } from './version.ts'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How to reach the service. */
export interface HttpOptions {
  /** Where the service is, such as `https://memory.example`. */
  baseUrl: string
  /** Sends the requests in place of the platform's `fetch`. */
  fetch?: Fetch
  /** How long one attempt may take, until the whole answer is there, in milliseconds; 30,000 unless said. */
  timeoutMs?: number
  retry?: RetryOptions
}

/** What every call takes beside its own options. */
export interface CallOptions {
  /** Ends the call when it aborts; the call then fails with the signal's reason. */
  signal?: AbortSignal
  /** How long one attempt of this call may take, in milliseconds. */
  timeoutMs?: number
  /** What of the client's is another for this call; `{ attempts: 1 }` sends it once. */
  retry?: RetryOptions
}

/** What every call that creates something takes. */
export interface WriteOptions extends CallOptions {
  /**
   * What repetitions are told by, for 24 hours. One is made for each call, so that its own retries do nothing twice;
   * give one of your own when you may repeat the call yourself.
   */
  idempotencyKey?: string
}

/** A request as the client writes it down. */
export interface Request extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: unknown
  /** What the service tells repetitions by. */
  idempotencyKey?: string
  repeatable: Repeatable
}

/** Sends requests, each again where that is safe and of use. The credential leaves it in one header and nowhere else. */
export class Http {
  readonly #base: string
  readonly #fetch: Fetch
  readonly #timeoutMs: number
  readonly #retry: Retry
  readonly #token: string | undefined

  constructor({ baseUrl, fetch, timeoutMs = TIMEOUT_MS, retry }: HttpOptions, token?: string) {
    this.#base = baseOf(baseUrl)
    // Some platforms insist on being called as `fetch(…)`.
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.#timeoutMs = timeoutMs
    this.#retry = retryOf(retry)
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new MemoryServiceError('invalid_argument', 'The token is empty or holds characters no token has.')
    this.#token = token
  }

  /** The answer to a request, whole. */
  json<T>(request: Request): Promise<T> {
    return this.#send(request, async (response) => {
      const text = await textOf(response)
      const body = parsed(text)
      if (body === undefined) throw notTheService(response)
      return body as T
    })
  }

  /** The stream a request is answered with, once it has begun. */
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
    if (this.#token) headers.authorization = `Bearer ${this.#token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    return within(timeoutMs, signal, async (inTime) => {
      try {
        const response = await this.#fetch.call(undefined, this.#base + path + queryOf(query), {
          method,
          headers,
          // Nobody is told a secret because somebody else was asked.
          redirect: 'manual',
          signal: inTime,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (!response.ok) throw failureOf(response, await textOf(response))
        return await read(response)
      } catch (error) {
        if (error instanceof MemoryServiceError) throw error
        throw new MemoryServiceError('unreachable', `${method} ${path}: the service could not be reached.`, {
          cause: error,
        })
      }
    })
  }
}

/** Of a call's options, those that are for every call. */
export function callOf({ signal, timeoutMs, retry }: CallOptions): CallOptions {
  return {
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry ? { retry } : {}),
  }
}

/** A POST that does its work once, however often it is sent. */
export function keyed(path: string, body: unknown, options: WriteOptions): Request {
  const { idempotencyKey = crypto.randomUUID() } = options
  return { ...callOf(options), method: 'POST', path, body, idempotencyKey, repeatable: 'always' }
}

/** An id as a part of a path. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new MemoryServiceError('invalid_argument', 'This is no id.')
  return encodeURIComponent(id)
}

/** The address of a part of the service, without a slash at its end. */
export function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new MemoryServiceError(
      'invalid_argument',
      'The address of the service takes the form https://memory.example.',
    )
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) query.set(name, value instanceof Date ? value.toISOString() : String(value))
  return query.size ? `?${query}` : ''
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    bytes += next.value.length
    if (bytes > ANSWER_BYTES_MAX) {
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
  const message = `What answered with ${response.status} is not the service; something in between may be.`
  return new MemoryServiceError('invalid_response', message, about(response))
}

function about({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  }
}
