import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import { Agent, fetch, type RequestInit } from 'undici'
import { traceparent } from '../trace.ts'
import { ModelFailure } from './failure.ts'

/** How long a model may take; all in milliseconds. */
export interface HttpLimits {
  /** Between two pieces of its answer. */
  silenceMs: number
  /** For everything. */
  callMs: number
}

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
const RETRY_AFTER_MS_MAX = 24 * 3_600_000
// The library insists on a key; this one is never sent.
const NO_KEY = 'none'
const CODE = /^[a-z_]{1,60}$/

export interface HttpClient {
  api: OpenAI
  /**
   * Makes one call within the limits. Whatever goes wrong in `use` comes out as a ModelFailure.
   * @param signal aborts the call at once, and its connection with it.
   */
  call<T>(signal: AbortSignal, use: (call: Call) => Promise<T>): Promise<T>
  /** As `call`, for something that lasts longer than one function: whoever begins it ends it. */
  begin(signal: AbortSignal): Call
  /** What an error of this call means. */
  failureOf(error: unknown, call: Call): ModelFailure
  close(): Promise<void>
}

export interface Call {
  /** To be passed to the library; its abort ends the request. */
  controller: AbortController
  /** Why it was cut short from our side, if it was. */
  cutShort: string | undefined
  /** Cuts the call short when `what` takes longer. */
  within<T>(ms: number, what: Promise<T>): Promise<T>
  /** Ends the call: what it still holds open is closed. */
  end(): void
}

/**
 * The way to an OpenAI-compatible API, on connections of its own. It never repeats a call, follows no redirect, sends
 * no header but its own, and reads 32 MiB of an answer at most.
 * @param url the base address; `/embeddings` and `/chat/completions` are below it.
 */
export function openHttpClient(url: string, apiKey: string | undefined, limits: HttpLimits): HttpClient {
  const agent = new Agent({
    connect: { timeout: limits.silenceMs },
    headersTimeout: limits.callMs,
    bodyTimeout: limits.silenceMs,
  })
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
      const key = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
      const headers = { 'content-type': 'application/json', ...key, ...traceparent() }
      const init = { method, body, signal, headers, dispatcher: agent, redirect: 'manual' } as RequestInit
      const response = await fetch(String(address), init)
      const { status } = response
      const bounded = response.body?.pipeThrough(bound(RESPONSE_BYTES_MAX))
      return new Response(bounded ?? null, { status, headers: [...response.headers] })
    },
  })

  function begin(signal: AbortSignal): Call {
    const controller = new AbortController()
    const cut = (why: string) => {
      call.cutShort ??= why
      controller.abort()
    }
    const cutAfter = (ms: number) => setTimeout(() => cut(`The model took longer than ${ms} ms.`), ms)
    const givenUp = () => cut('The call of the model was given up.')
    const whole = cutAfter(limits.callMs)
    const call: Call = {
      controller,
      cutShort: undefined,
      async within(ms, what) {
        const timer = cutAfter(ms)
        return what.finally(() => clearTimeout(timer))
      },
      end() {
        clearTimeout(whole)
        signal.removeEventListener('abort', givenUp)
        controller.abort()
      },
    }
    signal.addEventListener('abort', givenUp, { once: true })
    if (signal.aborted) givenUp()
    return call
  }

  const failureOf = (error: unknown, { cutShort }: Call) =>
    cutShort ? new ModelFailure('timeout', cutShort) : toFailure(error, apiKey)

  return {
    api,
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

function bound(bytesMax: number) {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > bytesMax) controller.error(new ModelFailure('garbled', `The model sent more than ${bytesMax} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}

/*
 * Errors of the library hold what the server said, and servers repeat keys and texts. So nothing of them is passed on
 * but the status and a code that is a plain word; `refused-part` knows the one exception.
 */
function toFailure(error: unknown, apiKey: string | undefined): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (error instanceof APIConnectionTimeoutError)
    return new ModelFailure('timeout', 'The model did not answer in time.')
  if (error instanceof APIError && error.status !== undefined) return ofStatus(error, error.status, apiKey)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelFailure) return cause
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
      return new ModelFailure('timeout', 'The model fell silent.')
    if (typeof code === 'string' && /^[A-Z_0-9]{1,60}$/.test(code))
      return new ModelFailure('unreachable', `The model cannot be reached (${code}).`)
  }
  if (error instanceof SyntaxError) return new ModelFailure('garbled', 'The model sent what is no JSON.')
  // An error told in the middle of a stream comes without a status.
  if (error instanceof APIError) return new ModelFailure('unreachable', 'The model broke off with an error.')
  return new ModelFailure('unreachable', 'The connection to the model broke.')
}

function ofStatus({ code, headers }: APIError, status: number, apiKey: string | undefined): ModelFailure {
  const word = typeof code === 'string' && CODE.test(code) && !(apiKey && code.includes(apiKey)) ? `, ${code}` : ''
  const message = `The model answered with status ${status}${word}.`
  const retryAfterMs = waitOf(headers?.get('retry-after'))
  if (status === 429) return new ModelFailure('rate_limited', message, { retryAfterMs })
  if (status === 408) return new ModelFailure('timeout', message)
  return new ModelFailure(status >= 500 ? 'unreachable' : 'refused', message, { retryAfterMs })
}

/** Reads a `Retry-After`: seconds, or a date. At most a day; `undefined` where it says neither. */
function waitOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, Math.round(ms)))
}
