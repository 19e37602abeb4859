import { expect, test } from 'vitest'
import type { Shape } from '../../api/client.ts'
import { isMatch, resultsOf } from './results.ts'

type Recalled = Shape<'RecalledMemory'>

const found = (id: string, score: number, match: Recalled['match'] = { keyword: 0.1 }) =>
  ({ id, score, match }) as Recalled
const idsOf = (results: ReturnType<typeof resultsOf>) => ({
  fitting: results.fitting.map(({ id }) => id).join(''),
  lessRelated: results.lessRelated.map(({ id }) => id).join(''),
})

test('a memory that is only recent or nearby matches no search', () => {
  expect(isMatch(found('a', 0, { keyword: 0, neighbour: 0.3 }))).toBe(false)
  expect(isMatch(found('a', 0.1, { vector: 0.2 }))).toBe(true)
  expect(isMatch({ id: 'a' } as Recalled)).toBe(true)
})

test('likely results fit, and the others are less related', () => {
  const memories = [found('a', 0.7), found('b', 0.2), found('c', 0.02)]
  expect(idsOf(resultsOf([{ relevance: 0.9, memories }]))).toEqual({ fitting: 'ab', lessRelated: 'c' })
})

test('where many memories have the words of the search, all of them fit', () => {
  const memories = [
    found('a', 0.7, { keyword: 0.8 }),
    found('b', 0.01, { keyword: 0.75 }),
    found('c', 0.01, { keyword: 0.4 }),
  ]
  expect(idsOf(resultsOf([{ relevance: 0.9, memories }]))).toEqual({ fitting: 'ab', lessRelated: 'c' })
})

test('nothing fits a search that is unlikely to have an answer', () => {
  const memories = [found('a', 0.3, { keyword: 0.9 }), found('b', 0.05)]
  expect(idsOf(resultsOf([{ relevance: 0.08, memories }]))).toEqual({ fitting: '', lessRelated: 'ab' })
})

test('a page after one with weak results is weak as a whole', () => {
  const pages = [
    { relevance: 0.9, memories: [found('a', 0.7)] },
    { memories: [found('b', 0.5), found('c', 0.01)] },
    { memories: [found('d', 0.3)] },
  ]
  expect(idsOf(resultsOf(pages))).toEqual({ fitting: 'ab', lessRelated: 'cd' })
})
