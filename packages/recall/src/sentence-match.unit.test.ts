import { expect, test } from 'vitest'
import { SentenceVectors } from './sentence-vectors.ts'
import { engineWith, rowWith, search } from './test/rows.ts'
import { tokenise } from './tokens.ts'
import { questionVector } from './word-vectors.ts'

const STATEMENTS = [
  'Repairs truck engines at a garage.',
  'The cello lesson is on Thursdays.',
  'Cannot stand coriander.',
  'Keeps the spare key under the flower pot.',
  'Swims two kilometres every morning.',
]

function cosinesOf(query: string, statements: readonly string[]): number[] {
  const vectors = new SentenceVectors()
  const question = questionVector(tokenise(query).tokens)!
  return statements.map((statement, slot) => {
    vectors.set(slot, tokenise(statement).tokens)
    return vectors.cosine(slot, question)
  })
}

test.each([
  ['which herb should the cook leave out', 2],
  ['what exercise does he do', 4],
  ['who could fix the van', 0],
])('%s is closest to the statement that answers it', (query, answer) => {
  const cosines = cosinesOf(query, STATEMENTS)
  expect(cosines.indexOf(Math.max(...cosines))).toBe(answer)
})

test('cosines are between -1 and 1 and do not depend on other slots', () => {
  const together = cosinesOf('what exercise does he do', STATEMENTS)
  for (const [at, statement] of STATEMENTS.entries()) {
    expect(Math.abs(together[at]!)).toBeLessThanOrEqual(1)
    expect(cosinesOf('what exercise does he do', [statement])).toEqual([together[at]])
  }
})

test.each([
  'アレルギーは何ですか',
  'zxqv wvut kjhg',
  '',
  'word '.repeat(100),
])('a query like %j has no vector', (query) => {
  expect(questionVector(tokenise(query).tokens)).toBeUndefined()
})

test('a deleted slot and one without a vector have cosine 0', () => {
  const vectors = new SentenceVectors()
  const question = questionVector(tokenise('what exercise does he do').tokens)!
  vectors.set(3, tokenise(STATEMENTS[4]!).tokens)
  expect(vectors.cosine(3, question)).toBeGreaterThan(0)
  vectors.delete(3)
  for (const slot of [0, 3, 99]) expect(vectors.cosine(slot, question)).toBe(0)
})

test('a row without a word of the question is found in a small store', async () => {
  const rows = STATEMENTS.map((content, i) => rowWith({ content, occurredAt: i, batch: i }))
  const { ids } = search(await engineWith(rows), 'what exercise does he do', { now: 1e12 })
  expect(ids[0]).toBe(STATEMENTS[4])
})
