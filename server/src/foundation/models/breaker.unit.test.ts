import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBreaker } from './breaker.ts'

const MAX = { failuresMax: 3, coolMs: 5_000, coolMsMax: 20_000 }

function openTestBreaker() {
  let now = 1_795_000_000_000
  const breaker = openBreaker({ clock: () => new Date(now), ...MAX })
  return { breaker, pass: (ms: number) => void (now += ms) }
}

function failing(times: number) {
  const { breaker, pass } = openTestBreaker()
  for (let i = 0; i < times; i++) breaker.failed()
  return { breaker, pass }
}

describe('a circuit breaker', () => {
  test('opens after consecutive failures, which a success resets', () => {
    const { breaker } = failing(2)
    breaker.succeeded()
    breaker.failed()
    breaker.failed()
    expect([breaker.allows(), breaker.state]).toEqual([true, 'closed'])
    breaker.failed()
    expect([breaker.allows(), breaker.state]).toEqual([false, 'open'])
  })

  test('allows one probe after the cool-down and closes when it succeeds', () => {
    const { breaker, pass } = failing(3)
    pass(4_999)
    expect(breaker.allows()).toBe(false)
    pass(1)
    expect([breaker.allows(), breaker.allows(), breaker.state]).toEqual([true, false, 'half_open'])
    breaker.succeeded()
    expect([breaker.allows(), breaker.allows(), breaker.state]).toEqual([true, true, 'closed'])
  })

  test('doubles the cool-down after each failed probe up to the maximum, and resets it after a success', () => {
    const { breaker, pass } = failing(3)
    for (const wait of [5_000, 10_000, 20_000, 20_000]) {
      pass(wait - 1)
      expect(breaker.allows()).toBe(false)
      pass(1)
      expect(breaker.allows()).toBe(true)
      breaker.failed()
    }
    breaker.succeeded()
    for (let i = 0; i < 3; i++) breaker.failed()
    pass(5_000)
    expect(breaker.allows()).toBe(true)
  })

  test('opens at once on Retry-After, for the requested time within the cool-down bounds', () => {
    for (const [retryAfterMs, waits] of [
      [7_000, 7_000],
      [1, 5_000],
      [3_600_000, 20_000],
    ] as const) {
      const { breaker, pass } = openTestBreaker()
      breaker.failed(retryAfterMs)
      pass(waits - 1)
      expect(breaker.allows()).toBe(false)
      pass(1)
      expect(breaker.allows()).toBe(true)
    }
  })

  test('ignores failures of calls that started before it opened', () => {
    const { breaker, pass } = failing(3)
    pass(4_000)
    for (let i = 0; i < 50; i++) breaker.failed(60_000)
    pass(1_000)
    expect(breaker.allows()).toBe(true)
  })

  test('allows another probe when the first one never reports', () => {
    const { breaker, pass } = failing(3)
    pass(5_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
    pass(5_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  })

  test('allows a probe when the clock is set back', () => {
    const { breaker, pass } = failing(3)
    pass(-3_600_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  })

  test('rejects calls only after failures, probes one at a time, and never exceeds the maximum cool-down', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('allows' as const) },
      { weight: 2, arbitrary: fc.constant('succeed' as const) },
      { weight: 4, arbitrary: fc.constant('fail' as const) },
      fc.record({ retryAfterMs: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ pass: fc.integer({ min: 0, max: 50_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { breaker, pass } = openTestBreaker()
        let consecutive = 0
        let retryAfter = false
        let probing = false
        for (const step of steps) {
          if (step === 'allows') {
            const before = breaker.state
            const allowed = breaker.allows()
            if (before === 'closed') expect(allowed).toBe(true)
            else expect(consecutive >= MAX.failuresMax || retryAfter).toBe(true)
            if (probing) expect(allowed).toBe(false)
            probing = before !== 'closed' && (probing || allowed)
          } else if (step === 'succeed') {
            breaker.succeeded()
            consecutive = 0
            retryAfter = probing = false
            expect(breaker.allows()).toBe(true)
          } else if (step === 'fail' || 'retryAfterMs' in step) {
            breaker.failed(step === 'fail' ? undefined : step.retryAfterMs)
            consecutive += 1
            retryAfter ||= step !== 'fail'
            probing = false
          } else {
            pass(step.pass)
            probing = false
          }
        }
        pass(MAX.coolMsMax)
        expect(breaker.allows()).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
