import { expect, test } from 'vitest'
import { computedOnce } from './computed-once.ts'

test('computes a result once for each object, also if there is none', () => {
  const seen: number[] = []
  const half = computedOnce(({ value }: { value: number }) => {
    seen.push(value)
    return value % 2 ? undefined : value / 2
  })
  const [one, four] = [{ value: 1 }, { value: 4 }]
  expect([half(one), half(four), half(one), half(four)]).toEqual([undefined, 2, undefined, 2])
  expect(seen).toEqual([1, 4])
})

test('keeps the results of different functions apart', () => {
  const of = {}
  expect([computedOnce(() => 'a')(of), computedOnce(() => false)(of), computedOnce(() => 0)(of)]).toEqual([
    'a',
    false,
    0,
  ])
})
