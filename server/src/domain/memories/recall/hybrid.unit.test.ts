import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coversAny } from '../../vocabulary/scopes.ts'
import { Arena } from './arena.ts'
import { packed } from './client.ts'
import { RecallEngine } from './engine.ts'
import type { IndexRow, PackedVectors, SearchRequest } from './types.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const PLENTY = { bytesMax: 1e9 }
const DIMENSION = 32

function row(at: number, content: string, more: Partial<IndexRow> = {}): IndexRow {
  const time = NOW - at * DAY
  return {
    ...{ id: `m${at}`, scope: 'note', content, occurredAt: time, createdAt: time },
    ...{ importance: 50, pinned: false, born: 1 + at, place: 0 },
    ...more,
  }
}

/** Codes drawn from a hat, the same for each seed. */
function drawn(seed: number, dimension = DIMENSION): Int8Array {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return Int8Array.from({ length: dimension }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    return (state >>> 24) - 128
  })
}

async function engineWith(rows: readonly IndexRow[], engine = new RecallEngine(PLENTY), user = 'u') {
  await engine.apply(user, { from: null, to: 1, build: 'b', page: 0, ...packed(rows), last: true })
  return engine
}

function ask(engine: RecallEngine, query: string, more: Partial<SearchRequest> = {}) {
  return engine.search({ user: 'u', query, readable: ['*'], now: NOW, limit: 20, ...more })!
}

const vectorsOf = (...rows: [string, Int8Array][]): PackedVectors => ({
  ids: rows.map(([id]) => id),
  codes: Int8Array.from(rows.flatMap(([, codes]) => [...codes])),
})

const { sessions, questions } = JSON.parse(
  readFileSync(new URL('../../../../../examples/conversation.json', import.meta.url), 'utf8'),
) as { sessions: { turns: { text: string }[] }[]; questions: { question: string }[] }
const told = sessions.flatMap(({ turns }, born) => turns.map(({ text }, place) => ({ text, born: born + 1, place })))

test('vectors drawn from a hat change nothing', async () => {
  const rows = told.map(({ text, ...more }, at) => row(at, text, more))
  expect(rows.length).toBeGreaterThan(60)
  const words = await engineWith(rows)
  for (let hat = 0; hat < 20; hat++) {
    const both = await engineWith(rows.map((row, at) => ({ ...row, codes: drawn(hat * 1_000 + at, 256) })))
    for (const [at, { question }] of questions.entries()) {
      const { ids, scores, keyword } = ask(words, question)
      const found = ask(both, question, { vector: drawn(hat * 1_000 + 900 + at, 256) })
      expect(found).toMatchObject({ ids, scores, keyword, hybrid: true })
    }
  }
})

const SCOPES = ['note', 'health', 'fitness', 'fitness.trail', 'work']
const WORDS = 'violin orchestra almond regatta norway trip tea may mother wifi harbour kiln lease'.split(' ')
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '))
const made = fc.record({
  content: text,
  scope: fc.constantFrom(...SCOPES),
  age: fc.integer({ min: 0, max: 400 }),
  born: fc.integer({ min: 1, max: 6 }),
  // Some mean what their words say, so that the model is listened to; some have no vector.
  seed: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 5 }),
})
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never

/** A vector of the words of a text, stirred a little. */
function meaning(content: string, seed: number): Int8Array {
  const codes = drawn(seed).map((code) => code >> 4)
  for (const word of content.split(' ')) {
    const at = WORDS.indexOf(word)
    if (at >= 0) codes[at] = Math.min(127, codes[at]! + 60)
  }
  return codes
}

function rowOf({ content, scope, age, born, seed }: Made, at: number): IndexRow {
  const time = NOW - age * DAY
  const codes = seed === null ? null : meaning(content, seed)
  return row(at, content, { id: `m${at}`, scope, born, place: at, occurredAt: time, createdAt: time, codes })
}

const asked = fc.record({
  readable: fc.subarray(['note', 'fitness', 'fitness.*', 'health']),
  within: fc.constantFrom(undefined, 'fitness.*', 'note'),
  queries: fc.array(fc.record({ query: text, seed: fc.nat(5) }), { minLength: 1, maxLength: 4 }),
})

const mayRead = ({ scope }: IndexRow, readable: readonly string[], within: string | undefined) =>
  coversAny(readable, scope) && (!within || coversAny([within], scope))

test('with vectors, too, no unreadable row leaves a trace in what a caller gets', async () => {
  let hybrid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 20, maxLength: 120, size: 'max' }), asked, async (all, by) => {
      const { readable, within, queries } = by
      const rows = all.map(rowOf)
      const mine = rows.filter((row) => mayRead(row, readable, within))
      const [full, alone] = [await engineWith(rows), await engineWith(mine)]
      for (const { query, seed } of queries) {
        const request = { readable, within, vector: meaning(query, seed) }
        const found = ask(full, query, request)
        expect(found).toEqual(ask(alone, query, request))
        for (const id of found.ids) expect(mine.some((row) => row.id === id)).toBe(true)
        if (found.hybrid) hybrid++
      }
    }),
    { numRuns: 200 },
  )
  expect(hybrid).toBeGreaterThan(100)
})

test('nor do unreadable rows that come and go while the caller searches', async () => {
  const change = fc.record({ at: fc.nat(150), made: fc.option(made, { freq: 4 }) })
  const changes = fc.array(fc.array(change, { minLength: 10, maxLength: 60, size: 'max' }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(changes, asked, async (turns, { readable, queries }) => {
      const [full, alone] = [await engineWith([]), await engineWith([])]
      for (const [turn, changed] of turns.entries()) {
        const last = new Map(changed.map(({ at, made }) => [`m${at}`, made && rowOf(made, at)]))
        const rows = [...last.values()].filter((row) => row !== null)
        const gone = [...last.keys()].filter((id) => !last.get(id))
        const mine = rows.filter((row) => mayRead(row, readable, undefined))
        // A row that went out of sight is gone for whoever may not read it any more.
        const left = [...last.keys()].filter((id) => !mine.some((row) => row.id === id))
        const versions = { from: turn + 1, to: turn + 2 }
        expect(await full.apply('u', { ...versions, ...packed(rows), gone })).toBe(true)
        expect(await alone.apply('u', { ...versions, ...packed(mine), gone: left })).toBe(true)
        for (const { query, seed } of queries) {
          const request = { readable, vector: meaning(query, seed) }
          const [one, other] = [ask(full, query, request), ask(alone, query, request)]
          expect(one.ids).toEqual(other.ids)
          // Sums over rows are rounded in the order in which they live.
          for (const [at, score] of one.scores.entries()) expect(score).toBeCloseTo(other.scores[at]!, 5)
          expect(one.vector).toEqual(other.vector)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a vector joins its row, replaces the one before, and goes with it', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => row(at, `note ${at}`))
  const engine = await engineWith(rows)
  const [a, b] = [Int8Array.of(100, 0), Int8Array.of(0, 100)]
  const cosines = (vector: Int8Array) => {
    const { ids, vector: found } = ask(engine, 'note', { vector })
    return Object.fromEntries(ids.map((id, at) => [id, found[at]]))
  }
  expect(ask(engine, 'note', { vector: a }).hybrid).toBe(false)
  await engine.apply('u', { from: 1, to: 2, rows: [], gone: [], vectors: vectorsOf(['m1', a], ['m2', b], ['m9', a]) })
  expect(cosines(a)).toEqual({ m0: null, m1: 1, m2: 0, m3: null, m4: null })
  await engine.apply('u', { from: 2, to: 3, rows: [], gone: [], vectors: vectorsOf(['m1', b]) })
  expect(cosines(a)).toMatchObject({ m1: 0, m2: 0 })
  // Row and vector may come together, in any order of news.
  await engine.apply('u', { from: 3, to: 4, rows: [row(1, 'note one')], gone: ['m2'], vectors: vectorsOf(['m3', a]) })
  expect(cosines(a)).toEqual({ m0: null, m1: null, m3: 1, m4: null })
})

test('a vector or a query of another dimension is passed over', async () => {
  const engine = await engineWith([row(0, 'tea', { codes: Int8Array.of(1, 2) }), row(1, 'tea leaves')])
  const update = { from: 1, to: 2, rows: [], gone: [], vectors: vectorsOf(['m1', Int8Array.of(1, 2, 3)]) }
  expect(await engine.apply('u', update)).toBe(true)
  expect(ask(engine, 'tea', { vector: Int8Array.of(1, 2) }).vector.toSorted()).toEqual([1, null])
  const other = ask(engine, 'tea', { vector: Int8Array.of(1, 2, 3) })
  expect(other).toEqual(ask(engine, 'tea'))
  expect(other.hybrid).toBe(false)
})

test('all that vectors hold is counted, and given back when indexes go, also in the middle of an update', async () => {
  const many = (from: number) => Array.from({ length: 2_000 }, (_, i) => row(from + i, '', { codes: drawn(i, 1_024) }))
  const arena = new Arena()
  const engine = new RecallEngine({ ...PLENTY, arena })
  const nothing = engine.stats().bytes
  await engineWith(many(0), engine)
  const bytes = engine.stats().bytes - nothing
  expect(bytes).toBeGreaterThan(2_000 * 1_024)
  expect(arena.bytes).toBe(2_000 * 1_024)
  const update = engine.apply('u', { from: 1, to: 2, ...packed(many(2_000)), gone: [] })
  const build = engineWith(many(0), engine, 'v')
  await new Promise((resolve) => setImmediate(resolve))
  engine.forgetAll()
  expect(await update).toBe(false)
  await build
  expect(engine.held('u') ?? engine.held('v')).toBeUndefined()
  expect(engine.stats().bytes).toBe(nothing)
  expect(arena.bytes).toBe(0)
})

test('an index let go for want of memory gives back what its vectors held', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => row(i, 'tea', { codes: drawn(i, 1_024) }))
  const arena = new Arena()
  const one = new RecallEngine({ ...PLENTY, arena })
  const empty = one.stats().bytes
  const bytes = (await engineWith(rows, one)).stats().bytes - empty
  const held = arena.bytes
  one.forgetAll()
  const engine = new RecallEngine({ bytesMax: bytes * 2.5, arena })
  for (const user of ['a', 'b', 'c']) await engineWith(rows, engine, user)
  expect(['a', 'b', 'c'].map((user) => engine.held(user))).toEqual([undefined, 1, 1])
  expect(arena.bytes).toBe(2 * held)
})
