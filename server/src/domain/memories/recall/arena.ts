import { DIMENSION_MAX } from './codes.ts'
import { KERNEL } from './kernel.ts'

/** Small, since whoever has a vector holds one at least; a scan of many is no slower than one of a few large ones. */
export const BLOCK_BYTES = 16 * 1024
/** Rows of codes are padded to a multiple of this, in bytes. */
export const ROW_STEP_BYTES = 16
const PAGE_BYTES = 64 * 1024
const GROWTH_BYTES = 4 * 1024 * 1024
const MEMORY_BYTES_MAX = 1024 ** 3

/** Before the first block of each memory: the query, and room for the results of one block. */
const QUERY_AT = 0
const RESULTS_AT = QUERY_AT + DIMENSION_MAX * Int16Array.BYTES_PER_ELEMENT
const RESULTS_MAX = BLOCK_BYTES / ROW_STEP_BYTES
const FIRST_BLOCK_AT = BLOCK_BYTES

/** What is used here of the runtime's `WebAssembly`, which the types of the language leave out. */
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

let kernel: WebAssembly.Module | undefined

/** `BLOCK_BYTES` of one memory, from `start` on. */
export interface Block {
  readonly region: Region
  readonly start: number
}

/** One memory with the kernel that reads it. Growing it detaches every view, so views are made anew and kept nowhere else. */
class Region {
  codes = new Int8Array()
  query = new Int16Array()
  results = new Int32Array()
  readonly scan: Scan
  readonly #memory: WebAssembly.Memory
  readonly #bytesMax: number
  readonly #free: number[] = []
  /** Where blocks that were never handed out begin. */
  #fresh = FIRST_BLOCK_AT

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: bytesMax / PAGE_BYTES })
    kernel ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))
    this.scan = new WebAssembly.Instance(kernel, { arena: { memory: this.#memory } }).exports.scan as Scan
    this.#view()
  }

  /** The start of a block; `undefined` when all are taken. */
  take(): number | undefined {
    const freed = this.#free.pop()
    if (freed !== undefined) return freed
    if (this.#fresh + BLOCK_BYTES > this.codes.length && !this.#grow()) return undefined
    const start = this.#fresh
    this.#fresh += BLOCK_BYTES
    return start
  }

  giveBack(start: number): void {
    this.#free.push(start)
  }

  #grow(): boolean {
    const bytes = Math.min(GROWTH_BYTES, this.#bytesMax - this.codes.length)
    if (bytes === 0) return false
    this.#memory.grow(bytes / PAGE_BYTES)
    this.#view()
    return true
  }

  #view(): void {
    const { buffer } = this.#memory
    this.codes = new Int8Array(buffer)
    this.query = new Int16Array(buffer, QUERY_AT, DIMENSION_MAX)
    this.results = new Int32Array(buffer, RESULTS_AT, RESULTS_MAX)
  }
}

/**
 * The memory that codes of all indexes live in, cut into blocks of one size, and the scan over them.
 *
 * A WebAssembly memory reserves gigabytes of address space however little it holds, so indexes share a few. A block
 * that is given back goes to whoever asks next, as it is: what it held before has to be written over or left unread.
 */
export class Arena {
  readonly #memoryBytesMax: number
  readonly #regions: Region[] = []
  #blocks = 0

  /** `memoryBytesMax`: the size of one memory, in bytes, a multiple of 64 KiB. When it is full, the next one begins. */
  constructor({ memoryBytesMax = MEMORY_BYTES_MAX }: { memoryBytesMax?: number } = {}) {
    this.#memoryBytesMax = memoryBytesMax
  }

  /** What blocks in use take, in bytes. */
  get bytes(): number {
    return this.#blocks * BLOCK_BYTES
  }

  /** A block for the caller alone. Throws a `RangeError` when the system has no memory left. */
  allocate(): Block {
    for (const region of this.#regions) {
      const start = region.take()
      if (start === undefined) continue
      this.#blocks++
      return { region, start }
    }
    this.#regions.push(new Region(this.#memoryBytesMax))
    return this.allocate()
  }

  /** Takes a block back; the caller forgets it. */
  free({ region, start }: Block): void {
    region.giveBack(start)
    this.#blocks--
  }

  /** Writes the codes of one row, padded with 0 to `stride` bytes. */
  write({ region, start }: Block, row: number, stride: number, codes: Int8Array): void {
    const at = start + row * stride
    region.codes.set(codes, at)
    region.codes.fill(0, at + codes.length, at + stride)
  }

  /** The codes of a row, padding included; good until something is allocated. */
  read({ region, start }: Block, row: number, stride: number): Int8Array {
    return region.codes.subarray(start + row * stride, start + (row + 1) * stride)
  }

  /** Sets the query of the scans that follow: at most `DIMENSION_MAX` codes. Allocating in between forgets it. */
  ask(query: Int8Array, stride: number): void {
    for (const region of this.#regions) {
      region.query.set(query)
      region.query.fill(0, query.length, stride)
    }
  }

  /**
   * The dot products of the query with the first `rows` rows of a block, each of `stride` bytes, a multiple of
   * `ROW_STEP_BYTES`; rows never written give anything. The result is good until the next call.
   */
  scan({ region, start }: Block, rows: number, stride: number): Int32Array {
    region.scan(QUERY_AT, start, rows, stride, RESULTS_AT)
    return region.results
  }
}
