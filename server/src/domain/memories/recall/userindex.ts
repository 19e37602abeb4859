import type { Arena } from './arena.ts'
import { datesTold, dayOf } from './dates.ts'
import { grown, Lists } from './lists.ts'
import { cut, guessLanguage, joinedTerm, type Pieces } from './tokens.ts'
import type { IndexRow } from './types.ts'
import { Vectors } from './vectors.ts'
import { Vocabulary } from './vocabulary.ts'

/** A posting is a row's slot and how often it holds the term, in one number: 26 bits and 6. */
export const COUNT_BITS = 6
export const COUNT_MAX = (1 << COUNT_BITS) - 1
/** Days are kept shifted, so that those before 1970 are no less than 0. */
export const DAY_SHIFT = 1 << 24
/** Rows taken out belong to this scope, which nobody can be granted. */
export const NO_SCOPE = 0

const FIRST_SLOTS = 64
/** Estimates for what V8 keeps beside the typed arrays; `memory.unit.test.ts` holds them against the process. */
const ROW_BYTES = 150
const GROUP_BYTES = 56

/**
 * The search index of one person's memories: for each term the rows that hold it, for each row its terms.
 *
 * A row lives in a slot; slots are reused. Taking rows out has two steps: `retire` hides them at once, `sweep` then
 * removes their postings, pausing wherever its caller likes, and frees the slots. Between the two, lengths of posting
 * lists overstate, which `dirty` tells.
 */
export class UserIndex {
  readonly vocabulary = new Vocabulary()
  /** By term: postings. */
  readonly postings = new Lists()
  /** By slot: the terms of the row. */
  readonly terms = new Lists()
  /** By slot: first and last day of each date the row tells. */
  readonly dates = new Lists()
  /** By group: the slots of rows written in one call, in the order of their places. */
  readonly groups = new Lists()
  readonly pinned = new Set<number>()
  /** By slot: the direction of the row's vector. */
  readonly vectors: Vectors
  /** By view: whether the likeness of vectors means something, and of how many it was found (`trust.ts`). */
  readonly trusted = new Map<string, { rows: number; means: boolean }>()

  ids: string[] = []
  scopeOf = new Uint32Array(FIRST_SLOTS)
  lengths = new Uint16Array(FIRST_SLOTS)
  occurredAt = new Float64Array(FIRST_SLOTS)
  createdAt = new Float64Array(FIRST_SLOTS)
  importance = new Uint8Array(FIRST_SLOTS)
  groupOf = new Uint32Array(FIRST_SLOTS)
  places = new Uint16Array(FIRST_SLOTS)

  /** Names, numbers of rows and summed lengths by scope; slot 0 is `NO_SCOPE`. */
  readonly scopes: string[] = ['']
  readonly rowsIn: number[] = [0]
  readonly lengthIn: number[] = [0]

  /** Rows ever taken in. */
  added = 0
  #slotOf = new Map<string, number>()
  #scopeNumbers = new Map<string, number>()
  #groupNumbers = new Map<number, number>()
  #freeSlots: number[] = []
  #retired: number[] = []
  /** By term, how often the row being added holds it; 0 between rows. */
  #counts = new Uint16Array(1024)
  /** The distinct terms of the row being added. */
  #row = new Uint32Array(64)
  #distinct = 0

  /** `arena`: what the vectors live in. */
  constructor(arena: Arena) {
    this.vectors = new Vectors(arena)
  }

  get size(): number {
    return this.#slotOf.size
  }

  /** Slots in use or free: every slot is below this. */
  get slots(): number {
    return this.ids.length
  }

  /** Whether posting lists still hold rows that were taken out. */
  get dirty(): boolean {
    return this.#retired.length > 0
  }

  /** Adds a row, in place of the one of the same id if there is one. */
  add(row: IndexRow): void {
    this.retire(row.id)
    this.added++
    const slot = this.#takeSlot(row)
    const pieces = cut(row.content)
    this.#addTerms(slot, pieces)
    for (const { from, to } of datesTold(pieces, dayOf(row.occurredAt))) {
      this.dates.push(slot, from + DAY_SHIFT)
      this.dates.push(slot, to + DAY_SHIFT)
    }
    const scope = this.scopeOf[slot]!
    this.rowsIn[scope]!++
    this.lengthIn[scope]! += this.lengths[slot]!
  }

  /** Gives a row its vector; a row that is not there, or a vector of another dimension, is passed over. */
  setVector(id: string, codes: Int8Array): void {
    const slot = this.#slotOf.get(id)
    if (slot !== undefined) this.vectors.set(slot, codes)
  }

  /** Gives back what the garbage collector does not see. The index is of no use afterwards. */
  free(): void {
    this.vectors.free()
  }

  /** Hides a row at once; `false` when there is none of this id. */
  retire(id: string): boolean {
    const slot = this.#slotOf.get(id)
    if (slot === undefined) return false
    this.#slotOf.delete(id)
    const scope = this.scopeOf[slot]!
    this.rowsIn[scope]!--
    this.lengthIn[scope]! -= this.lengths[slot]!
    this.scopeOf[slot] = NO_SCOPE
    this.pinned.delete(slot)
    this.dates.drop(slot)
    this.vectors.drop(slot)
    this.#leaveGroup(slot)
    this.#retired.push(slot)
    return true
  }

  /** Removes the postings of retired rows. Yields after each term: stop there for others, but do go on. */
  *sweep(): Generator<void> {
    const slots = this.#retired.slice()
    if (!slots.length) return
    const left = new Map<number, number>()
    for (const slot of slots) {
      const start = this.terms.start(slot)
      for (let i = 0; i < this.terms.length(slot); i++) {
        const term = this.terms.cells[start + i]!
        left.set(term, (left.get(term) ?? 0) + 1)
      }
    }
    const leaving = new Uint8Array(this.slots)
    for (const slot of slots) leaving[slot] = 1
    for (const [term, count] of left) {
      this.#removePostings(term, leaving, count)
      yield
    }
    for (const slot of slots) this.terms.drop(slot)
    this.#retired = this.#retired.slice(slots.length)
    this.#freeSlots.push(...slots)
  }

  /** An estimate of what this index holds, in bytes. */
  get bytes(): number {
    const perSlot = 4 + 2 + 8 + 8 + 1 + 4 + 2
    const lists = this.postings.bytes + this.terms.bytes + this.dates.bytes + this.groups.bytes
    return (
      lists +
      this.vocabulary.bytes +
      this.vectors.bytes +
      this.scopeOf.length * perSlot +
      this.slots * ROW_BYTES +
      this.#groupNumbers.size * GROUP_BYTES +
      this.#counts.byteLength
    )
  }

  #takeSlot(row: IndexRow): number {
    const slot = this.#freeSlots.pop() ?? this.ids.length
    if (slot >= this.scopeOf.length) this.#addRoom(slot + 1)
    this.ids[slot] = row.id
    this.#slotOf.set(row.id, slot)
    this.scopeOf[slot] = this.#scopeNumber(row.scope)
    this.occurredAt[slot] = row.occurredAt
    this.createdAt[slot] = row.createdAt
    this.importance[slot] = row.importance
    this.places[slot] = row.place
    if (row.pinned) this.pinned.add(slot)
    this.#joinGroup(slot, row.born)
    return slot
  }

  #addRoom(least: number): void {
    this.scopeOf = grown(this.scopeOf, least)
    this.lengths = grown(this.lengths, least)
    this.occurredAt = grown(this.occurredAt, least)
    this.createdAt = grown(this.createdAt, least)
    this.importance = grown(this.importance, least)
    this.groupOf = grown(this.groupOf, least)
    this.places = grown(this.places, least)
  }

  #addTerms(slot: number, pieces: Pieces): void {
    const language = guessLanguage(pieces)
    this.#distinct = 0
    for (const word of pieces.base) this.#count(this.vocabulary.addWord(word, language))
    for (const joined of pieces.joined) this.#count(this.vocabulary.add(joinedTerm(joined)))
    for (const single of pieces.singles) this.#count(this.vocabulary.add(single))
    for (let i = 0; i < this.#distinct; i++) {
      const term = this.#row[i]!
      this.postings.push(term, ((slot << COUNT_BITS) | Math.min(this.#counts[term]!, COUNT_MAX)) >>> 0)
      this.#counts[term] = 0
    }
    this.terms.write(slot, this.#row, this.#distinct)
    this.lengths[slot] = Math.max(1, pieces.base.length)
  }

  #count(term: number): void {
    if (term >= this.#counts.length) this.#counts = grown(this.#counts, term + 1)
    if (this.#counts[term]!++ > 0) return
    if (this.#distinct === this.#row.length) this.#row = grown(this.#row, this.#distinct + 1)
    this.#row[this.#distinct++] = term
  }

  #removePostings(term: number, leaving: Uint8Array, count: number): void {
    const { cells } = this.postings
    const start = this.postings.start(term)
    let end = start + this.postings.length(term)
    let left = count
    for (let at = start; at < end && left > 0; ) {
      if (leaving[cells[at]! >>> COUNT_BITS]) {
        cells[at] = cells[--end]!
        left--
      } else at++
    }
    this.postings.cut(term, end - start)
  }

  #scopeNumber(scope: string): number {
    const known = this.#scopeNumbers.get(scope)
    if (known !== undefined) return known
    const number = this.scopes.push(scope) - 1
    this.rowsIn.push(0)
    this.lengthIn.push(0)
    this.#scopeNumbers.set(scope, number)
    return number
  }

  #joinGroup(slot: number, born: number): void {
    let group = this.#groupNumbers.get(born)
    if (group === undefined) {
      group = this.#groupNumbers.size
      this.#groupNumbers.set(born, group)
    }
    this.groupOf[slot] = group
    this.groups.push(group, slot)
    // Nearly all come in order.
    const { cells } = this.groups
    const start = this.groups.start(group)
    let at = start + this.groups.length(group) - 1
    for (; at > start && this.places[cells[at - 1]!]! > this.places[slot]!; at--) cells[at] = cells[at - 1]!
    cells[at] = slot
  }

  /** Where, in the cells of a group, the first row at a place or after it stands. */
  placedFrom(group: number, place: number): number {
    const { cells } = this.groups
    let from = this.groups.start(group)
    let to = from + this.groups.length(group)
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.places[cells[middle]!]! < place) from = middle + 1
      else to = middle
    }
    return from
  }

  #leaveGroup(slot: number): void {
    const group = this.groupOf[slot]!
    const { cells } = this.groups
    const start = this.groups.start(group)
    const last = start + this.groups.length(group) - 1
    const at = cells.indexOf(slot, start)
    cells.copyWithin(at, at + 1, last + 1)
    this.groups.cut(group, last - start)
  }
}
