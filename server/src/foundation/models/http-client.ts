import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import type { ClientOptions, OpenAI } from 'openai'
import { APIConnectionTimeoutError, APIError } from 'openai/error'
import { Agent, fetch, type RequestInit } from 'undici'
import { type Complexity, openComplexityCheck } from '../complexity.ts'
import type { EgressClient } from '../net/egress.ts'
import { traceparent } from '../telemetry/trace.ts'
import { beginCall, type Call } from './call.ts'
import { ModelFailure } from './failure.ts'

/** Time limits of a call, in milliseconds. */
export interface HttpLimits {
  /** Between two chunks of the response. */
  silenceMs: number
  /** For the whole call. */
  callMs: number
}

const STREAM_BYTES_MAX = 32 * 1024 * 1024
/** Of a response that is not an event stream, and of each event. */
const WHOLE: Bound = { bytes: 1024 * 1024, levels: 200, values: 20_000 }
/** Of vectors: a batch of 64 with 4,096 numbers each. */
const VECTORS: Bound = { bytes: 32 * 1024 * 1024, levels: 200, values: 20_000, numbers: 400_000 }
const LF = 10
/** Of a stream, passed on at once: its events are parsed without a pause. */
const PIECE_BYTES = 4 * 1024
const RETRY_AFTER_MS_MAX = 24 * 3_600_000
// The library requires a key; this one is never sent.
const NO_KEY = 'none'
const ERROR_CODE = /^[a-z_]{1,60}$/

interface Bound extends Complexity {
  bytes: number
}

export interface HttpClient {
  /** The client of the `openai` package. It is loaded with the first call: most processes call no model. */
  api(): Promise<OpenAI>
  /** Posts JSON to a path below the base URL and returns the parsed JSON response, which may hold vectors. Faster than `api`. */
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

/**
 * A client for an OpenAI-compatible API, with its own connections. It makes no retries, follows no redirects, sends
 * only its own headers and reads a bounded part of a response.
 * @param url the base URL; `/embeddings` and `/chat/completions` are below it.
 * @param egress sends the requests of `api`, for a URL that comes from outside.
 */
export function openHttpClient(
  url: string,
  apiKey: string | undefined,
  limits: HttpLimits,
  egress?: EgressClient,
): HttpClient {
  const agent = new Agent({
    connect: { timeout: limits.silenceMs },
    headersTimeout: limits.callMs,
    bodyTimeout: limits.silenceMs,
  })
  const headersOf = () => {
    const key = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
    return { 'content-type': 'application/json', ...key, ...traceparent() }
  }
  let client: Promise<OpenAI> | undefined
  const api = () => (client ??= import('openai').then(({ default: OpenAI }) => new OpenAI(options)))
  const options: ClientOptions = {
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
      if (egress) return fetchBy(egress, String(address), String(body), signal)
      const init = { method, body, signal, headers: headersOf(), dispatcher: agent, redirect: 'manual' } as RequestInit
      const response = await fetch(String(address), init)
      const { status } = response
      const bounded = response.body?.pipeThrough(limited(response.headers.get('content-type')))
      return new Response(bounded ?? null, { status, headers: [...response.headers] })
    },
  }

  // A server outside gets no header that names the trace of this request.
  async function fetchBy(egress: EgressClient, address: string, body: string, signal?: AbortSignal | null) {
    const key: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
    const headers = { 'content-type': 'application/json', ...key }
    const response = await egress.request(address, { method: 'POST', headers, body, ...(signal ? { signal } : {}) })
    const type = String(response.headers['content-type'] ?? '')
    const bounded = (Readable.toWeb(response.body) as ReadableStream<Uint8Array>).pipeThrough(limited(type))
    return new Response(bounded, { status: response.statusCode, headers: { 'content-type': type } })
  }

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

  const begin = (signal: AbortSignal) => beginCall(signal, limits.callMs)
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

/** Passes a response on as long as it keeps to its bounds: as a whole or, if it is a stream, each line of it. */
function limited(contentType: string | null) {
  const isStream = contentType?.includes('text/event-stream')
  let bytes = 0
  let check = openBound(WHOLE)
  return new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      try {
        bytes += chunk.length
        if (bytes > STREAM_BYTES_MAX) throw tooLong(STREAM_BYTES_MAX)
        let from = 0
        for (let at = isStream ? chunk.indexOf(LF) : -1; at >= 0; at = chunk.indexOf(LF, from)) {
          check(chunk.subarray(from, at))
          check = openBound(WHOLE)
          from = at + 1
        }
        check(chunk.subarray(from))
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          controller.enqueue(isStream ? chunk.subarray(at, at + PIECE_BYTES) : chunk)
          if (!isStream) break
          await immediate()
        }
      } catch (error) {
        controller.error(error)
      }
    },
  })
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  const check = openBound(VECTORS)
  for await (const chunk of body) {
    check(chunk)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Returns a function that reads JSON as it arrives. @throws ModelFailure beyond the bound */
function openBound(bound: Bound): (bytes: Uint8Array) => void {
  const refuse = openComplexityCheck(bound)
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    if (bytes > bound.bytes) throw tooLong(bound.bytes)
    const complex = refuse(chunk)
    if (complex) throw new ModelFailure('garbled', `The JSON of the model ${complex}.`)
  }
}

const tooLong = (bytes: number) => new ModelFailure('garbled', `The model sent more than ${bytes} bytes.`)

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
 * plain error code are passed on; `text-refusal.ts` handles the one exception.
 */
export function toFailure(error: unknown, apiKey: string | undefined): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ModelFailure('timeout', 'The model did not respond in time.')
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

/** The failure of a response with an error status. Of the server's text only a plain error code is passed on. */
export function failureOfStatus(
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
