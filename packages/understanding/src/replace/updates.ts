import type { Group } from '../attributes.ts'
import { TEXT_CHARS_MAX } from '../clauses.ts'
import { NO_NAMES, namesIn } from '../names.ts'
import type { Fact } from '../statement.ts'
import {
  areForOther,
  areOfOtherSides,
  areOfOtherSubjects,
  endsElsewhere,
  endsOtherKind,
  isContactOfOther,
  isHabitOfNamed,
  isOfNamed,
  isOtherBound,
  isQualifiedOtherwise,
  tellsOfKin,
  tellsOfNamed,
} from './apart.ts'
import { isAddressBeside, isOneOfSums } from './beside.ts'
import { bothHold, deniesAnOccasion, deniesOtherFood, isLimitedDenial, listsMore } from './both-hold.ts'
import { isOtherThing, standsApart } from './contrast.ts'
import { areOfOtherCouples } from './couples.ts'
import { ADDITION, REDATED } from './cues.ts'
import { meaningInCommon, type PairSigns, pairSigns } from './estimate/pair.ts'
import { logitOfSequences, probabilityOf } from './estimate/sequence-network.ts'
import { type Signs, signsOf } from './estimate/signs.ts'
import { logitOfSigns } from './estimate/trees.ts'
import { isHealth, isSafety } from './health.ts'
import type { ReplacementContext } from './judge.ts'
import { areOfOtherOccurrences } from './occurrences.ts'
import { isOfAnother } from './parties.ts'
import { endsOneOfSeveral } from './qualifiers.ts'
import { type Clause, type Reading, readingOf } from './reading.ts'
import { areOfDays } from './records.ts'
import { likelihoodInFrame } from './same-frame.ts'
import { ESTIMATED_MIN, ESTIMATED_SLOTS } from './slots.ts'
import { isStillSo } from './still-so.ts'
import { datesOf, wordsOf } from './words.ts'

/*
 * Estimates whether a statement updates an earlier one where no rule reads them: by what the two have in common, how they
 * differ, and a few signs of a change. It looks at nothing but the two statements. The weights are fitted by
 * `bench/updates.mjs`.
 */

/** "Monthly was too much" adds nothing. */
const TOO_MUCH = /\btoo (?=[a-z])/g
/** From this probability on, a statement that no rule reads as a replacement is a likely one. */
export const LIKELY_MIN = 0.75
/**
 * From this probability on, an estimate replaces a statement. Below, it hides too many that are true beside the newer one, such
 * as "is reading Middlemarch" after "my Middlemarch is a paperback now".
 */
const CERTAIN_MIN = 0.8
/** The same where there is some doubt: see {@link doubtOf}. */
const CERTAIN_MIN_IN_DOUBT = 0.9
/** The share of a pair that suffices, if all pairs of the newer statement compete. */
export const SHARE_MIN = 0.65
/** Signs that both statements are true. */
const REASONS_FOR_BOTH = ['onlyNewerIsTemporary', 'onlyNewerIsHypothetical', 'isOccasion', 'standsApart'] as const
/** A number with its unit, and not one that tells apart: "session 4". */
const MEASURE =
  /\d ?(?:%|°|€|\$|£|¥|(?:kg|kilos?|kilograms?|g|lbs?|pounds?|stone|cm|mm|m|metres?|meters?|km|kilomet(?:re|er)s?|miles?|bpm|kwh|litres?|liters?|hours?|hrs?|h|minutes?|mins?|euros?|dollars?|yen|francs?|kroner|złoty|zloty|rupees?|pesos?|reais)(?![\p{L}\d]))|[€$£¥₹] ?\d/u
/** Words of a statement that says one thing. */
const SINGLE_WORDS_MAX = 13
/** Log odds by signs below which a pair is not estimated further: it has little in common. */
const SIGNS_MIN = -4
/** From so near a common concept on, two texts can be about the same. */
const CONCEPT_MIN = 0.3
/** The same for the likeness of their vectors. */
const LIKENESS_MIN = 0.3

/** The probability that a newer statement replaces an older one, 0 to 1; 0 where both are true in any case. */
export function updateLikelihood(newerText: string, olderText: string, context: ReplacementContext = {}): number {
  const [newer, older] = [beginningOf(newerText), beginningOf(olderText)]
  const compared = compare(newer, older, context)
  if (!compared) return 0
  const { signs, meaning, next, before } = compared
  const bySigns = logitOfSigns(signs, meaning)
  // Most pairs have little in common, and no sequence of words makes up for that.
  const { ownName, userId } = context
  const inFrame = likelihoodInFrame(readingOf(newer, ownName, userId), readingOf(older, ownName, userId))
  if ((bySigns < SIGNS_MIN && !inFrame) || isSafety(older, context)) return 0
  // What was so stays true.
  if (before.flags.isPast || LEFT_FOR.test(newer) || SUPPOSED.test(newer)) return 0
  if (deniesOtherFood(readingOf(newer, ownName, userId), readingOf(older, ownName, userId))) return 0
  // "Finished chapter 3", "finished chapter 4": of a value there is one at a time only where a rule says so.
  if (isOtherNumber(signs, newer) || isOtherBound(newer, older) || deniesAnOccasion(newer, older)) return 0
  return Math.max(inFrame, probabilityOf(bySigns, logitOfSequences(next.sequence(), before.sequence())))
}

/** Whether both statements state where the person lives, works or is reached, or with whom they live: one at a time is true. */
export function areOfOne(newer: string, older: string, context: ReplacementContext = {}): boolean {
  const { ownName, userId } = context
  const signs = updateSigns(newer, older, context)
  if (ESTIMATED_SLOTS.some((category) => (signs?.[`both ${category}`] ?? 0) >= ESTIMATED_MIN ** 2)) return true
  const before = readingOf(older, ownName, userId).facts().filter(isOfOne)
  const next = readingOf(newer, ownName, userId).facts().filter(isOfOne)
  return next.some(({ attribute }) => before.some((other) => other.attribute === attribute))
}

function isOfOne({ attribute: { name, group, isSingle }, subject }: Fact): boolean {
  return isSingle && subject.who === 'self' && (GROUPS_OF_ONE.has(group) || PARTNERSHIP.has(name))
}

const GROUPS_OF_ONE: ReadonlySet<Group> = new Set(['contact', 'home', 'work'])
const PARTNERSHIP: ReadonlySet<string> = new Set(['partner', 'marital_status'])

/** Whether a high estimate replaces a statement: `none` stands against it, `some` asks for more, `decisive` forbids it. */
export type Doubt = 'none' | 'some' | 'decisive'

/**
 * What stands against replacing a statement by estimate. Decisive: the older one states something else, too, or what a person's
 * health or safety may depend on; or something tells the two apart: meals, places, sides, owners, days, subjects, a target or limit.
 * Some: a sign that both are true, or a long statement, which says several things.
 */
export function doubtOf(newerText: string, olderText: string, context: ReplacementContext = {}): Doubt {
  const [newer, older] = [beginningOf(newerText), beginningOf(olderText)]
  const { ownName, userId } = context
  const earlier = readingOf(older, ownName, userId)
  const [before, ...others] = earlier.clauses
  const signs = updateSigns(newer, older, context)
  if (!before || others.length || !signs) return 'decisive'
  const next = readingOf(newer, ownName, userId)
  if (signs.newerOfAnother && !signs.olderOfAnother && !signs.sameName) return 'decisive'
  const areRedated = signs.bothDated && !signs.sameDate && !REDATED.test(next.normal())
  if (areRedated && !areOfHours(newer, older)) return 'decisive'
  if (areForOther(newer, older) || isOfUnnamed(older, newer, context)) return 'decisive'
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  if (isQualifiedOtherwise(newer, older) || isContactOfOther(newer, older)) return 'decisive'
  if ([bothHold, isLimitedDenial, listsMore].some((holds) => holds(next, earlier)) || endsOneOfSeveral(next, before))
    return 'decisive'
  if (areOfOtherSubjects(newer, older) || isOfNamed(newer, ownNames) || isOfNamed(older, ownNames)) return 'decisive'
  const isOther = (clause: Clause) =>
    [endsElsewhere, endsOtherKind, areOfOtherSides].some((tells) => tells(clause, before))
  if (next.clauses.some(isOther)) return 'decisive'
  if ([newer, older].some((text) => isHealth(text, context)) || isOneOfSums(newer, older)) return 'decisive'
  const areLong = [newer, older].some((text) => lengthOf(readingOf(text, ownName, userId)) > SINGLE_WORDS_MAX)
  return areLong || areRedated || REASONS_FOR_BOTH.some((name) => signs[name]) ? 'some' : 'none'
}

/** From which probability on an estimate replaces a statement for certain. */
export function certainFrom(doubt: Doubt): number {
  if (doubt === 'decisive') return Number.POSITIVE_INFINITY
  return doubt === 'some' ? CERTAIN_MIN_IN_DOUBT : CERTAIN_MIN
}

/** What is read of a text; the rest would only cost time. */
function beginningOf(text: string): string {
  return text.slice(0, TEXT_CHARS_MAX)
}

function lengthOf({ normal }: Reading): number {
  return normal().split(' ').length
}

/** Whether the statements differ in a number that measures nothing: "session 4". */
function isOtherNumber({ numbers }: PairSigns, newer: string): boolean {
  return Boolean(numbers) && !MEASURE.test(newer)
}

/** "If Viktor and I got married, Mum would sulk". */
const SUPPOSED = /^(?:if|suppose|imagine|what if) .*\b(?:would|could|might|['’]d)\b/iu
/** "Left Bea a message" is no parting. */
const LEFT_FOR = /\bleft \p{Lu}[\p{L}-]+ (?:an?|the|some|two|my|her|his) /u
const HOUR = /^t\d/
/** "Stand-up: 10:15" after "stand-up starts at 9:00": whether the dates that one of them names are hours only. */
function areOfHours(newer: string, older: string): boolean {
  return [newer, older].some((text) => [...datesOf(wordsOf(text))].every((date) => HOUR.test(date)))
}

/** A place is no owner: "the weight at the doctor's". */
const OWNER = /(?<!\bat (?:the|my|our|his|her) )(?<!\p{L})(?<owner>\p{L}{2,})['’]s? \p{Ll}/gu

/** "Magda's mobile" after "it is over with Magda": whether the older text is about a thing of a party whose things the newer one does not name. */
function isOfUnnamed(older: string, newer: string, { ownName }: ReplacementContext): boolean {
  const own = ownName === undefined ? NO_NAMES : namesIn(ownName)
  const ownersIn = (text: string) =>
    Array.from(text.matchAll(OWNER), ({ groups }) => groups!.owner!.toLowerCase()).filter(
      (owner) => owner !== 'user' && !own.has(owner),
    )
  const named = new Set(ownersIn(newer))
  return ownersIn(older).some((owner) => !named.has(owner))
}

/** What two statements have in common and how they differ; `undefined` where both are true in any case. */
export function updateSigns(newer: string, older: string, context: ReplacementContext = {}): PairSigns | undefined {
  return compare(newer, older, context)?.signs
}

interface Compared {
  readonly signs: PairSigns
  readonly meaning: Float32Array | undefined
  readonly next: Signs
  readonly before: Signs
}

/** The pair compared last: it is needed for the probability and for whether that suffices. */
let last: { next: Reading; before: Reading; compared: Compared | undefined } | undefined

function compare(newer: string, older: string, context: ReplacementContext): Compared | undefined {
  const { ownName, userId } = context
  const next = readingOf(newer, ownName, userId)
  const before = readingOf(older, ownName, userId)
  if (last?.next !== next || last.before !== before)
    last = { next, before, compared: comparePair(newer, older, next, before, context) }
  return last.compared
}

function comparePair(
  newer: string,
  older: string,
  next: Reading,
  before: Reading,
  { ownName, vectorOf }: ReplacementContext,
): Compared | undefined {
  if (!isPlain(next) || !isPlain(before) || next.normal() === before.normal()) return undefined
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  if (
    isHabitOfNamed(next, before) ||
    tellsOfNamed(next, before) ||
    tellsOfKin(next, before) ||
    isAddressBeside(next, before) ||
    areOfOtherOccurrences(next, before) ||
    areOfOtherCouples(next, before, ownNames)
  )
    return undefined
  const [newSigns, oldSigns] = [signsOf(newer, next, ownNames, vectorOf), signsOf(older, before, ownNames, vectorOf)]
  if (!newSigns || !oldSigns) return undefined
  const meaning = meaningInCommon(oldSigns.vector, newSigns.vector)
  const signs = pairSigns(oldSigns, newSigns, meaning)
  if (!isOfSameMatter(signs) || (!newSigns.flags.negation && saysTheSame(signs))) return undefined
  if (next.clauses.some(({ assertion }) => before.clauses.some((other) => areOfDays(assertion, other.assertion))))
    return undefined
  const some = (tells: (clause: Clause, other: Clause) => boolean) =>
    next.clauses.some((clause) => before.clauses.some((other) => tells(clause, other)))
  if (some(isOtherThing) || isStillSo(next, before)) return undefined
  const areApart = some(standsApart)
  Object.assign(signs, reasonsForBoth(newSigns, oldSigns), owners(next, before), { standsApart: Number(areApart) })
  return { signs, meaning, next: newSigns, before: oldSigns }
}

/** Whether the newer text is about another party, or the older one. */
function owners(newer: Reading, older: Reading) {
  return { newerOfAnother: Number(isOfAnother(newer, older)), olderOfAnother: Number(isOfAnother(older, newer)) }
}

/** Whether a statement has clauses, and none of a fixed form: rules read those. */
function isPlain({ clauses }: Reading): boolean {
  return clauses.length > 0 && clauses.every(({ isTemplate }) => !isTemplate)
}

/** Whether the newer statement adds, or the older one is over anyway. */
function standsBeside({ gist }: Signs, { flags: older }: Signs): boolean {
  return older.isPast > 0 || ADDITION.test(gist.plain.replace(TOO_MUCH, ''))
}

/** Why both may be true: the newer statement adds, or is an intention, or true for a short time; or one is of an occasion. */
function reasonsForBoth(newer: Signs, before: Signs) {
  const [{ flags }, { flags: older }] = [newer, before]
  return {
    standsBeside: Number(standsBeside(newer, before)),
    isOccasion: Number(isOccasion(newer, before)),
    onlyNewerIsTemporary: Number(flags.isTemporary > older.isTemporary),
    onlyNewerIsHypothetical: Number(flags.isHypothetical > older.isHypothetical),
  }
}

/** What has happened is not updated by what happens next, nor a date by a statement without one. */
function isOccasion({ flags, dates }: Signs, older: Signs): boolean {
  if (older.flags.event && flags.past && !flags.over) return true
  const isDated = [...older.dates].some((date) => /^\d+-\d+$/.test(date))
  return isDated && !dates.size && !flags.over && !flags.isEnding && !flags.negation
}

function isOfSameMatter(signs: PairSigns): boolean {
  const { olderShare, nearestConcept, isFrame, sameLabel, sameAttribute, sameGroup, otherValue, likeness } = signs
  const isSameSlot = ESTIMATED_SLOTS.some((category) => signs[`both ${category}`]! >= ESTIMATED_MIN ** 2)
  return Boolean(
    olderShare ||
      nearestConcept! >= CONCEPT_MIN ||
      isFrame ||
      sameLabel ||
      sameAttribute ||
      sameGroup ||
      otherValue ||
      isSameSlot ||
      likeness! >= LIKENESS_MIN,
  )
}

/** "Is back to sleeping on the left side" after "sleeps on the left side"; "on long flights" after "on flights". */
function saysTheSame(signs: PairSigns): boolean {
  const { areSame, otherValue, addsOnly, dropsOnly, numbers, namesDiffer, datesDiffer } = signs
  return Boolean(addsOnly || dropsOnly || (areSame && !otherValue && !numbers && !namesDiffer && !datesDiffer))
}
