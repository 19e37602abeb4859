import { expect, test } from 'vitest'
import type { Failure } from '../errors.ts'
import { openCallLimits } from './call-limits.ts'

const RATE = { atOnce: 100, perMinute: 60 }

/** What is spent at a time in seconds: `undefined`, or how long to wait. */
function spender() {
  let now = 0
  const limits = openCallLimits(() => new Date(now))
  return (seconds: number, amount: number, key = 'ann'): number | undefined => {
    now = seconds * 1_000
    try {
      limits.spend(key, amount, RATE)
    } catch (error) {
      return (error as Failure & { details: { retry_after: number } }).details.retry_after
    }
    return undefined
  }
}

test('what is spent at once is available again evenly, and a refusal says when', () => {
  const spend = spender()
  expect([spend(0, 60), spend(0, 40), spend(0, 1), spend(0, 30)]).toEqual([undefined, undefined, 1, 30])
  // A refused amount is not spent.
  expect([spend(29, 30), spend(30, 30), spend(30, 1)]).toEqual([1, undefined, 1])
  expect([spend(1_000, 100), spend(1_000, 1)]).toEqual([undefined, 1])
})

test('keys are independent', () => {
  const spend = spender()
  expect([spend(0, 100), spend(0, 100, 'bob'), spend(0, 1)]).toEqual([undefined, undefined, 1])
})

test('a key is refused for the given time, and after a clock that is set back for a minute at most', () => {
  let now = 1_000_000
  const limits = openCallLimits(() => new Date(now))
  const isRefused = (key: string) => {
    try {
      limits.checkRefused(key)
      return false
    } catch {
      return true
    }
  }
  limits.refuse('ann', 2)
  expect([isRefused('ann'), isRefused('bob')]).toEqual([true, false])
  now += 2_000
  expect(isRefused('ann')).toBe(false)
  now -= 500_000
  expect(isRefused('ann')).toBe(true)
})

test('a clock that is set back refuses for no longer than it takes to make everything available', () => {
  const spend = spender()
  expect(spend(100_000, 100)).toBeUndefined()
  expect([spend(0, 1), spend(1, 1)]).toEqual([1, undefined])
  expect([spend(99, 100), spend(101, 100)]).toEqual([2, undefined])
})
