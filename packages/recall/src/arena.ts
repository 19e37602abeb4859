import { KERNEL } from './kernel.ts'
import { DIMENSION_MAX } from './quantise.ts'

/**
 * Small, since every index with a vector needs at least one. Scanning many blocks is as fast as scanning a few large
 * ones.
 */
export const BLOCK_BYTES = 16 * 1024
/** Rows of codes are padded to a multiple of this. */
export const ROW_STEP_BYTES = 16
const PAGE_BYTES = 64 * 1024
const GROWTH_BYTES = 4 * 1024 * 1024
const MEMORY_BYTES_MAX = 1024 ** 3

/** Layout of each memory: the query, the results of one block, the tables of the query for signs, then blocks. */
const QUERY_OFFSET = 0
const RESULTS_OFFSET = QUERY_OFFSET + DIMENSION_MAX * Int16Array.BYTES_PER_ELEMENT
const RESULTS_MAX = BLOCK_BYTES / ROW_STEP_BYTES
const TABLES_OFFSET = BLOCK_BYTES
/** Bytes of the tables for each column of signs. */
export const TABLE_BYTES = 32
const TABLES_BYTES_MAX = (DIMENSION_MAX / 8) * TABLE_BYTES
const FIRST_BLOCK_OFFSET = TABLES_OFFSET + TABLES_BYTES_MAX
/** Rows whose signs share a group. */
export const GROUP_ROWS = 16

/** The part of the runtime's `WebAssembly` that is used here. The `ES2023` library does not declare it. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
}

type Scan = (query: number, codes: number, rows: number, stride: number, out: number) => void
type ScanSigns = (tables: number, signs: number, groups: number, columns: number, out: number) => void

let kernel: WebAssembly.Module | undefined

/** `BLOCK_BYTES` bytes of one memory, from `start` on. */
export interface Block {
  readonly region: Region
  readonly start: number
}

/**
 * One memory and the kernel that reads it. Growing a memory detaches all views of it, so views are recreated then and
 * must not be stored elsewhere.
 */
class Region {
  codes = new Int8Array()
  query = new Int16Array()
  results = new Int32Array()
  tables = new Uint8Array()
  estimates = new Uint16Array()
  readonly scan: Scan
  readonly scanSigns: ScanSigns
  readonly #memory: WebAssembly.Memory
  readonly #bytesMax: number
  readonly #released: number[] = []
  /** Start of the next block that was never allocated. */
  #nextStart = FIRST_BLOCK_OFFSET

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: bytesMax / PAGE_BYTES })
    kernel ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))
    const { exports } = new WebAssembly.Instance(kernel, { arena: { memory: this.#memory } })
    this.scan = exports.scan as Scan
    this.scanSigns = exports.scanSigns as ScanSigns
    this.#createViews()
  }

  /** The start of a free block; `undefined` if there is none. */
  allocate(): number | undefined {
    const freed = this.#released.pop()
    if (freed !== undefined) return freed
    if (this.#nextStart + BLOCK_BYTES > this.codes.length && !this.#grow()) return undefined
    const start = this.#nextStart
    this.#nextStart += BLOCK_BYTES
    return start
  }

  release(start: number): void {
    this.#released.push(start)
  }

  #grow(): boolean {
    const bytes = Math.min(GROWTH_BYTES, this.#bytesMax - this.codes.length)
    if (bytes === 0) return false
    this.#memory.grow(bytes / PAGE_BYTES)
    this.#createViews()
    return true
  }

  #createViews(): void {
    const { buffer } = this.#memory
    this.codes = new Int8Array(buffer)
    this.query = new Int16Array(buffer, QUERY_OFFSET, DIMENSION_MAX)
    this.results = new Int32Array(buffer, RESULTS_OFFSET, RESULTS_MAX)
    this.tables = new Uint8Array(buffer, TABLES_OFFSET, TABLES_BYTES_MAX)
    this.estimates = new Uint16Array(buffer, RESULTS_OFFSET, RESULTS_MAX)
  }
}

/**
 * The memory for the vectors of all indexes, in blocks of one size, and the scan over them.
 *
 * A WebAssembly memory reserves gigabytes of address space regardless of its size, so indexes share a few. A freed
 * block is reused as it is: its previous contents must be overwritten or not read.
 */
export class Arena {
  readonly #memoryBytesMax: number
  readonly #regions: Region[] = []
  #blocks = 0

  /**
   * `memoryBytesMax`: size limit of one memory in bytes, a multiple of 64 KiB. A full memory is followed by another
   * one.
   */
  constructor({ memoryBytesMax = MEMORY_BYTES_MAX }: { memoryBytesMax?: number } = {}) {
    this.#memoryBytesMax = memoryBytesMax
  }

  /** What blocks in use allocate, in bytes. */
  get bytes(): number {
    return this.#blocks * BLOCK_BYTES
  }

  /** Allocates a block. Throws a `RangeError` if the system is out of memory. */
  allocate(): Block {
    for (const region of this.#regions) {
      const start = region.allocate()
      if (start === undefined) continue
      this.#blocks++
      return { region, start }
    }
    this.#regions.push(new Region(this.#memoryBytesMax))
    return this.allocate()
  }

  /** Frees a block. The caller must not use it afterwards. */
  free({ region, start }: Block): void {
    region.release(start)
    this.#blocks--
  }

  /** Writes the codes of one row, padded with zeros to `stride` bytes. */
  write({ region, start }: Block, row: number, stride: number, codes: Int8Array): void {
    const at = start + row * stride
    region.codes.set(codes, at)
    region.codes.fill(0, at + codes.length, at + stride)
  }

  /** The codes of a row, including padding. Valid until the next allocation. */
  read({ region, start }: Block, row: number, stride: number): Int8Array {
    return region.codes.subarray(start + row * stride, start + (row + 1) * stride)
  }

  /** Sets the query of subsequent scans: at most `DIMENSION_MAX` codes. An allocation in between invalidates it. */
  setQuery(query: Int8Array, stride: number): void {
    for (const region of this.#regions) {
      region.query.set(query)
      region.query.fill(0, query.length, stride)
    }
  }

  /**
   * The dot products of the query with the first `rows` rows of a block, each of `stride` bytes (a multiple of
   * `ROW_STEP_BYTES`). Results for rows that were never written are undefined. Valid until the next scan.
   */
  scan({ region, start }: Block, rows: number, stride: number): Int32Array {
    region.scan(QUERY_OFFSET, start, rows, stride, RESULTS_OFFSET)
    return region.results
  }

  /** The dot product of the query with one row, of which `write` wrote the codes. */
  dot({ region, start }: Block, row: number, stride: number): number {
    region.scan(QUERY_OFFSET, start + row * stride, 1, stride, RESULTS_OFFSET)
    return region.results[0]!
  }

  /** Writes the signs of one row of a group: a byte for each of its `columns` columns. */
  writeSigns({ region, start }: Block, row: number, signs: Uint8Array, columns: number): void {
    const lane = row % GROUP_ROWS
    let at = start + (row - lane) * columns + lane
    for (let column = 0; column < columns; column++, at += GROUP_ROWS) region.codes[at] = signs[column]!
  }

  /** Sets the tables of subsequent scans of signs. An allocation in between invalidates them. */
  setTables(tables: Uint8Array): void {
    for (const region of this.#regions) region.tables.set(tables)
  }

  /** What the tables sum up to for each row of the first `groups` groups of a block. Valid until the next scan. */
  scanSigns({ region, start }: Block, groups: number, columns: number): Uint16Array {
    region.scanSigns(TABLES_OFFSET, start, groups, columns, RESULTS_OFFSET)
    return region.estimates
  }
}
