import { readFacts } from '../statement.ts'
import { ADDITION } from './cues.ts'
import { type Gist, isSameAnchor } from './gist.ts'
import { type ReplacementContext, SAFETY } from './judge.ts'
import { isOfAnother } from './parties.ts'
import { type Cues, type Reading, readingOf } from './reading.ts'
import { datesOf, stemOf } from './words.ts'

/*
 * Estimates whether a statement updates an earlier one where no rule reads them: by what the two have in common, how rare
 * that is in the store, and a few signs of a change, by logistic regression. The weights are fitted by `bench/updates.mjs`.
 */

/** Statements with a word, beyond which it counts as common. */
const COUNT_MAX = 9
const LONG_WORDS = 16
const OLDER_LONG_WORDS = 13

const NOW =
  /\b(?:now|nowadays|these days|currently|at the moment|by now|from now on|as of|from (?:this|today|here|next)|since|so far|lately|finally|at last)\b/
const PAST_VERB =
  /\b(?:was|were|had|did|(?!(?:need|feed|speed|seed|weed|indeed)\b)[a-z]{3,}ed|went|got|took|gave|left|made|lost|sold|bought|fell|came|found|began|became|chose|broke|sent|told|said|ran|won|met|kept|held|brought|rose|grew)\b/
/** "Monthly was too much" adds nothing. */
const TOO_MUCH = /\btoo (?=[a-z])/g
const RESULT = /\b(?:so|because|until|after|as long as)\b/

/** Below a probability of .05, no more is estimated. */
const LOGIT_MIN = -3

const BIAS = -9.1
const WEIGHTS = {
  /** How rare the rarest common word is: 1 if no other statement has it. */
  rarity: 4.6,
  /** The share of the older one's words that are in both. */
  olderShare: 5.6,
  /** Each has a name that the other does not contain. */
  otherNames: 1.8,
  /** All that they share only says what sort of thing something else is: "chess rating", "chess site". */
  modifies: -1.3,
  /** They state different values of one kind. */
  differs: 2.9,
  /** The older one states a value of a kind that the newer does not. */
  unmatched: -1.1,
  now: 1.1,
  result: 2.4,
  change: 1.7,
  ending: 1.3,
  pastVerb: 0.7,
  olderPastVerb: -0.9,
  olderChange: -2.1,
  olderEvent: -3.1,
  /** About different people or things. */
  another: -1.5,
  olderAnother: -1.6,
  otherKin: -1.4,
  long: -1.9,
  olderLong: -2.2,
}
export type UpdateFeatures = Readonly<Record<keyof typeof WEIGHTS, number>>

/** How many current statements of the store have a word in common; `undefined` if that is not known. */
export type CountOf = (word: string) => number | undefined

/** The probability that a newer statement replaces an older one, 0 to 1; 0 where both are true in any case. */
export function updateLikelihood(newer: string, older: string, context: ReplacementContext, countOf: CountOf): number {
  const features = updateFeatures(newer, older, context, countOf)
  if (!features) return 0
  let logit = BIAS
  for (const [name, weight] of Object.entries(WEIGHTS)) logit += weight * features[name as keyof UpdateFeatures]
  // Facts take longest to read.
  return logit < LOGIT_MIN || isSafety(older) ? 0 : 1 / (1 + Math.exp(-logit))
}

function isSafety(content: string): boolean {
  return readFacts(content).facts.some(({ attribute }) => SAFETY.has(attribute.name))
}

/** What two statements have in common and how they differ; `undefined` where both are true in any case. */
export function updateFeatures(
  newer: string,
  older: string,
  { ownName, userId }: ReplacementContext,
  countOf: CountOf,
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
  if (!matters.length || saysTheSame(newGist, oldGist, shared)) return undefined
  const [cues, oldCues] = [next, before].map(({ clauses }) => clauses.map((clause) => clause.cues())) as [
    Cues[],
    Cues[],
  ]
  if (ADDITION.test(newGist.plain.replace(TOO_MUCH, '')) || standsBeside(cues, oldCues)) return undefined
  if (isReadByRules(next, before)) return undefined
  const isAnother = isOfAnother(next, before)
  // "Bamse's weight: 31 kg" after "weight: 62 kg".
  if (differs && (isAnother || [...newGist.owners].some((name) => !oldGist.owners.has(name)))) return undefined
  const count = Math.max(2, Math.min(...matters.map((anchor) => countOf(anchor) ?? COUNT_MAX)))
  const isNewName = [...newNames].some((name) => !oldGist.stems.has(name))
  const isOldName = [...oldNames].some((name) => !newGist.stems.has(name))
  return {
    rarity: 1 / (Math.min(count, COUNT_MAX) - 1),
    olderShare: shared.length / oldGist.anchors.length,
    modifies: Number(
      matters.every((each) => modifiesOther(each, newGist, oldGist) || modifiesOther(each, oldGist, newGist)),
    ),
    otherNames: Number(isNewName && isOldName),
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
    another: Number(isAnother),
    olderAnother: Number(isOfAnother(before, next)),
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
