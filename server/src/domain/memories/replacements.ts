import { coversAny } from '@memory-service/scopes'
import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { isSoAgain } from '@memory-service/understanding/replace/returns'
import {
  areOfOne,
  certainFrom,
  doubtOf,
  LIKELY_MIN,
  SHARE_MIN,
  updateLikelihood,
} from '@memory-service/understanding/replace/updates'
import type { MemoryActor } from '../../foundation/actor.ts'
import { openSlices } from '../../foundation/slices.ts'
import {
  comparedByName,
  handsOf,
  isMutedBeside,
  isOfUser,
  mayKnow,
  otherAuthors,
  type ReadAuthors,
  writersOf,
} from './authors.ts'
import { USER } from './columns.ts'
import { endedBetween } from './ended-between.ts'
import { isEveryday, isEverydayReading } from './everyday.ts'
import { isLasting } from './lasting.ts'
import {
  isReadableTogether,
  type Knowledge,
  order,
  type Pair,
  pairsOf,
  type StoredStatement,
  withTime,
} from './replacement-pairs.ts'
import { vectorsFor } from './statement-vectors.ts'
import { type JudgedPair, type Verdict, Verdicts } from './verdicts.ts'

/*
 * Decides which statements of a store replace others, by the rules of `packages/understanding`. A statement replaces an
 * earlier one only if both cannot be true; what is likely but not certain waits for the user's decision.
 */

/** One statement that replaces another, certainly or likely. */
export interface Replacement {
  earlier: StoredStatement
  later: StoredStatement
  isCertain: boolean
}

/** From this probability on, it matters whether a pair is of what there is one of at a time. */
const RIVAL_MIN = 0.3

interface Found extends Replacement {
  /** Whether an app that wrote the earlier may not know of the later; see `authors.ts`. */
  isUnseen?: boolean
  /** 0 if a rule says so. */
  estimate: number
  /** See {@link Verdict}. */
  isSoAgain: boolean
}

/**
 * Finds which statements replace others, among pairs of which at least one is a subject. Each statement is replaced at
 * most once: by the first that certainly replaces it, or else by the last that likely does by a rule, or else by the first
 * that does by estimate. By estimate, a statement replaces one other at most, the likeliest. Other requests run in between:
 * thousands of pairs of long statements take a second.
 * @param subjects ids of the statements that are new or have changed.
 * @param actor the caller, and whose statements these are; those about the user's name are about the user.
 * @param verdicts of this request, to which those of this call are added.
 * @param readAuthors reads what the apps may read that wrote statements; without it, they may read nothing.
 */
export async function findReplacements(
  statements: readonly StoredStatement[],
  subjects: ReadonlySet<string>,
  actor: Pick<MemoryActor, 'userId' | 'ownName' | 'reads'> & { app?: string },
  { verdicts = new Verdicts(), readAuthors = readNone, now = new Date() }: Comparing = {},
): Promise<Replacement[]> {
  const { userId, ownName } = actor
  const pause = openSlices()
  const isNamed = ownName ? await comparedByName(statements, ownName, actor.app, readAuthors) : () => false
  const nameFor = (pair: JudgedPair | Pair) => (isNamed(pair.earlier) && isNamed(pair.later) ? ownName : null)
  const vectorOf = vectorsFor(userId)
  const judge = (pair: Pair): Verdict => {
    const { earlier, later, hasSlot } = pair
    const context = {
      newerAt: later.time,
      olderAt: earlier.time,
      ownName: nameFor(pair) ?? undefined,
      userId,
      vectorOf,
    }
    // Two statements of which a rule reads anything share a slot.
    const rule = hasSlot ? judgeReplacement(later.content, earlier.content, context) : undefined
    if (!isReadableTogether(earlier, later))
      return { rule, probability: 0, doubt: 'decisive', isOfOne: false, isSoAgain: false }
    const isAgain = isSoAgain(later.content, earlier.content, context)
    if (rule && rule !== 'likely')
      return { rule, probability: 0, doubt: 'decisive', isOfOne: false, isSoAgain: isAgain }
    const probability = updateLikelihood(later.content, earlier.content, context)
    const isOfOne = probability >= RIVAL_MIN && areOfOne(later.content, earlier.content, context)
    const isHigh = probability >= certainFrom('none')
    const doubt = isHigh ? doubtOf(later.content, earlier.content, context) : 'decisive'
    return { rule, probability, doubt, isOfOne, isSoAgain: isAgain }
  }
  const judged: JudgedPair[] = []
  const knowledge = (each: StoredStatement) => (subjects.has(each.id) ? 'readable' : knowledgeOf(actor, each))
  for (const pair of await pairsOf(statements.map(withTime), subjects, { knowledgeOf: knowledge, vectorOf, pause })) {
    const { earlier, later } = pair
    if (earlier.bothTrue?.includes(later.id) || later.bothTrue?.includes(earlier.id)) continue
    if (!mayReplace(knowledge(later), coversAny(actor.reads, earlier.scope))) continue
    const known = verdicts.get(pair)
    if (!known) await pause()
    const verdict = known ?? judge(pair)
    if (!known) verdicts.set(pair, verdict)
    judged.push({ earlier, later, verdict })
  }
  const found: Found[] = []
  const rivals = rivalsOf(judged)
  const asks = consentFor()
  for (const pair of judged) {
    const { earlier, later, verdict } = pair
    const { rule, probability } = verdict
    const estimate = rule ? 0 : probability
    if (!rule && estimate < LIKELY_MIN) continue
    if (!isOwnWord(earlier, later) && !isLasting(later, earlier, now)) continue
    const isSufficient = suffices(pair, rivals.get(later.id)!)
    const isCertain = ((rule !== undefined && rule !== 'likely') || isSufficient) && !asks(earlier, later, rule)
    found.push({ earlier, later, isCertain, estimate, isSoAgain: verdict.isSoAgain })
  }
  for (const { earlier, later } of await endedBetween(judged, actor, { verdicts, pause, nameFor }))
    if (isOwnWord(earlier, later) || isLasting(later, earlier, now))
      found.push({ earlier, later, isCertain: !asks(earlier, later), estimate: 0, isSoAgain: false })
  // What is marked already competes too: otherwise the mark would go to the next likely one.
  const isNew = ({ earlier, isCertain, estimate, isUnseen }: Found) => {
    if (isUnseen) return earlier.maybeSupersededBy === null
    return isCertain || estimate === 0 || !earlier.isMarkedTogether
  }
  return onePerEarlier((await withoutUnseen(onePerEstimate(found), actor.app, readAuthors)).filter(isNew))
}

/** What a comparison can use and add to. */
interface Comparing {
  verdicts?: Verdicts | undefined
  readAuthors?: ReadAuthors | undefined
  /** The time of the request. */
  now?: Date
}

const readNone: ReadAuthors = async () => ({ reads: new Map(), muted: new Set(), nameless: new Set() })

/** Statements are only marked by what an app that wrote them may not know, and by what a muted app states. */
async function withoutUnseen(
  found: readonly Found[],
  caller: string | undefined,
  readAuthors: ReadAuthors,
): Promise<readonly Found[]> {
  const earlier = found.flatMap((each) => otherAuthors(each.earlier, caller))
  const later = found.flatMap((each) => writersOf(each.later).filter((writer) => writer !== USER))
  const apps = [...new Set([...earlier, ...later])]
  if (!apps.length) return found
  const authors = await readAuthors(apps)
  return found.map((each) => {
    const isSeen = mayKnow(otherAuthors(each.earlier, caller), each.later, authors)
    if (isSeen && !isMutedBeside(each.earlier, each.later, authors.muted)) return each
    return { ...each, isCertain: false, isUnseen: true }
  })
}

/** What a statement may update beside one other. */
interface Rivals {
  /** The odds of all updates, in sum. */
  odds: number
  /** The same of those that state what there is one of at a time. */
  oddsOfOne: number
  /** Whether it replaces one by a rule, readable for those who may read it: then it is no estimated update of any. */
  isByRule: boolean
}

function rivalsOf(judged: readonly JudgedPair[]): ReadonlyMap<string, Rivals> {
  const byLater = new Map<string, Rivals>()
  for (const { earlier, later, verdict } of judged) {
    const known = byLater.get(later.id) ?? { odds: 0, oddsOfOne: 0, isByRule: false }
    if (verdict.isSoAgain) {
      byLater.set(later.id, known)
      continue
    }
    // By another statement, a caller could tell what is in scopes that it may not read.
    const isByRule = verdict.rule !== undefined && verdict.rule !== 'likely' && isReadableTogether(earlier, later)
    const odds = oddsOf(verdict.probability)
    byLater.set(later.id, {
      ...known,
      odds: known.odds + odds,
      oddsOfOne: known.oddsOfOne + (verdict.isOfOne ? odds : 0),
      isByRule: known.isByRule || isByRule,
    })
  }
  return byLater
}

function suffices({ verdict }: JudgedPair, { odds, oddsOfOne, isByRule }: Rivals): boolean {
  const { probability, doubt, isOfOne, isSoAgain } = verdict
  if (isByRule || doubt === 'decisive') return false
  if (probability < certainFrom(doubt)) return false
  const own = isSoAgain ? oddsOf(probability) : 0
  return oddsOf(probability) / (1 + own + (isOfOne ? oddsOfOne : odds)) >= SHARE_MIN
}

function oddsOf(probability: number): number {
  return probability / Math.max(1 - probability, Number.EPSILON)
}

/**
 * Leaves out what a statement replaces by estimate, but for the likeliest, of those that it replaces for certain if there are
 * any; and the likeliest of those that state what is so again by it.
 */
function onePerEstimate(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  const rank = ({ isCertain, estimate }: Found) => Number(isCertain) + estimate
  const keyOf = ({ later, isSoAgain }: Found) => `${later.id} ${isSoAgain}`
  for (const each of found) {
    const known = best.get(keyOf(each))
    if (each.estimate && !(known && rank(known) >= rank(each))) best.set(keyOf(each), each)
  }
  return found.filter((each) => !each.estimate || best.get(keyOf(each)) === each)
}

function knowledgeOf({ reads, app }: { reads: readonly string[]; app?: string }, stored: StoredStatement): Knowledge {
  if (coversAny(reads, stored.scope)) return 'readable'
  return stored.revision === 1 && stored.sourceApp === app ? 'written' : 'hidden'
}

/**
 * Whether a statement may replace another. None does that the caller does not know: it could tell by that whether the store
 * contains what it guesses, outside of what it may read. Whether what it wrote there is still current may depend on what it
 * may not read, so that replaces nothing that it sees.
 */
function mayReplace(later: Knowledge, isEarlierReadable: boolean): boolean {
  return later === 'readable' || (later === 'written' && !isEarlierReadable)
}

function onePerEarlier(found: readonly Found[]): Found[] {
  const sorted = [...found].sort((a, b) => order(withTime(a.later), withTime(b.later)))
  const byEarlier = new Map<string, Found>()
  for (const each of sorted) {
    const known = byEarlier.get(each.earlier.id)
    if (!known || isBetter(each, known)) byEarlier.set(each.earlier.id, each)
  }
  return [...byEarlier.values()]
}

/** Whether a later replacement of a statement counts rather than an earlier one. */
function isBetter(later: Found, earlier: Found): boolean {
  if (later.isUnseen || earlier.isUnseen) return !later.isUnseen
  return !earlier.isCertain && (later.isCertain || !later.estimate)
}

/**
 * Tells whether the user is asked before an app replaces what the user or another app stated: always, but for everyday facts and
 * readings. An app that edits a memory counts as an author of it. Reading a text takes half a millisecond, so each is read once.
 */
function consentFor() {
  const known = new Map<string, boolean>()
  const cached = (key: string, read: () => boolean) => {
    const answer = known.get(key) ?? read()
    known.set(key, answer)
    return answer
  }
  return (earlier: StoredStatement, later: StoredStatement, rule?: Verdict['rule']): boolean => {
    if (isOwnWord(earlier, later)) return false
    const isSeries = rule === 'series'
    return cached(`${isSeries} ${earlier.id}`, () => !(isSeries ? isEverydayReading(earlier) : isEveryday(earlier)))
  }
}

/** Whether the later statement is the user's, or both are of one app alone. */
function isOwnWord(earlier: StoredStatement, later: StoredStatement): boolean {
  return isOfUser(later) || new Set([...handsOf(earlier), ...writersOf(later)]).size === 1
}
