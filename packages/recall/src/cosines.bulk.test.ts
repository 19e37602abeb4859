import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { cosineOf, nearestByEstimate, nearestOfAll, nearestRows } from './cosines.ts'
import { quantise } from './quantise.ts'
import { UserIndex } from './user-index.ts'
import { SIGNS_FROM } from './vectors.ts'
import { View } from './view.ts'

const DIMENSION = 256
const TOPICS = 40
const DIRECTIONS = 48
const QUERIES = 25
const LIMIT = 200

/** Numbers from 0 to 1, the same ones for each seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

/**
 * Vectors like those of embedding models: a direction that all share, topics, fewer directions than components, and a few
 * components that are larger than others.
 */
function vectorsLikeThoseOfModels(seed: number): (spread: number) => Int8Array {
  const random = randomFrom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const scales = Float32Array.from({ length: DIMENSION }, (_, at) => (at % 97 === 5 ? 2 : Math.exp(0.2 * gauss())))
  const directions = Array.from({ length: DIRECTIONS }, () => scales.map((scale) => scale * gauss()))
  const vector = (spread: number, count: number) => {
    const sum = new Float32Array(DIMENSION)
    for (let times = 0; times < count; times++) {
      const direction = directions[Math.floor(DIRECTIONS * random())]!
      const share = (spread * gauss()) / Math.sqrt(count)
      for (let at = 0; at < DIMENSION; at++) sum[at]! += share * direction[at]!
    }
    return sum
  }
  const common = vector(0.5, DIRECTIONS)
  const topics = Array.from({ length: TOPICS }, () => vector(0.7, DIRECTIONS))
  return (spread) => {
    const topic = topics[Math.floor(TOPICS * random())]!
    return quantise(vector(spread, 16).map((component, at) => component + topic[at]! + common[at]!))
  }
}

/** `more`: rows in another scope between the others. */
function indexOf(rows: number, codesOf: (at: number) => Int8Array, more = 0): UserIndex {
  const index = new UserIndex(new Arena())
  const add = (id: string, scope: string, at: number, codes: Int8Array) => {
    const times = { occurredAt: at, createdAt: at }
    index.add({ id, scope, content: 'x', ...times, importance: 50, pinned: false, batch: 1 + at, position: 0 })
    index.setVector(id, codes)
  }
  const others = vectorsLikeThoseOfModels(99)
  for (let at = 0; at < rows; at++) {
    if (at % 7 === 0 && at / 7 < more) add(`other ${at}`, 'diary', at, others(1))
    add(`row ${String(at).padStart(10, '0')}`, at % 4 ? 'note' : 'health', at, codesOf(at))
  }
  return index
}

const view = (index: UserIndex, ...readable: string[]) => new View(index, { readable, now: 0 })

const ROWS = Math.ceil(1.5 * SIGNS_FROM)
const vectorOf = vectorsLikeThoseOfModels(3)
const codes = Array.from({ length: ROWS }, () => vectorOf(1))
const queries = Array.from({ length: QUERIES }, () => vectorOf(0.8))
const index = indexOf(ROWS, (at) => codes[at]!)

test('the nearest rows by estimate are those of all rows, at any limit of scopes', () => {
  for (const readable of [['*'], ['note']]) {
    let [found, foundOfAll] = [0, 0]
    for (const query of queries) {
      const exact = nearestOfAll(query, LIMIT, view(index, ...readable))
      const expected = exact.slots.map((slot) => cosineOf(slot, view(index, ...readable)))
      const given = view(index, ...readable)
      const estimated = nearestByEstimate(query, LIMIT, given)!
      expect(estimated.rows).toBe(exact.rows)
      expect(Math.abs(estimated.mean - exact.mean) / exact.deviation).toBeLessThan(0.06)
      expect(Math.abs(estimated.deviation / exact.deviation - 1)).toBeLessThan(0.05)
      for (const [at, slot] of exact.slots.entries()) expect(cosineOf(slot, given)).toBe(expected[at])
      const slots = new Set(estimated.slots)
      for (const slot of slots) expect(given.canRead(slot)).toBe(true)
      found += exact.slots.slice(0, 20).filter((slot) => estimated.slots.slice(0, 20).includes(slot)).length / 20
      foundOfAll += exact.slots.filter((slot) => slots.has(slot)).length / LIMIT
    }
    expect(found / QUERIES).toBeGreaterThan(0.995)
    expect(foundOfAll / QUERIES).toBeGreaterThan(0.99)
  }
})

test('rows that are not readable change nothing', () => {
  const mixed = indexOf(ROWS, (at) => codes[at]!, 3_000)
  const idsOf = (of: UserIndex, { slots, ...rest }: ReturnType<typeof nearestOfAll>) => ({
    ...rest,
    ids: slots.map((slot) => of.ids[slot]),
  })
  for (const query of queries.slice(0, 8)) {
    const alone = nearestByEstimate(query, LIMIT, view(index, 'note', 'health'))!
    const beside = nearestByEstimate(query, LIMIT, view(mixed, 'note', 'health'))!
    expect(idsOf(mixed, beside)).toEqual(idsOf(index, alone))
  }
})

test('few readable rows are all compared', () => {
  const given = view(index, 'health')
  expect(given.rows).toBeLessThan(SIGNS_FROM)
  expect(nearestByEstimate(queries[0]!, LIMIT, given)).toBeUndefined()
  expect(nearestRows(queries[0]!, LIMIT, given)).toEqual(nearestOfAll(queries[0]!, LIMIT, view(index, 'health')))
})

test('all rows are compared if signs say little, as of vectors with few large components', () => {
  const random = randomFrom(5)
  const uneven = () => {
    const codes = Int8Array.from({ length: DIMENSION }, () => Math.round(6 * random() - 3))
    for (let times = 0; times < 6; times++) codes[Math.floor(DIMENSION * random())] = random() < 0.5 ? 127 : -127
    return codes
  }
  const index = indexOf(SIGNS_FROM + 1, uneven)
  const query = uneven()
  expect(nearestByEstimate(query, LIMIT, view(index, '*'))).toBeUndefined()
  expect(nearestRows(query, LIMIT, view(index, '*'))).toEqual(nearestOfAll(query, LIMIT, view(index, '*')))
})

test('signs follow vectors that are set, replaced and deleted', () => {
  const changed = indexOf(ROWS, (at) => codes[(at * 7) % ROWS]!)
  for (let at = 0; at < ROWS; at++) {
    const id = `row ${String(at).padStart(10, '0')}`
    if (at % 3 === 0) changed.vectors.delete(changed.slotsOf(id)[0]!)
    changed.setVector(id, codes[at]!)
  }
  for (const query of queries.slice(0, 3))
    expect(nearestByEstimate(query, LIMIT, view(changed, '*'))).toEqual(
      nearestByEstimate(query, LIMIT, view(index, '*')),
    )
})
