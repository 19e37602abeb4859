import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitCount, editDistance, editsAllowed, trigramSimilarity, trigramsOf, wordSimilarity } from './similarity.ts'

/** The full dynamic-programming table. */
function referenceDistance(a: string, b: string): number {
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

test('editDistance equals the full table up to its bound', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, max) => {
      expect(editDistance(a, b, max)).toBe(Math.min(referenceDistance(a, b), max + 1))
    }),
    { numRuns: 2000 },
  )
})

test('a swap of letters is one edit, and longer words may have two', () => {
  expect(editDistance('gadren', 'garden', 1)).toBe(1)
  expect([3, 4, 7, 8].map(editsAllowed)).toEqual([0, 1, 1, 2])
})

test('wordSimilarity falls back to trigrams beyond the allowed edits', () => {
  expect(trigramSimilarity(trigramsOf('viajar'), trigramsOf('viajo'))).toBeGreaterThan(0.4)
  expect(wordSimilarity('cantando', trigramsOf('cantando'), 'cantar', 2)).toBeGreaterThan(0.4)
  expect(wordSimilarity('engine', trigramsOf('engine'), 'garden', 1)).toBe(0)
})

test('wordSimilarity is between 0 and 1', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(a.length > 2 && b.length > 2)
      const similarity = wordSimilarity(a, trigramsOf(a), b, editsAllowed(a.length))
      expect(similarity).toBeGreaterThanOrEqual(0)
      expect(similarity).toBeLessThanOrEqual(1)
    }),
  )
})

test('bitCount counts set bits', () => {
  fc.assert(fc.property(fc.integer(), (bits) => bitCount(bits) === (bits >>> 0).toString(2).split('1').length - 1))
})
