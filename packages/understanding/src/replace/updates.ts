import { conceptsWith, widerConcepts } from '../concepts.ts'
import { readFacts } from '../statement.ts'
import { rarityOf } from './common-words.ts'
import { ADDITION } from './cues.ts'
import { type Gist, isSameAnchor } from './gist.ts'
import { type ReplacementContext, SAFETY } from './judge.ts'
import { isOfAnother } from './parties.ts'
import { type Cues, type Reading, readingOf } from './reading.ts'
import { datesOf, stemOf } from './words.ts'

/*
 * Estimates whether a statement updates an earlier one where no rule reads them: by what the two have in common, how rare
 * that is, and a few signs of a change, by logistic regression. It looks at nothing but the two statements. The weights are
 * fitted by `bench/updates.mjs`.
 */

const LONG_WORDS = 16
const OLDER_LONG_WORDS = 13

const NOW =
  /\b(?:now|nowadays|these days|currently|at the moment|by now|from now on|as of|from (?:this|today|here|next)|since|so far|lately|finally|at last)\b/
const PAST_VERB =
  /\b(?:was|were|had|did|(?!(?:need|feed|speed|seed|weed|indeed)\b)[a-z]{3,}ed|went|got|took|gave|left|made|lost|sold|bought|fell|came|found|began|became|chose|broke|sent|told|said|ran|won|met|kept|held|brought|rose|grew|saw|ate)\b/
/** "Saw an ocelot": what has happened is not updated by what happens next. */
const EVENT =
  /^(?:(?:i|we|he|she|they) )?(?:just |finally |recently )?(?:was at|saw|had|did|went|got|took|gave|made|lost|sold|bought|found|ran|won|met|told|said|(?!(?:need|feed|speed|seed)\b)[a-z]{3,}ed)\b/
/** "Monthly was too much" adds nothing. */
const TOO_MUCH = /\btoo (?=[a-z])/g
const RESULT = /\b(?:so|because|until|after|as long as)\b/

/** The share of the words of two near copies that both have. */
const NEAR_SHARE = 0.75

/** Concepts of which every word is about a person's health. */
const MEDICAL = ['medicine', 'condition', 'disability']

/** Below a probability of .05, no more is estimated. */
const LOGIT_MIN = -3

const BIAS = -8.0
const WEIGHTS = {
  /** How rare the rarest word is that both have; see `common-words.ts`. */
  rarity: 3.2,
  /** The share of the older one's words that are in both. */
  olderShare: 5.5,
  /** All that they share only says what sort of thing something else is: "chess rating", "chess site". */
  modifies: -0.6,
  /** They state different values of one kind. */
  differs: 2.8,
  /** The older one states a value of a kind that the newer does not. */
  unmatched: -1.1,
  now: 2.1,
  result: 3.2,
  change: 0.6,
  ending: 2.0,
  pastVerb: 0.9,
  olderPastVerb: -1.0,
  olderChange: -1.7,
  olderEvent: -1.1,
  otherKin: -0.9,
  long: -2.0,
  olderLong: -1.7,
}
export type UpdateFeatures = Readonly<Record<keyof typeof WEIGHTS, number>>

/** The probability that a newer statement replaces an older one, 0 to 1; 0 where both are true in any case. */
export function updateLikelihood(newer: string, older: string, context: ReplacementContext = {}): number {
  const features = updateFeatures(newer, older, context)
  if (!features) return 0
  let logit = BIAS
  for (const [name, weight] of Object.entries(WEIGHTS)) logit += weight * features[name as keyof UpdateFeatures]
  // Facts take longest to read.
  return logit < LOGIT_MIN || isSafety(older, context) ? 0 : 1 / (1 + Math.exp(-logit))
}

/** "The EpiPen is in the kitchen drawer" states nothing that rules read, but a person's safety may depend on it. */
function isSafety(content: string, { ownName, userId }: ReplacementContext): boolean {
  const words = readingOf(content, ownName, userId).normal().split(' ')
  if (words.some((word) => isMedical(word) || (word.endsWith('s') && isMedical(word.slice(0, -1))))) return true
  return readFacts(content).facts.some(({ attribute }) => SAFETY.has(attribute.name))
}

function isMedical(word: string): boolean {
  return conceptsWith(word).some(({ name }) => {
    const wider = widerConcepts(name)
    return MEDICAL.some((concept) => wider.has(concept))
  })
}

/** What two statements have in common and how they differ; `undefined` where both are true in any case. */
export function updateFeatures(
  newer: string,
  older: string,
  { ownName, userId }: ReplacementContext = {},
): UpdateFeatures | undefined {
  const next = readingOf(newer, ownName, userId)
  const before = readingOf(older, ownName, userId)
  const [newGist, oldGist] = [next.gist(), before.gist()]
  if (!newGist || !oldGist || !isPlain(next) || !isPlain(before)) return undefined
  const shared = oldGist.anchors.filter((anchor) => newGist.anchors.some((other) => isSameAnchor(anchor, other)))
  const commonNouns = new Set([...lowerCased(next), ...lowerCased(before)])
  const [newNames, oldNames] = [namesIn(next, commonNouns), namesIn(before, commonNouns)]
  const isCommon = (anchor: string) => newGist.anchors.some((each) => isSameAnchor(each, anchor) && !newNames.has(each))
  const matters = shared.filter((anchor) => !oldNames.has(anchor) && isCommon(anchor))
  const differs = differ(newGist, oldGist)
  if (!matters.length || saysTheSame(newGist, oldGist, shared) || isNearCopy(newGist, oldGist)) return undefined
  if (PAST_VERB.test(newGist.plain) && EVENT.test(oldGist.plain)) return undefined
  const [cues, oldCues] = [next, before].map(({ clauses }) => clauses.map((clause) => clause.cues())) as [
    Cues[],
    Cues[],
  ]
  if (ADDITION.test(newGist.plain.replace(TOO_MUCH, '')) || standsBeside(cues, oldCues)) return undefined
  if (isReadByRules(next, before)) return undefined
  if (isOfAnother(next, before) || isOfAnother(before, next)) return undefined
  // "Bamse's weight: 31 kg" after "weight: 62 kg".
  if (differs && [...newGist.owners].some((name) => !oldGist.owners.has(name))) return undefined
  return {
    rarity: Math.max(...matters.map(rarityOf)),
    olderShare: shared.length / oldGist.anchors.length,
    modifies: Number(
      matters.every((each) => modifiesOther(each, newGist, oldGist) || modifiesOther(each, oldGist, newGist)),
    ),
    differs: Number(differs),
    unmatched: Number(oldGist.quantities.some(({ kind }) => newGist.quantities.every((each) => each.kind !== kind))),
    now: Number(NOW.test(newGist.plain)),
    result: Number(RESULT.test(newGist.plain)),
    change: Number(cues.some(({ isChange }) => isChange)),
    ending: Number(next.clauses.some(({ ending }) => ending)),
    pastVerb: Number(PAST_VERB.test(newGist.plain)),
    olderPastVerb: Number(PAST_VERB.test(oldGist.plain)),
    olderChange: Number(oldCues.some(({ isChange }) => isChange)),
    olderEvent: Number(before.clauses.some(({ isEvent }) => isEvent)),
    otherKin: Number(!isSameSet(newGist.kin, oldGist.kin)),
    long: Number(newGist.stems.size > LONG_WORDS),
    olderLong: Number(oldGist.stems.size > OLDER_LONG_WORDS),
  }
}

/** Whether a statement has clauses, and none of a fixed form: rules read those. */
function isPlain({ clauses }: Reading): boolean {
  return clauses.length > 0 && clauses.every(({ isTemplate }) => !isTemplate)
}

/** Whether the newer statement is an intention or true for a short time, or the older one is over anyway. */
function standsBeside(newer: readonly Cues[], older: readonly Cues[]): boolean {
  if (newer.some(({ isTemporary }) => isTemporary) || older.some(({ isPast }) => isPast)) return true
  return newer.some(({ isHypothetical }) => isHypothetical) && !older.some(({ isHypothetical }) => isHypothetical)
}

/** Appointments, and statements that say no more than that something is over: if no rule applies, it is something else. */
function isReadByRules({ clauses }: Reading, { clauses: older }: Reading): boolean {
  const isDated = older.some(({ assertion: { words } }) => [...datesOf(words)].some((date) => /^\d+-\d+$/.test(date)))
  return isDated || clauses.every(({ ending }) => ending?.kind === 'denied' || ending?.kind === 'ended')
}

/** "Is back to sleeping on the left side" after "sleeps on the left side". */
function saysTheSame(newer: Gist, older: Gist, shared: readonly string[]): boolean {
  return shared.length === older.anchors.length && shared.length >= newer.anchors.length && !differ(newer, older)
}

/** Near copies differ in a detail or in numbers only: then both are told, or they are a series. */
function isNearCopy({ stems }: Gist, older: Gist): boolean {
  const [words, olderWords] = [stems, older.stems].map((all) => [...all].filter((stem) => !/^\d/.test(stem)))
  const common = words!.filter((stem) => older.stems.has(stem)).length
  return common >= NEAR_SHARE * (words!.length + olderWords!.length - common)
}

/** Whether both state values of one kind, and none that is the same. */
function differ({ quantities }: Gist, older: Gist): boolean {
  return older.quantities.some(({ kind }) => {
    const [values, olderValues] = [quantities, older.quantities].map((all) =>
      all.filter((each) => each.kind === kind).map(({ value }) => value),
    )
    return values!.length > 0 && !values!.some((value) => olderValues!.includes(value))
  })
}

/** Whether a word modifies another one in a text that the other text does not contain. */
function modifiesOther(anchor: string, { modifiers }: Gist, other: Gist): boolean {
  return [...modifiers].some(
    ([head, modifier]) => modifier === anchor && !other.anchors.some((each) => isSameAnchor(each, head)),
  )
}

function lowerCased({ clauses }: Reading): string[] {
  return clauses.flatMap(({ assertion }) =>
    assertion.words.flatMap(({ plain, isCapital }) => (isCapital ? [] : [stemOf(plain)])),
  )
}

/** The stems of capitalised words within clauses, and of whom these are about, unless that is written in lower case, too. */
function namesIn({ clauses }: Reading, commonNouns: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { assertion } of clauses) {
    for (const part of assertion.owner?.name?.split(' ') ?? []) {
      const stem = stemOf(part)
      if (!commonNouns.has(stem)) names.add(stem)
    }
    for (const [at, { plain, isCapital }] of assertion.words.entries())
      if (isCapital && at > 0 && plain !== 'i') names.add(stemOf(plain))
  }
  return names
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each))
}
