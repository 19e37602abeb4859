import { covers, coversAny } from '@memory-service/scopes'
import { NO_NAMES } from '@memory-service/understanding/names'
import { enlarged } from './lists.ts'
import { NAMING } from './row-readings.ts'
import { NO_SCOPE } from './scope-numbers.ts'
import type { SearchRequest, SearchState } from './types.ts'
import { COUNT_BITS, type UserIndex } from './user-index.ts'

/** A range of postings: `cells[start]` to `cells[end - 1]`. Valid until the next call of `postingsOf`. */
export interface PostingRange {
  cells: Uint32Array
  start: number
  end: number
}

/** The part of a request that decides which rows a view contains. */
type Readable = Pick<SearchRequest, 'readable' | 'within' | 'muted' | 'nameless' | 'at' | 'now'>

/** Postings counted between two checks against the limit. */
const COUNT_STEP = 64

/** Buffers shared by all views of a thread, since searches are synchronous. */
let readablePostings = new Uint32Array(1024)
/** By slot: 1 if the caller may read the row. */
let readableBySlot = new Uint8Array(1024)

/**
 * An index limited to what one caller may read, in the requested state. Below, "readable" means both. Ranking code sees
 * readable rows only, and all statistics (rows, lengths, document frequencies) count readable rows only, so scores and
 * their order reveal nothing about other rows.
 */
export class View {
  readonly index: UserIndex
  /** The user's own names in lower case, as far as the caller may know them. */
  readonly ownNames: ReadonlySet<string>
  /** Number of readable rows. */
  readonly rows: number
  /** Their mean length in tokens, at least 1. */
  readonly meanLength: number
  /** By scope number: 1 if readable. */
  readonly #readable: Uint8Array
  /** Whether every posting belongs to a readable row, so that posting lists need no filtering. */
  readonly #isUnfiltered: boolean
  /** By term: its document frequency. */
  readonly #frequencies = new Map<number, number>()

  /** By slot of a superseded row: the current row that stands for it. */
  readonly standIns = new Map<number, number>()
  /** Whether readable rows differ from those of readable scopes. */
  readonly #isMasked: boolean
  readonly #at: SearchState

  /**
   * `readable`: the caller's read qualifiers; `within`: a further qualifier that limits the view; `muted`: sources that
   * the view leaves out; `nameless`: whether it reads rows without the user's own names; `at`: the state of its rows.
   */
  constructor(index: UserIndex, request: Readable) {
    const { at = {}, now } = request
    this.index = index
    this.ownNames = request.nameless ? NO_NAMES : index.ownNames
    this.#at = at
    const { names, isSuperseded, rowsIn, lengthIn } = index.scopes
    this.#readable = new Uint8Array(names.length)
    const isCurrent = (at.state ?? 'current') === 'current' && at.validAt === undefined && at.asOf === undefined
    let rows = 0
    let length = 0
    for (let scope = NO_SCOPE + 1; scope < names.length; scope++) {
      if (!rowsIn[scope] || (isCurrent && isSuperseded[scope]) || !this.#covers(scope, request)) continue
      this.#readable[scope] = 1
      rows += rowsIn[scope]!
      length += lengthIn[scope]!
    }
    // Current rows are those of the scopes, apart from the few that have ended without being superseded.
    const others = isCurrent ? this.#ended(now) : this.#otherStates(at, now)
    for (const slot of others) length -= index.lengths[slot]!
    const hasStandIns = (at.state ?? 'current') === 'current' && at.asOf === undefined
    const superseded = hasStandIns ? this.#superseded(request, others, isCurrent) : []
    for (const slot of superseded) length += index.lengths[slot]!
    this.rows = rows - others.length + superseded.length
    this.meanLength = Math.max(1, length / Math.max(1, this.rows))
    this.#isMasked = others.length + superseded.length > 0
    this.#isUnfiltered = this.rows === index.size && !index.hasTombstones
    if (this.#isUnfiltered) return
    if (readableBySlot.length < index.slots) readableBySlot = enlarged(readableBySlot, index.slots)
    for (let slot = 0; slot < index.slots; slot++) readableBySlot[slot] = this.#readable[index.scopeOf[slot]!]!
    for (const slot of others) readableBySlot[slot] = 0
    for (const slot of superseded) readableBySlot[slot] = 1
  }

  /** The readable scopes and the state. Views of one index with equal keys contain the same rows. */
  get scopeKey(): string {
    const { state = 'current', validAt = '', asOf = '', deletedBy = '' } = this.#at
    let key = `${state} ${validAt} ${asOf} ${deletedBy} `
    for (let scope = NO_SCOPE + 1; scope < this.#readable.length; scope++) if (this.#readable[scope]) key += `${scope} `
    return key
  }

  canRead(slot: number): boolean {
    if (this.#isUnfiltered) return this.index.scopeOf[slot] !== NO_SCOPE
    return this.#isMasked ? readableBySlot[slot] === 1 : this.#readable[this.index.scopeOf[slot]!] === 1
  }

  /** The slot of a row that the caller may read; `undefined` for any other id. */
  slotOf(id: string): number | undefined {
    return this.index.slotsOf(id).find((slot) => this.canRead(slot))
  }

  /** Whether the caller may read the rows of a scope number, in any state. */
  #covers(scope: number, { readable, within, muted = [], nameless = false }: Readable): boolean {
    const { names, sources, namings } = this.index.scopes
    const [name, source] = [names[scope]!, sources[scope]]
    if (namings[scope] === (nameless ? NAMING.named : NAMING.nameless)) return false
    return coversAny(readable, name) && (!within || covers(within, name)) && !(source != null && muted.includes(source))
  }

  /** By slot: 1 if the caller may read the row; `undefined` if that is true of every row. Valid until the next view. */
  get mask(): Uint8Array | undefined {
    return this.#isUnfiltered ? undefined : readableBySlot
  }

  /** Rows of readable scopes that are not superseded, but no longer valid or expired. */
  #ended(now: number): number[] {
    const { validity, scopeOf } = this.index
    const slots: number[] = []
    for (const slot of validity.ending)
      if (this.#readable[scopeOf[slot]!] && (validity.until(slot) <= now || validity.isExpired(slot, now)))
        slots.push(slot)
    return slots
  }

  /**
   * Superseded rows that the caller may read and that a current readable row represents: a query for what they say
   * finds that row.
   */
  #superseded(request: Readable, others: readonly number[], isCurrent: boolean) {
    const { validity, scopeOf, ids } = this.index
    const { names, isSuperseded } = this.index.scopes
    const { rows, ends } = validity.successions((id) => this.index.slotsOf(id)[0])
    const slots: number[] = []
    if (!rows.length) return slots
    const excluded = new Set(others)
    const mayRead = names.map((_, scope) => isSuperseded[scope]! && this.#covers(scope, request))
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!
      if (!mayRead[scopeOf[row]!]) continue
      const end = this.index.slotsOf(ids[ends[at]!]!).find((slot) => this.#readable[scopeOf[slot]!])
      if (end === undefined || excluded.has(end)) continue
      // At an instant of the past, a row that was valid then needs no other to stand for it.
      if (validity.isExpired(row, request.now) || (!isCurrent && !excluded.has(row))) continue
      slots.push(row)
      this.standIns.set(row, end)
    }
    return slots
  }

  /** Rows of readable scopes that are not in the requested state. */
  #otherStates({ state = 'current', validAt, asOf, deletedBy }: SearchState, now: number): number[] {
    const { validity, scopeOf, occurredAt, slots: end } = this.index
    const { isSuperseded } = this.index.scopes
    const instant = asOf ?? now
    const slots: number[] = []
    for (let slot = 0; slot < end; slot++) {
      const scope = scopeOf[slot]!
      if (!this.#readable[scope]) continue
      const until = validity.until(slot)
      const isCurrent = !isSuperseded[scope] && until > instant
      const isIncluded =
        (validAt === undefined || (validity.from(slot, occurredAt[slot]!) <= validAt && validAt < until)) &&
        (state === 'all' || (state === 'current' ? isCurrent || validAt !== undefined : !isCurrent)) &&
        (asOf === undefined || validity.isStored(slot, asOf, deletedBy)) &&
        !validity.isExpired(slot, now)
      if (!isIncluded) slots.push(slot)
    }
    return slots
  }

  /** The number of readable rows that contain a term. Counting stops above `max` and then returns any larger number. */
  documentFrequency(term: number, max = Infinity): number {
    const { postings } = this.index
    const length = postings.length(term)
    if (this.#isUnfiltered) return length
    const known = this.#frequencies.get(term)
    if (known !== undefined) return known
    const { cells } = postings
    const end = postings.start(term) + length
    let count = 0
    for (let at = postings.start(term); at < end && count <= max; ) {
      const stepEnd = Math.min(end, at + COUNT_STEP)
      for (; at < stepEnd; at++) count += readableBySlot[cells[at]! >>> COUNT_BITS]!
    }
    if (count <= max) this.#frequencies.set(term, count)
    return count
  }

  /** The postings of a term that belong to readable rows. */
  postingsOf(term: number): PostingRange {
    const { postings } = this.index
    const { cells } = postings
    const start = postings.start(term)
    const length = postings.length(term)
    if (this.#isUnfiltered) return { cells, start, end: start + length }
    if (readablePostings.length < length) readablePostings = enlarged(readablePostings, length)
    let count = 0
    for (let at = start; at < start + length; at++) {
      const posting = cells[at]!
      readablePostings[count] = posting
      count += readableBySlot[posting >>> COUNT_BITS]!
    }
    this.#frequencies.set(term, count)
    return { cells: readablePostings, start: 0, end: count }
  }
}
