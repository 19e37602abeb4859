import { expect, test } from 'vitest'
import { scaleTop } from './chart-scale.ts'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 10],
  [11, 12],
  [99, 100],
  [2388, 2400],
  [2401, 3000],
])('a scale for numbers up to %i ends at %i', (highest, top) => expect(scaleTop(highest)).toBe(top))

test('half of a scale is a whole number', () => {
  const numbers = Array.from({ length: 3000 }, (_, highest) => highest)
  expect(numbers.filter((highest) => scaleTop(highest) % 2)).toEqual([])
})
