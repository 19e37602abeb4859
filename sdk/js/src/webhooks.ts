import { type ErrorDetails, MemoryServiceError } from './errors.ts'
import type { WebhookEvent } from './generated/events.ts'
import { refuseBrowsers } from './guard.ts'

const TOLERANCE_SECONDS = 300
const SIGNATURE = 'x-service-signature'
const DELIVERY = 'x-service-delivery'
const SECRET_PREFIX = 'whsec_'
const HEADER_CHARS_MAX = 4_096

/** Headers of any platform: `Headers`, a `Map`, pairs, or Node's object. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** How far the time of a signature may be from now, in seconds; default 300. */
  toleranceSeconds?: number
  /** The current time; for tests. */
  now?: Date
}

/**
 * Verifies the signature of a delivery and returns its event. Pass the raw body, before it is parsed. A delivery may arrive
 * twice; its `X-Service-Delivery` header is the same each time.
 * @throws MemoryServiceError `invalid_signature` (see `details.reason`); `invalid_argument` if the body was parsed or the
 *   secret is malformed
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
    throw new MemoryServiceError('invalid_argument', 'The body was already parsed; pass the raw bytes or text.')
  const key = await keyOf(secret)
  const delivery = headerOf(headers, DELIVERY)
  const { time, macs } = signatureOf(headerOf(headers, SIGNATURE))
  if (!(Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds)) throw refused('too_old')
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : new Uint8Array(rawBody)
  const signed = joined(new TextEncoder().encode(`${delivery}.${time}.`), body)
  // The platform compares in constant time; all are compared, so that the duration does not reveal a match.
  const fits = await Promise.all(macs.map((mac) => crypto.subtle.verify('HMAC', key, mac, signed)))
  if (!fits.includes(true)) throw refused('mismatch')
  return JSON.parse(new TextDecoder().decode(body))
}

// A body that was parsed and serialised again has other bytes than the signed ones.
function isRaw(body: unknown): boolean {
  return typeof body === 'string' || (typeof body === 'object' && body !== null && 'byteLength' in body)
}

async function keyOf(secret: string) {
  try {
    if (!secret.startsWith(SECRET_PREFIX)) throw secret
    const bytes = bytesOf(atob(secret.slice(SECRET_PREFIX.length)))
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  } catch {
    throw new MemoryServiceError('invalid_argument', 'The signing secret must be `whsec_` followed by base64.')
  }
}

// The service sends each header once.
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

/** `t=<unix seconds>,v1=<hex>`, with a `v1` for each signing secret; unknown parts are ignored. */
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

const MESSAGES: Record<ErrorDetails['invalid_signature']['reason'], string> = {
  missing: 'A signature header is missing.',
  malformed: 'A signature header is malformed.',
  too_old: 'The time of the signature is out of tolerance.',
  mismatch: 'No signature matches this body and secret.',
}

function refused(reason: keyof typeof MESSAGES): MemoryServiceError<'invalid_signature'> {
  return new MemoryServiceError('invalid_signature', MESSAGES[reason], { details: { reason } })
}
