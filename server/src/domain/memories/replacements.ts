import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { updateLikelihood } from '@memory-service/understanding/replace/updates'
import { readFacts } from '@memory-service/understanding/statement'
import type { MemoryActor } from '../../foundation/actor.ts'
import { openSlices } from '../../foundation/slices.ts'
import { WORD_PREFIX } from './slots.ts'

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
/** From this probability on, a statement that no rule reads as a replacement is marked as a likely one. */
const LIKELY_MIN = 0.4

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

interface JudgedPair extends Verdict {
  earlier: TimedStatement
  later: TimedStatement
}

/** How sure a replacement is, and how likely: 1 if a rule found it. */
interface Verdict {
  verdict: ReturnType<typeof judgeReplacement>
  likelihood: number
}

/** A replacement, and how likely it is. */
interface Found extends Replacement {
  likelihood: number
}

/**
 * Finds which statements replace others, among pairs of which at least one is a subject. Each statement is replaced at
 * most once: by the first that certainly replaces it, or else by the last that likely does. Other requests run in between:
 * thousands of pairs of long statements take a second.
 * @param subjects ids of the statements that are new or have changed.
 * @param user whose statements these are; those about their name are about them.
 * @param verdicts of this request, to which those of this call are added.
 */
export async function findReplacements(
  statements: readonly StoredStatement[],
  subjects: ReadonlySet<string>,
  { userId, ownName }: Pick<MemoryActor, 'userId' | 'ownName'>,
  verdicts: Verdicts = new Map(),
): Promise<Replacement[]> {
  const found: Found[] = []
  const pause = openSlices()
  const bySlot = groupBySlot(statements.map(withTime))
  const countOf = (word: string) => bySlot.get(`${WORD_PREFIX}${word}`)?.length
  const judge = (earlier: TimedStatement, later: TimedStatement): Verdict => {
    const context = { newerAt: later.time, olderAt: earlier.time, ownName: ownName ?? undefined, userId }
    const verdict = judgeReplacement(later.content, earlier.content, context)
    if (verdict) return { verdict, likelihood: 1 }
    const likelihood = updateLikelihood(later.content, earlier.content, context, countOf)
    return { verdict: likelihood >= LIKELY_MIN ? 'likely' : undefined, likelihood }
  }
  for (const [earlier, later] of pairsOf(bySlot, subjects)) {
    if (earlier.bothTrue?.includes(later.id) || later.bothTrue?.includes(earlier.id)) continue
    const key = `${earlier.id} ${later.id}`
    const known = verdicts.get(key)
    const isKnown = known && statesTheSame(known.earlier, earlier) && statesTheSame(known.later, later)
    if (!isKnown) await pause()
    const { verdict, likelihood } = isKnown ? known : judge(earlier, later)
    if (!isKnown) verdicts.set(key, { earlier, later, verdict, likelihood })
    if (!verdict) continue
    found.push({ earlier, later, isCertain: verdict !== 'likely' && !needsConsent(earlier, later), likelihood })
  }
  found.sort((a, b) => order(withTime(a.later), withTime(b.later)))
  const byEarlier = new Map<string, Found>()
  for (const each of found) {
    const known = byEarlier.get(each.earlier.id)
    if (!known || (!known.isCertain && each.likelihood >= known.likelihood)) byEarlier.set(each.earlier.id, each)
  }
  return [...byEarlier.values()]
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

function groupBySlot(statements: readonly TimedStatement[]): ReadonlyMap<string, TimedStatement[]> {
  const bySlot = new Map<string, TimedStatement[]>()
  for (const statement of statements)
    for (const slot of statement.slots) {
      const list = bySlot.get(slot)
      if (list) list.push(statement)
      else bySlot.set(slot, [statement])
    }
  return bySlot
}

/** Pairs with a slot in common, the earlier statement first. */
function pairsOf(bySlot: ReadonlyMap<string, readonly TimedStatement[]>, subjects: ReadonlySet<string>) {
  const statements = new Set([...bySlot.values()].flat())
  const pairs = new Map<string, readonly [earlier: TimedStatement, later: TimedStatement]>()
  let clausePairs = 0
  for (const subject of statements) {
    if (!subjects.has(subject.id)) continue
    for (const other of subject.slots.flatMap((slot) => bySlot.get(slot) ?? [])) {
      if (other.id === subject.id || pairs.size >= PAIRS_MAX || clausePairs >= CLAUSE_PAIRS_MAX) continue
      const pair = order(subject, other) < 0 ? ([subject, other] as const) : ([other, subject] as const)
      const key = `${pair[0].id} ${pair[1].id}`
      if (!pairs.has(key)) clausePairs += clausesIn(subject) * clausesIn(other)
      pairs.set(key, pair)
    }
  }
  return [...pairs.values()]
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
