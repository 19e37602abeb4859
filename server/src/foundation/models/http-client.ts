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
  /** Posts JSON to a path below the base address and reads the JSON that answers: for what is asked at every recall. */
  post(path: string, body: unknown, call: Call): Promise<unknown>
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
      const bounded = response.body?.pipeThrough(bound())
      return new Response(bounded ?? null, { status, headers: [...response.headers] })
    },
  })

  // Without the library and `fetch`: on a short call they spend more than everybody else together.
  async function post(path: string, body: unknown, { controller }: Call): Promise<unknown> {
    const { origin, pathname, search } = new URL(url.replace(/\/$/, '') + path)
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: headersOf(),
      body: JSON.stringify(body),
      signal: controller.signal,
    })
    const { statusCode, headers } = answer
    if (statusCode >= 200 && statusCode < 300) return JSON.parse(await textOf(answer.body))
    const told = await textOf(answer.body).catch(() => '')
    throw ofStatus(statusCode, codeIn(told), String(headers['retry-after'] ?? ''), apiKey)
  }

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

function bound() {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > RESPONSE_BYTES_MAX) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
}

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > RESPONSE_BYTES_MAX) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The code of the error that a server tells of in JSON, if it does. */
function codeIn(text: string): unknown {
  try {
    return JSON.parse(text)?.error?.code
  } catch {
    return undefined
  }
}

/*
 * Errors of the library hold what the server said, and servers repeat keys and texts. So nothing of them is passed on
 * but the status and a code that is a plain word; `refused-part` knows the one exception.
 */
function toFailure(error: unknown, apiKey: string | undefined): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (error instanceof APIConnectionTimeoutError)
    return new ModelFailure('timeout', 'The model did not answer in time.')
  if (error instanceof APIError && error.status !== undefined)
    return ofStatus(error.status, error.code, error.headers?.get('retry-after'), apiKey)
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

function ofStatus(status: number, code: unknown, retryAfter: string | null | undefined, apiKey: string | undefined) {
  const word = typeof code === 'string' && CODE.test(code) && !(apiKey && code.includes(apiKey)) ? `, ${code}` : ''
  const message = `The model answered with status ${status}${word}.`
  const retryAfterMs = waitOf(retryAfter)
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
