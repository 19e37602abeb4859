import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signatureHeaders } from '../../../server/src/domain/webhooks/signature.ts'
import { type MemoryServiceError, verifyWebhook } from '../src/index.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER = 'whsec_HxMUFRYXGBkaGxwdHh8AAQIDBAUGBwgJCgsMDQ4PEBE='
const AT = 1_790_000_000
const now = new Date(AT * 1_000)
const BODY = '{"id":"evt_1","type":"connection.revoked","data":{}}'

const signed = (body: string, secrets = [SECRET]) => signatureHeaders(secrets, 'dlv_1', AT, body)
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error: MemoryServiceError) => (error.is('invalid_signature') ? error.details.reason : error.code),
  )
const anyBody = fc.json().map((json) => JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: JSON.parse(json) }))

describe('verifyWebhook', () => {
  test('returns the event of any signed body, as text or bytes', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const bytes = new TextEncoder().encode(body)
        for (const raw of [body, bytes, bytes.buffer as ArrayBuffer, Buffer.from(body)])
          expect(await verifyWebhook(raw, signed(body), SECRET, { now })).toEqual(JSON.parse(body))
      }),
    )
  })

  test('accepts headers of any platform', async () => {
    const { 'x-service-signature': signature, 'x-service-delivery': delivery } = signed(BODY)
    const upper = { 'X-Service-Signature': signature, 'X-SERVICE-DELIVERY': delivery, Host: undefined }
    const ways = [
      upper,
      new Headers(signed(BODY)),
      new Map(Object.entries(upper).slice(0, 2)),
      Object.entries(signed(BODY)),
      { 'x-service-signature': [signature], 'x-service-delivery': delivery },
    ]
    for (const headers of ways)
      expect(await reasonOf(verifyWebhook(BODY, headers as never, SECRET, { now }))).toBe('verified')
  })

  test('accepts the old and the new secret during a rotation', async () => {
    const headers = signed(BODY, [OTHER, SECRET])
    for (const secret of [OTHER, SECRET]) await verifyWebhook(BODY, headers, secret, { now })
  })

  test('rejects a delivery if one bit of its body, id, time or signature changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.nat(), fc.integer({ min: 0, max: 7 }), async (body, place, bit) => {
        const bytes = new TextEncoder().encode(body)
        bytes[place % bytes.length]! ^= 1 << bit
        expect(await reasonOf(verifyWebhook(bytes, signed(body), SECRET, { now }))).toBe('mismatch')
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('x-service-signature', 'x-service-delivery'),
        fc.nat(),
        fc.nat(15),
        async (name, place, by) => {
          const headers = signed(BODY)
          const value = headers[name]
          const at = place % value.length
          const other =
            value.slice(0, at) +
            ((Number.parseInt(value[at] as string, 16) || 0) ^ by).toString(16) +
            value.slice(at + 1)
          fc.pre(other !== value)
          expect(await reasonOf(verifyWebhook(BODY, { ...headers, [name]: other }, SECRET, { now }))).not.toBe(
            'verified',
          )
        },
      ),
    )
    expect(await reasonOf(verifyWebhook(BODY, signed(BODY), OTHER, { now }))).toBe('mismatch')
    expect(
      await reasonOf(verifyWebhook(BODY, { ...signed(BODY), 'x-service-delivery': 'dlv_2' }, SECRET, { now })),
    ).toBe('mismatch')
  })

  test('rejects times outside the tolerance, to the second', async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      reasonOf(verifyWebhook(BODY, signed(BODY), SECRET, { now: new Date((AT + seconds) * 1_000), toleranceSeconds }))
    expect([await at(-300), await at(300), await at(-301), await at(301)]).toEqual([
      'verified',
      'verified',
      'too_old',
      'too_old',
    ])
    expect([await at(10, 10), await at(11, 10)]).toEqual(['verified', 'too_old'])
    expect(await reasonOf(verifyWebhook(BODY, signed(BODY), SECRET))).toBe('too_old')
  })

  test('reports missing, repeated and malformed headers, and throws no other errors', async () => {
    const { 'x-service-signature': good, ...rest } = signed(BODY)
    const mac = good.slice(good.indexOf('v1='))
    const why = (value?: unknown) =>
      reasonOf(verifyWebhook(BODY, { ...rest, 'x-service-signature': value } as never, SECRET, { now }))
    expect(await why()).toBe('missing')
    expect(await reasonOf(verifyWebhook(BODY, { 'x-service-signature': good }, SECRET, { now }))).toBe('missing')
    const bad = [
      '',
      'v1=',
      mac,
      `t=${AT}`,
      `t=${AT},v1=abc`,
      `t=${AT},t=1,${mac}`,
      `t=1e9,${mac}`,
      `t=,${mac}`,
      [good, good],
      `${good},v1=`,
    ]
    for (const value of bad) expect(await why(value)).toBe('malformed')
    expect(await why(good.replace('v1=', 'v0=00,v1='))).toBe('verified')
    await fc.assert(
      fc.asyncProperty(fc.string(), async (value) => {
        expect(['malformed', 'mismatch', 'too_old']).toContain(await why(value))
      }),
    )
  })

  test('reports a parsed body as invalid_argument, not as an invalid signature', async () => {
    for (const body of [JSON.parse(BODY), undefined, null, 7])
      expect(await reasonOf(verifyWebhook(body as never, signed(BODY), SECRET, { now }))).toBe('invalid_argument')
  })

  test('rejects malformed secrets without showing them in the error', async () => {
    for (const secret of ['', 'whsec_', 'whsec_***', SECRET.slice(6)]) {
      const error: Error = await verifyWebhook(BODY, signed(BODY), secret, { now }).catch((error) => error)
      expect(error).toMatchObject({ code: 'invalid_argument' })
      if (secret) expect(String(error.stack)).not.toContain(secret === 'whsec_' ? '***' : secret)
    }
  })

  test('agrees with the standardwebhooks package', async () => {
    const at = Math.floor(Date.now() / 1_000)
    await fc.assert(
      fc.asyncProperty(anyBody, fc.boolean(), async (body, isTampered) => {
        const headers = signatureHeaders([SECRET], 'dlv_1', at, body)
        const raw = isTampered ? `${body} ` : body
        const theirs = (() => {
          try {
            return new Webhook(SECRET).verify(raw, headers)
          } catch {
            return undefined
          }
        })()
        expect(await verifyWebhook(raw, headers, SECRET).catch(() => undefined)).toEqual(theirs)
        expect(theirs === undefined).toBe(isTampered)
      }),
    )
  })
})
