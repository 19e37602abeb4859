import { createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from '../../../foundation/auth/secrets.ts'

/* Time-based one-time passwords (RFC 6238) as all authenticator apps make them: SHA-1, 30 seconds, six digits. */

const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
/** Steps before and after the current one whose code is accepted, for clocks that differ and codes typed slowly. */
const STEPS_APART_MAX = 1
// RFC 4648.
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 160 random bits, as RFC 4226 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The code of a secret in a time step (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step at a time in milliseconds. */
export function totpStep(ms: number): number {
  return Math.floor(ms / STEP_MS)
}

/**
 * The step that a code belongs to: the one at `ms`, the one before or the one after; `undefined` for any other code.
 * Takes the same time for every code.
 * @param used the last step whose code was used; its code and earlier ones do not match.
 */
export function matchingStep(secret: Uint8Array, code: string, ms: number, used: number): number | undefined {
  const now = totpStep(ms)
  let found: number | undefined
  for (let step = now - STEPS_APART_MAX; step <= now + STEPS_APART_MAX; step++)
    if (step >= 0 && sameBytes(Buffer.from(totpCode(secret, step)), Buffer.from(code)) && step > used) found ??= step
  return found
}

/** Encodes in base32 without padding, as authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: Uint8Array, issuer: string, account: string): string {
  // Some apps show a space that is encoded as `+`, as `URLSearchParams` does, literally.
  const name = encodeURIComponent(issuer)
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?secret=${toBase32(secret)}&issuer=${name}`
}
