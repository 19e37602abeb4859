import { describe, expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'
import type { IndexRow } from './types.ts'

type Row = Pick<IndexRow, 'content'> & Partial<IndexRow> & { age: number }

/** The contents that answer where the user lives, best first. */
async function answersOf(rows: readonly Row[]) {
  const made = rows.map(({ age, ...row }, batch) =>
    rowWith({ scope: 'home', source: null, occurredAt: NOW - age * DAY_MS, batch, ...row }),
  )
  return search(await engineWith(made), 'where do I live').ids
}

const OLD = { content: 'Lives in Rome, by the river.', age: 400 }

describe('an earlier home of the user comes after', () => {
  test.each([
    ['what the user states later', {}],
    ['what an app states later in the same scope', { source: 'atlas' }],
  ])('%s', async (_name, more) => {
    expect((await answersOf([OLD, { content: 'Moved to Oslo.', age: 3, ...more }]))[0]).toBe('Moved to Oslo.')
  })

  test('not what an app states in another scope', async () => {
    const note = { content: 'Lives in Berlin now.', age: 3, source: 'notes', scope: 'note' }
    expect((await answersOf([OLD, note]))[0]).toBe(OLD.content)
  })

  test('not what an app states in its scope, if it is pinned', async () => {
    const later = { content: 'Lives in Berlin now.', age: 3, source: 'notes' }
    expect((await answersOf([{ ...OLD, pinned: true }, later]))[0]).toBe(OLD.content)
  })

  test('not what lies ahead', async () => {
    for (const source of [null, 'atlas'])
      expect((await answersOf([OLD, { content: 'Moves to Oslo.', age: -90, source }]))[0]).toBe(OLD.content)
  })
})

describe('a home that the user states counts by who wrote its words:', () => {
  const MINE = { ...OLD, pinned: true }
  const LATER = { content: 'Lives in Berlin now.', age: 3, scope: 'note' }

  test.each([null, 'notes', 'atlas'])('an app wrote them into a row of %s', async (source) => {
    expect((await answersOf([MINE, { ...LATER, source, writer: 'notes' }]))[0]).toBe(MINE.content)
  })

  test.each([null, 'notes'])('the user wrote them into a row of %s', async (source) => {
    expect((await answersOf([MINE, { ...LATER, source, writer: null }]))[0]).toBe(LATER.content)
  })
})

test('what an app stated before and in other scopes comes after what it states later', async () => {
  const notes = { source: 'notes', scope: 'note' }
  const rows = [
    { ...notes, content: 'Lives in Rome, by the river.', age: 400 },
    { ...notes, scope: 'home', content: 'Moved to Oslo.', age: 3 },
  ]
  expect((await answersOf(rows))[0]).toBe('Moved to Oslo.')
})

test('of statements of several apps, what the user states last comes first', async () => {
  const rows = [
    { content: 'Lives in Rome, by the river.', age: 400, source: 'atlas' },
    { content: 'Lives in Bern now.', age: 40, source: 'notes', scope: 'note' },
    { content: 'Moved to Oslo.', age: 3 },
  ]
  expect((await answersOf(rows))[0]).toBe('Moved to Oslo.')
})

test.each([
  ['tea drinking', 'Drinks a pot of green tea in the morning.', 'Has not drunk coffee since 2020.'],
  ['pipe smoking', 'Smokes a pipe on Sundays.', 'Has not smoked cigarettes since May.'],
  ['do I drink wine', 'Drinks a glass of wine on Fridays.', 'Drinks alcohol-free beer only.'],
])('what is stated later of something else to drink or smoke is no answer: %s', async (query, asked, later) => {
  const engine = await engineWith([
    rowWith({ content: asked, occurredAt: NOW - 90 * DAY_MS, batch: 1 }),
    rowWith({ content: later, occurredAt: NOW - 3 * DAY_MS, batch: 2 }),
  ])
  expect(search(engine, query).ids[0]).toBe(asked)
})

test('a twin is asked for, and no other sister', async () => {
  const rows = ['Sister Anna has a daughter.', 'Has twins, Lilli and Jakob.', 'Plays the harp.']
  const engine = await engineWith(rows.map((content, batch) => rowWith({ content, occurredAt: NOW - DAY_MS, batch })))
  for (const query of ['twin', 'do I have a twin']) expect(search(engine, query).ids[0]).toBe(rows[1])
})
