import { type ErrorDetails, MemoryServiceError } from './errors.ts'
import { refuseBrowsers } from './guard.ts'
import type { WebhookEvent } from './types.ts'

const TOLERANCE_SECONDS = 300
const SIGNATURE = 'x-service-signature'
const DELIVERY = 'x-service-delivery'
const SECRET_PREFIX = 'whsec_'
const HEADER_CHARS_MAX = 4_096

/** Headers as any platform hands them over: `Headers`, a `Map`, pairs, or Node's object. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** How strict to be. */
export interface VerifyOptions {
  /** How old, or how far ahead, a signature may be; 300 unless said. */
  toleranceSeconds?: number
  /** What time it is; for tests. */
  now?: Date
}

/**
 * The event of a delivery, once it is certain that the service sent it. Hand over the body as it came, before anything
 * has parsed it. A delivery may come twice: tell it by its `X-Service-Delivery` header.
 * @throws MemoryServiceError `invalid_signature`; `details.reason` says why. `invalid_argument` when the body is no body
 *   as it came, or the secret no secret of the service
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, 'whsec_…')
 * if (event.type === 'memory.created') console.log(event.data.memory.id)
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  refuseBrowsers('The signing secret')
  if (!isRaw(rawBody))
    throw new MemoryServiceError(
      'invalid_argument',
      'The body was parsed already; hand it over as it came, in bytes or text.',
    )
  const key = await keyOf(secret)
  const delivery = headerOf(headers, DELIVERY)
  const { time, macs } = signatureOf(headerOf(headers, SIGNATURE))
  if (!(Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds)) throw refused('too_old')
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : new Uint8Array(rawBody)
  const signed = joined(new TextEncoder().encode(`${delivery}.${time}.`), body)
  // Each is compared by the platform, in constant time; all of them, whichever fits.
  const fits = await Promise.all(macs.map((mac) => crypto.subtle.verify('HMAC', key, mac, signed)))
  if (!fits.includes(true)) throw refused('mismatch')
  return JSON.parse(new TextDecoder().decode(body))
}

// What was parsed and written again has other bytes than those that were signed.
function isRaw(body: unknown): boolean {
  return typeof body === 'string' || (typeof body === 'object' && body !== null && 'byteLength' in body)
}

async function keyOf(secret: string) {
  try {
    if (!secret.startsWith(SECRET_PREFIX)) throw secret
    const bytes = bytesOf(atob(secret.slice(SECRET_PREFIX.length)))
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  } catch {
    throw new MemoryServiceError('invalid_argument', 'The signing secret takes the form whsec_ and base64.')
  }
}

// More than one header of a name, or more than one line in it, is nothing the service has sent.
function headerOf(headers: WebhookHeaders, wanted: string): string {
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers)
  const values: unknown[] = []
  for (const [name, value] of pairs) if (name.toLowerCase() === wanted && value !== undefined) values.push(value)
  const found = values.flat()
  if (!found.length) throw refused('missing')
  const [value] = found
  if (found.length > 1 || typeof value !== 'string' || value.length > HEADER_CHARS_MAX) throw refused('malformed')
  return value
}

/** `t=<unix seconds>,v1=<hex>`, with a `v1` for each secret that signs; parts by other names are for others. */
function signatureOf(header: string): { time: string; macs: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const named = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []))
  const [time = '', ...others] = named('t')
  const macs = named('v1')
  const isRead =
    /^\d{1,12}$/.test(time) && !others.length && macs.length && macs.every((mac) => /^[\da-f]{64}$/.test(mac))
  if (!isRead) throw refused('malformed')
  return { time, macs: macs.map((mac) => Uint8Array.from(mac.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16))) }
}

const bytesOf = (binary: string) => Uint8Array.from(binary, (char) => char.charCodeAt(0))

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

const WHY: Record<ErrorDetails['invalid_signature']['reason'], string> = {
  missing: 'A signature header is missing.',
  malformed: 'A signature header is not readable.',
  too_old: 'The signature is out of the tolerance of time.',
  mismatch: 'No signature fits this body and secret.',
}

function refused(reason: keyof typeof WHY): MemoryServiceError<'invalid_signature'> {
  return new MemoryServiceError('invalid_signature', WHY[reason], { details: { reason } })
}
