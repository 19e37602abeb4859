import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { AddressRefused, guardedLookup, refuseUrl } from './address.ts'

const IDLE_MS = 10_000

/** The way out to addresses that somebody else has chosen. */
export interface WayOut {
  /**
   * Sends a request and gives its answer, the body still to be read. Redirects are answers like any other.
   * @throws AddressRefused, or what undici throws
   */
  request(url: string, options: Sent): Promise<Dispatcher.ResponseData>
  /** Ends every connection, also those in use. */
  close(): Promise<void>
}

interface Sent {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

export interface WayOutOptions {
  allowPrivate: boolean
  /** For everything from the look-up to the end of the body. */
  timeoutMs: number
  resolve?: LookupFunction
}

/** Opens the way out: no redirects, one time limit, public addresses only unless private ones are allowed. */
export function openWayOut({ allowPrivate, timeoutMs, resolve }: WayOutOptions): WayOut {
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowPrivate, resolve), timeout: timeoutMs },
    keepAliveTimeout: IDLE_MS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    async request(url, options) {
      const refused = refuseUrl(url, allowPrivate)
      if (refused) throw new AddressRefused(`the address ${refused}`)
      return request(url, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs), ...options })
    },
    close: () => agent.destroy(),
  }
}

/**
 * The first bytes of a body, `bytesMax` or some more; the rest is neither read nor waited for. Of a body that breaks off
 * `broken` is told, and may throw; else what had come counts.
 */
export async function firstBytes(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  broken: (error: unknown) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch (error) {
    broken(error)
  }
  return Buffer.concat(chunks)
}

/** Why nothing came back, for whoever chose the address. */
export function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed'
  const { code = '' } = error as { code?: string }
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} seconds`
  if (error instanceof AddressRefused) return error.message
  return code ? `could not connect (${code})` : error.message.slice(0, 200)
}
