import { answersIn } from './answers.ts'
import type { Arena } from './arena.ts'
import { Batches } from './batches.ts'
import { countedTerms } from './counted.ts'
import { dayOf, memoryDates } from './dates.ts'
import { textHash } from './duplicates.ts'
import { Kin } from './kin.ts'
import { ENGLISH } from './lexicon/stemmers.ts'
import { enlarged, Lists, packed } from './lists.ts'
import { phraseTerms } from './phrases.ts'
import { type Naming, type RowReading, readingsOf } from './row-readings.ts'
import { RowTerms } from './row-terms.ts'
import { NO_SCOPE, ScopeNumbers } from './scope-numbers.ts'
import { SentenceVectors } from './sentence-vectors.ts'
import { Slots } from './slots.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import { TermLists } from './term-lists.ts'
import { Ties } from './ties.ts'
import { isFunctionWord, joinedTerm, type TokenisedText, tokenise } from './tokens.ts'
import type { IndexRow } from './types.ts'
import { Validity } from './validity.ts'
import { Vectors } from './vectors.ts'
import { Vocabulary } from './vocabulary.ts'

/** A posting packs a slot (26 bits) and the number of times its row contains the term (6 bits). */
export const COUNT_BITS = 6
export const COUNT_MAX = (1 << COUNT_BITS) - 1
/** Added to stored day numbers, so that days before 1970 are not negative. */
export const DAY_OFFSET = 1 << 24
/** The columns of numbers by slot. */
const COLUMNS = [
  'scopeOf',
  'lengths',
  'occurredAt',
  'createdAt',
  'importance',
  'textHashes',
  'seriesHashes',
  'heads',
  'answers',
] as const

const INITIAL_SLOTS = 64
/** Estimated V8 overhead beside the typed arrays. `memory-use.once.test.ts` compares it with the process. */
const ROW_BYTES = 150

/**
 * The inverted index of one user's memories: the postings of each term and the terms of each row.
 *
 * A row occupies a slot, or two of which each view has one (`row-readings.ts`), and slots are reused. Removal has two steps: `remove` hides a row at once and leaves a
 * tombstone; `compact` deletes the postings of tombstones in small steps and frees their slots. Until then posting lists
 * contain removed rows, and `hasTombstones` is true.
 */
export class UserIndex {
  readonly vocabulary = new Vocabulary()
  /** By term: its postings. */
  readonly postings = new Lists()
  /** By slot: the distinct terms of the row. */
  readonly terms = new TermLists()
  /** By slot: first and last day of each date in the row's content. */
  readonly dates = new Lists()
  readonly batches = new Batches()
  readonly pinned = new Set<number>()
  /** By slot: the row's quantised vector. */
  readonly vectors: Vectors
  /** By scope key of a view: whether vectors are usable, and the number of rows this was decided on (`vector-trust.ts`). */
  readonly vectorTrust = new Map<string, { rows: number; usable: boolean }>()

  scopeOf = new Uint32Array(INITIAL_SLOTS)
  /** By slot: the number of tokens, at least 1. */
  lengths = new Uint16Array(INITIAL_SLOTS)
  occurredAt = new Float64Array(INITIAL_SLOTS)
  createdAt = new Float64Array(INITIAL_SLOTS)
  importance = new Float32Array(INITIAL_SLOTS)
  /** By slot: a hash of the scope and the content. */
  textHashes = new Float64Array(INITIAL_SLOTS)
  /** By slot: a hash of the scope and the terms without numbers and dates. */
  seriesHashes = new Uint32Array(INITIAL_SLOTS)
  /** By slot: the term of the first word after a date, plus 1; 0 for none. */
  heads = new Uint32Array(INITIAL_SLOTS)
  /** By slot: the kinds of answers it holds and whom it is about (`answers.ts`). */
  answers = new Uint16Array(INITIAL_SLOTS)
  readonly validity = new Validity()
  readonly sentences = new SentenceVectors()
  readonly scopes = new ScopeNumbers()
  readonly kin = new Kin()
  readonly ties = new Ties()
  /** The user's own names in lower case. */
  ownNames: ReadonlySet<string> = new Set()
  /** Rows added since the index was created, replacements included. */
  added = 0
  readonly #slots = new Slots()
  #tombstones: number[] = []
  readonly #row = new RowTerms()

  /** `arena`: the memory for vectors. */
  constructor(arena: Arena) {
    this.vectors = new Vectors(arena)
  }

  /** Number of rows. */
  get size(): number {
    return this.#slots.size
  }

  /** By slot: the id of its row. */
  get ids(): readonly string[] {
    return this.#slots.ids
  }

  /** Number of slots, used and free. */
  get slots(): number {
    return this.ids.length
  }

  /** Whether posting lists contain removed rows. */
  get hasTombstones(): boolean {
    return this.#tombstones.length > 0
  }

  /** Adds a row, or replaces the row with the same id. */
  add(row: IndexRow): void {
    this.remove(row.id)
    this.added++
    const text = tokenise(row.content)
    for (const reading of readingsOf(row.content, text, this.ownNames, row.scope)) this.#add(row, text, reading)
  }

  #add(row: IndexRow, text: TokenisedText, reading: RowReading): void {
    const { language } = reading
    const slot = this.#takeSlot(row, reading.naming)
    this.sentences.set(slot, language === ENGLISH ? text.tokens : [])
    this.#addTerms(slot, text, reading)
    const { ranges, leadingTokens } = memoryDates(text, dayOf(row.occurredAt))
    for (const { from, to } of ranges) for (const day of [from, to]) this.dates.push(slot, day + DAY_OFFSET)
    const head = text.tokens[leadingTokens]
    this.heads[slot] = head && !isFunctionWord(head, language) ? this.vocabulary.addToken(head, language) + 1 : 0
    this.answers[slot] = answersIn(row.content, text, ranges.length > 0) | reading.subject
    this.scopes.count(this.scopeOf[slot]!, 1, this.lengths[slot]!)
  }

  /** The slots of a row; none for an unknown id. */
  slotsOf(id: string): readonly number[] {
    return this.#slots.find(id)
  }

  /** Sets a row's vector. Ignores unknown ids and vectors of another dimension. */
  setVector(id: string, codes: Int8Array): void {
    for (const slot of this.#slots.find(id)) this.vectors.set(slot, codes)
  }

  /** Frees memory that is not garbage-collected. The index must not be used afterwards. */
  free(): void {
    this.vectors.free()
  }

  /** Hides a row at once and leaves a tombstone. Returns `false` for an unknown id. */
  remove(id: string): boolean {
    const slots = this.#slots.remove(id)
    for (const slot of slots) {
      this.scopes.count(this.scopeOf[slot]!, -1, -this.lengths[slot]!)
      this.scopeOf[slot] = NO_SCOPE
      this.sentences.delete(slot)
      this.pinned.delete(slot)
      this.validity.remove(slot)
      this.dates.free(slot)
      this.vectors.delete(slot)
      this.batches.leave(slot)
      this.#tombstones.push(slot)
    }
    return slots.length > 0
  }

  /** Deletes the postings of tombstones and frees their slots. Yields after each term; must be run to its end. */
  *compact(): Generator<void> {
    const slots = this.#tombstones.slice()
    if (!slots.length) return
    const occurrences = new Map<number, number>()
    for (const slot of slots) {
      const length = this.terms.read(slot)
      for (let i = 0; i < length; i++) {
        const term = this.terms.values[i]!
        occurrences.set(term, (occurrences.get(term) ?? 0) + 1)
      }
    }
    const isTombstone = new Uint8Array(this.slots)
    for (const slot of slots) isTombstone[slot] = 1
    for (const [term, count] of occurrences) {
      this.postings.remove(term, (posting) => isTombstone[posting >>> COUNT_BITS] === 1, count)
      yield
    }
    for (const slot of slots) this.terms.free(slot)
    this.#tombstones = this.#tombstones.slice(slots.length)
    this.#slots.free(slots)
  }

  /** Removes room that rows no longer need while an index is built. Yields; must be run to its end before it is used. */
  *pack(): Generator<void> {
    yield* this.postings.pack()
    this.terms.pack()
    yield* this.dates.pack()
    yield* this.batches.pack(this.slots)
    this.vocabulary.pack()
    this.sentences.pack(this.slots)
    yield
    for (const name of COLUMNS) this[name] = packed(this[name], this.slots) as never
  }

  /** Writes the index, without tombstones and without what only removed rows contained. Yields now and then. */
  *save(out: SectionWriter): Generator<void> {
    yield* this.compact()
    const { vocabulary, postings, slots } = this
    out.json({ ownNames: [...this.ownNames], pinned: [...this.pinned] })
    this.#slots.save(out)
    yield
    this.scopes.save(out)
    for (const name of COLUMNS) {
      out.array(this[name].slice(0, slots).map((value, slot) => (this.scopeOf[slot] === NO_SCOPE ? 0 : value)))
      yield
    }
    vocabulary.save(out, (term) => postings.length(term) > 0)
    yield
    const isStated = (term: string) => postings.length(vocabulary.find(term) ?? Infinity) > 0
    for (const names of [this.kin, this.ties]) names.save(out, isStated)
    for (const part of [postings, this.terms, this.dates, this.validity, this.vectors, this.sentences]) {
      part.save(out)
      yield
    }
    this.batches.save(out, slots)
  }

  /** Reads what {@link save} wrote into an index without rows. Yields now and then; must be run to its end. */
  *load(from: SectionReader): Generator<void> {
    const { ownNames, pinned } = from.json<{ ownNames: string[]; pinned: number[] }>()
    this.ownNames = new Set(ownNames)
    for (const slot of pinned) this.pinned.add(slot)
    this.#slots.load(from)
    yield
    this.scopes.load(from)
    for (const name of COLUMNS) this[name] = from.array(this[name].constructor as never) as never
    yield* this.vocabulary.load(from)
    for (const part of [this.kin, this.ties, this.postings, this.terms, this.dates, this.validity]) {
      part.load(from)
      yield
    }
    yield* this.vectors.load(from)
    this.sentences.load(from)
    this.batches.load(from)
    this.added = this.size
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    const perSlot = 4 + 2 + 8 + 8 + 4 + 12 + 4 + 2
    const { postings, terms, dates, batches, vocabulary, validity, vectors, sentences } = this
    const parts = [postings, terms, dates, batches, vocabulary, validity, vectors, sentences, this.#row]
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    return bytes + this.scopeOf.length * perSlot + this.slots * ROW_BYTES
  }

  #takeSlot(row: IndexRow, naming: Naming): number {
    const slot = this.#slots.take(row.id)
    if (slot >= this.scopeOf.length) for (const name of COLUMNS) this[name] = enlarged(this[name], slot + 1) as never
    this.scopeOf[slot] = this.scopes.of(row, naming)
    this.validity.set(slot, row)
    this.occurredAt[slot] = row.occurredAt
    this.createdAt[slot] = row.createdAt
    this.importance[slot] = row.importance
    this.textHashes[slot] = textHash(row.scope, row.content, row.superseded)
    if (row.pinned) this.pinned.add(slot)
    this.batches.join(slot, row.batch, row.position)
    return slot
  }

  #addTerms(slot: number, text: TokenisedText, { language, attributes, shown, kin, ties }: RowReading): void {
    const row = this.#row
    row.begin(this.scopes.seriesSeeds[this.scopeOf[slot]!]!)
    for (const token of text.tokens) {
      row.addToken(token, this.vocabulary.addToken(token, language))
      if (language === ENGLISH) for (const term of token.extraNumbers) row.add(term)
    }
    this.seriesHashes[slot] = row.series
    if (language === ENGLISH) {
      for (const term of [...phraseTerms(text), ...countedTerms(text.tokens)]) row.add(this.vocabulary.add(term))
      for (const term of [...attributes, ...shown]) row.add(this.vocabulary.add(term))
      for (const [relation, name] of kin) row.add(this.kin.add(relation, name, this.vocabulary))
      for (const tie of ties) row.add(this.ties.add(tie, this.vocabulary))
    }
    for (const joined of text.joined) row.add(this.vocabulary.add(joinedTerm(joined)))
    for (const unigram of text.unigrams) row.add(this.vocabulary.add(unigram))
    for (let i = 0; i < row.length; i++) {
      const term = row.terms[i]!
      this.postings.push(term, ((slot << COUNT_BITS) | Math.min(row.takeCount(term), COUNT_MAX)) >>> 0)
    }
    this.terms.write(slot, row.terms, row.length)
    this.lengths[slot] = Math.max(1, text.tokens.length)
  }
}
