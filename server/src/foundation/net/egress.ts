import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { AddressRefused, guardedLookup, refuseUrl } from './address.ts'

const IDLE_MS = 10_000

/** HTTP client for URLs that come from outside, such as webhook endpoints. */
export interface EgressClient {
  /**
   * Sends a request and returns the response with its body unread. Redirects are not followed.
   * @throws AddressRefused, or an undici error
   */
  request(url: string, options: EgressRequest): Promise<Dispatcher.ResponseData>
  /** Closes all connections, including those in use. */
  close(): Promise<void>
}

interface EgressRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

export interface EgressOptions {
  allowPrivate: boolean
  /** Time limit in milliseconds, from the DNS lookup to the end of the body. */
  timeoutMs: number
  resolve?: LookupFunction
}

/** Opens an egress client: no redirects, one time limit, only public addresses unless private ones are allowed. */
export function openEgressClient({ allowPrivate, timeoutMs, resolve }: EgressOptions): EgressClient {
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
 * Reads a body until it has at least `bytesMax` bytes; the last chunk may exceed that, and the rest is not read.
 * On a read error it calls `broken`, which may throw; otherwise it returns the bytes received so far.
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

/** Describes why a request got no response, for the user who configured the URL. */
export function describeRequestError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed'
  const { code = '' } = error as { code?: string }
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} seconds`
  if (error instanceof AddressRefused) return error.message
  return code ? `could not connect (${code})` : error.message.slice(0, 200)
}
