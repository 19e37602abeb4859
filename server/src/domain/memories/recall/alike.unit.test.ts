import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitCount, editDistance, editsAllowed, likeness, trigramSimilarity, trigramsOf } from './alike.ts'

/** The textbook table, whole. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, table[i - 2]![j - 2]! + 1)
      table[i]![j] = cost
    }
  return table[a.length]![b.length]!
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })

test('the banded distance is the whole table’s, up to its bound', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, max) => {
      expect(editDistance(a, b, max)).toBe(Math.min(plainDistance(a, b), max + 1))
    }),
    { numRuns: 2000 },
  )
})

test('a typo is one edit, a swap included; longer words may hold two', () => {
  expect(editDistance('gadren', 'garden', 1)).toBe(1)
  expect([3, 4, 7, 8].map(editsAllowed)).toEqual([0, 1, 1, 2])
})

test('trigrams find what edits do not', () => {
  expect(trigramSimilarity(trigramsOf('viajar'), trigramsOf('viajo'))).toBeGreaterThan(0.4)
  expect(likeness('cantando', trigramsOf('cantando'), 'cantar', 2)).toBeGreaterThan(0.4)
  expect(likeness('engine', trigramsOf('engine'), 'garden', 1)).toBe(0)
})

test('likeness lies between 0 and 1', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(a.length > 2 && b.length > 2)
      const like = likeness(a, trigramsOf(a), b, editsAllowed(a.length))
      expect(like).toBeGreaterThanOrEqual(0)
      expect(like).toBeLessThanOrEqual(1)
    }),
  )
})

test('bits are counted', () => {
  fc.assert(fc.property(fc.integer(), (bits) => bitCount(bits) === (bits >>> 0).toString(2).split('1').length - 1))
})
