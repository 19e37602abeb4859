import { dot, textVector } from '@memory-service/recall/text-vectors'
import { isTopicSlot, isWordSlot } from './slots.ts'

/* Which statements are compared: pairs of which one is new, with something in common. */

/** Pairs compared for one request. */
const PAIRS_MAX = 4_000
/** The same in pairs of clauses: each clause of a statement is compared with each of the other. */
const CLAUSE_PAIRS_MAX = 20_000
const CLAUSE_CHARS = 60
const CLAUSES_MAX = 12
/**
 * Statements with which one is compared because of common words: what is read of them takes some milliseconds. Of 499 changes
 * found by words, each written beside 250 facts of other people, the one replaced was among the first five 498 times.
 */
const PAIRS_BY_WORDS_MAX = 8
/** Statements without any other slot in common that a statement is compared with: the nearest ones by meaning. */
const NEAREST_MAX = 4
/** The least likeness of those. */
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
  /** When it was stated, if it was stated again: its content has been edited. */
  statedAt?: string | undefined
  /** Ids of memories that are true beside it. */
  bothTrue: readonly string[] | null
  maybeSupersededBy: string | null
  /** 1 as long as it is as its source wrote it. */
  revision: number
  /** The order within a request. */
  born: number
  place: number
  /** Keys under which it can replace others or be replaced; see `memory_slots`. */
  slots: readonly string[]
}

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
 * Pairs with a slot in common, the earlier statement first. Those that state the same attribute come first for all subjects,
 * then those with words in common, the most and rarest first: where the limits leave some out, these are the least likely ones.
 * @param isKnown whether the caller knows a statement.
 */
export function pairsOf(
  statements: readonly TimedStatement[],
  subjects: ReadonlySet<string>,
  isKnown: (statement: TimedStatement) => boolean,
): Pair[] {
  const bySlot = new Map<string, TimedStatement[]>()
  for (const statement of statements)
    for (const slot of statement.slots) {
      if (isTopicSlot(slot)) continue
      const list = bySlot.get(slot)
      if (list) list.push(statement)
      else bySlot.set(slot, [statement])
    }
  const compared = statements.filter(({ id }) => subjects.has(id))
  const pairs = new Map<string, Pair>()
  let clausePairs = 0
  const add = (found: readonly Couple[], hasSlot: boolean) => {
    for (const [subject, other] of found) {
      if (pairs.size >= PAIRS_MAX || clausePairs >= CLAUSE_PAIRS_MAX) return
      const [earlier, later] = order(subject, other) < 0 ? [subject, other] : [other, subject]
      const key = `${earlier.id} ${later.id}`
      if (!pairs.has(key)) clausePairs += clausesIn(subject) * clausesIn(other)
      pairs.set(key, { earlier, later, hasSlot })
    }
  }
  add([...pairsByAttribute(compared, bySlot), ...pairsByWords(compared, bySlot, isKnown)], true)
  const isPaired = (one: TimedStatement, other: TimedStatement) =>
    pairs.has(`${one.id} ${other.id}`) || pairs.has(`${other.id} ${one.id}`)
  add(nearestPairs(statements, compared, isPaired), false)
  return [...pairs.values()]
}

type Couple = readonly [subject: TimedStatement, other: TimedStatement]
type BySlot = ReadonlyMap<string, readonly TimedStatement[]>

/** The pairs that state the same attribute, those of the rarest one first. */
function pairsByAttribute(subjects: readonly TimedStatement[], bySlot: BySlot): Couple[] {
  const found = subjects.flatMap((subject) =>
    subject.slots
      .filter((slot) => !isWordSlot(slot) && !isTopicSlot(slot))
      .map((slot) => ({ subject, holders: bySlot.get(slot)!.filter(({ id }) => id !== subject.id) })),
  )
  return found
    .sort((a, b) => a.holders.length - b.holders.length)
    .flatMap(({ subject, holders }) => holders.map((other): Couple => [subject, other]))
}

/**
 * For each subject the pairs with which it has the most and the rarest words in common; those of all subjects in this order.
 * What the caller does not know is counted apart: otherwise, it would decide which of the known ones are compared.
 */
function pairsByWords(
  subjects: readonly TimedStatement[],
  bySlot: BySlot,
  isKnown: (statement: TimedStatement) => boolean,
): Couple[] {
  const found = subjects.flatMap((subject) => [
    ...sharingWords(subject, bySlot, isKnown),
    ...sharingWords(subject, bySlot, (other) => !isKnown(other)),
  ])
  return found.sort((a, b) => b.weight - a.weight).map(({ subject, other }): Couple => [subject, other])
}

function sharingWords(subject: TimedStatement, bySlot: BySlot, isCounted: (other: TimedStatement) => boolean) {
  const shared = new Map<TimedStatement, number>()
  for (const slot of subject.slots.filter(isWordSlot)) {
    const holders = bySlot.get(slot)!.filter((other) => other.id !== subject.id && isCounted(other))
    for (const other of holders) shared.set(other, (shared.get(other) ?? 0) + 1 / holders.length)
  }
  return Array.from(shared, ([other, weight]) => ({ subject, other, weight }))
    .sort((a, b) => b.weight - a.weight || order(b.other, a.other))
    .slice(0, PAIRS_BY_WORDS_MAX)
}

/**
 * Each subject with the statements nearest to it by meaning that are no pair yet. Who may read one of the two may read the
 * other: otherwise, which ones are compared would depend on what is not readable.
 */
function nearestPairs(
  statements: readonly TimedStatement[],
  subjects: readonly TimedStatement[],
  isPaired: (one: TimedStatement, other: TimedStatement) => boolean,
): Couple[] {
  const vectors = new Map(statements.map((statement) => [statement, textVector(statement.content)]))
  return subjects.flatMap((subject) => {
    const vector = vectors.get(subject)
    if (!vector) return []
    return statements
      .flatMap((other) => {
        const known = vectors.get(other)
        if (!known || other === subject || !isReadableTogether(subject, other) || isPaired(subject, other)) return []
        const likeness = dot(vector, known)
        return likeness < LIKENESS_MIN ? [] : [{ other, likeness }]
      })
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, NEAREST_MAX)
      .map(({ other }): Couple => [subject, other])
  })
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
