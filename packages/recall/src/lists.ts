const INITIAL_CELLS = 1024
const INITIAL_LISTS = 64
/** A block of order n has 2^n cells. */
const SMALLEST_ORDER = 1
const NO_BLOCK = 255

/**
 * A copy of `old` with at least `needed` items. Grows by half at least, so that appending takes constant time on
 * average.
 */
export function enlarged<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array>(
  old: T,
  needed: number,
): T {
  const size = Math.max(needed, old.length + (old.length >> 1))
  const next = new (old.constructor as new (size: number) => T)(size)
  next.set(old)
  return next
}

/**
 * Many growable lists of 32-bit integers in one array.
 *
 * Each list owns a block of 2^order cells. A full list moves to a block of twice the size, and its old block is reused
 * by other lists, so nothing is ever compacted. A list is contiguous: iterate over `cells` from `start(list)`,
 * `length(list)` cells.
 */
export class Lists {
  cells = new Uint32Array(INITIAL_CELLS)
  #used = 0
  #starts = new Uint32Array(INITIAL_LISTS)
  #lengths = new Uint32Array(INITIAL_LISTS)
  #orders = new Uint8Array(INITIAL_LISTS).fill(NO_BLOCK)
  #freeBlocks: number[][] = []

  /** Index of the first cell of a list. */
  start(list: number): number {
    return this.#starts[list]!
  }

  length(list: number): number {
    return list < this.#lengths.length ? this.#lengths[list]! : 0
  }

  push(list: number, value: number): void {
    if (list >= this.#lengths.length) this.#grow(list + 1)
    const length = this.#lengths[list]!
    const order = this.#orders[list]!
    if (order === NO_BLOCK) this.#move(list, SMALLEST_ORDER)
    else if (length === 1 << order) this.#move(list, order + 1)
    this.cells[this.#starts[list]! + length] = value
    this.#lengths[list] = length + 1
  }

  /** Writes a list that has no block yet: the first `length` numbers of `values`. */
  write(list: number, values: Uint32Array, length: number): void {
    if (!length) return
    if (list >= this.#lengths.length) this.#grow(list + 1)
    const order = 32 - Math.clz32(length - 1)
    const start = this.#allocate(order)
    this.cells.set(values.subarray(0, length), start)
    this.#starts[list] = start
    this.#lengths[list] = length
    this.#orders[list] = order
  }

  /** Shortens a list. It keeps its block, since lists that shrink often grow again. */
  truncate(list: number, length: number): void {
    this.#lengths[list] = length
  }

  /** Empties a list and frees its block. */
  free(list: number): void {
    if (list >= this.#lengths.length || this.#orders[list] === NO_BLOCK) return
    this.#release(this.#starts[list]!, this.#orders[list]!)
    this.#orders[list] = NO_BLOCK
    this.#lengths[list] = 0
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.cells.byteLength + this.#starts.byteLength + this.#lengths.byteLength + this.#orders.byteLength
  }

  #grow(needed: number): void {
    const before = this.#orders.length
    this.#starts = enlarged(this.#starts, needed)
    this.#lengths = enlarged(this.#lengths, needed)
    this.#orders = enlarged(this.#orders, needed)
    this.#orders.fill(NO_BLOCK, before)
  }

  #move(list: number, order: number): void {
    const from = this.#starts[list]!
    const length = this.#lengths[list]!
    const to = this.#allocate(order)
    this.cells.copyWithin(to, from, from + length)
    if (this.#orders[list] !== NO_BLOCK) this.#release(from, this.#orders[list]!)
    this.#starts[list] = to
    this.#orders[list] = order
  }

  #allocate(order: number): number {
    const released = this.#freeBlocks[order]?.pop()
    if (released !== undefined) return released
    const start = this.#used
    this.#used += 1 << order
    if (this.#used > this.cells.length) this.cells = enlarged(this.cells, this.#used)
    return start
  }

  #release(start: number, order: number): void {
    const blocks = this.#freeBlocks[order]
    if (blocks) blocks.push(start)
    else this.#freeBlocks[order] = [start]
  }
}
