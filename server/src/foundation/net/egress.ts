import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { AddressRefused, guardedLookup, isPublicAddress, refuseUrl, UrlRefused } from './address.ts'

const IDLE_MS = 10_000

/** HTTP client for URLs that come from outside, such as webhook endpoints. */
export interface EgressClient {
  /**
   * Sends a request and returns the response with its body unread. Redirects are not followed.
   * @throws AddressRefused, UrlRefused, or an undici error
   */
  request(url: string, options: EgressRequest): Promise<EgressResponse>
  /** Closes all connections, including those in use. */
  close(): Promise<void>
}

interface EgressRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Aborts the request and its response. */
  signal?: AbortSignal
}

export interface EgressResponse extends Dispatcher.ResponseData {
  /** Whether it came from an address that is not public; its body must not be shown to anyone. */
  isPrivate: boolean
}

export interface EgressOptions {
  allowPrivate: boolean
  /** Time limit in milliseconds, from the DNS lookup to the end of the body. */
  timeoutMs: number
  /** Time limit between two chunks of the body, in milliseconds; `timeoutMs` by default. */
  silenceMs?: number
  resolve?: LookupFunction
  /** Which IP addresses are public; tests replace it, because they can only listen on private ones. */
  isPublic?: (address: string) => boolean
}

/**
 * Opens an egress client: no redirects, one time limit, only public addresses unless private ones are allowed. Public
 * and private addresses have separate connections, so the connection tells where a response came from.
 */
export function openEgressClient(options: EgressOptions): EgressClient {
  const { allowPrivate, timeoutMs, silenceMs = timeoutMs, resolve, isPublic = isPublicAddress } = options
  const agentFor = (privateToo: boolean) =>
    new Agent({
      connect: { lookup: guardedLookup(privateToo, resolve, isPublic), timeout: silenceMs },
      keepAliveTimeout: IDLE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: silenceMs,
    })
  const publicAgent = agentFor(false)
  const privateAgent = allowPrivate ? agentFor(true) : undefined

  return {
    async request(url, options) {
      const refused = refuseUrl(url, allowPrivate, isPublic)
      if (refused) throw new UrlRefused(`the URL ${refused}`)
      const limit = AbortSignal.timeout(timeoutMs)
      const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
      const sendBy = async (dispatcher: Agent) => ({
        ...(await request(url, { ...options, dispatcher, signal })),
        isPrivate: dispatcher === privateAgent,
      })
      // Sockets look up names, but not IP addresses.
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      if (privateAgent && isIP(host) && !isPublic(host)) return sendBy(privateAgent)
      try {
        return await sendBy(publicAgent)
      } catch (error) {
        // Nothing was sent: the lookup found a private address.
        if (privateAgent && error instanceof AddressRefused) return sendBy(privateAgent)
        throw error
      }
    },
    async close() {
      await Promise.all([publicAgent.destroy(), privateAgent?.destroy()])
    },
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

/** Codes of names that no address was found for. */
const NO_HOST_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

/** Whether a request failed for want of an address that may be called. Which names exist inside a network is not to be shown. */
export function hasNoAddress(error: unknown): boolean {
  return error instanceof AddressRefused || NO_HOST_CODES.has((error as { code?: string } | null)?.code ?? '')
}

/** Describes why a request got no response, for the user who configured the URL. */
export function describeRequestError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed'
  const { code = '' } = error as { code?: string }
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} seconds`
  if (error instanceof UrlRefused) return error.message
  if (hasNoAddress(error)) return 'the host has no public address'
  return code ? `could not connect (${code})` : error.message.slice(0, 200)
}
