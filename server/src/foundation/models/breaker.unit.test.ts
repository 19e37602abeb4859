import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBreaker } from './breaker.ts'

const MAX = { failuresMax: 3, coolMs: 5_000, coolMsMax: 20_000 }

function opened() {
  let now = 1_795_000_000_000
  const breaker = openBreaker({ clock: () => new Date(now), ...MAX })
  return { breaker, pass: (ms: number) => void (now += ms) }
}

function failing(times: number) {
  const { breaker, pass } = opened()
  for (let i = 0; i < times; i++) breaker.failed()
  return { breaker, pass }
}

describe('a breaker', () => {
  test('opens after failures in a row, and a success in between begins the row anew', () => {
    const { breaker } = failing(2)
    breaker.succeeded()
    breaker.failed()
    breaker.failed()
    expect([breaker.allows(), breaker.state]).toEqual([true, 'closed'])
    breaker.failed()
    expect([breaker.allows(), breaker.state]).toEqual([false, 'open'])
  })

  test('lets one probe through after the cool-down, whose success closes it', () => {
    const { breaker, pass } = failing(3)
    pass(4_999)
    expect(breaker.allows()).toBe(false)
    pass(1)
    expect([breaker.allows(), breaker.allows(), breaker.state]).toEqual([true, false, 'half_open'])
    breaker.succeeded()
    expect([breaker.allows(), breaker.allows(), breaker.state]).toEqual([true, true, 'closed'])
  })

  test('waits twice as long after each probe that fails, up to the longest, and is quick again once it was well', () => {
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

  test('opens at once where it is asked to wait, for as long as asked and never longer than the longest', () => {
    for (const [asked, waits] of [
      [7_000, 7_000],
      [1, 5_000],
      [3_600_000, 20_000],
    ] as const) {
      const { breaker, pass } = opened()
      breaker.failed(asked)
      pass(waits - 1)
      expect(breaker.allows()).toBe(false)
      pass(1)
      expect(breaker.allows()).toBe(true)
    }
  })

  test('is not made to wait longer by calls that were under way when it opened', () => {
    const { breaker, pass } = failing(3)
    pass(4_000)
    for (let i = 0; i < 50; i++) breaker.failed(60_000)
    pass(1_000)
    expect(breaker.allows()).toBe(true)
  })

  test('gives the place of a probe that never told to another', () => {
    const { breaker, pass } = failing(3)
    pass(5_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
    pass(5_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  })

  test('is not held shut by a clock that is set back', () => {
    const { breaker, pass } = failing(3)
    pass(-3_600_000)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  })

  test('holds, whatever happens: refuses only after a failure, probes one at a time, and never waits too long', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('ask' as const) },
      { weight: 2, arbitrary: fc.constant('succeed' as const) },
      { weight: 4, arbitrary: fc.constant('fail' as const) },
      fc.record({ retryAfterMs: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ pass: fc.integer({ min: 0, max: 50_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { breaker, pass } = opened()
        let inARow = 0
        let askedToWait = false
        let probing = false
        for (const now of steps) {
          if (now === 'ask') {
            const before = breaker.state
            const allowed = breaker.allows()
            if (before === 'closed') expect(allowed).toBe(true)
            else expect(inARow >= MAX.failuresMax || askedToWait).toBe(true)
            if (probing) expect(allowed).toBe(false)
            probing = before !== 'closed' && (probing || allowed)
          } else if (now === 'succeed') {
            breaker.succeeded()
            inARow = 0
            askedToWait = probing = false
            expect(breaker.allows()).toBe(true)
          } else if (now === 'fail' || 'retryAfterMs' in now) {
            breaker.failed(now === 'fail' ? undefined : now.retryAfterMs)
            inARow += 1
            askedToWait ||= now !== 'fail'
            probing = false
          } else {
            pass(now.pass)
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
