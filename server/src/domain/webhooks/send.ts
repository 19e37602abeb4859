import type { Readable } from 'node:stream'
import { describeRequestError, type EgressOptions, firstBytes, openEgressClient } from '../../foundation/net/egress.ts'

const TIMEOUT_MS = 10_000
const EXCERPT_BYTES_MAX = 1_024
/** How long the beginning of a response is waited for. */
const EXCERPT_MS = 1_000

/** One delivery attempt, as the delivery log shows it. */
export interface Attempt {
  at: string
  status_code: number | null
  duration_ms: number
  error: string | null
  response_excerpt: string | null
  /** The `X-Service-Signature` that was sent; missing in attempts of earlier versions. */
  signature?: string | null
}

/** The result of an attempt, without its start time and its signature. */
export type Sent = Omit<Attempt, 'at' | 'signature'>

/** Sends deliveries to endpoints. */
export interface Sender {
  send(url: string, headers: Record<string, string>, body: string): Promise<Sent>
  close(): Promise<void>
}

/**
 * Opens a sender with a total timeout, by default 10 s, which blocks private addresses unless they are allowed. It does
 * not limit connections per host: endpoints of several apps may share one, so the delivery loop limits each endpoint.
 */
export function openSender({ timeoutMs = TIMEOUT_MS, ...options }: SenderOptions): Sender {
  const out = openEgressClient({ ...options, timeoutMs })

  const send: Sender['send'] = async (url, headers, payload) => {
    const start = performance.now()
    const elapsed = () => Math.round(performance.now() - start)
    try {
      const response = await out.request(url, { method: 'POST', headers, body: payload })
      const { statusCode, isPrivate } = response
      const body = await excerpt(response.body)
      const ok = statusCode >= 200 && statusCode < 300
      return {
        status_code: statusCode,
        duration_ms: elapsed(),
        error: ok ? null : statusCode < 400 && statusCode >= 300 ? 'redirects are not followed' : `HTTP ${statusCode}`,
        // What runs at a private address may not be the developer's, so its response is not shown.
        response_excerpt: isPrivate ? null : body,
      }
    } catch (error) {
      return {
        status_code: null,
        duration_ms: elapsed(),
        error: describeRequestError(error, timeoutMs),
        response_excerpt: null,
      }
    }
  }
  return { send, close: () => out.close() }
}

type SenderOptions = Omit<EgressOptions, 'timeoutMs'> & Partial<EgressOptions>

// A body that is aborted or never ends does not change the outcome, which the status has decided; nor is it waited for.
async function excerpt(body: Readable): Promise<string | null> {
  const timer = setTimeout(() => body.destroy(), EXCERPT_MS)
  const bytes = await firstBytes(body, EXCERPT_BYTES_MAX, () => {})
  clearTimeout(timer)
  return bytes.subarray(0, EXCERPT_BYTES_MAX).toString().replaceAll('\0', '') || null
}
