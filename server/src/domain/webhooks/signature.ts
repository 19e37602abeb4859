import { createHmac, randomBytes } from 'node:crypto'

/*
 * How a delivery is signed, after Stripe and the Standard Webhooks specification: HMAC-SHA256 over
 * `<delivery id>.<unix seconds>.<raw body>`, keyed with the bytes that follow `whsec_` in base64. One MAC, two
 * spellings: hexadecimal in our own header, base64 in the headers every Standard Webhooks verifier reads.
 */

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The headers that sign a body.
 * @param secrets the signing secret, and during a rotation the one before it
 * @param at unix time in seconds
 */
export function signatureHeaders(secrets: readonly string[], deliveryId: string, at: number, body: string) {
  const macs = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${deliveryId}.${at}.${body}`)
      .digest(),
  )
  return {
    'x-service-delivery': deliveryId,
    'x-service-signature': [`t=${at}`, ...macs.map((mac) => `v1=${mac.toString('hex')}`)].join(','),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(at),
    'webhook-signature': macs.map((mac) => `v1,${mac.toString('base64')}`).join(' '),
  }
}
