import { isSameParty } from './endings.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf, type Word } from './words.ts'

/*
 * Statements of what there can be only one of by their own words: the best, the most, everything. Two that are equal but for one
 * part state other values of it, without any word of change.
 */

/** There is one of what these say. */
const ONLY_ONE =
  /\b(?:most|best|finest|greatest|favou?rite|favs?|worst|least|everything|only|always|more than (?:to |in |at |on |with )?any(?:thing|one|body)?|(?:better|tastier|nicer|finer) than any|nothing (?:beats|tops)|no better)\b/
/** "One of the best": others can be, too. */
const ONE_OF_SEVERAL =
  /\b(?:one of|among|some of|at (?:most|least|best)|almost always|not always|most (?:days|nights|mornings|evenings|weekends|weeks|of))\b/
/** "More than any other" adds nothing. */
const ADDS = /\b(?:also|too|as well|in addition|another|besides|second|both|sometimes)\b/
/** Verbs of opinion, which are no intentions. */
const OPINION = /\b(?:considers?|thinks?|reckons?|regards?|believes?)\b/
const PART_MAX = 5
const FRAME_MIN = 2
const BESIDE = new Set('now nowadays currently these days instead again the a an my his her our their'.split(' '))
const COPULA = new Set(['is', 'are'])

/** "The singer I like most is Bea", "the singer I like most is Dee": whether a newer statement gives another value of the one thing. */
export function isOtherOfOne(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length || !isPlainClause(before)) return false
  return newer.clauses.some(
    (clause) =>
      isPlainClause(clause) &&
      !ADDS.test(clause.assertion.plain) &&
      isSameParty(clause.assertion.owner, before.assertion.owner) &&
      (differsInOnePart(clause, before) || isOtherEquative(clause, before)),
  )
}

function isPlainClause(clause: Clause): boolean {
  const { plain } = clause.assertion
  const { isPast, isHypothetical, isTemporary } = clause.cues()
  const isIntended = isHypothetical && !OPINION.test(plain)
  return (
    ONLY_ONE.test(plain) && !ONE_OF_SEVERAL.test(plain) && !isPast && !isIntended && !isTemporary && !clause.isEvent
  )
}

/** Whether two clauses are equal but for one part of each, and what is equal says that there is only one. */
function differsInOnePart(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => contentOf(assertion.words))
  if (!next || !before) return false
  const shorter = Math.min(next.length, before.length)
  let prefix = 0
  while (prefix < shorter && next[prefix] === before[prefix]) prefix++
  let suffix = 0
  while (suffix < shorter - prefix && next.at(-1 - suffix) === before.at(-1 - suffix)) suffix++
  const parts = [next, before].map((words) => words.slice(prefix, words.length - suffix))
  if (parts.some(({ length }) => length === 0 || length > PART_MAX) || prefix + suffix < FRAME_MIN) return false
  const frame = [...before.slice(0, prefix), ...before.slice(before.length - suffix)].join(' ')
  // What stands first is mostly whose or which it is: "mornings are best for calls", "evenings are best for calls".
  return (
    ONLY_ONE.test(frame) && !parts.some((part) => ONLY_ONE.test(part.join(' '))) && (prefix > 0 || suffix > FRAME_MIN)
  )
}

/** "Bea is the singer I like most now" after "the singer I like most is Dee". */
function isOtherEquative(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => equativeOf(assertion.words))
  if (!next || !before) return false
  return next.what === before.what && next.value !== before.value
}

interface Equative {
  /** The stems of the side that says that there is one. */
  readonly what: string
  readonly value: string
}

function equativeOf(words: readonly Word[]): Equative | undefined {
  const plains = contentOf(words)
  const at = plains.findIndex((plain) => COPULA.has(plain))
  if (at <= 0 || at === plains.length - 1) return undefined
  const [left, right] = [plains.slice(0, at), plains.slice(at + 1)]
  const isOne = (side: readonly string[]) => ONLY_ONE.test(side.join(' '))
  if (isOne(left) === isOne(right)) return undefined
  const [what, value] = isOne(left) ? [left, right] : [right, left]
  if (what.length < FRAME_MIN || value.length > PART_MAX) return undefined
  return { what: what.map(stemOf).join(' '), value: value.map(stemOf).join(' ') }
}

/** The words of a clause up to a part after a pause, without those that say nothing of the value. */
function contentOf(words: readonly Word[]): string[] {
  const pause = words.findIndex(({ isAfterPause }, at) => isAfterPause && at > FRAME_MIN)
  return (pause < 0 ? words : words.slice(0, pause)).map(({ plain }) => plain).filter((plain) => !BESIDE.has(plain))
}

/** "Off the waiting list" after "on the waiting list": whether a newer statement says that the older one's state has ended. */
export function isOff(newer: Reading, older: Reading): boolean {
  const [next, before] = [newer, older].map((reading) => STATE.exec(reading.normal())?.groups)
  return next?.preposition === 'off' && before?.preposition === 'on' && next.rest === before.rest
}

const STATE =
  /^(?:(?:i|he|she|they|we|user|the user) )?(?:is |am |are |m |s |re )?(?:now )?(?<preposition>on|off) (?:the |a |an |my |his |her )?(?<rest>.+?)(?: now)?$/
