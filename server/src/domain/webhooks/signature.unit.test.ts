import { createHmac, timingSafeEqual } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders } from './signature.ts'

// The vector of docs/webhooks.md.
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const ID = 'dlv_01kb5dd9v2000m4h2n8y7tq3wz5b1f0c3a'
const AT = 1777793472
const BODY =
  '{"id":"evt_01kb5dd9v2000m4h2n8y7tq3wz","type":"webhook.test","created_at":"2026-05-03T07:31:12.000Z","data":{"message":"This is a test."}}'
const HEX = '7740b4f03ff9104bfa910611f664b54e749de320a8ea98b0d83be6b263282686'

const TOLERANCE_SECONDS = 300

/** The verifier of docs/webhooks.md, with the time as a parameter. */
function verify(rawBody: string, headers: Record<string, string>, secret: string, now: number): boolean {
  const parts = headers['x-service-signature']!.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!(Math.abs(now - Number(time)) <= TOLERANCE_SECONDS)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['x-service-delivery']}.${time}.${rawBody}`
  const mine = createHmac('sha256', key).update(signed).digest()
  const theirs = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return theirs.some((mac) => mac.length === mine.length && timingSafeEqual(mac, mine))
}

/** The verifier of the Standard Webhooks library, which uses the real clock. */
function verifyStandard(rawBody: string, headers: Record<string, string>, secret: string): boolean {
  try {
    new Webhook(secret).verify(rawBody, headers)
    return true
  } catch {
    return false
  }
}

describe('the signature of a delivery', () => {
  test('matches the test vector of the documentation', () => {
    const headers = signatureHeaders([SECRET], ID, AT, BODY)
    expect(headers).toEqual({
      'x-service-delivery': ID,
      'x-service-signature': `t=${AT},v1=${HEX}`,
      'webhook-id': ID,
      'webhook-timestamp': String(AT),
      'webhook-signature': `v1,${Buffer.from(HEX, 'hex').toString('base64')}`,
    })
    expect(verify(BODY, headers, SECRET, AT)).toBe(true)
    expect(new Webhook(SECRET).sign(ID, new Date(AT * 1000), BODY)).toBe(headers['webhook-signature'])
  })

  // The library reads what it has verified.
  const text = fc.json({ stringUnit: 'grapheme' })
  const secret = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((key) => `whsec_${Buffer.from(key).toString('base64')}`)
  const id = fc.string({ unit: fc.constantFrom(...'abcdefghjk0123456789'), minLength: 1 }).map((body) => `dlv_${body}`)
  // The library looks at the real clock.
  const now = Math.floor(Date.now() / 1000)
  const at = fc.integer({ min: now - 200, max: now })

  test('is accepted by both verifiers for any body', () => {
    fc.assert(
      fc.property(secret, id, at, text, (secret, id, at, body) => {
        const headers = signatureHeaders([secret], id, at, body)
        expect([verify(body, headers, secret, now), verifyStandard(body, headers, secret)]).toEqual([true, true])
      }),
    )
  })

  test('is rejected by both verifiers if the body, id, time or secret differs', () => {
    const delivery = fc.record({ secret, id, at, body: text })
    const part = fc.constantFrom('secret', 'id', 'at', 'body')
    fc.assert(
      fc.property(delivery, delivery, part, (signed, other, part) => {
        fc.pre(signed[part as 'id'] !== other[part as 'id'])
        const claimed = { ...signed, [part]: other[part as 'id'] }
        const headers = signatureHeaders([signed.secret], signed.id, signed.at, signed.body)
        const received = {
          ...headers,
          'x-service-delivery': claimed.id,
          'x-service-signature': headers['x-service-signature'].replace(/^t=\d+/, `t=${claimed.at}`),
          'webhook-id': claimed.id,
          'webhook-timestamp': String(claimed.at),
        }
        const { body, secret } = claimed
        expect([verify(body, received, secret, now), verifyStandard(body, received, secret)]).toEqual([false, false])
      }),
    )
  })

  test('is rejected if its time is more than five minutes off', () => {
    const headers = signatureHeaders([SECRET], ID, AT, BODY)
    for (const [seconds, fits] of [
      [300, true],
      [-300, true],
      [301, false],
      [-301, false],
    ] as const)
      expect(verify(BODY, headers, SECRET, AT + seconds)).toBe(fits)
  })

  test('is made with both secrets during a rotation', () => {
    const [before, after, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
    const headers = signatureHeaders([after, before], ID, now, BODY)
    for (const [secret, fits] of [
      [before, true],
      [after, true],
      [stranger, false],
    ] as const)
      expect([verify(BODY, headers, secret, now), verifyStandard(BODY, headers, secret)]).toEqual([fits, fits])
  })
})

test('a signing secret is 32 random bytes', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})
