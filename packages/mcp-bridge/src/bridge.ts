import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from './cli-error.ts'
import { linesOf, TOO_LONG } from './lines.ts'
import { errorResponse, headersOf, type Message, parseMessage, revisionOf } from './message.ts'
import { messagesOf } from './response.ts'
import type { Tokens } from './tokens.ts'
import { VERSION } from './version.ts'

/*
 * Reads MCP messages from stdin, one per line, sends each to the service as an HTTP request of its own, and writes the
 * messages of the response to stdout. The service has no sessions, so a restarted bridge needs no state.
 */

// The service's limit on a body, plus what JSON escaping adds.
const LINE_BYTES_MAX = 2 * 1024 * 1024
const CONCURRENT_MAX = 64
const RESPONSE_MS = 120_000
const DRAIN_MS = 10_000
// How long a restart of the service may take, and the delay between two attempts to reach it.
const RESTART_MS = 30_000
const RETRY_MS = 500

// JSON-RPC error codes.
const PARSE_ERROR = -32_700
const UNREACHABLE = -32_000

/** The two sides of a bridge. */
export interface BridgeOptions {
  /** The service's streamable HTTP address. */
  endpoint: string
  tokens: Tokens
  input: Readable
  output: Writable
  /** Prints a line for the user. */
  log(line: string): void
  /** How long a request may take, in milliseconds. */
  responseMs?: number
  /** How long to wait for a service that restarts, in milliseconds. */
  restartMs?: number
}

/** Forwards messages until the input ends and all requests have a response. */
export async function bridge(options: BridgeOptions): Promise<void> {
  const running = new Map<Message, { stop: AbortController; done: Promise<void> }>()
  const service = connectTo(options)
  for await (const line of linesOf(options.input, LINE_BYTES_MAX)) {
    if (line !== TOO_LONG && !line.trim()) continue
    const message = line === TOO_LONG ? undefined : parseMessage(line)
    if (!message) {
      const reason =
        line === TOO_LONG ? `a line must not exceed ${LINE_BYTES_MAX} bytes` : 'the line is not a JSON-RPC message'
      await service.write(errorResponse(null, PARSE_ERROR, reason))
      continue
    }
    if (message.method === 'notifications/cancelled') {
      for (const [{ id, method }, { stop }] of running)
        if (method !== undefined && id !== undefined && id === message.params?.requestId) stop.abort()
      // Since revision 2026, closing the request cancels it; earlier revisions also send this notification.
      if (revisionOf(message) !== undefined || !service.hasHandshake()) continue
    }
    const stop = new AbortController()
    const done = service.forward(message, stop.signal).finally(() => running.delete(message))
    running.set(message, { stop, done })
    // Backpressure: stop reading until a request ends.
    if (running.size >= CONCURRENT_MAX) await Promise.race([...running.values()].map(({ done }) => done))
  }
  const timeout = setTimeout(() => {
    for (const { stop } of running.values()) stop.abort()
  }, DRAIN_MS)
  await Promise.all([...running.values()].map(({ done }) => done))
  clearTimeout(timeout)
}

function connectTo(options: BridgeOptions) {
  const { endpoint, tokens, output, log, responseMs = RESPONSE_MS, restartMs = RESTART_MS } = options
  /** The protocol revision agreed on in a handshake. */
  let agreed: string | undefined

  async function forward(message: Message, cancelled: AbortSignal): Promise<void> {
    // Not `AbortSignal.any`: its timeout signal may be garbage collected before it fires.
    const stop = new AbortController()
    const { signal } = stop
    const timeout = setTimeout(() => stop.abort(), responseMs)
    cancelled.addEventListener('abort', () => stop.abort())
    const isRequest = message.method !== undefined && message.id !== undefined
    try {
      const response = await post(message, signal)
      if (!isRequest) {
        await response.body?.cancel()
        if (!response.ok) log(`${message.method ?? 'a response'} was rejected with status ${response.status}`)
        return
      }
      for await (const received of messagesOf(message, response)) {
        if (cancelled.aborted) return
        if (message.method === 'initialize') agreed = revisionIn(received) ?? agreed
        await write(received)
      }
    } catch (error) {
      if (cancelled.aborted) return
      const reason = signal.aborted ? `No response within ${responseMs / 1_000} seconds.` : reasonFor(error, endpoint)
      log(reason)
      if (isRequest) await write(errorResponse(message.id ?? null, UNREACHABLE, reason))
    } finally {
      clearTimeout(timeout)
    }
  }

  /** @throws CliError if the access has ended */
  async function post(message: Message, signal: AbortSignal): Promise<Response> {
    const token = await tokens.current()
    const response = await sendWithRetry(message, token, signal)
    if (response.status !== 401) return response
    await response.body?.cancel()
    const replacement = await tokens.after(token)
    const second = replacement === undefined ? undefined : await send(message, replacement, signal)
    if (second && second.status !== 401) return second
    throw new CliError(tokens.ended)
  }

  // A refused connection or a 503 means that the service did not process the message, so sending it again is safe.
  async function sendWithRetry(message: Message, token: string, signal: AbortSignal): Promise<Response> {
    for (const until = performance.now() + restartMs; ; await sleep(RETRY_MS, undefined, { signal })) {
      const isLast = performance.now() + RETRY_MS > until
      try {
        const response = await send(message, token, signal)
        if (response.status !== 503 || isLast) return response
        await response.body?.cancel()
      } catch (error) {
        if (isLast || causeCodeOf(error) !== 'ECONNREFUSED') throw error
      }
    }
  }

  function send(message: Message, token: string, signal: AbortSignal): Promise<Response> {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': `memory-service-mcp/${VERSION}`,
      ...headersOf(message, agreed),
    }
    return fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(message), redirect: 'manual', signal })
  }

  // JSON escapes newlines, so a message is always one line.
  async function write(message: object): Promise<void> {
    if (!output.write(`${JSON.stringify(message)}\n`)) await new Promise((resolve) => output.once('drain', resolve))
  }

  return { forward, write, hasHandshake: () => agreed !== undefined }
}

function revisionIn({ result }: Message): string | undefined {
  const { protocolVersion } = (result ?? {}) as { protocolVersion?: unknown }
  return typeof protocolVersion === 'string' ? protocolVersion : undefined
}

function reasonFor(error: unknown, endpoint: string): string {
  if (error instanceof CliError) return error.message
  const code = causeCodeOf(error)
  return `The service at ${endpoint} cannot be reached${code ? ` (${code})` : ''}.`
}

/** The system's error code for a failed `fetch`. */
function causeCodeOf(error: unknown): string | undefined {
  return ((error as Error).cause as { code?: string } | undefined)?.code
}
