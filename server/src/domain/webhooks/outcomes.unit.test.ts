import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RETRY_MS, retryAfterMs } from './outcomes.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

test('retries wait as documented', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)
  expect(RETRY_MS).toEqual([5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...hours])
  expect(RETRY_MS.map((_, n) => retryAfterMs(n + 1, () => 0.5))).toEqual(RETRY_MS)
})

test('each wait is shifted by up to 20 % either way', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_MS.length }), random, (attempts, random) => {
      const wait = RETRY_MS[attempts - 1]!
      const after = retryAfterMs(attempts, () => random)!
      expect(after).toBeGreaterThanOrEqual(0.8 * wait)
      expect(after).toBeLessThanOrEqual(1.2 * wait)
    }),
  )
  expect(retryAfterMs(1, () => 0)).toBeCloseTo(4 * SECOND_MS)
  expect(retryAfterMs(1, () => 1)).toBeCloseTo(6 * SECOND_MS)
})

test('waits are random by default', () => {
  expect(new Set(Array.from({ length: 50 }, () => retryAfterMs(9))).size).toBeGreaterThan(40)
})

test('there is no retry after the tenth failure', () => {
  for (const attempts of [10, 11, 100]) expect(retryAfterMs(attempts)).toBeUndefined()
})
