import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { IndexRow } from './types.ts'

/** Estimated V8 overhead of an entry of a map. */
const ENTRY_BYTES = 48

/** Successors in turn that are followed. */
const CHAIN_MAX = 50

/** Superseded rows, and the rows that stand for them; the two lists are parallel. */
export interface Successions {
  rows: number[]
  ends: number[]
  /** The slots in `ends`. */
  current: Set<number>
  /** Ids of successors that the index does not contain. */
  missing: Set<string>
}

interface StoredInterval {
  from: number
  until: number
  deletedBy: string | null
}

/** When each row of an index is valid, expires and was stored. Times are in ms since 1970. */
export class Validity {
  /** By slot, of rows that became valid at another time than they occurred. */
  readonly #from = new Map<number, number>()
  /** By slot, of rows that stopped being valid. */
  readonly #until = new Map<number, number>()
  /** Slots of rows that are not superseded but end: those with `validUntil` or `expiresAt`. */
  readonly ending = new Set<number>()
  readonly expiresAt = new Map<number, number>()
  /** By slot: the id of the row that has probably superseded it. */
  readonly successors = new Map<number, string>()
  /** By slot: in an index of revisions, when the store contained it. */
  readonly stored = new Map<number, StoredInterval>()

  /** By slot: the id of the row that has superseded it. */
  readonly #supersededBy = new Map<number, string>()
  #successions: Successions | undefined

  set(slot: number, row: IndexRow): void {
    if (row.validFrom != null && row.validFrom !== row.occurredAt) this.#from.set(slot, row.validFrom)
    if (row.validUntil != null) this.#until.set(slot, row.validUntil)
    if (row.expiresAt != null) this.expiresAt.set(slot, row.expiresAt)
    if (!row.superseded && (row.validUntil != null || row.expiresAt != null)) this.ending.add(slot)
    if (row.maybeSupersededBy != null) this.successors.set(slot, row.maybeSupersededBy)
    if (row.supersededBy != null) this.#supersededBy.set(slot, row.supersededBy)
    if (row.supersededBy != null || this.#successions?.missing.has(row.id)) this.#successions = undefined
    if (row.storedFrom != null) {
      const { storedFrom, storedUntil, deletedBy = null } = row
      this.stored.set(slot, { from: storedFrom, until: storedUntil ?? Infinity, deletedBy })
    }
  }

  /** When a row became valid. */
  from(slot: number, occurredAt: number): number {
    return this.#from.get(slot) ?? occurredAt
  }

  /** When a row stopped being valid; infinite while it is. */
  until(slot: number): number {
    return this.#until.get(slot) ?? Infinity
  }

  remove(slot: number): void {
    this.#from.delete(slot)
    this.#until.delete(slot)
    this.expiresAt.delete(slot)
    this.ending.delete(slot)
    this.successors.delete(slot)
    this.stored.delete(slot)
    if (this.#supersededBy.delete(slot) || this.#successions?.current.has(slot)) this.#successions = undefined
  }

  /**
   * For each superseded row, the row that stands for it: the one at the end of its successors, which is not superseded.
   * `slotOf` finds a row by id.
   */
  successions(slotOf: (id: string) => number | undefined): Successions {
    this.#successions ??= this.#follow(slotOf)
    return this.#successions
  }

  #follow(slotOf: (id: string) => number | undefined): Successions {
    const found: Successions = { rows: [], ends: [], current: new Set(), missing: new Set() }
    for (const [row, first] of this.#supersededBy) {
      let id: string | undefined = first
      let end: number | undefined
      for (let step = 0; id !== undefined && step < CHAIN_MAX; step++) {
        end = slotOf(id)
        if (end === undefined) found.missing.add(id)
        id = end === undefined ? undefined : this.#supersededBy.get(end)
      }
      if (end === undefined || id !== undefined) continue
      found.rows.push(row)
      found.ends.push(end)
      found.current.add(end)
    }
    return found
  }

  /** Whether the store held the row at an instant, as far as one who sees only the deletions by `deletedBy` may know. */
  isStored(slot: number, asOf: number, deletedBy: string | undefined): boolean {
    const stored = this.stored.get(slot)
    if (!stored) return true
    if (deletedBy !== undefined && stored.deletedBy !== null && stored.deletedBy !== deletedBy) return false
    return stored.from <= asOf && asOf < stored.until
  }

  isExpired(slot: number, now: number): boolean {
    const expiresAt = this.expiresAt.get(slot)
    return expiresAt !== undefined && expiresAt <= now
  }

  /** Not for an index of revisions. */
  save(out: SectionWriter): void {
    for (const map of [this.#from, this.#until, this.expiresAt]) out.numberMap(map)
    for (const map of [this.successors, this.#supersededBy]) out.stringMap(map)
    out.array(Uint32Array.from(this.ending))
  }

  load(from: SectionReader): void {
    for (const map of [this.#from, this.#until, this.expiresAt]) from.numberMap(map)
    for (const map of [this.successors, this.#supersededBy]) from.stringMap(map)
    for (const slot of from.array(Uint32Array)) this.ending.add(slot)
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    const times = this.#from.size + this.#until.size + this.expiresAt.size + 3 * this.#supersededBy.size
    return ENTRY_BYTES * (times + this.ending.size + this.successors.size + 2 * this.stored.size)
  }
}
