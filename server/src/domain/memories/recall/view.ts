import { covers, coversAny } from '../../vocabulary/scopes.ts'
import { grown } from './lists.ts'
import { COUNT_BITS, NO_SCOPE, type UserIndex } from './userindex.ts'

/** A run of postings: `cells[start]` to `cells[end - 1]`. Good until the next one is asked for. */
export interface Run {
  cells: Uint32Array
  start: number
  end: number
}

/** Between two looks at whether the count is enough. */
const COUNTED_AT_ONCE = 64

/** Shared by all views of a thread, since a search never pauses: readable postings, and 1 for each readable slot. */
let copy = new Uint32Array(1024)
let readableSlots = new Uint8Array(1024)

/**
 * An index as one caller may see it. Whoever ranks through a view meets readable rows only, and all its numbers (rows,
 * lengths, how many rows hold a term) are of readable rows only: nothing else can leak into an order or a score.
 */
export class View {
  readonly index: UserIndex
  /** Rows the caller may read. */
  readonly rows: number
  /** Their mean length in pieces, at least 1. */
  readonly meanLength: number
  readonly #readable: Uint8Array
  /** Every row in every posting list is readable, so the lists can be used as they are. */
  readonly #whole: boolean
  readonly #counted = new Map<number, number>()

  constructor(index: UserIndex, readable: readonly string[], within: string | undefined) {
    this.index = index
    this.#readable = new Uint8Array(index.scopes.length)
    let rows = 0
    let length = 0
    for (let scope = NO_SCOPE + 1; scope < index.scopes.length; scope++) {
      const name = index.scopes[scope]!
      if (!index.rowsIn[scope] || !coversAny(readable, name) || (within && !covers(within, name))) continue
      this.#readable[scope] = 1
      rows += index.rowsIn[scope]!
      length += index.lengthIn[scope]!
    }
    this.rows = rows
    this.meanLength = Math.max(1, length / Math.max(1, rows))
    this.#whole = rows === index.size && !index.dirty
    if (this.#whole) return
    if (readableSlots.length < index.slots) readableSlots = grown(readableSlots, index.slots)
    for (let slot = 0; slot < index.slots; slot++) readableSlots[slot] = this.#readable[index.scopeOf[slot]!]!
  }

  /** The scopes seen, by number: two views of an index with one name see the same. */
  get name(): string {
    let name = ''
    for (let scope = NO_SCOPE + 1; scope < this.#readable.length; scope++)
      if (this.#readable[scope]) name += `${scope} `
    return name
  }

  sees(slot: number): boolean {
    return this.#readable[this.index.scopeOf[slot]!] === 1
  }

  /** How many readable rows hold a term; some number above `enough` when there are more than that. */
  holders(term: number, enough = Infinity): number {
    const { postings } = this.index
    const length = postings.length(term)
    if (this.#whole) return length
    const counted = this.#counted.get(term)
    if (counted !== undefined) return counted
    const { cells } = postings
    const end = postings.start(term) + length
    let count = 0
    for (let at = postings.start(term); at < end && count <= enough; ) {
      const pause = Math.min(end, at + COUNTED_AT_ONCE)
      for (; at < pause; at++) count += readableSlots[cells[at]! >>> COUNT_BITS]!
    }
    if (count <= enough) this.#counted.set(term, count)
    return count
  }

  /** The postings of a term in readable rows. */
  run(term: number): Run {
    const { postings } = this.index
    const { cells } = postings
    const start = postings.start(term)
    const length = postings.length(term)
    if (this.#whole) return { cells, start, end: start + length }
    if (copy.length < length) copy = grown(copy, length)
    let count = 0
    for (let at = start; at < start + length; at++) {
      const posting = cells[at]!
      copy[count] = posting
      count += readableSlots[posting >>> COUNT_BITS]!
    }
    this.#counted.set(term, count)
    return { cells: copy, start: 0, end: count }
  }
}
