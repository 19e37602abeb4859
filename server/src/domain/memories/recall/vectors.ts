import { type Arena, BLOCK_BYTES, type Block, ROW_STEP_BYTES } from './arena.ts'
import { DIMENSION_MAX } from './codes.ts'
import { grown } from './lists.ts'

const FIRST_SLOTS = 64
/** An estimate for what V8 keeps of a block beside its bytes. */
const PIECE_BYTES = 100

/** A run of neighbouring slots of which at least one has a vector. */
interface Piece {
  block: Block
  /** How many of its slots have one. */
  count: number
}

/**
 * The vectors of one index by slot, as codes of a byte for each component, and their cosines with a query.
 *
 * Vectors of one index have one dimension: the first one sets it, and when the last one goes it is open again. Slots
 * share blocks with their neighbours, and where no slot has a vector there is no block.
 */
export class Vectors {
  readonly #arena: Arena
  #dimension = 0
  #count = 0
  #stride = 0
  #slotsInBlock = 0
  #pieces: (Piece | undefined)[] = []
  #blocks = 0
  /** By slot: 1 / length of the codes; 0 where there is no vector. In 64 bits, so that no cosine comes out above 1. */
  #inverse = new Float64Array(FIRST_SLOTS)

  constructor(arena: Arena) {
    this.#arena = arena
  }

  /** Slots that have a vector. */
  get count(): number {
    return this.#count
  }

  /** Components of each vector; 0 while there is none. */
  get dimension(): number {
    return this.#dimension
  }

  /** An estimate of what is held, in bytes. */
  get bytes(): number {
    return this.#blocks * (BLOCK_BYTES + PIECE_BYTES) + this.#inverse.byteLength
  }

  has(slot: number): boolean {
    return (this.#inverse[slot] ?? 0) > 0
  }

  /**
   * Gives a slot its vector, in place of the one it had: codes from -128 to 127, as such or as bytes in two's complement.
   * `false` when it did not: nothing changes for codes of another dimension, and codes that are all 0 leave the slot
   * without a vector.
   */
  set(slot: number, codes: Int8Array | Uint8Array): boolean {
    const dimension = codes.length
    if (dimension > DIMENSION_MAX || (this.#count > 0 && dimension !== this.#dimension)) return false
    const signed = codes instanceof Int8Array ? codes : new Int8Array(codes.buffer, codes.byteOffset, dimension)
    const inverse = inverseLength(signed)
    if (inverse === 0) {
      this.drop(slot)
      return false
    }
    if (this.#count === 0) this.#shape(dimension)
    const place = Math.floor(slot / this.#slotsInBlock)
    const piece = this.#piece(place)
    if (!this.has(slot)) {
      piece.count++
      this.#count++
    }
    this.#arena.write(piece.block, slot - place * this.#slotsInBlock, this.#stride, signed)
    this.#inverse[slot] = inverse
    return true
  }

  /** The cosine of two slots' vectors, -1 to 1; 0 unless both have one. */
  cosine(a: number, b: number): number {
    if (!this.has(a) || !this.has(b)) return 0
    const [mine, theirs] = [this.#codes(a), this.#codes(b)]
    let dot = 0
    for (let i = 0; i < mine.length; i++) dot += mine[i]! * theirs[i]!
    return dot * this.#inverse[a]! * this.#inverse[b]!
  }

  /** Takes a slot's vector away, if it has one. */
  drop(slot: number): void {
    if (!this.has(slot)) return
    this.#inverse[slot] = 0
    const place = Math.floor(slot / this.#slotsInBlock)
    const piece = this.#pieces[place]!
    if (--piece.count === 0) {
      this.#arena.free(piece.block)
      this.#pieces[place] = undefined
      this.#blocks--
    }
    if (--this.#count === 0) this.free()
  }

  /** Takes all vectors away and gives their blocks back. Whoever lets an index go calls this: nothing else does. */
  free(): void {
    for (const piece of this.#pieces) if (piece) this.#arena.free(piece.block)
    this.#pieces = []
    this.#blocks = 0
    this.#inverse = new Float64Array(FIRST_SLOTS)
    this.#count = 0
    this.#dimension = 0
  }

  /**
   * Writes to `into`, by slot, the cosine of each vector with the query, -1 to 1; 0 where there is no vector, and
   * everywhere for a query of another dimension or all 0.
   */
  scan(query: Int8Array, into: Float32Array): void {
    into.fill(0)
    const ofQuery = query.length === this.#dimension ? inverseLength(query) : 0
    if (ofQuery === 0) return
    const inverse = this.#inverse
    this.#arena.ask(query, this.#stride)
    for (let place = 0; place < this.#pieces.length; place++) {
      const piece = this.#pieces[place]
      const first = place * this.#slotsInBlock
      const slots = Math.min(this.#slotsInBlock, into.length - first)
      if (!piece || slots <= 0) continue
      const dots = this.#arena.scan(piece.block, slots, this.#stride)
      // Adding 0 makes the -0 of a slot without a vector a plain 0.
      for (let i = 0; i < slots; i++) into[first + i] = dots[i]! * inverse[first + i]! * ofQuery + 0
    }
  }

  #codes(slot: number): Int8Array {
    const place = Math.floor(slot / this.#slotsInBlock)
    return this.#arena.read(this.#pieces[place]!.block, slot - place * this.#slotsInBlock, this.#stride)
  }

  #shape(dimension: number): void {
    this.#dimension = dimension
    this.#stride = Math.ceil(dimension / ROW_STEP_BYTES) * ROW_STEP_BYTES
    this.#slotsInBlock = Math.floor(BLOCK_BYTES / this.#stride)
  }

  #piece(place: number): Piece {
    const known = this.#pieces[place]
    if (known) return known
    const piece = { block: this.#arena.allocate(), count: 0 }
    while (this.#pieces.length < place) this.#pieces.push(undefined)
    this.#pieces[place] = piece
    this.#blocks++
    const slots = (place + 1) * this.#slotsInBlock
    if (slots > this.#inverse.length) this.#inverse = grown(this.#inverse, slots)
    return piece
  }
}

function inverseLength(codes: Int8Array): number {
  let squares = 0
  for (let i = 0; i < codes.length; i++) squares += codes[i]! * codes[i]!
  return squares > 0 ? 1 / Math.sqrt(squares) : 0
}
