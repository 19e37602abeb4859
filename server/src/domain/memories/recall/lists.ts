const FIRST_CELLS = 1024
const FIRST_LISTS = 64
const LEAST_ORDER = 1
const NO_BLOCK = 255

/** A copy of `old` with room for at least `least` items; grows by half so that pushing stays cheap. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array>(
  old: T,
  least: number,
): T {
  const size = Math.max(least, old.length + (old.length >> 1))
  const next = new (old.constructor as new (size: number) => T)(size)
  next.set(old)
  return next
}

/**
 * Many growing lists of 32-bit numbers in one array.
 *
 * Each list owns a block whose size is a power of two. A full list moves to a block twice as large and its old block
 * is kept for the next list that needs one of that size, so nothing is ever compacted, and one list is always one
 * contiguous run: reading it is a plain loop over `cells` from `start(list)`, `length(list)` long.
 */
export class Lists {
  cells = new Uint32Array(FIRST_CELLS)
  #used = 0
  #starts = new Uint32Array(FIRST_LISTS)
  #lengths = new Uint32Array(FIRST_LISTS)
  #orders = new Uint8Array(FIRST_LISTS).fill(NO_BLOCK)
  #free: number[][] = []

  start(list: number): number {
    return this.#starts[list]!
  }

  length(list: number): number {
    return list < this.#lengths.length ? this.#lengths[list]! : 0
  }

  push(list: number, value: number): void {
    if (list >= this.#lengths.length) this.#addRoom(list + 1)
    const length = this.#lengths[list]!
    const order = this.#orders[list]!
    if (order === NO_BLOCK) this.#move(list, LEAST_ORDER)
    else if (length === 1 << order) this.#move(list, order + 1)
    this.cells[this.#starts[list]! + length] = value
    this.#lengths[list] = length + 1
  }

  /** Writes a list that has no block yet: the first `length` of `values`, in one block of fitting size. */
  write(list: number, values: Uint32Array, length: number): void {
    if (!length) return
    if (list >= this.#lengths.length) this.#addRoom(list + 1)
    const order = 32 - Math.clz32(length - 1)
    const start = this.#block(order)
    this.cells.set(values.subarray(0, length), start)
    this.#starts[list] = start
    this.#lengths[list] = length
    this.#orders[list] = order
  }

  /** Cuts a list short; its block stays its own, since lists that shrank tend to grow again. */
  cut(list: number, length: number): void {
    this.#lengths[list] = length
  }

  /** Empties a list and gives its block back. */
  drop(list: number): void {
    if (list >= this.#lengths.length || this.#orders[list] === NO_BLOCK) return
    this.#release(this.#starts[list]!, this.#orders[list]!)
    this.#orders[list] = NO_BLOCK
    this.#lengths[list] = 0
  }

  get bytes(): number {
    return this.cells.byteLength + this.#starts.byteLength + this.#lengths.byteLength + this.#orders.byteLength
  }

  #addRoom(least: number): void {
    const before = this.#orders.length
    this.#starts = grown(this.#starts, least)
    this.#lengths = grown(this.#lengths, least)
    this.#orders = grown(this.#orders, least)
    this.#orders.fill(NO_BLOCK, before)
  }

  #move(list: number, order: number): void {
    const from = this.#starts[list]!
    const length = this.#lengths[list]!
    const to = this.#block(order)
    this.cells.copyWithin(to, from, from + length)
    if (this.#orders[list] !== NO_BLOCK) this.#release(from, this.#orders[list]!)
    this.#starts[list] = to
    this.#orders[list] = order
  }

  #block(order: number): number {
    const reused = this.#free[order]?.pop()
    if (reused !== undefined) return reused
    const start = this.#used
    this.#used += 1 << order
    if (this.#used > this.cells.length) this.cells = grown(this.cells, this.#used)
    return start
  }

  #release(start: number, order: number): void {
    const bin = this.#free[order]
    if (bin) bin.push(start)
    else this.#free[order] = [start]
  }
}
