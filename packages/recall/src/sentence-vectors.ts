import type { Token } from './lexicon/token-records.ts'
import { enlarged, packed } from './lists.ts'
import { quantise } from './quantise.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import { type Direction, inverseOf, productAt, sentenceDimension, statementVector } from './word-vectors.ts'

/** The vectors of the statements of one index, by slot, with one byte per component. */
export class SentenceVectors {
  #codes = new Int8Array()
  /** By slot: 1 / Euclidean length of the codes; 0 without a vector. */
  #inverse = new Float32Array()

  /** Sets the vector of a slot to that of an English text. */
  set(slot: number, tokens: readonly Token[]): void {
    const vector = statementVector(tokens)
    if (!vector) {
      this.delete(slot)
      return
    }
    const dimension = vector.length
    if (slot >= this.#inverse.length) {
      this.#inverse = enlarged(this.#inverse, slot + 1)
      this.#codes = enlarged(this.#codes, this.#inverse.length * dimension)
    }
    const codes = quantise(vector)
    this.#codes.set(codes, slot * dimension)
    this.#inverse[slot] = inverseOf(codes)
  }

  /** Also overwrites the vector, so that no snapshot contains it. */
  delete(slot: number): void {
    if (slot >= this.#inverse.length) return
    this.#inverse[slot] = 0
    const dimension = sentenceDimension()
    this.#codes.fill(0, slot * dimension, (slot + 1) * dimension)
  }

  /** The cosine of a statement and the question of `codes`; 0 without a vector. */
  cosine(slot: number, { codes, inverse }: Direction): number {
    const own = slot < this.#inverse.length ? this.#inverse[slot]! : 0
    if (own === 0) return 0
    return productAt(this.#codes, slot * codes.length, codes) * own * inverse
  }

  save(out: SectionWriter): void {
    out.array(this.#inverse)
    out.array(this.#codes)
  }

  load(from: SectionReader): void {
    this.#inverse = from.array(Float32Array)
    this.#codes = from.array(Int8Array)
  }

  /** Removes room that is not needed. */
  pack(slots: number): void {
    if (slots >= this.#inverse.length) return
    this.#inverse = packed(this.#inverse, slots)
    this.#codes = this.#codes.slice(0, this.#inverse.length * sentenceDimension())
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.#codes.byteLength + this.#inverse.byteLength
  }
}
