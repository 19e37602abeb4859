import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecallEngine } from './engine.ts'
import { engineWith, rowWith, search } from './test/rows.ts'

const TEXTS = [
  'Where did you go sailing?',
  'We went sailing near Split.',
  'The harbour was lovely.',
  'I bought a kettle.',
  'The kettle whistles.',
]
const QUERIES = ['sailing', 'kettle', 'where did we go']

const row = (id: string, text: number, batch: number, position: number) =>
  rowWith({ id, content: TEXTS[text]!, batch, position })

function answers(engine: RecallEngine) {
  return QUERIES.map((query) => {
    const { ids, scores, neighbour } = search(engine, query, { limit: 20 })
    return { ids, scores, neighbour }
  })
}

test('lends the same scores after a conversation changed as in a new index', async () => {
  const change = fc.record({ id: fc.nat(9), text: fc.nat(TEXTS.length - 1), isRemoved: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const rows = new Map(Array.from({ length: 10 }, (_, i) => [i, row(`r${i}`, i % TEXTS.length, i >> 3, i & 7)]))
      const engine = await engineWith([...rows.values()])
      for (const [at, { id, text, isRemoved }] of changes.entries()) {
        answers(engine)
        const next = row(`r${id}`, text, id >> 3, id & 7)
        if (isRemoved) rows.delete(id)
        else rows.set(id, next)
        const contents = isRemoved ? { rows: [], removed: [`r${id}`] } : { rows: [next], removed: [] }
        await engine.apply('u', { from: at + 1, to: at + 2, ...contents })
      }
      expect(answers(engine)).toEqual(answers(await engineWith([...rows.values()])))
    }),
    { numRuns: 50 },
  )
})

test('many similar rows of one call do not lift each other above the row that has the words of the query', async () => {
  const rows = [
    rowWith({ id: 'own', content: 'I am allergic to peanuts.', batch: 1 }),
    rowWith({ id: 'asthma', content: 'I have asthma.', batch: 2 }),
    ...Array.from({ length: 60 }, (_, n) =>
      rowWith({ id: `note${n}`, content: `I am allergic to dust of kind ${n}.`, batch: 3, position: n }),
    ),
  ]
  const engine = await engineWith(rows)
  for (const query of ['am I allergic to peanuts?', 'allergic to peanuts', 'I am allergic to peanuts.'])
    expect(search(engine, query, { limit: 5 }).ids[0]).toBe('own')
})
