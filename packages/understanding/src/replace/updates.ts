import { conceptsWith, widerConcepts } from '../concepts.ts'
import { NO_NAMES, namesIn } from '../names.ts'
import { areOfOtherSides, endsElsewhere } from './apart.ts'
import { standsApart } from './contrast.ts'
import { ADDITION } from './cues.ts'
import { logitOfSigns } from './estimate/network.ts'
import { type PairSigns, pairSigns } from './estimate/pair.ts'
import { logitOfSequences, probabilityOf } from './estimate/sequence-network.ts'
import { type Signs, signsOf } from './estimate/signs.ts'
import { type ReplacementContext, SAFETY } from './judge.ts'
import { isOfAnother } from './parties.ts'
import { type Clause, type Reading, readingOf } from './reading.ts'
import { ESTIMATED_MIN, ESTIMATED_SLOTS } from './slots.ts'

/*
 * Estimates whether a statement updates an earlier one where no rule reads them: by what the two have in common, how they
 * differ, and a few signs of a change. It looks at nothing but the two statements. The weights are fitted by
 * `bench/updates.mjs`.
 */

/** "Monthly was too much" adds nothing. */
const TOO_MUCH = /\btoo (?=[a-z])/g
/** Concepts of which every word is about a person's health. */
const MEDICAL = ['medicine', 'condition', 'disability']
/** What is measured, taken or found by those who treat a person. */
const CLINICAL =
  /\b(?:sugar|glucose|cholesterol|ldl|hdl|triglycerides|a1c|hba1c|ferritin|iron|inr|tsh|psa|egfr|creatinine|h(?:a)?emoglobin|vitamin|platelets|biopsy|scan|x-ray|mri|tumou?r|lump|cancer|chemo\w*|diagnos\w*|blood|pressure|oxygen|dialysis|insulin|tablets?|pills?|doses?|dosage|mg|mcg|ml|mmol|units|drops|cream|spray|inhaler|injections?|jab|shot|puffs?|prescri\w*|epi-?pen|pacemaker|allerg\w*|intoleran\w*|anaphyla\w*|c(?:o)?eliac|pregnan\w*|weeks along|trimester|suicid\w*|self-harm|seizures?|fits|fever|infection|contagious|hiv|emergency|ambulance)\b/
/** A newer statement that names a party or a thing says little else, if this share of it names what both name. */
const NAMED_SHARE_MIN = 0.75
/** A statement that has less in common with another one does not name its matter. */
const MATTER_SHARE_MIN = 0.75
const AFFINITY_MIN = 0.45
/** The same for a statement that says what is so now, of the same part of life. */
const SOME_SHARE_MIN = 0.25
const NEAR_AFFINITY_MIN = 0.6
/** A number with its unit, and not one that tells apart: "session 4". */
const MEASURE =
  /\d ?(?:%|°|€|\$|£|¥|(?:kg|kilos?|kilograms?|g|lbs?|pounds?|stone|cm|mm|m|metres?|meters?|km|kilomet(?:re|er)s?|miles?|bpm|kwh|litres?|liters?|hours?|hrs?|h|minutes?|mins?|euros?|dollars?|yen|francs?|kroner|złoty|zloty|rupees?|pesos?|reais)(?![\p{L}\d]))|[€$£¥] ?\d/u
/** Signs that a statement says that something has changed. */
const SAYS_CHANGE = ['newer over', 'newer becomes', 'newer now', 'newer isChange'] as const
/** Signs of statements that no estimate replaces for certain. */
const REASONS_FOR_BOTH = [
  'onlyNewerIsTemporary',
  'onlyNewerIsHypothetical',
  'newerOfAnother',
  'olderOfAnother',
] as const
/** Log odds by signs below which no pair of the training texts reaches an even chance. */
const SIGNS_MIN = -2.5
/** From so near a common concept on, two texts can be about the same. */
const CONCEPT_MIN = 0.3

/** The probability that a newer statement replaces an older one, 0 to 1; 0 where both are true in any case. */
export function updateLikelihood(newer: string, older: string, context: ReplacementContext = {}): number {
  const compared = compare(newer, older, context)
  if (!compared || isSafety(older, context)) return 0
  const { signs, next, before } = compared
  const bySigns = logitOfSigns(signs)
  // Most pairs have little in common, and no sequence of words makes up for that.
  return bySigns < SIGNS_MIN ? 0 : probabilityOf(bySigns, logitOfSequences(next.sequence(), before.sequence()))
}

/**
 * Whether a high estimate may replace a statement: where the newer one names the same matter and says that something has
 * changed, or gives another amount of what a rule takes for the same, and the older one states nothing else, nor what a person's
 * health or safety may depend on.
 */
export function mayReplaceByEstimate(
  newer: string,
  older: string,
  context: ReplacementContext = {},
  isLikelyByRule = false,
): boolean {
  const { ownName, userId } = context
  if (readingOf(older, ownName, userId).clauses.length > 1) return false
  const signs = updateSigns(newer, older, context)
  if (!signs || REASONS_FOR_BOTH.some((name) => signs[name])) return false
  if (areForOther(newer, older) || isOfUnnamed(older, newer, context) || standBesideEachOther(signs, newer))
    return false
  const isOther = (next: Clause, before: Clause) => endsElsewhere(next, before) || areOfOtherSides(next, before)
  const before = readingOf(older, ownName, userId)
  if (readingOf(newer, ownName, userId).clauses.some((next) => isOther(next, before.clauses[0]!))) return false
  if ([newer, older].some((text) => CLINICAL.test(text.toLowerCase()) || isSafety(text, context))) return false
  const saysOtherAmount = isLikelyByRule && signs.otherValue! > 0 && MEASURE.test(newer)
  if (namesMatter(signs) && (saysChange(signs) || saysOtherAmount)) return true
  return (isOtherValueNow(signs) && !IS_OF_THING.test(older)) || isOfNamed(signs)
}

/** "Farofa stayed with my ex", "the Fusca rusted through": by what the newer statement says, and of what. */
function isOfNamed(signs: PairSigns): boolean {
  const { sameName, nameStartsNewer, categoryAffinity, fateOfStart, isFrame } = signs
  const isNameFirst = nameStartsNewer && categoryAffinity! >= NEAR_AFFINITY_MIN
  return Boolean(isNameFirst || (fateOfStart && !signs['older best']) || sameName || (saysSo(signs) && !isFrame))
}

/**
 * Whether both statements hold whatever the words of change: what happened once, other numbers of the same kind ("room 12",
 * "room 14"), other days ("does not run on Tuesdays"), or something else about the same party or thing.
 */
function standBesideEachOther(signs: PairSigns, newer: string): boolean {
  const { numbers, bothDated, sameDate, nameOnly, newerShare, fateOfStart } = signs
  // "Is painted yellow" is so still.
  const isPast = signs['older past'] && !signs['older present']
  if ((isPast || numbers) && !MEASURE.test(newer)) return true
  if (bothDated && !sameDate) return true
  return Boolean(nameOnly) && newerShare! < NAMED_SHARE_MIN && !fateOfStart
}

/** A place is no owner: "the weight at the doctor's". */
const OWNER = /(?<!\bat (?:the|my|our|his|her) )\b(?<owner>\p{L}{2,})['’]s? \p{Ll}/gu

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

/**
 * "Is reading printed books again" after "reads e-books": whether a statement of the same kind or in the same words says what
 * has become so, of the same party and part of life.
 */
function isOtherValueNow(signs: PairSigns): boolean {
  const { sameHolder, otherLabel, longerLabel, categoryAffinity, isFrame, sameAttribute, olderShare, newerShare } =
    signs
  if (!signs['newer isChange'] || signs['older isHypothetical'] || !sameHolder || (otherLabel && !longerLabel))
    return false
  // "Stopped taking dance lessons" ends no other lessons.
  if (signs['newer over'] && signs['newer isEnding']) return false
  const isSameKind = isFrame || sameAttribute || (olderShare! >= SOME_SHARE_MIN && newerShare! >= SOME_SHARE_MIN)
  return Boolean(isSameKind) && categoryAffinity! >= NEAR_AFFINITY_MIN
}

/** "The viola stands in the hall": of a thing, many statements can be true beside each other, and of several things. */
const IS_OF_THING = /^(?:the|this|that|these|those|my|our|his|her|their|its|all|both|some)\b/i

/** Whether both name a meal, a part of the day or a place, and not the same: "for breakfast", "to the gym". */
function areForOther(newer: string, older: string): boolean {
  const [next, before] = [newer, older].map((text) => new Set(text.toLowerCase().match(PARTS)))
  return next!.size > 0 && before!.size > 0 && [...next!].every((part) => !before!.has(part))
}

const PARTS =
  /\b(?:(?:for|at|over|with) (?:breakfast|lunch|dinner|supper)|(?:in|during) the (?:morning|afternoon|evening|night)|at (?:night|work|home|school)|to (?:work|school|the gym|the shops))\b/g

/** Whether a statement names what the other one is about: by name, by most of its words, or as an attribute with one value. */
function namesMatter({ singleAttribute, sameName, olderShare, categoryAffinity }: PairSigns): boolean {
  return Boolean(singleAttribute || sameName || olderShare! >= MATTER_SHARE_MIN) && categoryAffinity! >= AFFINITY_MIN
}

/** A mere denial can be a habit of its own: "does not run every Tuesday". */
function saysChange(signs: PairSigns): boolean {
  const isEnding = signs['newer isEnding'] && !signs['newer negation']
  return Boolean(isEnding) || SAYS_CHANGE.some((name) => signs[name])
}

function saysSo(signs: PairSigns): boolean {
  return Boolean(signs['newer isEnding']) || SAYS_CHANGE.some((name) => signs[name])
}

/** "The EpiPen is in the kitchen drawer" states nothing that rules read, but a person's safety may depend on it. */
function isSafety(content: string, { ownName, userId }: ReplacementContext): boolean {
  const { normal, facts } = readingOf(content, ownName, userId)
  const words = normal().split(' ')
  if (words.some((word) => isMedical(word) || (word.endsWith('s') && isMedical(word.slice(0, -1))))) return true
  return facts().some(({ attribute }) => SAFETY.has(attribute.name))
}

function isMedical(word: string): boolean {
  return conceptsWith(word).some(({ name }) => {
    const wider = widerConcepts(name)
    return MEDICAL.some((concept) => wider.has(concept))
  })
}

/** What two statements have in common and how they differ; `undefined` where both are true in any case. */
export function updateSigns(newer: string, older: string, context: ReplacementContext = {}): PairSigns | undefined {
  return compare(newer, older, context)?.signs
}

interface Compared {
  readonly signs: PairSigns
  readonly next: Signs
  readonly before: Signs
}

/** The pair compared last: it is needed for the probability and for whether that suffices. */
let last: { next: Reading; before: Reading; compared: Compared | undefined } | undefined

function compare(newer: string, older: string, { ownName, userId }: ReplacementContext): Compared | undefined {
  const next = readingOf(newer, ownName, userId)
  const before = readingOf(older, ownName, userId)
  if (last?.next !== next || last.before !== before)
    last = { next, before, compared: comparePair(newer, older, next, before, ownName) }
  return last.compared
}

function comparePair(
  newer: string,
  older: string,
  next: Reading,
  before: Reading,
  ownName: string | undefined,
): Compared | undefined {
  if (!isPlain(next) || !isPlain(before) || next.normal() === before.normal()) return undefined
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  const [newSigns, oldSigns] = [signsOf(newer, next, ownNames), signsOf(older, before, ownNames)]
  if (!newSigns || !oldSigns || standsBeside(newSigns, oldSigns) || isOccasion(newSigns, oldSigns)) return undefined
  const signs = pairSigns(oldSigns, newSigns)
  if (!isOfSameMatter(signs) || (!newSigns.flags.negation && saysTheSame(signs))) return undefined
  if (next.clauses.some((clause) => before.clauses.some((other) => standsApart(clause, other)))) return undefined
  Object.assign(signs, reasonsForBoth(newSigns, oldSigns), owners(next, before))
  return { signs, next: newSigns, before: oldSigns }
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

/** Why both may be true: the newer statement is an intention or true for a short time. */
function reasonsForBoth({ flags }: Signs, { flags: older }: Signs) {
  return {
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
  const { olderShare, nearestConcept, isFrame, sameLabel, sameAttribute, sameGroup, otherValue } = signs
  const isSameSlot = ESTIMATED_SLOTS.some((category) => signs[`both ${category}`]! >= ESTIMATED_MIN ** 2)
  return Boolean(
    olderShare ||
      nearestConcept! >= CONCEPT_MIN ||
      isFrame ||
      sameLabel ||
      sameAttribute ||
      sameGroup ||
      otherValue ||
      isSameSlot,
  )
}

/** "Is back to sleeping on the left side" after "sleeps on the left side"; "on long flights" after "on flights". */
function saysTheSame(signs: PairSigns): boolean {
  const { areSame, otherValue, addsOnly, dropsOnly, numbers, namesDiffer, datesDiffer } = signs
  return Boolean(addsOnly || dropsOnly || (areSame && !otherValue && !numbers && !namesDiffer && !datesDiffer))
}
