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
