import { coversAny } from '@memory-service/scopes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecallEngine } from './engine.ts'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'
import type { IndexRow, SearchState } from './types.ts'

const row = (id: string, content: string, more: Partial<IndexRow> = {}) =>
  rowWith({ id, content, occurredAt: NOW - 100 * DAY_MS, batch: Number(id.replace(/\D/g, '')), ...more })

const idsOf = (engine: RecallEngine, query: string, at?: SearchState, now = NOW) =>
  search(engine, query, { at, now }).ids.toSorted()

test('finds current rows only, unless another state is requested', async () => {
  const engine = await engineWith([
    row('m1', 'Lives in Boulder', { superseded: true, validUntil: NOW - 10 * DAY_MS }),
    row('m2', 'Lives in Boston', { occurredAt: NOW - 10 * DAY_MS }),
    row('m3', 'Lives with a flatmate', { validUntil: NOW + DAY_MS }),
    row('m4', 'Lives near the lake', { validUntil: NOW - DAY_MS }),
    row('m5', 'Lives on pasta this week', { expiresAt: NOW }),
  ])
  expect(idsOf(engine, 'lives')).toEqual(['m2', 'm3'])
  expect(idsOf(engine, 'lives', { state: 'superseded' })).toEqual(['m1', 'm4'])
  expect(idsOf(engine, 'lives', { state: 'all' })).toEqual(['m1', 'm2', 'm3', 'm4'])
  expect(idsOf(engine, 'lives', {}, NOW - 1)).toEqual(['m2', 'm3', 'm5'])
  expect(idsOf(engine, 'lives', {}, NOW + DAY_MS)).toEqual(['m2'])
})

test('finds what was true at an instant, superseded since or not', async () => {
  const engine = await engineWith([
    row('m1', 'Lives in Boulder', { superseded: true, validUntil: NOW - 10 * DAY_MS }),
    row('m2', 'Lives in Boston', { occurredAt: NOW - DAY_MS, validFrom: NOW - 10 * DAY_MS }),
  ])
  const at = (validAt: number) => idsOf(engine, 'lives', { validAt })
  expect(at(NOW - 101 * DAY_MS)).toEqual([])
  expect(at(NOW - 100 * DAY_MS)).toEqual(['m1'])
  expect(at(NOW - 10 * DAY_MS - 1)).toEqual(['m1'])
  expect(at(NOW - 10 * DAY_MS)).toEqual(['m2'])
  expect(idsOf(engine, 'lives', { validAt: NOW - 20 * DAY_MS, state: 'superseded' })).toEqual(['m1'])
  expect(idsOf(engine, 'lives', { validAt: NOW, state: 'superseded' })).toEqual([])
})

test('an index of revisions finds what the store held at an instant', async () => {
  const engine = await engineWith([
    row('m1#1', 'Drinks tea', { storedFrom: NOW - 90 * DAY_MS, storedUntil: NOW - 50 * DAY_MS }),
    row('m1#2', 'Drinks coffee', {
      ...{ storedFrom: NOW - 50 * DAY_MS, storedUntil: NOW - 20 * DAY_MS },
      ...{ superseded: true, validUntil: NOW - 50 * DAY_MS },
    }),
    row('m1#3', 'Drinks water', { storedFrom: NOW - 20 * DAY_MS }),
  ])
  const asOf = (days: number) => idsOf(engine, 'drinks', { asOf: NOW - days * DAY_MS, state: 'all' })
  expect([91, 90, 51, 50, 20, 0].map(asOf)).toEqual([[], ['m1#1'], ['m1#1'], ['m1#2'], ['m1#3'], ['m1#3']])
  expect(idsOf(engine, 'drinks', { asOf: NOW - 30 * DAY_MS })).toEqual([])
})

test('an index of revisions hides what others deleted since', async () => {
  const stored = { storedFrom: NOW - 90 * DAY_MS, storedUntil: NOW - 50 * DAY_MS }
  const engine = await engineWith([
    row('m1#1', 'Drinks tea', { ...stored, deletedBy: 'app:coach' }),
    row('m2#1', 'Drinks coffee', { ...stored, deletedBy: 'user' }),
    row('m3#1', 'Drinks water', stored),
  ])
  const at = { asOf: NOW - 60 * DAY_MS }
  expect(idsOf(engine, 'drinks', at)).toEqual(['m1#1', 'm2#1', 'm3#1'])
  expect(idsOf(engine, 'drinks', { ...at, deletedBy: 'app:coach' })).toEqual(['m1#1', 'm3#1'])
})

test('finds a row by the words of those that it superseded, as far as the caller may read them', async () => {
  const old = { superseded: true, validUntil: NOW - 10 * DAY_MS }
  const rows = [
    row('m1', 'The flat of Ada is in Hamburg', { ...old, supersededBy: 'm2' }),
    row('m2', 'Ada rents in Bremen', { ...old, supersededBy: 'm3' }),
    row('m3', 'Ada moved to Dresden', { scope: 'home' }),
    row('m4', 'The flat of Nabil is in Vienna'),
    row('m5', 'Ada had a boat', { ...old, supersededBy: 'gone' }),
  ]
  const engine = await engineWith(rows)
  const found = search(engine, 'where is the flat of Ada')
  expect(found.ids).toEqual(['m3', 'm4'])
  expect(found.scores[0]!).toBeGreaterThan(found.scores[1]!)
  expect(search(engine, 'boat').ids).toEqual([])
  const narrow = { readable: ['home'] }
  const alone = await engineWith(rows.filter(({ id }) => id === 'm3'))
  expect(search(engine, 'flat Dresden', narrow)).toEqual(search(alone, 'flat Dresden', narrow))
  // A successor that is added or removed later changes which row represents this one.
  await engine.apply('u', { from: 1, to: 2, rows: [row('gone', 'Ada sold it')], removed: ['m3'] })
  expect(search(engine, 'boat').ids).toEqual(['gone'])
  expect(search(engine, 'where is the flat of Ada').ids).not.toContain('m1')
})

test('lists a row below the row that has probably superseded it', async () => {
  const rows = [
    row('m1', 'The gym that Ada goes to is Titan', { maybeSupersededBy: 'm2' }),
    row('m2', 'Ada left Titan', { scope: 'fitness' }),
    ...Array.from({ length: 9 }, (_, i) => row(`f${i}`, `Ada goes to the cinema on day ${i}`)),
  ]
  const engine = await engineWith(rows)
  expect(search(engine, 'which gym does Ada go to').ids.slice(0, 2)).toEqual(['m2', 'm1'])
  // A successor that the caller may not read changes nothing.
  const query = { readable: ['note'] }
  const alone = await engineWith(rows.filter(({ id }) => id !== 'm2'))
  expect(search(engine, 'which gym does Ada go to', query)).toEqual(search(alone, 'which gym does Ada go to', query))
})

test('counts identical texts of one state only', async () => {
  const engine = await engineWith([
    row('m1', 'Lives in Boulder', { superseded: true, validUntil: NOW - 20 * DAY_MS }),
    row('m2', 'Lives in Boulder', { occurredAt: NOW - DAY_MS }),
    row('m3', 'Lives in Boulder', { occurredAt: NOW - 2 * DAY_MS }),
  ])
  expect(search(engine, 'Boulder')).toMatchObject({ ids: ['m2'], duplicates: [1] })
  const { ids, duplicates } = search(engine, 'Boulder', { at: { state: 'all' } })
  expect(Object.fromEntries(ids.map((id, at) => [id, duplicates[at]]))).toEqual({ m1: 0, m2: 1 })
})

test('an update changes the state of a row', async () => {
  const engine = await engineWith([row('m1', 'Lives in Boulder'), row('m2', 'Lives in Boston')])
  const superseded = row('m1', 'Lives in Boulder', { superseded: true, validUntil: NOW })
  await engine.apply('u', { from: 1, to: 2, rows: [superseded], removed: [] })
  expect(idsOf(engine, 'lives')).toEqual(['m2'])
  await engine.apply('u', { from: 2, to: 3, rows: [row('m1', 'Lives in Boulder')], removed: [] })
  expect(idsOf(engine, 'lives')).toEqual(['m1', 'm2'])
})

/** Whether a row is in the requested state, written independently of the index. */
function isIncluded(row: IndexRow, { state = 'current', validAt }: SearchState): boolean {
  const until = row.validUntil ?? Infinity
  const isCurrent = !row.superseded && until > NOW
  if (row.expiresAt != null && row.expiresAt <= NOW) return false
  if (validAt !== undefined && (validAt < (row.validFrom ?? row.occurredAt) || validAt >= until)) return false
  if (state === 'all' || (state === 'current' && validAt !== undefined)) return true
  return isCurrent === (state === 'current')
}

test('results do not depend on rows in other states or outside the grants', async () => {
  const words = fc.constantFrom(
    ...'violin violn orchestra almond regatta norway trip the of may mother wifi'.split(' '),
  )
  const text = fc.array(words, { maxLength: 6 }).map((list) => list.join(' '))
  const days = (max: number) => fc.option(fc.integer({ min: -100, max }), { freq: 2 })
  const rows = fc.array(
    fc.record({
      content: text,
      scope: fc.constantFrom('note', 'health', 'fitness'),
      age: fc.integer({ min: 0, max: 100 }),
      pinned: fc.boolean(),
      batch: fc.integer({ min: 1, max: 6 }),
      superseded: fc.boolean(),
      validFrom: days(10),
      validUntil: days(10),
      expiresAt: days(100),
      successor: fc.option(fc.nat(40)),
    }),
    { maxLength: 40 },
  )
  const state = fc.record({
    state: fc.constantFrom(undefined, 'current' as const, 'superseded' as const, 'all' as const),
    validAt: fc.option(fc.integer({ min: -100, max: 5 }), { nil: undefined }),
  })
  const readable = fc.constantFrom(['*'], ['note'], ['note', 'fitness.*'])
  const instant = (days: number | null | undefined) => (days == null ? null : NOW + days * DAY_MS)
  await fc.assert(
    fc.asyncProperty(rows, state, readable, fc.array(text, { minLength: 1 }), async (made, by, readable, queries) => {
      const at = { ...by, validAt: instant(by.validAt) ?? undefined }
      const all = made.map(({ age, successor, validFrom, validUntil, expiresAt, ...rest }, position) => {
        const occurredAt = NOW - age * DAY_MS
        const times = {
          occurredAt,
          createdAt: occurredAt,
          validFrom: instant(validFrom),
          validUntil: instant(validUntil),
        }
        const more = {
          position,
          expiresAt: instant(expiresAt),
          maybeSupersededBy: successor === null ? null : `m${successor}`,
        }
        return row(`m${position}`, rest.content, { ...rest, ...times, ...more })
      })
      const mine = all
        .filter((row) => coversAny(readable, row.scope) && isIncluded(row, at))
        .map((row, position) => ({ ...row, position }))
      const [whole, alone] = [await engineWith(all), await engineWith(mine)]
      for (const query of queries) {
        const found = search(whole, query, { readable, at })
        expect(found).toEqual(search(alone, query, { readable, at }))
        for (const id of found.ids) expect(mine.some((row) => row.id === id)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
