import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import { Agent, fetch, type RequestInit } from 'undici'
import { traceparent } from '../telemetry/trace.ts'
import { ModelFailure } from './failure.ts'

/** Time limits of a call, in milliseconds. */
export interface HttpLimits {
  /** Between two chunks of the response. */
  silenceMs: number
  /** For the whole call. */
  callMs: number
}

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
const RETRY_AFTER_MS_MAX = 24 * 3_600_000
// The library requires a key; this one is never sent.
const NO_KEY = 'none'
const ERROR_CODE = /^[a-z_]{1,60}$/

export interface HttpClient {
  api: OpenAI
  /** Posts JSON to a path below the base URL and returns the parsed JSON response. Faster than `api`, for frequent calls. */
  post(path: string, body: unknown, call: Call): Promise<unknown>
  /**
   * Runs one call within the limits. Every error of `use` becomes a ModelFailure.
   * @param signal aborts the call and its connection.
   */
  call<T>(signal: AbortSignal, use: (call: Call) => Promise<T>): Promise<T>
  /** Begins a call that outlasts one function; the caller must end it. */
  begin(signal: AbortSignal): Call
  /** Converts an error of this call. */
  failureOf(error: unknown, call: Call): ModelFailure
  close(): Promise<void>
}

export interface Call {
  /** Passed to the library; aborting it ends the request. */
  controller: AbortController
  /** Why the client aborted the call, if it did. */
  abortReason: string | undefined
  /** Aborts the call when `step` takes longer than `ms`. */
  within<T>(ms: number, step: Promise<T>): Promise<T>
  /** Ends the call and closes its connection if it is still open. */
  end(): void
}

/**
 * A client for an OpenAI-compatible API, with its own connections. It makes no retries, follows no redirects, sends
 * only its own headers and reads at most 32 MiB of a response.
 * @param url the base URL; `/embeddings` and `/chat/completions` are below it.
 */
export function openHttpClient(url: string, apiKey: string | undefined, limits: HttpLimits): HttpClient {
  const agent = new Agent({
    connect: { timeout: limits.silenceMs },
    headersTimeout: limits.callMs,
    bodyTimeout: limits.silenceMs,
  })
  const headersOf = () => {
    const key = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
    return { 'content-type': 'application/json', ...key, ...traceparent() }
  }
  const api = new OpenAI({
    baseURL: url,
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: limits.callMs,
    logLevel: 'off',
    fetch: async (address, { method = 'POST', body, signal } = {}) => {
      const init = { method, body, signal, headers: headersOf(), dispatcher: agent, redirect: 'manual' } as RequestInit
      const response = await fetch(String(address), init)
      const { status } = response
      const bounded = response.body?.pipeThrough(limitBytes())
      return new Response(bounded ?? null, { status, headers: [...response.headers] })
    },
  })

  // Uses undici directly: the library and `fetch` cost more CPU time than a short call itself.
  async function post(path: string, body: unknown, { controller }: Call): Promise<unknown> {
    const { origin, pathname, search } = new URL(url.replace(/\/$/, '') + path)
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: headersOf(),
      body: JSON.stringify(body),
      signal: controller.signal,
    })
    const { statusCode, headers } = response
    if (statusCode >= 200 && statusCode < 300) return JSON.parse(await textOf(response.body))
    const text = await textOf(response.body).catch(() => '')
    throw failureOfStatus(statusCode, errorCodeIn(text), String(headers['retry-after'] ?? ''), apiKey)
  }

  function begin(signal: AbortSignal): Call {
    const controller = new AbortController()
    const abort = (reason: string) => {
      call.abortReason ??= reason
      controller.abort()
    }
    const abortAfter = (ms: number) => setTimeout(() => abort(`The model took longer than ${ms} ms.`), ms)
    const onCallerAbort = () => abort('The caller cancelled the call of the model.')
    const callTimer = abortAfter(limits.callMs)
    const call: Call = {
      controller,
      abortReason: undefined,
      async within(ms, step) {
        const timer = abortAfter(ms)
        return step.finally(() => clearTimeout(timer))
      },
      end() {
        clearTimeout(callTimer)
        signal.removeEventListener('abort', onCallerAbort)
        controller.abort()
      },
    }
    signal.addEventListener('abort', onCallerAbort, { once: true })
    if (signal.aborted) onCallerAbort()
    return call
  }

  const failureOf = (error: unknown, { abortReason }: Call) =>
    abortReason ? new ModelFailure('timeout', abortReason) : toFailure(error, apiKey)

  return {
    api,
    post,
    begin,
    failureOf,
    async call(signal, use) {
      const call = begin(signal)
      try {
        return await use(call)
      } catch (error) {
        throw failureOf(error, call)
      } finally {
        call.end()
      }
    },
    close: () => agent.destroy(),
  }
}

const tooLong = () => new ModelFailure('garbled', `The model sent more than ${RESPONSE_BYTES_MAX} bytes.`)

function limitBytes() {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > RESPONSE_BYTES_MAX) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > RESPONSE_BYTES_MAX) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The error code in a JSON error response, if any. */
function errorCodeIn(text: string): unknown {
  try {
    return JSON.parse(text)?.error?.code
  } catch {
    return undefined
  }
}

/*
 * Errors of the library contain the server's message, and servers repeat keys and texts in it. Only the status and a
 * plain error code are passed on; `refused-part.ts` handles the one exception.
 */
function toFailure(error: unknown, apiKey: string | undefined): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (error instanceof APIConnectionTimeoutError)
    return new ModelFailure('timeout', 'The model did not respond in time.')
  if (error instanceof APIError && error.status !== undefined)
    return failureOfStatus(error.status, error.code, error.headers?.get('retry-after'), apiKey)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelFailure) return cause
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
      return new ModelFailure('timeout', 'The model stopped sending data.')
    if (typeof code === 'string' && /^[A-Z_0-9]{1,60}$/.test(code))
      return new ModelFailure('unreachable', `The model cannot be reached (${code}).`)
  }
  if (error instanceof SyntaxError) return new ModelFailure('garbled', 'The model sent invalid JSON.')
  // An error event inside a stream has no status.
  if (error instanceof APIError) return new ModelFailure('unreachable', 'The model ended the stream with an error.')
  return new ModelFailure('unreachable', 'The connection to the model broke.')
}

function failureOfStatus(
  status: number,
  code: unknown,
  retryAfter: string | null | undefined,
  apiKey: string | undefined,
): ModelFailure {
  const isSafe = typeof code === 'string' && ERROR_CODE.test(code) && !(apiKey && code.includes(apiKey))
  const message = `The model responded with status ${status}${isSafe ? `, ${code}` : ''}.`
  const retryAfterMs = parseRetryAfter(retryAfter)
  if (status === 429) return new ModelFailure('rate_limited', message, { retryAfterMs })
  if (status === 408) return new ModelFailure('timeout', message)
  return new ModelFailure(status >= 500 ? 'unreachable' : 'refused', message, { retryAfterMs })
}

/** Parses `Retry-After`, which is seconds or a date, into at most a day; `undefined` if it is neither. */
function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, Math.round(ms)))
}
