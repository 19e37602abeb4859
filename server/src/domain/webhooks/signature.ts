import { createHmac, randomBytes } from 'node:crypto'

/*
 * Signatures of deliveries, in the formats of Stripe and of the Standard Webhooks specification: HMAC-SHA256 over
 * `<delivery id>.<unix seconds>.<raw body>`, keyed with the base64-decoded bytes after `whsec_`. The MAC is hexadecimal
 * in `x-service-signature` and base64 in `webhook-signature`.
 */

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Makes a signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The signature headers of a delivery.
 * @param secrets the signing secret and, during a rotation, the previous one
 * @param at unix time in seconds
 */
export function signatureHeaders(
  secrets: readonly string[],
  deliveryId: string,
  at: number,
  body: string,
): SignatureHeaders {
  const macs = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${deliveryId}.${at}.${body}`)
      .digest(),
  )
  return headersWith(deliveryId, at, macs)
}

/** The signature headers that were sent with an `X-Service-Signature`, which contains all that they say. */
export function signaturesOf(deliveryId: string, signature: string): SignatureHeaders {
  const [at = '', ...macs] = signature.split(',').map((part) => part.slice(part.indexOf('=') + 1))
  return headersWith(
    deliveryId,
    Number(at),
    macs.map((mac) => Buffer.from(mac, 'hex')),
  )
}

type SignatureHeaders = ReturnType<typeof headersWith>

function headersWith(deliveryId: string, at: number, macs: readonly Buffer[]) {
  return {
    'x-service-delivery': deliveryId,
    'x-service-signature': [`t=${at}`, ...macs.map((mac) => `v1=${mac.toString('hex')}`)].join(','),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(at),
    'webhook-signature': macs.map((mac) => `v1,${mac.toString('base64')}`).join(' '),
  }
}
