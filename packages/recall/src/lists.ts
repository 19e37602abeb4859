import type { SectionReader, SectionWriter } from './snapshot-sections.ts'

const INITIAL_CELLS = 1024
const INITIAL_LISTS = 64
const NO_BLOCK = 255
/** The class of a list that was loaded: its block has just its length, and is not reused. */
const LOADED = 254
/** A packed array has room for a sixteenth more. */
const HEADROOM_SHIFT = 4
const HEADROOM_MIN = 16

type Numbers = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * A copy of `old` with at least `needed` items. Grows by half at least, so that appending takes constant time on
 * average.
 */
export function enlarged<T extends Numbers>(old: T, needed: number): T {
  const size = Math.max(needed, old.length + (old.length >> 1))
  const next = new (old.constructor as new (size: number) => T)(size)
  next.set(old)
  return next
}

/** The first `used` items of an array, with a little room for more. */
export function packed<T extends Numbers>(array: T, used: number): T {
  const size = withHeadroom(used)
  return size < array.length ? (array.slice(0, size) as T) : array
}

function withHeadroom(used: number): number {
  return used + (used >> HEADROOM_SHIFT) + HEADROOM_MIN
}

/** Sizes of blocks in cells, by class: 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on. */
const SIZES = Array.from({ length: 56 }, (_, at) => (at % 2 ? 2 ** ((at + 1) / 2) : Math.floor(3 * 2 ** (at / 2 - 1))))

/** From one class to that of twice the size. */
const DOUBLED = 2
const SMALLEST_GROWING = 1
/** Lists moved between two yields of `pack`. */
const PACKED_AT_ONCE = 1_000

/** The smallest class of at least `cells` cells. */
function classFor(cells: number): number {
  const order = 32 - Math.clz32(cells - 1)
  if (order < 2) return order
  return cells <= 3 * 2 ** (order - 2) ? 2 * order - 2 : 2 * order - 1
}

/**
 * Many growable lists of 32-bit integers in one array.
 *
 * Each list owns a block. A full list moves to a block of twice the size, and its old block is reused by other lists. After
 * many lists have grown, `pack` removes unused blocks. A list is contiguous: iterate over `cells` from `start(list)`,
 * `length(list)` cells.
 */
export class Lists {
  cells = new Uint32Array(INITIAL_CELLS)
  #used = 0
  #starts = new Uint32Array(INITIAL_LISTS)
  #lengths = new Uint32Array(INITIAL_LISTS)
  /** By list: the class of its block. */
  #classes = new Uint8Array(INITIAL_LISTS).fill(NO_BLOCK)
  /** By class: the starts of free blocks. */
  readonly #freeBlocks: number[][] = SIZES.map(() => [])

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
    const sizeClass = this.#classes[list]!
    if (sizeClass === NO_BLOCK) this.#move(list, SMALLEST_GROWING)
    else if (sizeClass === LOADED) this.#move(list, classFor(length + 1) + 1)
    else if (length === SIZES[sizeClass]) this.#move(list, Math.max(SMALLEST_GROWING, sizeClass + DOUBLED))
    this.cells[this.#starts[list]! + length] = value
    this.#lengths[list] = length + 1
  }

  /** Shortens a list. It keeps its block, since lists that shrink often grow again. */
  truncate(list: number, length: number): void {
    this.#lengths[list] = length
  }

  /** Removes up to `count` items that satisfy `matches`. Changes the order of the others. */
  remove(list: number, matches: (item: number) => boolean, count: number): void {
    const { cells } = this
    const start = this.start(list)
    let end = start + this.length(list)
    let left = count
    for (let at = start; at < end && left > 0; ) {
      if (matches(cells[at]!)) {
        cells[at] = cells[--end]!
        left--
      } else at++
    }
    this.truncate(list, end - start)
  }

  /** Empties a list and frees its block. */
  free(list: number): void {
    if (list >= this.#lengths.length || this.#classes[list] === NO_BLOCK) return
    this.#freeBlocks[this.#classes[list]!]?.push(this.#starts[list]!)
    this.#classes[list] = NO_BLOCK
    this.#lengths[list] = 0
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.cells.byteLength + this.#starts.byteLength + this.#lengths.byteLength + this.#classes.byteLength
  }

  #grow(needed: number): void {
    const before = this.#classes.length
    this.#starts = enlarged(this.#starts, needed)
    this.#lengths = enlarged(this.#lengths, needed)
    this.#classes = enlarged(this.#classes, needed)
    this.#classes.fill(NO_BLOCK, before)
  }

  #move(list: number, sizeClass: number): void {
    const from = this.#starts[list]!
    const length = this.#lengths[list]!
    const to = this.#allocate(sizeClass)
    this.cells.copyWithin(to, from, from + length)
    this.#freeBlocks[this.#classes[list]!]?.push(from)
    this.#starts[list] = to
    this.#classes[list] = sizeClass
  }

  #allocate(sizeClass: number): number {
    const free = this.#freeBlocks[sizeClass]!.pop()
    if (free !== undefined) return free
    const start = this.#used
    this.#used += SIZES[sizeClass]!
    if (this.#used > this.cells.length) this.cells = enlarged(this.cells, this.#used)
    return start
  }

  save(out: SectionWriter): void {
    const cells = this.#lengths.reduce((sum, length) => sum + length, 0)
    out.array(this.#lengths)
    out.gathered(cells * this.cells.BYTES_PER_ELEMENT, this.#contents())
  }

  *#contents(): Generator<Uint32Array> {
    for (const [list, length] of this.#lengths.entries())
      if (length) yield this.cells.subarray(this.#starts[list]!, this.#starts[list]! + length)
  }

  load(from: SectionReader): void {
    this.#lengths = from.array(Uint32Array)
    this.cells = from.array(Uint32Array)
    const lists = this.#lengths.length
    this.#starts = new Uint32Array(lists)
    this.#classes = new Uint8Array(lists)
    let used = 0
    for (let list = 0; list < lists; list++) {
      const length = this.#lengths[list]!
      this.#starts[list] = used
      this.#classes[list] = length ? LOADED : NO_BLOCK
      used += length
    }
    if (used !== this.cells.length) throw new RangeError('the lists of a snapshot do not match their lengths')
    this.#used = used
  }

  /** Moves all lists to blocks that fit them. Yields now and then; lists must not be used until it has ended. */
  *pack(): Generator<void> {
    let used = 0
    for (const length of this.#lengths) if (length) used += SIZES[classFor(length)]!
    const cells = new Uint32Array(withHeadroom(used))
    let to = 0
    for (let list = 0; list < this.#lengths.length; list++) {
      if (list % PACKED_AT_ONCE === PACKED_AT_ONCE - 1) yield
      const length = this.#lengths[list]!
      const sizeClass = length ? classFor(length) : NO_BLOCK
      this.#classes[list] = sizeClass
      if (!length) continue
      const start = this.#starts[list]!
      cells.set(this.cells.subarray(start, start + length), to)
      this.#starts[list] = to
      to += SIZES[sizeClass]!
    }
    this.cells = cells
    this.#used = used
    for (const blocks of this.#freeBlocks) blocks.length = 0
  }
}
