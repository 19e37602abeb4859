import { coversAny } from '@memory-service/scopes'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineWith, search } from './test/rows.ts'
import type { IndexRow, SearchRequest } from './types.ts'

const NOW = 1_000
const SCOPES = ['fitness', 'fitness.trail', 'goal', 'goal.year', 'general']

const Row = fc.record({
  scope: fc.constantFrom(...SCOPES),
  importance: fc.constantFrom(0, 50, 50.5, 60, 90),
  pinned: fc.boolean(),
  createdAt: fc.integer({ min: 0, max: 3 }),
  batch: fc.integer({ min: 1, max: 3 }),
  superseded: fc.boolean(),
  validUntil: fc.constantFrom(null, NOW - 1, NOW + 1),
  source: fc.constantFrom(null, 'runner', 'diary'),
})

async function seedsOf(rows: readonly IndexRow[], request: Partial<SearchRequest>) {
  return search(await engineWith(rows), '', { now: NOW, limit: 5, ...request }).seeds
}

test('lists the pinned, the important and the newest current rows that are readable, at most half of one app beside others', async () => {
  const request = fc.record({
    readable: fc.constantFrom(['*'], ['fitness.*'], ['goal', 'general']),
    muted: fc.constantFrom<string[]>([], ['runner']),
    rows: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(Row, { maxLength: 40 }), request, async (made, { readable, muted, rows }) => {
      const all = made.map(
        (row, at): IndexRow => ({
          ...row,
          id: `mem_${String(at).padStart(3, '0')}`,
          content: `Text ${at}`,
          occurredAt: 0,
          position: at,
        }),
      )
      const current = all.filter(
        ({ scope, source, superseded, validUntil }) =>
          coversAny(readable, scope) &&
          !(source && muted.includes(source)) &&
          !superseded &&
          (validUntil ?? NOW + 1) > NOW,
      )
      const byImportance = (a: IndexRow, b: IndexRow) => b.importance - a.importance || (a.id < b.id ? 1 : -1)
      const byTime = (a: IndexRow, b: IndexRow) =>
        b.createdAt - a.createdAt || b.batch - a.batch || b.position - a.position
      const first = (list: IndexRow[], order: typeof byTime) => {
        const sorted = list.sort(order)
        const isOfHalf = ({ id, source }: IndexRow) =>
          sorted.filter((other) => other.source === source).findIndex((other) => other.id === id) < Math.ceil(rows / 2)
        const turnOf = (row: IndexRow) => (isOfHalf(row) ? 0 : 1) + (row.source === null ? 0 : 1)
        return [0, 1, 2]
          .flatMap((turn) => sorted.filter((row) => turnOf(row) === turn))
          .slice(0, rows)
          .sort(order)
      }
      const expected = [
        ...first(
          current.filter(({ pinned }) => pinned),
          byImportance,
        ),
        ...first(
          current.filter(({ pinned, importance }) => !pinned && importance > 50),
          byImportance,
        ),
        ...first([...current], byTime),
        ...first(
          current.filter(({ scope }) => scope.startsWith('goal')),
          byTime,
        ),
      ]
      const found = await seedsOf(all, { readable, muted, seeds: { rows, within: ['goal.*'] } })
      expect(found).toEqual([...new Set(expected.map(({ id }) => id))])
    }),
  )
})

test('lists none unless they are requested', async () => {
  const row = { id: 'mem_0', scope: 'goal', content: 'Run.', occurredAt: 0, createdAt: 0, importance: 90, pinned: true }
  expect(await seedsOf([{ ...row, batch: 1, position: 0 }], {})).toEqual([])
})
