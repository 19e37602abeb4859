import { firstBytes, openWayOut, reasonOf, type WayOutOptions } from '../../foundation/outward.ts'

const TIMEOUT_MS = 10_000
const EXCERPT_BYTES_MAX = 1_024

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
 * Opens the way out to endpoints: 10 seconds for everything, guarded as all that leads to addresses of others.
 * Connections are counted by endpoint where deliveries are taken, never by origin: endpoints of several apps may
 * live on one host, and a slow one among them must not use up its neighbours'.
 */
export function openSender({ timeoutMs = TIMEOUT_MS, ...options }: SenderOptions): Sender {
  const out = openWayOut({ ...options, timeoutMs })

  const send: Sender['send'] = async (url, headers, body) => {
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    try {
      const response = await out.request(url, { method: 'POST', headers, body })
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
      return { status_code: null, duration_ms: took(), error: reasonOf(error, timeoutMs), response_excerpt: null }
    }
  }
  return { send, close: () => out.close() }
}

type SenderOptions = Omit<WayOutOptions, 'timeoutMs'> & Partial<WayOutOptions>

// The first kilobyte is for the developer to look at. The status has been given by then, so a body that breaks off or
// never ends takes nothing back.
async function excerpt(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const bytes = await firstBytes(body, EXCERPT_BYTES_MAX, () => {})
  return bytes.subarray(0, EXCERPT_BYTES_MAX).toString().replaceAll('\0', '') || null
}
