import type { Token } from './lexicon/token-records.ts'
import { enlarged } from './lists.ts'

const SERIES_PRIME = 0x01000193
/** Spreads the numbers of terms, which are small, over 32 bits: 2^32 divided by the golden ratio (Knuth, TAOCP 3, 6.4). */
const TERM_FACTOR = 0x9e3779b1
/** Stands for a number or date. No index has so many terms. */
const READING = 0x7fffffff

/** The terms of a row that is being added: distinct, with their numbers of occurrences. */
export class RowTerms {
  /** The distinct terms, `length` of them. */
  terms = new Uint32Array(64)
  length = 0
  /** A hash of the scope and the words without numbers and dates: equal for the readings of one series. */
  series = 0
  #isReading = false
  /** By term: its occurrences; all 0 between rows. */
  #counts = new Uint16Array(1024)

  /** Begins a row. Rows with other seeds belong to other series. */
  begin(seed: number): void {
    this.length = 0
    this.series = seed
    this.#isReading = false
  }

  addToken({ isReading }: Token, term: number): void {
    this.add(term)
    // "7.5" is as much a reading as "8".
    if (!isReading || !this.#isReading) this.series = mixed(this.series, isReading ? READING : term)
    this.#isReading = isReading
  }

  add(term: number): void {
    if (term >= this.#counts.length) this.#counts = enlarged(this.#counts, term + 1)
    if (this.#counts[term]!++ > 0) return
    if (this.length === this.terms.length) this.terms = enlarged(this.terms, this.length + 1)
    this.terms[this.length++] = term
  }

  /** The occurrences of a term, which are forgotten then. */
  takeCount(term: number): number {
    const count = this.#counts[term]!
    this.#counts[term] = 0
    return count
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.#counts.byteLength + this.terms.byteLength
  }
}

/** FNV-1a over terms, whose high bits count, too: without that, "last 5" and "5 last" are equal for some numbers of "last". */
function mixed(hash: number, term: number): number {
  const product = Math.imul(hash ^ Math.imul(term + 1, TERM_FACTOR), SERIES_PRIME)
  return product ^ (product >>> 15)
}
