import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena, BLOCK_BYTES } from './arena.ts'
import { DIMENSION_MAX } from './codes.ts'
import { Vectors } from './vectors.ts'

/** Codes that differ for each seed and slot, and are the same at each call. */
function codesOf(dimension: number, seed: number): Int8Array {
  let state = seed
  return Int8Array.from({ length: dimension }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 24) - 128
  })
}

function cosine(a: Int8Array, b: Int8Array): number {
  let [dot, squaresA, squaresB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    squaresA += a[i]! ** 2
    squaresB += b[i]! ** 2
  }
  return squaresA && squaresB ? dot / Math.sqrt(squaresA * squaresB) : 0
}

function expectCosines(vectors: Vectors, kept: ReadonlyMap<number, Int8Array>, query: Int8Array, slots: number): void {
  const into = new Float32Array(slots).fill(7)
  vectors.scan(query, into)
  for (const [slot, found] of into.entries()) {
    const codes = kept.get(slot)
    if (!codes) expect(Object.is(found, 0)).toBe(true)
    else expect(Math.abs(found - cosine(codes, query))).toBeLessThan(1e-6)
  }
}

test('a scan finds what a plain loop finds, in any dimension, through setting, dropping and reuse of slots', () => {
  const dimensions = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: DIMENSION_MAX }))
  const step = fc.record({ slot: fc.nat(60), seed: fc.nat(), drop: fc.boolean() })
  // One arena for all, so that blocks come back with what other dimensions left in them.
  const arena = new Arena()
  fc.assert(
    fc.property(dimensions, fc.array(step, { maxLength: 60 }), (dimension, steps) => {
      const vectors = new Vectors(arena)
      const kept = new Map<number, Int8Array>()
      for (const { slot, seed, drop } of steps) {
        const codes = codesOf(dimension, seed)
        if (drop) {
          vectors.drop(slot)
          kept.delete(slot)
        } else if (vectors.set(slot, codes)) kept.set(slot, codes)
        else kept.delete(slot)
      }
      expect(vectors.count).toBe(kept.size)
      expect(vectors.dimension).toBe(kept.size ? dimension : 0)
      for (let slot = 0; slot < 70; slot++) expect(vectors.has(slot)).toBe(kept.has(slot))
      expectCosines(vectors, kept, codesOf(dimension, 5), 70)
      expectCosines(vectors, kept, codesOf(dimension, 6), 11)
      vectors.free()
      expect(arena.bytes).toBe(0)
    }),
  )
})

test('nothing overflows at the largest dimension', () => {
  const vectors = new Vectors(new Arena())
  const into = new Float32Array(3)
  for (const extreme of [127, -127, -128]) {
    const codes = new Int8Array(DIMENSION_MAX).fill(extreme)
    vectors.set(0, codes)
    vectors.set(
      1,
      codes.map((code) => -code),
    )
    vectors.scan(codes, into)
    expect(into[0]).toBe(1)
    expect(into[1]).toBe(extreme === -128 ? 1 : -1)
  }
})

test('the last row of the last block of a full memory is read, and nothing behind it', () => {
  // Three blocks and no more in each memory, an odd number of rows in each block.
  const vectors = new Vectors(new Arena({ memoryBytesMax: 4 * BLOCK_BYTES }))
  const kept = new Map(Array.from({ length: 30 }, (_, slot) => [slot, codesOf(3264, slot)]))
  for (const [slot, codes] of kept) vectors.set(slot, codes)
  expectCosines(vectors, kept, codesOf(3264, 99), 30)
})

test('bytes are codes in two’s complement, wherever in a buffer they lie', () => {
  const vectors = new Vectors(new Arena())
  vectors.set(0, Uint8Array.of(9, 9, 1, 254, 3).subarray(2))
  const into = new Float32Array(1)
  vectors.scan(Int8Array.of(1, -2, 3), into)
  expect(into[0]).toBe(1)
})

test('the first vector sets the dimension, others are not taken, and the last to go opens it again', () => {
  const arena = new Arena()
  const vectors = new Vectors(arena)
  expect(vectors.set(0, new Int8Array())).toBe(false)
  expect(vectors.set(0, new Int8Array(DIMENSION_MAX + 1).fill(1))).toBe(false)
  expect(vectors.set(3, Int8Array.of(1, 2))).toBe(true)
  expect(vectors.set(3, Int8Array.of(1, 2, 3))).toBe(false)
  expectCosines(vectors, new Map([[3, Int8Array.of(1, 2)]]), Int8Array.of(2, 1), 5)
  expectCosines(vectors, new Map(), Int8Array.of(2, 1, 1), 5)
  expectCosines(vectors, new Map(), Int8Array.of(0, 0), 5)
  vectors.drop(3)
  expect(arena.bytes).toBe(0)
  expect(vectors.set(3, Int8Array.of(1, 2, 3))).toBe(true)
  expect(vectors.dimension).toBe(3)
})

test('codes that are all 0 are no vector', () => {
  const vectors = new Vectors(new Arena())
  expect(vectors.set(0, new Int8Array(4))).toBe(false)
  expect(vectors.dimension).toBe(0)
  vectors.set(0, Int8Array.of(1, 0, 0, 0))
  expect(vectors.set(0, new Int8Array(4))).toBe(false)
  expect(vectors.has(0)).toBe(false)
})

test('blocks are held only where slots have vectors', () => {
  const arena = new Arena()
  const vectors = new Vectors(arena)
  const codes = codesOf(384, 1)
  vectors.set(9_999, codes)
  expect(arena.bytes).toBe(BLOCK_BYTES)
  vectors.set(0, codes)
  vectors.set(1, codes)
  expect(arena.bytes).toBe(2 * BLOCK_BYTES)
  const kept = new Map([0, 1, 9_999].map((slot) => [slot, codes]))
  expectCosines(vectors, kept, codesOf(384, 2), 10_000)
  vectors.drop(9_999)
  vectors.drop(9_999)
  expect(arena.bytes).toBe(BLOCK_BYTES)
  expect(vectors.bytes).toBeGreaterThan(BLOCK_BYTES)
})

test('thousands of indexes come and go, memories grow and fill, and no block is lost or shared', () => {
  // 128 blocks to a memory, less what is kept for queries and results.
  const arena = new Arena({ memoryBytesMax: 128 * BLOCK_BYTES })
  const alive = new Map<number, Vectors>()
  let blocks = 0
  for (let turn = 0; turn < 3_000; turn++) {
    const vectors = new Vectors(arena)
    vectors.set(turn % 50, codesOf(64, turn))
    alive.set(turn, vectors)
    const gone = (turn * 7) % 1_000
    if (turn % 2 && alive.has(gone)) {
      alive.get(gone)?.free()
      alive.delete(gone)
    }
    blocks = Math.max(blocks, alive.size)
    expect(arena.bytes).toBe(alive.size * BLOCK_BYTES)
  }
  expect(blocks).toBeGreaterThan(128 * 4)
  const query = codesOf(64, 77)
  for (const [turn, vectors] of alive) expectCosines(vectors, new Map([[turn % 50, codesOf(64, turn)]]), query, 50)
  for (const vectors of alive.values()) vectors.free()
  expect(arena.bytes).toBe(0)
})

test('blocks given back are handed out again before a memory grows', () => {
  const arena = new Arena()
  const first = Array.from({ length: 1_000 }, () => arena.allocate())
  const starts = new Set(first.map(({ start }) => start))
  expect(starts.size).toBe(1_000)
  for (const block of first) arena.free(block)
  const second = Array.from({ length: 1_000 }, () => arena.allocate())
  expect(new Set(second.map(({ start }) => start))).toEqual(starts)
})
