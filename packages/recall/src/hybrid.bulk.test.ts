import { readFileSync } from 'node:fs'
import { coversAny } from '@memory-service/scopes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { RecallEngine } from './engine.ts'
import { packRows } from './pack.ts'
import { DAY_MS, engineWith, NOW, row, search as searchFor } from './test/rows.ts'
import type { IndexRow, PackedVectors, SearchRequest } from './types.ts'

const DIMENSION = 32

/** Random codes, deterministic per seed. */
function randomCodes(seed: number, dimension = DIMENSION): Int8Array {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return Int8Array.from({ length: dimension }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    return (state >>> 24) - 128
  })
}

const search = (engine: RecallEngine, query: string, more: Partial<SearchRequest> = {}) =>
  searchFor(engine, query, { limit: 20, ...more })

const vectorsOf = (...rows: [string, Int8Array][]): PackedVectors => ({
  ids: rows.map(([id]) => id),
  codes: Int8Array.from(rows.flatMap(([, codes]) => [...codes])),
})

const { sessions, questions } = JSON.parse(
  readFileSync(new URL('../../../examples/conversation.json', import.meta.url), 'utf8'),
) as { sessions: { turns: { text: string }[] }[]; questions: { question: string }[] }
const conversation = sessions.flatMap(({ turns }, session) =>
  turns.map(({ text }, position) => ({ text, batch: session + 1, position })),
)

/** For properties of hundreds of indexes, which take seconds on an idle machine. */
const PATIENT = { timeout: 240_000 }

test('random vectors do not change the ranking', PATIENT, async () => {
  const rows = conversation.map(({ text, ...more }, at) => row(`m${at}`, text, more))
  expect(rows.length).toBeGreaterThan(60)
  const words = await engineWith(rows)
  for (let seed = 0; seed < 20; seed++) {
    const both = await engineWith(rows.map((row, at) => ({ ...row, codes: randomCodes(seed * 1_000 + at, 256) })))
    for (const [at, { question }] of questions.entries()) {
      const { ids, scores, keyword } = search(words, question)
      const found = search(both, question, { vector: randomCodes(seed * 1_000 + 900 + at, 256), vectorQuality: at % 2 })
      expect(found).toMatchObject({ ids, scores, keyword, hybrid: true })
    }
  }
})

test('random vectors are not trusted because equal texts have equal vectors', async () => {
  const texts = conversation.slice(0, 40).map(({ text }) => text)
  const rows = [0, 1, 2].flatMap((copy) =>
    texts.map((text, at) => row(`m${copy * 100 + at}`, text, { batch: copy * 100 + at })),
  )
  const words = await engineWith(rows)
  for (let seed = 0; seed < 10; seed++) {
    const codesOf = (at: number) => randomCodes(seed * 1_000 + (at % texts.length), 256)
    const both = await engineWith(rows.map((row, at) => ({ ...row, codes: codesOf(at) })))
    for (const [at, { question }] of questions.slice(0, 10).entries()) {
      const vector = randomCodes(seed * 1_000 + 900 + at, 256)
      expect(search(both, question, { vector }).ids).toEqual(search(words, question).ids)
    }
  }
})

const SCOPES = ['note', 'health', 'fitness', 'fitness.trail', 'work']
const WORDS = 'violin orchestra almond regatta norway trip tea may mother wifi harbour kiln lease'.split(' ')
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '))
const rowSpec = fc.record({
  content: text,
  scope: fc.constantFrom(...SCOPES),
  age: fc.integer({ min: 0, max: 400 }),
  batch: fc.integer({ min: 1, max: 6 }),
  // Some vectors follow the words, so that vectors are trusted; some rows have none.
  seed: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 5 }),
})
type RowSpec = typeof rowSpec extends fc.Arbitrary<infer T> ? T : never

/** A vector derived from the words of a text, plus noise. */
function vectorFor(content: string, seed: number): Int8Array {
  const codes = randomCodes(seed).map((code) => code >> 4)
  for (const word of content.split(' ')) {
    const at = WORDS.indexOf(word)
    if (at >= 0) codes[at] = Math.min(127, codes[at]! + 60)
  }
  return codes
}

function rowOf({ content, scope, age, batch, seed }: RowSpec, at: number): IndexRow {
  const time = NOW - age * DAY_MS
  const codes = seed === null ? null : vectorFor(content, seed)
  return row(`m${at}`, content, { scope, batch, position: at, occurredAt: time, createdAt: time, codes })
}

const requests = fc.record({
  readable: fc.subarray(['note', 'fitness', 'fitness.*', 'health']),
  within: fc.constantFrom(undefined, 'fitness.*', 'note'),
  queries: fc.array(fc.record({ query: text, seed: fc.nat(5), vectorQuality: fc.constantFrom(0, 0.5, 1) }), {
    minLength: 1,
    maxLength: 4,
  }),
})

const mayRead = ({ scope }: IndexRow, readable: readonly string[], within: string | undefined) =>
  coversAny(readable, scope) && (!within || coversAny([within], scope))

test('hybrid results do not depend on unreadable rows', PATIENT, async () => {
  let hybrid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(rowSpec, { minLength: 20, maxLength: 120, size: 'max' }), requests, async (all, by) => {
      const { readable, within, queries } = by
      const rows = all.map(rowOf)
      // Positions without gaps, as if the other rows had never been written.
      const mine = rows.filter((row) => mayRead(row, readable, within)).map((row, position) => ({ ...row, position }))
      const [full, alone] = [await engineWith(rows), await engineWith(mine)]
      for (const { query, seed, vectorQuality } of queries) {
        const request = { readable, within, vector: vectorFor(query, seed), vectorQuality }
        const found = search(full, query, request)
        expect(found).toEqual(search(alone, query, request))
        for (const id of found.ids) expect(mine.some((row) => row.id === id)).toBe(true)
        if (found.hybrid) hybrid++
      }
    }),
    { numRuns: 200 },
  )
  expect(hybrid).toBeGreaterThan(100)
})

test('hybrid results do not depend on changes of unreadable rows', PATIENT, async () => {
  const change = fc.record({ at: fc.nat(150), rowSpec: fc.option(rowSpec, { freq: 4 }) })
  const changes = fc.array(fc.array(change, { minLength: 10, maxLength: 60, size: 'max' }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(changes, requests, async (updates, { readable, queries }) => {
      const [full, alone] = [await engineWith([]), await engineWith([])]
      for (const [at, changed] of updates.entries()) {
        const last = new Map(changed.map(({ at, rowSpec }) => [`m${at}`, rowSpec && rowOf(rowSpec, at)]))
        const rows = [...last.values()].filter((row) => row !== null)
        const removed = [...last.keys()].filter((id) => !last.get(id))
        const mine = rows.filter((row) => mayRead(row, readable, undefined))
        // A row that became unreadable counts as removed.
        const unreadable = [...last.keys()].filter((id) => !mine.some((row) => row.id === id))
        const versions = { from: at + 1, to: at + 2 }
        expect(await full.apply('u', { ...versions, ...packRows(rows), removed })).toBe(true)
        expect(await alone.apply('u', { ...versions, ...packRows(mine), removed: unreadable })).toBe(true)
        for (const { query, seed, vectorQuality } of queries) {
          const request = { readable, vector: vectorFor(query, seed), vectorQuality }
          const [one, other] = [search(full, query, request), search(alone, query, request)]
          expect(one.ids).toEqual(other.ids)
          // Rounding of sums depends on the order of slots.
          for (const [at, score] of one.scores.entries()) expect(score).toBeCloseTo(other.scores[at]!, 5)
          expect(one.vector).toEqual(other.vector)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a vector is attached to its row, replaced, and removed with it', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => row(`m${at}`, `note ${at}`))
  const engine = await engineWith(rows)
  const [a, b] = [Int8Array.of(100, 0), Int8Array.of(0, 100)]
  const cosines = (vector: Int8Array) => {
    const { ids, vector: found } = search(engine, 'note', { vector })
    return Object.fromEntries(ids.map((id, at) => [id, found[at]]))
  }
  expect(search(engine, 'note', { vector: a }).hybrid).toBe(false)
  await engine.apply('u', {
    from: 1,
    to: 2,
    rows: [],
    removed: [],
    vectors: vectorsOf(['m1', a], ['m2', b], ['m9', a]),
  })
  expect(cosines(a)).toEqual({ m0: null, m1: 1, m2: 0, m3: null, m4: null })
  await engine.apply('u', { from: 2, to: 3, rows: [], removed: [], vectors: vectorsOf(['m1', b]) })
  expect(cosines(a)).toMatchObject({ m1: 0, m2: 0 })
  // A row and its vector may be in one update.
  await engine.apply('u', {
    from: 3,
    to: 4,
    rows: [row('m1', 'note one')],
    removed: ['m2'],
    vectors: vectorsOf(['m3', a]),
  })
  expect(cosines(a)).toEqual({ m0: null, m1: null, m3: 1, m4: null })
})

test('ignores vectors and queries of another dimension', async () => {
  const engine = await engineWith([row('m0', 'tea', { codes: Int8Array.of(1, 2) }), row('m1', 'tea leaves')])
  const update = { from: 1, to: 2, rows: [], removed: [], vectors: vectorsOf(['m1', Int8Array.of(1, 2, 3)]) }
  expect(await engine.apply('u', update)).toBe(true)
  expect(search(engine, 'tea', { vector: Int8Array.of(1, 2) }).vector.toSorted()).toEqual([1, null])
  const other = search(engine, 'tea', { vector: Int8Array.of(1, 2, 3) })
  expect(other).toEqual(search(engine, 'tea'))
  expect(other.hybrid).toBe(false)
})

test('counts the memory of vectors and frees it on eviction, even during an update', async () => {
  const many = (from: number) =>
    Array.from({ length: 2_000 }, (_, i) => row(`m${from + i}`, '', { codes: randomCodes(i, 1_024) }))
  const arena = new Arena()
  const engine = new RecallEngine({ bytesMax: Infinity, arena })
  const empty = engine.stats().bytes
  await engineWith(many(0), { engine })
  const bytes = engine.stats().bytes - empty
  expect(bytes).toBeGreaterThan(2_000 * 1_024)
  expect(arena.bytes).toBe(2_000 * 1_024)
  const update = engine.apply('u', { from: 1, to: 2, ...packRows(many(2_000)), removed: [] })
  const build = engineWith(many(0), { engine, user: 'v' })
  await new Promise((resolve) => setImmediate(resolve))
  engine.evictAll()
  expect(await update).toBe(false)
  await build
  expect(engine.versionOf('u') ?? engine.versionOf('v')).toBeUndefined()
  expect(engine.stats().bytes).toBe(empty)
  expect(arena.bytes).toBe(0)
})

test('frees the vectors of an index evicted for space', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => row(`m${i}`, 'tea', { codes: randomCodes(i, 1_024) }))
  const arena = new Arena()
  const one = new RecallEngine({ bytesMax: Infinity, arena })
  const empty = one.stats().bytes
  const bytes = (await engineWith(rows, { engine: one })).stats().bytes - empty
  const bytesOfOne = arena.bytes
  one.evictAll()
  const engine = new RecallEngine({ bytesMax: bytes * 2.5, arena })
  for (const user of ['a', 'b', 'c']) await engineWith(rows, { engine, user })
  expect(['a', 'b', 'c'].map((user) => engine.versionOf(user))).toEqual([undefined, 1, 1])
  expect(arena.bytes).toBe(2 * bytesOfOne)
})
