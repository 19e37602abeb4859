import { enlarged, Lists, packed } from './lists.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

const INITIAL_SLOTS = 64
/** Estimated V8 overhead of a batch. */
const BATCH_BYTES = 64

/** Rows of a batch that are compared with a row once and not again: so many after it. */
const COMPARED_ROWS = 4

/** Slots near another one: their distances among the included rows of the batch, and among all, negative before it. */
export interface Neighbours {
  slots: Uint32Array
  distances: Int8Array
  offsets: Int32Array
}

/** Which rows were written by one call, and in which order. */
export class Batches {
  /** By batch number: the slots of its rows, by position. */
  readonly #slots = new Lists()
  /** By slot. */
  #batchOf = new Uint32Array(INITIAL_SLOTS)
  #positions = new Uint16Array(INITIAL_SLOTS)
  /** By slot, for each of the next rows: a low bit if they were compared, and a high one if they have a term in common. */
  #compared = new Uint8Array(INITIAL_SLOTS)
  /** By batch: its number. Made when it is needed. */
  #numbers: Map<number, number> | undefined
  /** By batch number: the batch. */
  #batches: number[] = []

  join(slot: number, batch: number, position: number): void {
    if (slot >= this.#batchOf.length) {
      this.#batchOf = enlarged(this.#batchOf, slot + 1)
      this.#positions = enlarged(this.#positions, slot + 1)
      this.#compared = enlarged(this.#compared, slot + 1)
    }
    this.#numbers ??= new Map(this.#batches.map((batch, number) => [batch, number]))
    let number = this.#numbers.get(batch)
    if (number === undefined) {
      number = this.#batches.push(batch) - 1
      this.#numbers.set(batch, number)
    }
    this.#batchOf[slot] = number
    this.#positions[slot] = position
    this.#slots.push(number, slot)
    // Insertion sort by position: rows usually arrive in order.
    const { cells } = this.#slots
    const start = this.#slots.start(number)
    let at = start + this.#slots.length(number) - 1
    for (; at > start && this.#positions[cells[at - 1]!]! > position; at--) cells[at] = cells[at - 1]!
    cells[at] = slot
    this.#forgetCompared(number, at - start)
  }

  leave(slot: number): void {
    const number = this.#batchOf[slot]!
    const { cells } = this.#slots
    const start = this.#slots.start(number)
    const last = start + this.#slots.length(number) - 1
    const at = cells.indexOf(slot, start)
    cells.copyWithin(at, at + 1, last + 1)
    this.#slots.truncate(number, last - start)
    this.#forgetCompared(number, at - start)
  }

  /**
   * Whether two rows of a batch have a term in common, as far as this was recorded. `offset`: how far `other` is after
   * `slot`; negative before it.
   */
  haveInCommon(slot: number, other: number, offset: number): boolean | undefined {
    const distance = Math.abs(offset)
    if (distance > COMPARED_ROWS) return undefined
    const bits = this.#compared[offset > 0 ? slot : other]! >>> (distance - 1)
    return bits & 1 ? (bits & (1 << COMPARED_ROWS)) !== 0 : undefined
  }

  /** Records whether two rows have a term in common, until the batch changes near them. */
  recordInCommon(slot: number, other: number, offset: number, isShared: boolean): void {
    const distance = Math.abs(offset)
    if (distance > COMPARED_ROWS) return
    this.#compared[offset > 0 ? slot : other]! |= (isShared ? 1 | (1 << COMPARED_ROWS) : 1) << (distance - 1)
  }

  /** The order of two slots of one batch: negative if the first comes first; 0 for slots of different batches. */
  order(a: number, b: number): number {
    return this.#batchOf[a] === this.#batchOf[b] ? this.#positions[a]! - this.#positions[b]! : 0
  }

  /** The order in which two slots were written, the newer one first. */
  newerFirst(a: number, b: number): number {
    const [number, other] = [this.#batchOf[a]!, this.#batchOf[b]!]
    return number === other ? this.#positions[b]! - this.#positions[a]! : this.#batches[other]! - this.#batches[number]!
  }

  /**
   * Finds the nearest rows of the same call that satisfy `isIncluded`: up to `distanceMax` before and after the slot.
   * Writes them to `found` and returns their number. Other rows do not count, so that the result reveals nothing about
   * them.
   */
  findNeighbours(slot: number, distanceMax: number, isIncluded: (other: number) => boolean, found: Neighbours): number {
    const number = this.#batchOf[slot]!
    const length = this.#slots.length(number)
    if (length < 2) return 0
    const { cells } = this.#slots
    const start = this.#slots.start(number)
    const own = this.#indexOf(slot, number)
    let count = 0
    for (let at = own - 1, distance = 1; at >= start && distance <= distanceMax; at--)
      if (isIncluded(cells[at]!)) {
        found.slots[count] = cells[at]!
        found.offsets[count] = at - own
        found.distances[count++] = -distance++
      }
    for (let at = own + 1, distance = 1; at < start + length && distance <= distanceMax; at++)
      if (isIncluded(cells[at]!)) {
        found.slots[count] = cells[at]!
        found.offsets[count] = at - own
        found.distances[count++] = distance++
      }
    return count
  }

  save(out: SectionWriter, slots: number): void {
    this.#slots.save(out)
    out.array(this.#batchOf.subarray(0, slots))
    out.array(this.#positions.subarray(0, slots))
    out.array(Float64Array.from(this.#batches))
  }

  load(from: SectionReader): void {
    this.#slots.load(from)
    this.#batchOf = from.array(Uint32Array)
    this.#positions = from.array(Uint16Array)
    this.#batches = [...from.array(Float64Array)]
    this.#compared = new Uint8Array(this.#batchOf.length)
  }

  /** Removes room that is not needed for so many slots. Yields now and then. */
  *pack(slots: number): Generator<void> {
    yield* this.#slots.pack()
    this.#batchOf = packed(this.#batchOf, slots)
    this.#positions = packed(this.#positions, slots)
    this.#compared = packed(this.#compared, slots)
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    const perSlot = this.#batchOf.byteLength + this.#positions.byteLength + this.#compared.byteLength
    return this.#slots.bytes + perSlot + this.#batches.length * BATCH_BYTES
  }

  /** After a change at an index of a batch: what was recorded of the rows from there back is of other rows now. */
  #forgetCompared(number: number, index: number): void {
    const start = this.#slots.start(number)
    const end = Math.min(index, this.#slots.length(number) - 1)
    for (let at = Math.max(0, index - COMPARED_ROWS); at <= end; at++)
      this.#compared[this.#slots.cells[start + at]!] = 0
  }

  /** The index of a slot in the cells of its batch, by binary search for its position. */
  #indexOf(slot: number, number: number): number {
    const { cells } = this.#slots
    let from = this.#slots.start(number)
    let to = from + this.#slots.length(number)
    const position = this.#positions[slot]!
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#positions[cells[middle]!]! < position) from = middle + 1
      else to = middle
    }
    while (cells[from] !== slot) from++
    return from
  }
}
