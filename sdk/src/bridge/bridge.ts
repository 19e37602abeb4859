import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MemoryServiceError } from '../errors.ts'
import { VERSION } from '../version.ts'
import { answersOf } from './answer.ts'
import { Complaint } from './complaint.ts'
import { linesOf, TOO_LONG } from './lines.ts'
import { failed, headersOf, type Message, messageOf, revisionOf } from './message.ts'
import type { Tokens } from './tokens.ts'

/*
 * Messages of the Model Context Protocol come in by stdin, a line each. Each is sent to the service as a request of its
 * own, and what that is answered with goes out by stdout. Nothing is kept beside what is under way: the service has no
 * sessions, and a bridge that is started anew goes on where the last one ended.
 */

// What the service takes, and what JSON adds to it.
const LINE_BYTES_MAX = 2 * 1024 * 1024
const UNDER_WAY_MAX = 64
const ANSWER_MS = 120_000
const DRAIN_MS = 10_000
// What a service needs to be started anew, and how long is waited between two attempts to reach it.
const AWAY_MS = 30_000
const AGAIN_MS = 500

const PARSE_ERROR = -32_700
const NOT_TO_BE_HAD = -32_000

/** What a bridge stands between. */
export interface Ends {
  /** The address that speaks streamable HTTP. */
  endpoint: string
  tokens: Tokens
  input: Readable
  output: Writable
  /** For the person who looks at the log. */
  say(line: string): void
  /** How long a request may take, in milliseconds. */
  answerMs?: number
  /** How long a service that is being started anew is waited for, in milliseconds. */
  awayMs?: number
}

/** Carries messages to and fro until the input ends and what was under way is answered. */
export async function bridge(ends: Ends): Promise<void> {
  const underWay = new Map<Message, { stop: AbortController; done: Promise<void> }>()
  const line = carrier(ends)
  for await (const text of linesOf(ends.input, LINE_BYTES_MAX)) {
    if (text !== TOO_LONG && !text.trim()) continue
    const message = text === TOO_LONG ? undefined : messageOf(text)
    if (!message) {
      const why = text === TOO_LONG ? `a line holds ${LINE_BYTES_MAX} bytes at most` : 'this is no message of JSON-RPC'
      await line.write(failed(null, PARSE_ERROR, why))
      continue
    }
    if (message.method === 'notifications/cancelled') {
      for (const [{ id, method }, { stop }] of underWay)
        if (method !== undefined && id !== undefined && id === message.params?.requestId) stop.abort()
      // Since 2026 the end of the request says it; before, this message did.
      if (revisionOf(message) !== undefined || !line.agreed()) continue
    }
    const stop = new AbortController()
    const done = line.carry(message, stop.signal).finally(() => underWay.delete(message))
    underWay.set(message, { stop, done })
    // Nothing more is read while so much is under way; whoever writes to us has to wait.
    if (underWay.size >= UNDER_WAY_MAX) await Promise.race([...underWay.values()].map(({ done }) => done))
  }
  const late = setTimeout(() => {
    for (const { stop } of underWay.values()) stop.abort()
  }, DRAIN_MS)
  await Promise.all([...underWay.values()].map(({ done }) => done))
  clearTimeout(late)
}

function carrier({ endpoint, tokens, output, say, answerMs = ANSWER_MS, awayMs = AWAY_MS }: Ends) {
  let agreed: string | undefined

  async function carry(message: Message, cancelled: AbortSignal): Promise<void> {
    // By hand: of `AbortSignal.any` over a timeout, the garbage collector may take the timeout before its time.
    const stop = new AbortController()
    const { signal } = stop
    const late = setTimeout(() => stop.abort(), answerMs)
    cancelled.addEventListener('abort', () => stop.abort())
    const isRequest = message.method !== undefined && message.id !== undefined
    try {
      const response = await post(message, signal)
      if (!isRequest) {
        await response.body?.cancel()
        if (!response.ok) say(`${message.method ?? 'a response'} was not taken: ${response.status}`)
        return
      }
      for await (const answer of answersOf(message, response, signal)) {
        if (cancelled.aborted) return
        if (message.method === 'initialize') agreed = versionIn(answer) ?? agreed
        await write(answer)
      }
    } catch (error) {
      if (cancelled.aborted) return
      const why = signal.aborted ? `No answer within ${answerMs / 1_000} seconds.` : wordsFor(error, endpoint)
      say(why)
      if (isRequest) await write(failed(message.id ?? null, NOT_TO_BE_HAD, why))
    } finally {
      clearTimeout(late)
    }
  }

  /** @throws Complaint when the access has ended */
  async function post(message: Message, signal: AbortSignal): Promise<Response> {
    const token = await tokens.current()
    const response = await sendWhenBack(message, token, signal)
    if (response.status !== 401) return response
    await response.body?.cancel()
    const next = await tokens.after(token)
    const again = next === undefined ? undefined : await send(message, next, signal)
    if (again && again.status !== 401) return again
    throw new Complaint(tokens.ended)
  }

  // A service that was stopped, or is stopping or starting, has begun nothing, so the message may be sent again.
  async function sendWhenBack(message: Message, token: string, signal: AbortSignal): Promise<Response> {
    for (const until = performance.now() + awayMs; ; await sleep(AGAIN_MS, undefined, { signal })) {
      const isLast = performance.now() + AGAIN_MS > until
      try {
        const response = await send(message, token, signal)
        if (response.status !== 503 || isLast) return response
        await response.body?.cancel()
      } catch (error) {
        if (isLast || causeOf(error) !== 'ECONNREFUSED') throw error
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

  // A message is one line, since JSON escapes what would break it.
  async function write(message: object): Promise<void> {
    if (!output.write(`${JSON.stringify(message)}\n`)) await new Promise((resolve) => output.once('drain', resolve))
  }

  return { carry, write, agreed: () => agreed !== undefined }
}

function versionIn({ result }: Message): string | undefined {
  const { protocolVersion } = (result ?? {}) as { protocolVersion?: unknown }
  return typeof protocolVersion === 'string' ? protocolVersion : undefined
}

function wordsFor(error: unknown, endpoint: string): string {
  if (error instanceof Complaint || error instanceof MemoryServiceError) return error.message
  const code = causeOf(error)
  return `The service at ${endpoint} cannot be reached${code ? ` (${code})` : ''}.`
}

/** Why nothing came of a `fetch`, in the words of the system. */
function causeOf(error: unknown): string | undefined {
  return ((error as Error).cause as { code?: string } | undefined)?.code
}
