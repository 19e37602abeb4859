import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { AddressRefused, guardedLookup, refuseUrl } from './address.ts'

const TIMEOUT_MS = 10_000
const EXCERPT_BYTES_MAX = 1_024
const IDLE_MS = 10_000

/** What came of one attempt to deliver, as the delivery log shows it. */
export interface Attempt {
  at: string
  status_code: number | null
  duration_ms: number
  error: string | null
  response_excerpt: string | null
}

/** What came of it, but for when it began. */
export type Sent = Omit<Attempt, 'at'>

/** The way out to endpoints. */
export interface Sender {
  send(url: string, headers: Record<string, string>, body: string): Promise<Sent>
  close(): Promise<void>
}

/**
 * Opens the way out: 10 seconds for everything, no redirects, public addresses only unless private ones are allowed.
 * Connections are counted by endpoint where deliveries are taken, never by origin: endpoints of several apps may
 * live on one host, and a slow one among them must not use up its neighbours'.
 */
export function openSender({ allowPrivate, timeoutMs = TIMEOUT_MS, resolve }: SenderOptions): Sender {
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowPrivate, resolve), timeout: timeoutMs },
    keepAliveTimeout: IDLE_MS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  const send: Sender['send'] = async (url, headers, body) => {
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    try {
      const refused = refuseUrl(url, allowPrivate)
      if (refused) throw new AddressRefused(`the address ${refused}`)
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
      const response_excerpt = await excerpt(response.body)
      const { statusCode } = response
      const ok = statusCode >= 200 && statusCode < 300
      return {
        status_code: statusCode,
        duration_ms: took(),
        error: ok ? null : statusCode < 400 && statusCode >= 300 ? 'redirects are not followed' : `HTTP ${statusCode}`,
        response_excerpt,
      }
    } catch (error) {
      return { status_code: null, duration_ms: took(), error: describe(error, timeoutMs), response_excerpt: null }
    }
  }
  return { send, close: () => agent.destroy() }
}

interface SenderOptions {
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: LookupFunction
}

// The first kilobyte is for the developer to look at; the rest is neither read nor waited for. The status has been
// given by then, so a body that breaks off or never ends takes nothing back.
async function excerpt(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= EXCERPT_BYTES_MAX) break
    }
  } catch {}
  const text = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES_MAX).toString().replaceAll('\0', '')
  return text || null
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError' || /TIMEOUT/.test((error as { code?: string }).code ?? ''))
    return `no answer within ${timeoutMs / 1000} seconds`
  const { code } = error as { code?: string }
  return error instanceof AddressRefused
    ? error.message
    : code
      ? `could not connect (${code})`
      : error.message.slice(0, 200)
}
