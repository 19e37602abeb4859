import { coversAny } from '@memory-service/scopes'
import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { mayReplaceByEstimate, updateLikelihood } from '@memory-service/understanding/replace/updates'
import { readFacts } from '@memory-service/understanding/statement'
import type { MemoryActor } from '../../foundation/actor.ts'
import { openSlices } from '../../foundation/slices.ts'
import { isWordSlot } from './slots.ts'

/*
 * Decides which statements of a store replace others, by the rules of `packages/understanding`. A statement replaces an
 * earlier one only if both cannot be true; what is likely but not certain waits for the user's decision.
 */

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
/** From this probability on, a statement that no rule reads as a replacement is marked as a likely one. */
const LIKELY_MIN = 0.85
/**
 * From this probability on, beside all other pairs of the newer statement, an estimate replaces a statement. Below, it hides too
 * many that are true beside the newer one, such as "Emma is my boss" after "Emma got a new assistant".
 */
const CERTAIN_MIN = 0.91

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

/** One statement that replaces another, certainly or likely. */
export interface Replacement {
  earlier: StoredStatement
  later: StoredStatement
  isCertain: boolean
}

/** Verdicts of one request on pairs of statements, so that a transaction judges only pairs that are new since. */
export type Verdicts = Map<string, JudgedPair>

interface JudgedPair {
  earlier: TimedStatement
  later: TimedStatement
  verdict: Verdict
}

interface Verdict {
  rule: ReturnType<typeof judgeReplacement>
  /** The probability by estimate; 0 where a rule is certain. */
  probability: number
  /** Whether a high one may replace the earlier statement. */
  mayReplace: boolean
}

interface Found extends Replacement {
  /** 0 if a rule says so. */
  estimate: number
}

/**
 * Finds which statements replace others, among pairs of which at least one is a subject. Each statement is replaced at
 * most once: by the first that certainly replaces it, or else by the last that likely does by a rule, or else by the first
 * that does by estimate. By estimate, a statement replaces one other at most, the likeliest. Other requests run in between:
 * thousands of pairs of long statements take a second.
 * @param subjects ids of the statements that are new or have changed.
 * @param actor the caller, and whose statements these are; those about the user's name are about the user.
 * @param verdicts of this request, to which those of this call are added.
 */
export async function findReplacements(
  statements: readonly StoredStatement[],
  subjects: ReadonlySet<string>,
  actor: Pick<MemoryActor, 'userId' | 'ownName' | 'reads'> & { app?: string },
  verdicts: Verdicts = new Map(),
): Promise<Replacement[]> {
  const { userId, ownName } = actor
  const pause = openSlices()
  const judge = (earlier: TimedStatement, later: TimedStatement): Verdict => {
    const context = { newerAt: later.time, olderAt: earlier.time, ownName: ownName ?? undefined, userId }
    const rule = judgeReplacement(later.content, earlier.content, context)
    if ((rule && rule !== 'likely') || !isReadableTogether(earlier, later))
      return { rule, probability: 0, mayReplace: false }
    const probability = updateLikelihood(later.content, earlier.content, context)
    const mayReplace =
      probability >= CERTAIN_MIN && mayReplaceByEstimate(later.content, earlier.content, context, rule !== undefined)
    return { rule, probability, mayReplace }
  }
  const judged: JudgedPair[] = []
  for (const [earlier, later] of pairsOf(statements.map(withTime), subjects)) {
    if (earlier.bothTrue?.includes(later.id) || later.bothTrue?.includes(earlier.id)) continue
    if (!subjects.has(later.id) && !isKnownTo(actor, later)) continue
    const key = `${earlier.id} ${later.id}`
    const known = verdicts.get(key)
    const isKnown = known && statesTheSame(known.earlier, earlier) && statesTheSame(known.later, later)
    if (!isKnown) await pause()
    const verdict = isKnown ? known.verdict : judge(earlier, later)
    if (!isKnown) verdicts.set(key, { earlier, later, verdict })
    judged.push({ earlier, later, verdict })
  }
  const found: Found[] = []
  const rivals = rivalsOf(judged)
  for (const { earlier, later, verdict } of judged) {
    const { rule, probability, mayReplace } = verdict
    const estimate = rule ? 0 : probability
    if (!rule && estimate < LIKELY_MIN) continue
    const isSufficient = mayReplace && suffices(probability, rivals.get(later.id)!)
    const isCertain = ((rule !== undefined && rule !== 'likely') || isSufficient) && !needsConsent(earlier, later)
    found.push({ earlier, later, isCertain, estimate })
  }
  // What is marked already competes too: otherwise the mark would go to the next likely one.
  const isNew = ({ earlier, isCertain, estimate }: Found) =>
    isCertain || estimate === 0 || earlier.maybeSupersededBy === null
  return onePerEarlier(onePerEstimate(found).filter(isNew))
}

/** What a statement may update beside one other. */
interface Rivals {
  /** The odds of all updates, in sum. */
  odds: number
  /** Whether it replaces one by a rule, readable for those who may read it: then it is no estimated update of any. */
  isByRule: boolean
}

function rivalsOf(judged: readonly JudgedPair[]): ReadonlyMap<string, Rivals> {
  const byLater = new Map<string, Rivals>()
  for (const { earlier, later, verdict } of judged) {
    const known = byLater.get(later.id) ?? { odds: 0, isByRule: false }
    // By another statement, a caller could tell what is in scopes that it may not read.
    const isByRule = verdict.rule !== undefined && verdict.rule !== 'likely' && isReadableTogether(earlier, later)
    byLater.set(later.id, { odds: known.odds + oddsOf(verdict.probability), isByRule: known.isByRule || isByRule })
  }
  return byLater
}

function suffices(probability: number, { odds, isByRule }: Rivals): boolean {
  return !isByRule && oddsOf(probability) / (1 + odds) >= CERTAIN_MIN
}

function oddsOf(probability: number): number {
  return probability / Math.max(1 - probability, Number.EPSILON)
}

/** Leaves out what a statement replaces by estimate, but for the likeliest, of those that it replaces for certain if there are any. */
function onePerEstimate(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  const rank = ({ isCertain, estimate }: Found) => Number(isCertain) + estimate
  for (const each of found) {
    const known = best.get(each.later.id)
    if (each.estimate && !(known && rank(known) >= rank(each))) best.set(each.later.id, each)
  }
  return found.filter((each) => !each.estimate || best.get(each.later.id) === each)
}

/**
 * Whether the caller knows a stored statement. What it states is not replaced by any other: it could tell by that whether the
 * store contains what it guesses, outside of what it may read.
 */
function isKnownTo({ reads, app }: { reads: readonly string[]; app?: string }, stored: StoredStatement): boolean {
  return coversAny(reads, stored.scope) || (stored.revision === 1 && stored.sourceApp === app)
}

function onePerEarlier(found: readonly Found[]): Found[] {
  const sorted = [...found].sort((a, b) => order(withTime(a.later), withTime(b.later)))
  const byEarlier = new Map<string, Found>()
  for (const each of sorted) {
    const known = byEarlier.get(each.earlier.id)
    if (!known || (!known.isCertain && (each.isCertain || !each.estimate))) byEarlier.set(each.earlier.id, each)
  }
  return [...byEarlier.values()]
}

/**
 * Whether an estimate is allowed. Who may read one of the two may read the other, too: otherwise, the mark of a readable
 * memory could depend on one that is not readable.
 */
function isReadableTogether(earlier: StoredStatement, later: StoredStatement): boolean {
  return earlier.scope === later.scope && earlier.sourceApp === later.sourceApp
}

/** A statement and the time from which it holds, in ms since 1970. */
interface TimedStatement extends StoredStatement {
  readonly time: number
}

function statesTheSame(one: TimedStatement, other: TimedStatement): boolean {
  return one.time === other.time && one.content === other.content
}

function withTime(statement: StoredStatement): TimedStatement {
  return { ...statement, time: timeOf(statement) }
}

/**
 * Pairs with a slot in common, the earlier statement first. Those that state the same attribute come first for all subjects,
 * then those with words in common, the most and rarest first: where the limits leave some out, these are the least likely ones.
 */
function pairsOf(statements: readonly TimedStatement[], subjects: ReadonlySet<string>) {
  const bySlot = new Map<string, TimedStatement[]>()
  for (const statement of statements)
    for (const slot of statement.slots) {
      const list = bySlot.get(slot)
      if (list) list.push(statement)
      else bySlot.set(slot, [statement])
    }
  const compared = statements.filter(({ id }) => subjects.has(id))
  const pairs = new Map<string, readonly [earlier: TimedStatement, later: TimedStatement]>()
  let clausePairs = 0
  for (const [subject, other] of [...pairsByAttribute(compared, bySlot), ...pairsByWords(compared, bySlot)]) {
    if (pairs.size >= PAIRS_MAX || clausePairs >= CLAUSE_PAIRS_MAX) break
    const pair = order(subject, other) < 0 ? ([subject, other] as const) : ([other, subject] as const)
    const key = `${pair[0].id} ${pair[1].id}`
    if (!pairs.has(key)) clausePairs += clausesIn(subject) * clausesIn(other)
    pairs.set(key, pair)
  }
  return [...pairs.values()]
}

type Pair = readonly [subject: TimedStatement, other: TimedStatement]
type BySlot = ReadonlyMap<string, readonly TimedStatement[]>

/** The pairs that state the same attribute, those of the rarest one first. */
function pairsByAttribute(subjects: readonly TimedStatement[], bySlot: BySlot): Pair[] {
  const found = subjects.flatMap((subject) =>
    subject.slots
      .filter((slot) => !isWordSlot(slot))
      .map((slot) => ({ subject, holders: bySlot.get(slot)!.filter(({ id }) => id !== subject.id) })),
  )
  return found
    .sort((a, b) => a.holders.length - b.holders.length)
    .flatMap(({ subject, holders }) => holders.map((other): Pair => [subject, other]))
}

/** For each subject the pairs with which it has the most and the rarest words in common; those of all subjects in this order. */
function pairsByWords(subjects: readonly TimedStatement[], bySlot: BySlot): Pair[] {
  const found = subjects.flatMap((subject) => {
    const shared = new Map<TimedStatement, number>()
    for (const slot of subject.slots.filter(isWordSlot)) {
      const holders = bySlot.get(slot)!
      for (const other of holders)
        if (other.id !== subject.id) shared.set(other, (shared.get(other) ?? 0) + 1 / holders.length)
    }
    return Array.from(shared, ([other, weight]) => ({ subject, other, weight }))
      .sort((a, b) => b.weight - a.weight || order(b.other, a.other))
      .slice(0, PAIRS_BY_WORDS_MAX)
  })
  return found.sort((a, b) => b.weight - a.weight).map(({ subject, other }): Pair => [subject, other])
}

/** About how many clauses of a statement are compared. */
function clausesIn({ content }: TimedStatement): number {
  return Math.min(CLAUSES_MAX, 1 + Math.floor(content.length / CLAUSE_CHARS))
}

/** Orders statements by the time from which they hold, then as they were written. */
function order(a: TimedStatement, b: TimedStatement): number {
  return a.time - b.time || a.born - b.born || a.place - b.place || (a.id < b.id ? -1 : 1)
}

/** What is said of the future is said now: of two plans the one written last counts. */
function timeOf({ validFrom, createdAt, statedAt }: StoredStatement): number {
  if (statedAt !== undefined) return Date.parse(statedAt)
  return Math.min(Date.parse(validFrom), Date.parse(createdAt))
}

/** Whether an app speaks of what the user or another app stated about health or safety: only the user can replace that. */
function needsConsent(earlier: StoredStatement, later: StoredStatement): boolean {
  if (later.sourceApp === null || later.sourceApp === earlier.sourceApp) return false
  return readFacts(earlier.content).facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}
