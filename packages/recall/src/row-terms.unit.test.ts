import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Token } from './lexicon/token-records.ts'
import { RowTerms } from './row-terms.ts'

const word = { isReading: false } as Token
const reading = { isReading: true } as Token

function seriesOf(seed: number, ...tokens: [Token, number][]): number {
  const row = new RowTerms()
  row.begin(seed)
  for (const [token, term] of tokens) row.addToken(token, term)
  return row.series
}

test('a word and a reading are of one series in one order only', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(3_000), fc.nat(3_000), (seed, term, number) => {
      const before = seriesOf(seed, [word, term], [reading, number])
      expect(before).toBe(seriesOf(seed, [word, term], [reading, number + 1]))
      expect(before).not.toBe(seriesOf(seed, [reading, number], [word, term]))
    }),
    { numRuns: 10_000 },
  )
})
