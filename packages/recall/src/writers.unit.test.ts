import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'
import type { IndexRow, SearchRequest } from './types.ts'

/* A row is hidden by its source. For everything else, who wrote its present content counts. */

const APPS = ['atlas', 'notes']
const TEXTS = ['Lives in Rome.', 'Moved to Oslo.', 'Works at Acme.', 'Is allergic to nuts.', 'Reads about Rome.']
const REQUESTS: Partial<SearchRequest>[] = [
  { query: 'where do I live' },
  { query: 'where do I work', readable: ['home.*'] },
  { query: '', attributes: ['home', 'job', 'allergy'], seeds: { rows: 2, within: ['home.*'] } },
]

const rowsOfWriters = fc.array(
  fc.record({
    content: fc.constantFrom(...TEXTS),
    scope: fc.constantFrom('home', 'note'),
    source: fc.constantFrom(null, ...APPS),
    writer: fc.constantFrom(undefined, null, ...APPS),
    age: fc.integer({ min: -3, max: 40 }),
    pinned: fc.boolean(),
    importance: fc.constantFrom(50, 80),
  }),
  { maxLength: 30 },
)

type Made = ReturnType<typeof rowsOfWriters.generate>['value']

const rowsOf = (made: Made): IndexRow[] =>
  made.map(({ age, ...row }, at) =>
    rowWith({ ...row, id: `mem_${String(at).padStart(3, '0')}`, occurredAt: NOW - age * DAY_MS, batch: at }),
  )

async function answersOf(rows: readonly IndexRow[], more: Partial<SearchRequest> = {}) {
  const engine = await engineWith(rows)
  return REQUESTS.map(({ query = '', ...request }) => search(engine, query, { ...request, ...more }))
}

test('rows are ranked and listed as if who wrote their words had written them first', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfWriters, async (made) => {
      const rows = rowsOf(made)
      const asSource = rows.map(({ source, writer = source, ...row }) => ({ ...row, source: writer }))
      expect(await answersOf(rows)).toEqual(await answersOf(asSource as IndexRow[]))
    }),
  )
})

test('rows of a muted source are left out, and not those with words of a muted app', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfWriters, fc.subarray(APPS), async (made, muted) => {
      const rows = rowsOf(made)
      const shown = rows.filter(({ source }) => source == null || !muted.includes(source))
      // The order in which apps take turns is that of their first rows, hidden or not.
      const answers = async (rows: readonly IndexRow[], more = {}) =>
        (await answersOf(rows, more)).map(({ ids, stating, seeds }) => ({ ids, stating: [...stating].sort(), seeds }))
      expect(await answers(rows, { muted })).toEqual(await answers(shown))
    }),
  )
})
