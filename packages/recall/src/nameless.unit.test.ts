import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RecallEngine } from './engine.ts'
import { DAY_MS, engineWith, NOW, newEngine, rowWith, search } from './test/rows.ts'
import type { IndexRow } from './types.ts'

/** Searches of callers that may not know the user's own names. */

const ownName = 'Marta Silva'
const CONTENTS = [
  ...['Marta lives in Porto.', 'I live in Faro.', 'Marta is allergic to peanuts.', 'Talked with Marta Silva at noon.'],
  ...['My wife is called Ines.', 'Marta’s wife is called Salma.', 'Rui has a dog called Rex.', 'Silva sells roses.'],
]
const QUERIES = [
  ...['where do I live', 'Where does Marta live?', 'Marta', 'allergies', 'my wife', 'roses of Silva', 'Silva', 'a dog'],
]

const rowOf = (content: string, at: number, more: Partial<IndexRow> = {}) =>
  rowWith({
    ...{ id: `mem_${at}`, content, occurredAt: NOW - at * DAY_MS, createdAt: NOW, batch: at >> 2, position: at & 3 },
    ...more,
  })

const found = (engine: RecallEngine, query: string, nameless: boolean) =>
  search(engine, query, { nameless, attributes: ['home', 'allergy'], seeds: { rows: 10, within: [] } })

/** What the same rows give in an index of a user without a name. */
async function expectNameless(engine: RecallEngine, rows: readonly IndexRow[]): Promise<void> {
  const unnamed = await engineWith(rows)
  for (const query of QUERIES) {
    const { version: _, ...result } = found(engine, query, true)
    const { version: __, ...expected } = found(unnamed, query, false)
    expect(result, query).toEqual(expected)
  }
}

test('find the same as if the user had no name', async () => {
  const rows = CONTENTS.map((content, at) => rowOf(content, at))
  const engine = await engineWith(rows, { ownName })
  await expectNameless(engine, rows)
  expect(found(engine, 'where do I live', false).stating).toContain('mem_0')
  expect(found(engine, 'where do I live', true).stating).not.toContain('mem_0')
})

test('find the same after rows were replaced, superseded and removed', async () => {
  const rows = CONTENTS.map((content, at) => rowOf(content, at))
  const engine = await engineWith(rows, { ownName })
  const changed = [
    rowOf('Marta lives in Lisbon.', 8),
    rowOf(CONTENTS[0]!, 0, { superseded: true, supersededBy: 'mem_8' }),
    rowOf('Rui is allergic to nuts.', 2),
    rowOf('I live in Faro, says Marta.', 1, { pinned: true }),
  ]
  await engine.apply('u', { from: 1, to: 2, rows: changed, removed: ['mem_3'] })
  const ids = new Set([...changed.map(({ id }) => id), 'mem_3'])
  await expectNameless(
    engine,
    [...rows.filter(({ id }) => !ids.has(id)), ...changed].sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
})

test('find the same in an index that was loaded from a snapshot', async () => {
  const rows = CONTENTS.map((content, at) => rowOf(content, at))
  const engine = await engineWith(rows, { ownName })
  const sealing = { key: randomBytes(32), context: 'test' }
  const snapshot = await engine.save('u', sealing)
  const loaded = newEngine()
  expect(await loaded.load('u', { ...snapshot!, sealing: sealing })).toBe(true)
  for (const nameless of [true, false])
    for (const query of QUERIES) expect(found(loaded, query, nameless), query).toEqual(found(engine, query, nameless))
  await loaded.apply('u', { from: 1, to: 2, rows: [], removed: ['mem_0'] })
  expect(found(loaded, 'Marta Porto', true).ids).not.toContain('mem_0')
})

test('an owner finds each row once', async () => {
  const engine = await engineWith(
    CONTENTS.map((content, at) => rowOf(content, at)),
    { ownName },
  )
  for (const nameless of [true, false]) {
    const { ids, seeds } = found(engine, 'Marta', nameless)
    expect(new Set(ids).size).toBe(ids.length)
    expect(seeds).toHaveLength(CONTENTS.length)
  }
  const { copies } = engine.copies({ user: 'u', ids: ['mem_0', 'mem_2'], now: NOW })!
  expect(copies).toEqual([[], []])
})
