import { dot } from '@memory-service/recall/text-vectors'
import { isTopicSlot, isWordSlot } from './slots.ts'

/* Which statements are compared: pairs of which one is new, with something in common. */

/** Pairs compared for one request. */
const PAIRS_MAX = 4_000
/** The same in pairs of clauses: each clause of a statement is compared with each of the other. */
const CLAUSE_PAIRS_MAX = 20_000
const CLAUSE_CHARS = 60
/**
 * Statements of the same attribute with which one is compared, before it and after it: as many as are read for a slot. Of a
 * hundred readings in one request, each replaces the one before.
 */
const NEAREST_MAX = 20
const CLAUSES_MAX = 12
/**
 * Statements of the same scope and source with which one is compared, besides those that state the same attribute: what is
 * read of them takes some milliseconds. Of 906 changes with a word or topic but no attribute in common with what they replace,
 * each written beside 250 facts of other people, that was among the first six 849 times, and 856 times among the first eight by
 * words and the first four by meaning.
 */
const LIKEST_MAX = 6
/** The same of another scope or source, which only rules compare: of 745 changes, 735 were among the first five by words. */
const BY_WORDS_MAX = 5
/** The least likeness of statements without a common word. */
const LIKENESS_MIN = 0.3

/** A current memory, as far as it can replace others or be replaced. */
export interface StoredStatement {
  id: string
  content: string
  scope: string
  sourceApp: string | null
  createdAt: string
  validFrom: string
  validUntil: string | null
  /** What its author said of when it begins; `null` if nothing. */
  givenFrom?: string | null | undefined
  /** When it is erased by itself, if so. */
  expiresAt?: string | null | undefined
  /** Whether it has superseded others. */
  isStandIn?: boolean
  /** When it was stated, if it was stated again: its content has been edited. */
  statedAt?: string | undefined
  /** Ids of memories that are true beside it. */
  bothTrue: readonly string[] | null
  maybeSupersededBy: string | null
  /** Whether what may have replaced it has the same scope and source. */
  isMarkedTogether: boolean
  /** Slugs of the apps that have edited it; `null` if it was never changed. */
  editors: readonly string[] | null
  /** Whether the user has edited it. */
  isEditedByUser: boolean
  /** Who made a state of it with its present content, each a slug or {@link USER}; `null` if it was never changed. */
  writers: readonly string[] | null
  /** 1 as long as it is as its source wrote it. */
  revision: number
  /** The order within a request. */
  born: number
  place: number
  /** Keys under which it can replace others or be replaced; see `memory_slots`. */
  slots: readonly string[]
}

/** Of a statement that no one has changed or questioned. */
export const UNCHANGED = {
  bothTrue: null,
  maybeSupersededBy: null,
  isMarkedTogether: false,
  editors: null,
  isEditedByUser: false,
  writers: null,
  revision: 1,
} satisfies Partial<StoredStatement>

/**
 * Whether an estimate is allowed. Who may read one of the two may read the other, too: otherwise, the mark of a readable
 * memory could depend on one that is not readable.
 */
export function isReadableTogether(earlier: StoredStatement, later: StoredStatement): boolean {
  return earlier.scope === later.scope && earlier.sourceApp === later.sourceApp
}

/** A statement and the time from which it holds, in ms since 1970. */
export interface TimedStatement extends StoredStatement {
  readonly time: number
}

export function withTime(statement: StoredStatement): TimedStatement {
  return { ...statement, time: timeOf(statement) }
}

/** Two statements that are compared. */
export interface Pair {
  readonly earlier: TimedStatement
  readonly later: TimedStatement
  /** Whether they are compared for a slot in common that is no topic. */
  readonly hasSlot: boolean
}

/**
 * How the caller knows a stored statement: it may read it, it wrote it and nobody has changed it since, or neither. What
 * it writes now counts as readable.
 */
export type Knowledge = 'readable' | 'written' | 'hidden'
const KINDS: readonly Knowledge[] = ['readable', 'written', 'hidden']

/** What decides which statements are compared, beside their slots. */
export interface Comparison {
  readonly knowledgeOf: (statement: TimedStatement) => Knowledge
  readonly vectorOf: (content: string) => Float32Array | undefined
  /** Lets other requests run; see `openSlices`. */
  readonly pause: () => Promise<void> | undefined
}

/**
 * Pairs with something in common, the earlier statement first. Those that state the same attribute come first for all
 * subjects, then those with words in common or of the same matter, the likest first: where the limits leave some out, these
 * are the least likely ones. Statements of each {@link Knowledge} have limits of their own: otherwise, those that the caller
 * may not read would decide which of the readable ones are compared. The order of the given statements does not matter, so
 * that the same pairs are found before and after they are stored. Other requests run in between.
 */
export async function pairsOf(
  unordered: readonly TimedStatement[],
  subjects: ReadonlySet<string>,
  { knowledgeOf, vectorOf, pause }: Comparison,
): Promise<Pair[]> {
  const statements = [...unordered].sort(order)
  const compared = statements.filter(({ id }) => subjects.has(id))
  const kinds = statements.map((each) => (subjects.has(each.id) ? 'readable' : knowledgeOf(each)))
  const vectors = new Map<TimedStatement, Float32Array | undefined>()
  const vectorIn = (statement: TimedStatement) => {
    if (!vectors.has(statement)) vectors.set(statement, vectorOf(statement.content))
    return vectors.get(statement)
  }
  const pairs: Pair[] = []
  for (const kind of KINDS) {
    const others = statements.filter((_, at) => kinds[at] === kind)
    if (others.length) pairs.push(...(await pairsWith(compared, others, { kind, vectorIn, pause })))
  }
  return pairs
}

interface Group extends Pick<Comparison, 'pause'> {
  readonly kind: Knowledge
  readonly vectorIn: (statement: TimedStatement) => Float32Array | undefined
}

/** The pairs of subjects with others, of one {@link Knowledge}. */
async function pairsWith(
  subjects: readonly TimedStatement[],
  others: readonly TimedStatement[],
  { kind, vectorIn, pause }: Group,
): Promise<Pair[]> {
  const bySlot = new Map<string, TimedStatement[]>()
  for (const statement of others)
    for (const slot of statement.slots) {
      if (isTopicSlot(slot)) continue
      const list = bySlot.get(slot)
      if (list) list.push(statement)
      else bySlot.set(slot, [statement])
    }
  const pairs = new Map<string, Pair>()
  let clausePairs = 0
  const isFull = () => pairs.size >= PAIRS_MAX || clausePairs >= CLAUSE_PAIRS_MAX
  const partners = new Map<string, Set<string>>()
  const addPartner = (id: string, other: string) => {
    const known = partners.get(id)
    if (known) known.add(other)
    else partners.set(id, new Set([other]))
  }
  const add = ([subject, other, hasSlot]: Couple) => {
    if (isFull()) return
    const [earlier, later] = order(subject, other) < 0 ? [subject, other] : [other, subject]
    const key = `${earlier.id} ${later.id}`
    if (pairs.has(key)) return
    clausePairs += clausesIn(subject) * clausesIn(other)
    addPartner(earlier.id, later.id)
    addPartner(later.id, earlier.id)
    pairs.set(key, { earlier, later, hasSlot })
  }
  for (const couple of pairsByAttribute(subjects, bySlot)) add(couple)
  // Long statements fill the limit with their attributes alone.
  if (isFull()) return [...pairs.values()]
  const candidates: Candidate[] = []
  for (const subject of subjects) {
    await pause()
    const paired = partners.get(subject.id)
    const left = others.filter((other) => other !== subject && !paired?.has(other.id))
    const isTogether = (other: TimedStatement) => kind !== 'hidden' && isReadableTogether(subject, other)
    const isApart = (other: TimedStatement) => !isTogether(other)
    candidates.push(
      ...likest(subject, left.filter(isTogether), sharedWords(subject, bySlot, isTogether), vectorIn),
      ...sharing(subject, left.filter(isApart), sharedWords(subject, bySlot, isApart)),
    )
  }
  for (const { couple } of candidates.sort((a, b) => b.weight - a.weight)) add(couple)
  return [...pairs.values()]
}

type Couple = readonly [subject: TimedStatement, other: TimedStatement, hasSlot: boolean]
type BySlot = ReadonlyMap<string, readonly TimedStatement[]>

/** The pairs that state the same attribute, those of the rarest one first. */
function pairsByAttribute(subjects: readonly TimedStatement[], bySlot: BySlot): Couple[] {
  const found = subjects.flatMap((subject) =>
    subject.slots
      .filter((slot) => !isWordSlot(slot) && !isTopicSlot(slot))
      .map((slot) => ({ subject, holders: nearest(subject, bySlot.get(slot) ?? []) })),
  )
  return found
    .sort((a, b) => a.holders.length - b.holders.length)
    .flatMap(({ subject, holders }) => holders.map((other): Couple => [subject, other, true]))
}

/** The last statements before one, and the first ones after it, of some in order. What was replaced before needs no more. */
function nearest(subject: TimedStatement, sorted: readonly TimedStatement[]): readonly TimedStatement[] {
  const others = sorted.filter((other) => other !== subject)
  const at = others.findIndex((other) => order(subject, other) < 0)
  const before = at < 0 ? others.length : at
  return others.slice(Math.max(0, before - NEAREST_MAX), before + NEAREST_MAX)
}

/** Of the statements with a word in common, how much that says: the rarer the words among these, and the more of them. */
type SharedWords = ReadonlyMap<TimedStatement, number>

function sharedWords(
  subject: TimedStatement,
  bySlot: BySlot,
  isCounted: (other: TimedStatement) => boolean,
): SharedWords {
  const shared = new Map<TimedStatement, number>()
  for (const slot of subject.slots.filter(isWordSlot)) {
    const holders = (bySlot.get(slot) ?? []).filter((other) => other !== subject && isCounted(other))
    for (const other of holders) shared.set(other, (shared.get(other) ?? 0) + 1 / holders.length)
  }
  return shared
}

interface Candidate {
  readonly couple: Couple
  readonly weight: number
}

/** The statements that share the most and the rarest words with one. */
function sharing(subject: TimedStatement, others: readonly TimedStatement[], shared: SharedWords): Candidate[] {
  const found = others.flatMap((other): Candidate[] => {
    const weight = shared.get(other)
    return weight === undefined ? [] : [{ couple: [subject, other, true], weight }]
  })
  return best(found, BY_WORDS_MAX)
}

/**
 * The statements likest to one by words and meaning. Who may read one of the two may read the other: otherwise, which ones are
 * compared would depend on what is not readable.
 */
function likest(
  subject: TimedStatement,
  others: readonly TimedStatement[],
  shared: SharedWords,
  vectorIn: (statement: TimedStatement) => Float32Array | undefined,
): Candidate[] {
  const vector = vectorIn(subject)
  const found = others.flatMap((other): Candidate[] => {
    const words = shared.get(other)
    const known = vector && vectorIn(other)
    const likeness = known ? Math.max(0, dot(vector, known)) : 0
    if (words === undefined && likeness < LIKENESS_MIN) return []
    return [{ couple: [subject, other, words !== undefined], weight: likeness + Math.min(1, words ?? 0) }]
  })
  return best(found, LIKEST_MAX)
}

function best(candidates: readonly Candidate[], max: number): Candidate[] {
  return candidates.toSorted((a, b) => b.weight - a.weight || order(b.couple[1], a.couple[1])).slice(0, max)
}

/** About how many clauses of a statement are compared. */
function clausesIn({ content }: TimedStatement): number {
  return Math.min(CLAUSES_MAX, 1 + Math.floor(content.length / CLAUSE_CHARS))
}

/** Orders statements by the time from which they hold, then as they were written. */
export function order(a: TimedStatement, b: TimedStatement): number {
  return a.time - b.time || a.born - b.born || a.place - b.place || (a.id < b.id ? -1 : 1)
}

/** What is said of the future is said now: of two plans the one written last counts. */
function timeOf({ validFrom, createdAt, statedAt }: StoredStatement): number {
  if (statedAt !== undefined) return Date.parse(statedAt)
  return Math.min(Date.parse(validFrom), Date.parse(createdAt))
}
