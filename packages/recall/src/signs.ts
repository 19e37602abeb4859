import { type Arena, BLOCK_BYTES, type Block, GROUP_ROWS, TABLE_BYTES } from './arena.ts'
import { enlarged } from './lists.ts'
import { sampleKey } from './sample.ts'

/** Vectors with fewer components are compared as they are. */
export const SIGNS_DIMENSION_MIN = 128
/** A column holds the signs of so many components. */
const COLUMN_COMPONENTS = 8
const HALF_COMPONENTS = 4
const HALF_PATTERNS = 16
/** The most that four components contribute: the kernel adds four contributions in a byte. */
const CONTRIBUTION_MAX = 63
const INITIAL_SLOTS = 1024

/**
 * The signs of vectors, one bit per component, and estimates of their cosines with a query. An estimate is the dot product of
 * the query and the signs, rounded: about in proportion to the cosine, since the components of embeddings are of similar size.
 * It takes an eighth of the memory of the codes, which is what a scan of many vectors waits for.
 */
export class Signs {
  readonly #arena: Arena
  readonly #dimension: number
  /** Even, as the kernel requires. */
  readonly #columns: number
  readonly #slotsPerBlock: number
  readonly #blocks: (Block | undefined)[] = []
  readonly #row: Uint8Array
  readonly #tables: Uint8Array
  #count = 0
  /** By slot: 1 if it has a vector. */
  present = new Uint8Array(INITIAL_SLOTS)
  /** By slot: the sample key of its row, at least 1; 0 if it is not known yet, which is true of `#unknown` slots. */
  #keys = new Uint32Array(INITIAL_SLOTS)
  #unknown = 0

  constructor(arena: Arena, dimension: number) {
    this.#arena = arena
    this.#dimension = dimension
    this.#columns = 2 * Math.ceil(dimension / (2 * COLUMN_COMPONENTS))
    this.#slotsPerBlock = Math.floor(BLOCK_BYTES / (GROUP_ROWS * this.#columns)) * GROUP_ROWS
    this.#row = new Uint8Array(this.#columns)
    this.#tables = new Uint8Array(this.#columns * TABLE_BYTES)
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    return this.#count * BLOCK_BYTES + this.present.byteLength + this.#keys.byteLength
  }

  /** Estimates are at most this. */
  get max(): number {
    return 2 * this.#columns * CONTRIBUTION_MAX
  }

  set(slot: number, codes: Int8Array): void {
    const number = Math.floor(slot / this.#slotsPerBlock)
    while (this.#blocks.length < number) this.#blocks.push(undefined)
    if (!this.#blocks[number]) {
      this.#blocks[number] = this.#arena.allocate()
      this.#count++
    }
    const row = this.#row.fill(0)
    for (let at = 0; at < this.#dimension; at++)
      if (codes[at]! > 0) row[at >>> 3]! |= 1 << (at & (COLUMN_COMPONENTS - 1))
    this.#arena.writeSigns(this.#blocks[number], slot - number * this.#slotsPerBlock, row, this.#columns)
    if (slot >= this.present.length) {
      this.present = enlarged(this.present, slot + 1)
      this.#keys = enlarged(this.#keys, slot + 1)
    }
    this.present[slot] = 1
    this.#keys[slot] = 0
    this.#unknown++
  }

  delete(slot: number): void {
    if (slot < this.present.length) this.present[slot] = 0
  }

  /** By slot: the sample keys of rows, at least 1, for all slots with a vector. `ids`: by slot, the id of its row. */
  keysOf(ids: readonly string[]): Readonly<Uint32Array> {
    const [keys, { present }] = [this.#keys, this]
    if (!this.#unknown) return keys
    this.#unknown = 0
    for (let slot = 0; slot < present.length; slot++)
      if (keys[slot] === 0 && present[slot] === 1) keys[slot] = Math.max(1, sampleKey(ids[slot]!))
    return keys
  }

  /** Frees the blocks. The signs must not be used afterwards. */
  free(): void {
    for (const block of this.#blocks) if (block) this.#arena.free(block)
    this.#blocks.length = 0
    this.#count = 0
  }

  /** Writes an estimate for each slot to `into`. It means nothing for slots without a vector. */
  estimate(query: Int8Array, into: Uint16Array): void {
    this.#arena.setTables(this.#tablesFor(query))
    for (let number = 0; number < this.#blocks.length; number++) {
      const block = this.#blocks[number]
      const first = number * this.#slotsPerBlock
      const slots = Math.min(this.#slotsPerBlock, into.length - first)
      if (!block || slots <= 0) continue
      const estimates = this.#arena.scanSigns(block, Math.ceil(slots / GROUP_ROWS), this.#columns)
      into.set(estimates.subarray(0, slots), first)
    }
  }

  /** For each half of a column and each combination of its signs: the sum of the query's components times these, above its least. */
  #tablesFor(query: Int8Array): Uint8Array {
    const tables = this.#tables.fill(0)
    let range = 1
    for (let from = 0; from < this.#dimension; from += HALF_COMPONENTS) {
      let sum = 0
      for (let at = from; at < from + HALF_COMPONENTS; at++) sum += Math.abs(query[at] ?? 0)
      range = Math.max(range, sum)
    }
    for (let from = 0; from < this.#dimension; from += HALF_COMPONENTS)
      for (let pattern = 0; pattern < HALF_PATTERNS; pattern++) {
        let sum = 0
        for (let bit = 0; bit < HALF_COMPONENTS; bit++) {
          const component = query[from + bit] ?? 0
          if (component > 0 === (pattern >>> bit) % 2 > 0) sum += Math.abs(component)
        }
        tables[from * HALF_COMPONENTS + pattern] = Math.round((sum / range) * CONTRIBUTION_MAX)
      }
    return tables
  }
}
