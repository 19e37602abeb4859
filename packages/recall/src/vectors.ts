import { type Arena, BLOCK_BYTES, type Block, ROW_STEP_BYTES } from './arena.ts'
import { enlarged } from './lists.ts'
import { DIMENSION_MAX } from './quantise.ts'
import { SIGNS_DIMENSION_MIN, Signs } from './signs.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

const INITIAL_SLOTS = 64
/** Estimated V8 overhead of a segment beside its block. */
const SEGMENT_BYTES = 100
/** Vectors between two yields of `load`. */
const LOADED_AT_ONCE = 500

/** With so many vectors, an index has their signs, too. */
export const SIGNS_FROM = 16_384

/** A range of adjacent slots, at least one of which has a vector. Its vectors share a block. */
interface Segment {
  block: Block
  /** Number of slots with a vector. */
  count: number
}

/**
 * The quantised vectors of one index, by slot, and their cosines with a query.
 *
 * All vectors of an index have the dimension of the first one; once the last one is deleted, another dimension may
 * follow. Segments without vectors have no block.
 */
export class Vectors {
  readonly #arena: Arena
  #dimension = 0
  #count = 0
  #stride = 0
  #slotsPerBlock = 0
  #segments: (Segment | undefined)[] = []
  #blocks = 0
  /** By slot: 1 / Euclidean length of the codes; 0 without a vector. 64 bits keep cosines from exceeding 1. */
  #inverse = new Float64Array(INITIAL_SLOTS)
  #signs: Signs | undefined
  /** 1 / Euclidean length of the query of `setQuery`; 0 if it cannot be compared. */
  #queryInverse = 0

  constructor(arena: Arena) {
    this.#arena = arena
  }

  /** Number of slots with a vector. */
  get count(): number {
    return this.#count
  }

  /** Components per vector; 0 if there are none. */
  get dimension(): number {
    return this.#dimension
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    return this.#blocks * (BLOCK_BYTES + SEGMENT_BYTES) + this.#inverse.byteLength + (this.#signs?.bytes ?? 0)
  }

  /** The signs of all vectors, if there are enough of them. */
  get signs(): Signs | undefined {
    return this.#signs
  }

  has(slot: number): boolean {
    return (this.#inverse[slot] ?? 0) > 0
  }

  /**
   * Sets or replaces the vector of a slot. `codes`: -128 to 127, as signed numbers or as bytes in two's complement.
   * Returns `false` if the slot was not set: codes of another dimension change nothing, and codes that are all 0 delete
   * the vector of the slot.
   */
  set(slot: number, codes: Int8Array | Uint8Array): boolean {
    const dimension = codes.length
    if (dimension > DIMENSION_MAX || (this.#count > 0 && dimension !== this.#dimension)) return false
    const signed = codes instanceof Int8Array ? codes : new Int8Array(codes.buffer, codes.byteOffset, dimension)
    const inverse = inverseLength(signed)
    if (inverse === 0) {
      this.delete(slot)
      return false
    }
    if (this.#count === 0) this.#setDimension(dimension)
    const segmentNumber = Math.floor(slot / this.#slotsPerBlock)
    const segment = this.#segment(segmentNumber)
    if (!this.has(slot)) {
      segment.count++
      this.#count++
    }
    this.#arena.write(segment.block, slot - segmentNumber * this.#slotsPerBlock, this.#stride, signed)
    this.#inverse[slot] = inverse
    if (this.#signs) this.#signs.set(slot, signed)
    else if (this.#count >= SIGNS_FROM && dimension >= SIGNS_DIMENSION_MIN) this.#addSigns()
    return true
  }

  /** The cosine of two slots' vectors, -1 to 1; 0 unless both have one. */
  cosine(a: number, b: number): number {
    if (!this.has(a) || !this.has(b)) return 0
    const [codesA, codesB] = [this.#codes(a), this.#codes(b)]
    let dot = 0
    for (let i = 0; i < codesA.length; i++) dot += codesA[i]! * codesB[i]!
    return dot * this.#inverse[a]! * this.#inverse[b]!
  }

  /** Deletes the vector of a slot, if there is one. */
  delete(slot: number): void {
    if (!this.has(slot)) return
    this.#inverse[slot] = 0
    this.#signs?.delete(slot)
    const segmentNumber = Math.floor(slot / this.#slotsPerBlock)
    const segment = this.#segments[segmentNumber]!
    if (--segment.count === 0) {
      this.#arena.free(segment.block)
      this.#segments[segmentNumber] = undefined
      this.#blocks--
    }
    if (--this.#count === 0) this.free()
  }

  /**
   * Deletes all vectors and frees their blocks. Must be called when an index is dropped, since blocks are not
   * garbage-collected.
   */
  free(): void {
    for (const segment of this.#segments) if (segment) this.#arena.free(segment.block)
    this.#signs?.free()
    this.#signs = undefined
    this.#segments = []
    this.#blocks = 0
    this.#inverse = new Float64Array(INITIAL_SLOTS)
    this.#count = 0
    this.#dimension = 0
  }

  /**
   * Writes the cosine of each slot's vector with the query to `into`, -1 to 1. Writes 0 for a slot without a vector,
   * and everywhere for a query of another dimension or one that is all 0.
   */
  scan(query: Int8Array, into: Float32Array): void {
    into.fill(0)
    if (!this.setQuery(query)) return
    const queryInverse = this.#queryInverse
    const inverse = this.#inverse
    for (let segmentNumber = 0; segmentNumber < this.#segments.length; segmentNumber++) {
      const segment = this.#segments[segmentNumber]
      const first = segmentNumber * this.#slotsPerBlock
      const slots = Math.min(this.#slotsPerBlock, into.length - first)
      if (!segment || slots <= 0) continue
      const dots = this.#arena.scan(segment.block, slots, this.#stride)
      // Adding 0 turns the -0 of a slot without a vector into 0.
      for (let i = 0; i < slots; i++) into[first + i] = dots[i]! * inverse[first + i]! * queryInverse + 0
    }
  }

  /** Sets the query that `cosineWithQuery` compares with. Returns `false` for one of another dimension or one that is all 0. */
  setQuery(query: Int8Array): boolean {
    this.#queryInverse = query.length === this.#dimension ? inverseLength(query) : 0
    if (this.#queryInverse > 0) this.#arena.setQuery(query, this.#stride)
    return this.#queryInverse > 0
  }

  /**
   * The cosine of a slot's vector with the query, equal to that of `scan`; 0 without a vector. Only valid until a vector of
   * any index is set.
   */
  cosineWithQuery(slot: number): number {
    if (!this.has(slot)) return 0
    const segmentNumber = Math.floor(slot / this.#slotsPerBlock)
    const row = slot - segmentNumber * this.#slotsPerBlock
    const dot = this.#arena.dot(this.#segments[segmentNumber]!.block, row, this.#stride)
    return Math.fround(dot * this.#inverse[slot]! * this.#queryInverse + 0)
  }

  #addSigns(): void {
    this.#signs = new Signs(this.#arena, this.#dimension)
    // Copied, since new blocks may move the memory that codes are read from.
    for (let slot = 0; slot < this.#inverse.length; slot++)
      if (this.has(slot)) this.#signs.set(slot, this.#codes(slot).slice())
  }

  save(out: SectionWriter): void {
    const slots = Uint32Array.from(this.#inverse.keys()).filter((slot) => this.has(slot))
    out.array(Uint32Array.of(this.#dimension))
    out.array(slots)
    out.gathered(slots.length * this.#dimension, this.#contents(slots))
  }

  *#contents(slots: Uint32Array): Generator<Int8Array> {
    for (const slot of slots) yield this.#codes(slot).subarray(0, this.#dimension)
  }

  *load(from: SectionReader): Generator<void> {
    const [dimension = 0] = from.array(Uint32Array)
    const slots = from.array(Uint32Array)
    const codes = from.array(Int8Array)
    for (const [at, slot] of slots.entries()) {
      this.set(slot, codes.subarray(at * dimension, (at + 1) * dimension))
      if (at % LOADED_AT_ONCE === 0) yield
    }
  }

  #codes(slot: number): Int8Array {
    const segmentNumber = Math.floor(slot / this.#slotsPerBlock)
    return this.#arena.read(
      this.#segments[segmentNumber]!.block,
      slot - segmentNumber * this.#slotsPerBlock,
      this.#stride,
    )
  }

  #setDimension(dimension: number): void {
    this.#dimension = dimension
    this.#stride = Math.ceil(dimension / ROW_STEP_BYTES) * ROW_STEP_BYTES
    this.#slotsPerBlock = Math.floor(BLOCK_BYTES / this.#stride)
  }

  #segment(segmentNumber: number): Segment {
    const known = this.#segments[segmentNumber]
    if (known) return known
    const segment = { block: this.#arena.allocate(), count: 0 }
    while (this.#segments.length < segmentNumber) this.#segments.push(undefined)
    this.#segments[segmentNumber] = segment
    this.#blocks++
    const slots = (segmentNumber + 1) * this.#slotsPerBlock
    if (slots > this.#inverse.length) this.#inverse = enlarged(this.#inverse, slots)
    return segment
  }
}

function inverseLength(codes: Int8Array): number {
  let squares = 0
  for (let i = 0; i < codes.length; i++) squares += codes[i]! * codes[i]!
  return squares > 0 ? 1 / Math.sqrt(squares) : 0
}
