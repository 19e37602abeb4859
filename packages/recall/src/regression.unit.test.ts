import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Regression } from './regression.ts'

const number = fc.double({ min: -10, max: 10, noNaN: true })

function regressionOf(pairs: readonly (readonly [number, number])[]): Regression {
  const regression = new Regression()
  for (const [x, y] of pairs) regression.add(x, y)
  return regression
}

test('points on a line have correlation ±1 and the slope of the line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), number, (slope, falls, start) => {
      const rise = falls ? -slope : slope
      const { fit } = regressionOf([0, 1, 2, 5, 9].map((x) => [x, start + rise * x]))
      expect(fit?.correlation).toBeCloseTo(Math.sign(rise), 6)
      expect(fit?.slope).toBeCloseTo(rise, 6)
    }),
  )
})

test('the correlation is between -1 and 1', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number)), (pairs) => {
      const { correlation } = regressionOf(pairs).fit ?? { correlation: 0 }
      expect(Math.abs(correlation)).toBeLessThanOrEqual(1 + 1e-6)
    }),
  )
})

test('there is no fit for constant or missing data', () => {
  expect(regressionOf([]).fit).toBeUndefined()
  expect(
    regressionOf([
      [1, 3],
      [1, 4],
    ]).fit,
  ).toBeUndefined()
})
