import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchingStep, newTotpSecret, toBase32, totpCode, totpStep, totpUri } from './totp.ts'

// The secret of the test vectors in RFC 4226, appendix D, and RFC 6238, appendix B.
const SECRET = Buffer.from('12345678901234567890')
const STEP_MS = 30_000

describe('one-time passwords', () => {
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [9, '520489'],
  ])('have the code of RFC 4226 at counter %i', (counter, code) => expect(totpCode(SECRET, counter)).toBe(code))

  // The last six digits of the eight in RFC 6238.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('have the code of RFC 6238 at second %i', (second, code) =>
    expect(totpCode(SECRET, totpStep(second * 1_000))).toBe(code))

  test('match in their own step and its two neighbours, and in no other', () => {
    const now = 1_000 * STEP_MS
    for (const apart of [-3, -2, -1, 0, 1, 2, 3]) {
      const found = matchingStep(SECRET, totpCode(SECRET, 1_000 + apart), now, 0)
      expect(found).toBe(Math.abs(apart) <= 1 ? 1_000 + apart : undefined)
    }
  })

  test('match no more once their step, or a later one, was used', () => {
    const now = 1_000 * STEP_MS
    const matches = (step: number, used: number) => matchingStep(SECRET, totpCode(SECRET, step), now, used)
    expect(matches(1_000, 999)).toBe(1_000)
    expect(matches(1_000, 1_000)).toBeUndefined()
    expect(matches(999, 1_000)).toBeUndefined()
    expect(matches(1_001, 1_000)).toBe(1_001)
  })

  test('match nothing but their six digits', () => {
    const code = totpCode(SECRET, 0)
    for (const wrong of ['', code.slice(1), `${code}0`, ` ${code}`, 'abcdef'])
      expect(matchingStep(SECRET, wrong, 0, -1)).toBeUndefined()
  })
})

test('secrets are encoded in base32 of RFC 4648', () => {
  const encoded = (text: string) => toBase32(Buffer.from(text))
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(encoded)).toEqual([
    ...['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'],
  ])
  fc.assert(fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => toBase32(bytes).length === 32))
  expect(newTotpSecret()).toHaveLength(20)
})

test('the address for a QR code names issuer, account and secret, whatever characters they have', () => {
  const uri = new URL(totpUri(SECRET, 'Memory Service (a.example)', 'ada+1&x=y@example.com'))
  expect(decodeURIComponent(uri.pathname)).toContain('Memory Service (a.example):ada+1&x=y@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Memory Service (a.example)',
  })
})
