import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecallEngine } from './engine.ts'
import type { IndexRow } from './types.ts'

const TEXTS = [
  'Where did you go sailing?',
  'We went sailing near Split.',
  'The harbour was lovely.',
  'I bought a kettle.',
  'The kettle whistles.',
]
const QUERIES = ['sailing', 'kettle', 'where did we go']

function row(id: string, text: number, batch: number, position: number): IndexRow {
  const content = TEXTS[text]!
  return { id, content, scope: 'chat', occurredAt: 0, createdAt: 0, importance: 50, pinned: false, batch, position }
}

async function indexed(rows: readonly IndexRow[]): Promise<RecallEngine> {
  const engine = new RecallEngine({ bytesMax: 1e9 })
  await engine.apply('u', { from: null, to: 1, build: 'b', page: 0, rows, last: true })
  return engine
}

function answers(engine: RecallEngine) {
  return QUERIES.map((query) => {
    const { ids, scores, neighbour } = engine.search({ user: 'u', query, readable: ['*'], now: 0, limit: 20 })!
    return { ids, scores, neighbour }
  })
}

test('lends the same scores after a conversation changed as in a new index', async () => {
  const change = fc.record({ id: fc.nat(9), text: fc.nat(TEXTS.length - 1), isRemoved: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const rows = new Map(Array.from({ length: 10 }, (_, i) => [i, row(`r${i}`, i % TEXTS.length, i >> 3, i & 7)]))
      const engine = await indexed([...rows.values()])
      for (const [at, { id, text, isRemoved }] of changes.entries()) {
        answers(engine)
        const next = row(`r${id}`, text, id >> 3, id & 7)
        if (isRemoved) rows.delete(id)
        else rows.set(id, next)
        const contents = isRemoved ? { rows: [], removed: [`r${id}`] } : { rows: [next], removed: [] }
        await engine.apply('u', { from: at + 1, to: at + 2, ...contents })
      }
      expect(answers(engine)).toEqual(answers(await indexed([...rows.values()])))
    }),
    { numRuns: 50 },
  )
})
