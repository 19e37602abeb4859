import { openComplexityCheck, tooComplex } from '../complexity.ts'
import { type EgressClient, type EgressResponse, firstBytes, hasNoAddress, openEgressClient } from '../net/egress.ts'
import { beginCall, type Call } from './call.ts'
import type { ChatModel } from './chat.ts'
import { ModelFailure } from './failure.ts'
import { openHttpChat } from './http-chat.ts'
import { failureOfStatus, toFailure } from './http-client.ts'
import { readEvents, type ServerEvent } from './server-events.ts'

/* Requests to an OpenAI-compatible API whose responses are passed on. */

/** Time limits of one call, in milliseconds; the whole call ends before a client's connection is closed as idle. */
const UPSTREAM_LIMITS: UpstreamLimits = { firstByteMs: 60_000, silenceMs: 60_000, callMs: 270_000 }
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024
/** Of all responses that are being read in one piece. */
const BUFFERED_BYTES_MAX = 128 * 1024 * 1024
const ERROR_BYTES_MAX = 64 * 1024
/** A hundred vectors of 1,536 numbers; as base64, a vector is one value. */
const RESPONSE_COMPLEXITY = { levels: 200, values: 20_000, numbers: 200_000 }
const EVENT_COMPLEXITY = { levels: 200, values: 20_000 }

interface UpstreamLimits {
  /** Until a stream begins. */
  firstByteMs: number
  /** Between two chunks of a response. */
  silenceMs: number
  callMs: number
}

/** Where a request goes: the base URL of an API, its key, and more headers. */
export interface UpstreamTarget {
  url: string
  key: string | undefined
  headers?: Readonly<Record<string, string>>
}

interface UpstreamRequest {
  /** Below the base URL. */
  path: string
  /** Sent as JSON with POST; without it, the request is a GET. */
  body?: object
  signal: AbortSignal
}

export type Json = Record<string, unknown>

/** An error response of an upstream. Its text may hold anything; see `gateway/refusal.ts`. */
export class UpstreamRefusal extends ModelFailure {
  readonly status: number
  /** The error object of the response; undefined if the response has none. */
  readonly error: Json | undefined
  constructor({ kind, message, retryAfterMs }: ModelFailure, status: number, error: Json | undefined) {
    super(kind, message, { retryAfterMs })
    this.name = 'UpstreamRefusal'
    this.status = status
    this.error = error
  }
}

/** The host of a target has no address that may be called. */
export class NoAddress extends ModelFailure {
  constructor() {
    super('unreachable', 'The upstream has no address that may be called.')
    this.name = 'NoAddress'
  }
}

export interface UpstreamClient {
  /**
   * Requests one JSON object.
   * @throws ModelFailure
   */
  json(target: UpstreamTarget, request: UpstreamRequest): Promise<Json>
  /**
   * Requests server-sent events. Leaving the loop or aborting the signal cancels the request.
   * @throws ModelFailure before or between events.
   */
  events(target: UpstreamTarget, request: UpstreamRequest): AsyncGenerator<ServerEvent>
}

/** Sends requests through an egress client, whose limits must be at least these. */
function upstreamClient(egress: EgressClient, buffered: Buffered, limits: UpstreamLimits): UpstreamClient {
  async function send(target: UpstreamTarget, { path, body }: UpstreamRequest, call: Call, accept: string) {
    const response = await egress.request(addressOf(target, path), {
      method: body ? 'POST' : 'GET',
      headers: {
        accept,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(target.key ? { authorization: `Bearer ${target.key}` } : {}),
        ...target.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: call.controller.signal,
    })
    if (response.statusCode >= 200 && response.statusCode < 300) return response
    throw await refusalOf(response, target.key)
  }

  return {
    async json(target, request) {
      const call = beginCall(request.signal, limits.callMs)
      try {
        return objectIn(await textOf(await send(target, request, call, 'application/json'), buffered))
      } catch (error) {
        throw failureOf(error, call, target)
      } finally {
        call.end()
      }
    },
    async *events(target, request) {
      const call = beginCall(request.signal, limits.callMs)
      try {
        const response = await call.within(limits.firstByteMs, send(target, request, call, 'text/event-stream'))
        if (!String(response.headers['content-type']).includes('text/event-stream')) {
          throw new ModelFailure('garbled', 'The model did not send a stream.')
        }
        yield* readEvents(response.body)
      } catch (error) {
        throw failureOf(error, call, target)
      } finally {
        call.end()
      }
    },
  }
}

/** The APIs that requests are passed on to. */
export interface Upstreams {
  /** The configured API, at any address. */
  readonly configured: UpstreamClient
  /** APIs that apps name for one request. */
  readonly ofApps: UpstreamClient
  /** Whether the configured API reports the usage of streams on request, as far as is known. */
  readonly streamUsage: { isSupported: boolean }
  /** A chat model of an API that an app named, valid as long as the caller holds it. */
  chatModel(target: UpstreamTarget, model: string): ChatModel
  close(): Promise<void>
}

/** @param allowPrivate whether apps may name APIs at private addresses. */
export function openUpstreams(allowPrivate: boolean, limits: UpstreamLimits = UPSTREAM_LIMITS): Upstreams {
  const { callMs: timeoutMs, silenceMs } = limits
  const buffered: Buffered = { bytes: 0 }
  const configured = openEgressClient({ allowPrivate: true, timeoutMs, silenceMs })
  const ofApps = openEgressClient({ allowPrivate, timeoutMs, silenceMs })
  return {
    configured: upstreamClient(configured, buffered, limits),
    ofApps: upstreamClient(ofApps, buffered, limits),
    streamUsage: { isSupported: true },
    chatModel: ({ url, key }, name) => openHttpChat({ url, name, apiKey: key, egress: ofApps }),
    async close() {
      await Promise.all([configured.close(), ofApps.close()])
    },
  }
}

function addressOf({ url }: UpstreamTarget, path: string): string {
  const address = new URL(url)
  address.pathname = address.pathname.replace(/(?<!\/)\/+$/, '') + path
  return address.href
}

function failureOf(error: unknown, { abortReason }: Call, { key }: UpstreamTarget): ModelFailure {
  if (abortReason) return new ModelFailure('timeout', abortReason)
  return hasNoAddress(error) ? new NoAddress() : toFailure(error, key)
}

async function refusalOf(response: EgressResponse, key: string | undefined): Promise<ModelFailure> {
  const { statusCode, headers, body } = response
  const bytes = await firstBytes(body, ERROR_BYTES_MAX, () => {})
  const error = errorIn(bytes.toString())
  return new UpstreamRefusal(
    failureOfStatus(statusCode, error?.code, String(headers['retry-after'] ?? ''), key),
    statusCode,
    error,
  )
}

/** The error object of a response: `{ error: { … } }`, or `{ error: "…" }` and `{ message: "…" }` of some servers. */
function errorIn(text: string): Json | undefined {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    if (typeof error === 'object' && error !== null) return error as Json
    const words = typeof error === 'string' ? error : message
    return typeof words === 'string' ? { message: words } : undefined
  } catch {
    return undefined
  }
}

/** The memory that responses take while they are being read. */
interface Buffered {
  bytes: number
}

/** The text of a JSON response. Its values are counted as it arrives, so that others run in between. */
async function textOf({ body }: EgressResponse, buffered: Buffered): Promise<string> {
  const chunks: Uint8Array[] = []
  const refuse = openComplexityCheck(RESPONSE_COMPLEXITY)
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      buffered.bytes += chunk.length
      if (bytes > RESPONSE_BYTES_MAX)
        throw new ModelFailure('garbled', `The model sent more than ${RESPONSE_BYTES_MAX} bytes.`)
      if (buffered.bytes > BUFFERED_BYTES_MAX)
        throw new ModelFailure('unreachable', 'Too many large responses are being read.')
      const complex = refuse(chunk)
      if (complex) throw new ModelFailure('garbled', `The JSON of the model ${complex}.`)
      chunks.push(chunk)
    }
  } finally {
    buffered.bytes -= bytes
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ModelFailure('garbled', 'The model sent text that is not UTF-8.')
  }
}

/** The JSON object in an event. @throws ModelFailure `garbled` */
export function parseEvent(text: string): Json {
  const complex = tooComplex(text, EVENT_COMPLEXITY)
  if (complex) throw new ModelFailure('garbled', `An event of the model ${complex}.`)
  return objectIn(text)
}

function objectIn(text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ModelFailure('garbled', 'The model sent something other than JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ModelFailure('garbled', 'The model sent something other than a JSON object.')
  return value as Json
}
