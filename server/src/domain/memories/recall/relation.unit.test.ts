import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Relation } from './relation.ts'

const number = fc.double({ min: -10, max: 10, noNaN: true })

function relationOf(pairs: readonly (readonly [number, number])[]): Relation {
  const told = new Relation()
  for (const [x, y] of pairs) told.add(x, y)
  return told
}

test('numbers on a line go along with each other wholly, and its slope is found', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), number, (slope, falls, start) => {
      const rise = falls ? -slope : slope
      const { fit } = relationOf([0, 1, 2, 5, 9].map((x) => [x, start + rise * x]))
      expect(fit?.correlation).toBeCloseTo(Math.sign(rise), 6)
      expect(fit?.slope).toBeCloseTo(rise, 6)
    }),
  )
})

test('a correlation lies between -1 and 1, whatever the numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number)), (pairs) => {
      const { correlation } = relationOf(pairs).fit ?? { correlation: 0 }
      expect(Math.abs(correlation)).toBeLessThanOrEqual(1 + 1e-6)
    }),
  )
})

test('what never changes goes along with nothing, and neither does nothing at all', () => {
  expect(relationOf([]).fit).toBeUndefined()
  expect(
    relationOf([
      [1, 3],
      [1, 4],
    ]).fit,
  ).toBeUndefined()
})
