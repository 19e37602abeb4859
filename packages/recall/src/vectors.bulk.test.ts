import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena, BLOCK_BYTES } from './arena.ts'
import { DIMENSION_MAX } from './quantise.ts'
import { Vectors } from './vectors.ts'

/** Random codes, deterministic per seed. */
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

function expectCosines(
  vectors: Vectors,
  expected: ReadonlyMap<number, Int8Array>,
  query: Int8Array,
  slots: number,
): void {
  const into = new Float32Array(slots).fill(7)
  vectors.scan(query, into)
  for (const [slot, found] of into.entries()) {
    const codes = expected.get(slot)
    if (!codes) expect(Object.is(found, 0)).toBe(true)
    else expect(Math.abs(found - cosine(codes, query))).toBeLessThan(1e-6)
  }
}

test('scan equals a plain loop, in any dimension, through setting, deleting and reuse of slots', () => {
  const dimensions = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: DIMENSION_MAX }))
  const step = fc.record({ slot: fc.nat(60), seed: fc.nat(), drop: fc.boolean() })
  // One arena for all runs, so that reused blocks contain data of other dimensions.
  const arena = new Arena()
  fc.assert(
    fc.property(dimensions, fc.array(step, { maxLength: 60 }), (dimension, steps) => {
      const vectors = new Vectors(arena)
      const expected = new Map<number, Int8Array>()
      for (const { slot, seed, drop } of steps) {
        const codes = codesOf(dimension, seed)
        if (drop) {
          vectors.delete(slot)
          expected.delete(slot)
        } else if (vectors.set(slot, codes)) expected.set(slot, codes)
        else expected.delete(slot)
      }
      expect(vectors.count).toBe(expected.size)
      expect(vectors.dimension).toBe(expected.size ? dimension : 0)
      for (let slot = 0; slot < 70; slot++) expect(vectors.has(slot)).toBe(expected.has(slot))
      expectCosines(vectors, expected, codesOf(dimension, 5), 70)
      expectCosines(vectors, expected, codesOf(dimension, 6), 11)
      vectors.free()
      expect(arena.bytes).toBe(0)
    }),
  )
})

test('does not overflow at the largest dimension', () => {
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

test('does not read beyond the last row of a full memory', () => {
  // Two blocks per memory, and an odd number of rows per block.
  const vectors = new Vectors(new Arena({ memoryBytesMax: 4 * BLOCK_BYTES }))
  const expected = new Map(Array.from({ length: 30 }, (_, slot) => [slot, codesOf(3264, slot)]))
  for (const [slot, codes] of expected) vectors.set(slot, codes)
  expectCosines(vectors, expected, codesOf(3264, 99), 30)
})

test('accepts bytes in two’s complement at any offset of a buffer', () => {
  const vectors = new Vectors(new Arena())
  vectors.set(0, Uint8Array.of(9, 9, 1, 254, 3).subarray(2))
  const into = new Float32Array(1)
  vectors.scan(Int8Array.of(1, -2, 3), into)
  expect(into[0]).toBe(1)
})

test('rejects vectors of another dimension until the last vector is deleted', () => {
  const arena = new Arena()
  const vectors = new Vectors(arena)
  expect(vectors.set(0, new Int8Array())).toBe(false)
  expect(vectors.set(0, new Int8Array(DIMENSION_MAX + 1).fill(1))).toBe(false)
  expect(vectors.set(3, Int8Array.of(1, 2))).toBe(true)
  expect(vectors.set(3, Int8Array.of(1, 2, 3))).toBe(false)
  expectCosines(vectors, new Map([[3, Int8Array.of(1, 2)]]), Int8Array.of(2, 1), 5)
  expectCosines(vectors, new Map(), Int8Array.of(2, 1, 1), 5)
  expectCosines(vectors, new Map(), Int8Array.of(0, 0), 5)
  vectors.delete(3)
  expect(arena.bytes).toBe(0)
  expect(vectors.set(3, Int8Array.of(1, 2, 3))).toBe(true)
  expect(vectors.dimension).toBe(3)
})

test('codes that are all 0 delete the vector', () => {
  const vectors = new Vectors(new Arena())
  expect(vectors.set(0, new Int8Array(4))).toBe(false)
  expect(vectors.dimension).toBe(0)
  vectors.set(0, Int8Array.of(1, 0, 0, 0))
  expect(vectors.set(0, new Int8Array(4))).toBe(false)
  expect(vectors.has(0)).toBe(false)
})

test('allocates blocks only for slots with vectors', () => {
  const arena = new Arena()
  const vectors = new Vectors(arena)
  const codes = codesOf(384, 1)
  vectors.set(9_999, codes)
  expect(arena.bytes).toBe(BLOCK_BYTES)
  vectors.set(0, codes)
  vectors.set(1, codes)
  expect(arena.bytes).toBe(2 * BLOCK_BYTES)
  const expected = new Map([0, 1, 9_999].map((slot) => [slot, codes]))
  expectCosines(vectors, expected, codesOf(384, 2), 10_000)
  vectors.delete(9_999)
  vectors.delete(9_999)
  expect(arena.bytes).toBe(BLOCK_BYTES)
  expect(vectors.bytes).toBeGreaterThan(BLOCK_BYTES)
})

test('blocks are neither lost nor shared while thousands of indexes are created and freed', () => {
  // 128 blocks per memory, less the space for the query, its tables and results.
  const arena = new Arena({ memoryBytesMax: 128 * BLOCK_BYTES })
  const alive = new Map<number, Vectors>()
  let blocks = 0
  for (let run = 0; run < 3_000; run++) {
    const vectors = new Vectors(arena)
    vectors.set(run % 50, codesOf(64, run))
    alive.set(run, vectors)
    const removed = (run * 7) % 1_000
    if (run % 2 && alive.has(removed)) {
      alive.get(removed)?.free()
      alive.delete(removed)
    }
    blocks = Math.max(blocks, alive.size)
    expect(arena.bytes).toBe(alive.size * BLOCK_BYTES)
  }
  expect(blocks).toBeGreaterThan(128 * 4)
  const query = codesOf(64, 77)
  for (const [run, vectors] of alive) expectCosines(vectors, new Map([[run % 50, codesOf(64, run)]]), query, 50)
  for (const vectors of alive.values()) vectors.free()
  expect(arena.bytes).toBe(0)
})

test('reuses freed blocks before a memory grows', () => {
  const arena = new Arena()
  const first = Array.from({ length: 1_000 }, () => arena.allocate())
  const starts = new Set(first.map(({ start }) => start))
  expect(starts.size).toBe(1_000)
  for (const block of first) arena.free(block)
  const second = Array.from({ length: 1_000 }, () => arena.allocate())
  expect(new Set(second.map(({ start }) => start))).toEqual(starts)
})
