import { enlarged, packed } from './lists.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

/** Blocks are multiples of this many bytes. */
const UNIT = 8
const INITIAL_BYTES = 4096
const INITIAL_LISTS = 64
const NO_BLOCK = 0xffff_ffff
const MORE = 0x80
const LOW_BITS = 0x7f
const GROUP_BITS = 7
const NUMBER_BYTES_MAX = 5

/**
 * The terms of each row, in few bytes: numbers of seven bits per byte (LEB128), since most term numbers are small. A list is
 * written once, freed as a whole, and decoded to be read. Numbers are stored plus 1, so that 0 ends a list.
 */
export class TermLists {
  /** The list that `read` decoded last. */
  values = new Uint32Array(256)
  #bytes = new Uint8Array(INITIAL_BYTES)
  /** By list: the start of its block, in units. */
  #starts = new Uint32Array(INITIAL_LISTS).fill(NO_BLOCK)
  #usedUnits = 0
  /** By size in units: the starts of free blocks. */
  readonly #freeBlocks = new Map<number, number[]>()
  #encoded = new Uint8Array(INITIAL_BYTES)

  /** Writes a list that has no block yet: the first `length` numbers of `values`. */
  write(list: number, values: Uint32Array, length: number): void {
    if (list >= this.#starts.length) this.#growLists(list + 1)
    if (!length) return
    if (this.#encoded.length <= length * NUMBER_BYTES_MAX)
      this.#encoded = new Uint8Array(2 * (length + 1) * NUMBER_BYTES_MAX)
    const encoded = this.#encoded
    let size = 0
    for (let at = 0; at < length; at++) {
      let number = values[at]! + 1
      for (; number >= MORE; number >>>= GROUP_BITS) encoded[size++] = (number & LOW_BITS) | MORE
      encoded[size++] = number
    }
    encoded[size++] = 0
    const start = this.#allocate(unitsOf(size))
    this.#bytes.set(encoded.subarray(0, size), start * UNIT)
    this.#starts[list] = start
  }

  /** Decodes a list into `values` and returns its length. */
  read(list: number): number {
    const start = list < this.#starts.length ? this.#starts[list]! : NO_BLOCK
    if (start === NO_BLOCK) return 0
    const bytes = this.#bytes
    let values = this.values
    let length = 0
    for (let at = start * UNIT; bytes[at] !== 0; ) {
      let byte = bytes[at++]!
      let number = byte & LOW_BITS
      for (let shift = GROUP_BITS; byte >= MORE; shift += GROUP_BITS) {
        byte = bytes[at++]!
        number |= (byte & LOW_BITS) << shift
      }
      if (length === values.length) values = this.values = enlarged(values, length + 1)
      values[length++] = (number >>> 0) - 1
    }
    return length
  }

  /** Empties a list and frees its block. */
  free(list: number): void {
    const start = list < this.#starts.length ? this.#starts[list]! : NO_BLOCK
    if (start === NO_BLOCK) return
    const units = this.#unitsAt(start)
    const blocks = this.#freeBlocks.get(units)
    if (blocks) blocks.push(start)
    else this.#freeBlocks.set(units, [start])
    this.#starts[list] = NO_BLOCK
  }

  save(out: SectionWriter): void {
    const units = this.#starts.map((start) => (start === NO_BLOCK ? 0 : this.#unitsAt(start)))
    const sum = units.reduce((sum, each) => sum + each, 0)
    out.array(units)
    out.gathered(sum * UNIT, this.#contents(units))
  }

  *#contents(units: Uint32Array): Generator<Uint8Array> {
    for (const [list, size] of units.entries()) {
      const start = this.#starts[list]! * UNIT
      if (size) yield this.#bytes.subarray(start, start + size * UNIT)
    }
  }

  load(from: SectionReader): void {
    const units = from.array(Uint32Array)
    this.#bytes = from.array(Uint8Array)
    this.#starts = new Uint32Array(units.length)
    let used = 0
    for (let list = 0; list < units.length; list++) {
      this.#starts[list] = units[list] ? used : NO_BLOCK
      used += units[list]!
    }
    if (used * UNIT !== this.#bytes.length) throw new RangeError('the terms of a snapshot do not match their lengths')
    this.#usedUnits = used
  }

  /** Removes room that is not needed. */
  pack(): void {
    this.#bytes = packed(this.#bytes, this.#usedUnits * UNIT)
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.#bytes.byteLength + this.#starts.byteLength + this.#encoded.byteLength + this.values.byteLength
  }

  /** The size of the list that starts at a unit, in units. */
  #unitsAt(start: number): number {
    let end = start * UNIT
    while (this.#bytes[end] !== 0) end++
    return unitsOf(end + 1 - start * UNIT)
  }

  #growLists(needed: number): void {
    const before = this.#starts.length
    this.#starts = enlarged(this.#starts, needed)
    this.#starts.fill(NO_BLOCK, before)
  }

  #allocate(units: number): number {
    const free = this.#freeBlocks.get(units)?.pop()
    if (free !== undefined) return free
    const start = this.#usedUnits
    this.#usedUnits += units
    if (this.#usedUnits * UNIT > this.#bytes.length) this.#bytes = enlarged(this.#bytes, this.#usedUnits * UNIT)
    return start
  }
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / UNIT)
}
