import { computedOnce } from './computed-once.ts'
import { isCountedEvent } from './counted-events.ts'
import { isOccurrence } from './occurrences.ts'
import { textOf } from './predicate.ts'
import type { Clause, Reading } from './reading.ts'
import { isMultiple } from './topics.ts'
import { MONTHS_AND_DAYS, stemOf, type Word } from './words.ts'

/*
 * The same state of the person with another number, which measures nothing: "wears size 3 nappies" and "size 4", "is ranked
 * 34th" and "21st". Not with another time of day: medicines are taken at several, and buses leave at several.
 */

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty ' +
  'first second third fourth fifth sixth seventh eighth ninth tenth'
const WORDS_OF_NUMBERS = new Set(NUMBERS.split(' '))
/** A number or a rank. */
const NUMBER = /^#?\d[\d.]*(?:st|nd|rd|th|k)?$/
/** They say that it is so now, which does not tell two states apart. */
const NOW = new Set('now currently already just only about around still up nowadays presently'.split(' '))
/** After a number, they say that it tells apart what it is about: "room 12 is warm". */
const FINITE = /^(?:is|are|am|was|were|has|have)$/
/** A state, or a habit of which there is one amount. */
const PRESENT = /^(?:(?:am|is|are) (?!an? )|(?:has|have) been |(?:wear|drink|smoke|sleep)s? )/
/** Labels of what a person has one of. */
const LABEL = /\b(?:goal|target|limit|budget|level|size|rank|ranking|position|count|floor|bay|seat)$/
/** It is so on one occasion, at one time of day or of one of several. */
const OF_AN_OCCASION =
  /\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|weekend|month)|last|next|every|on (?:the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:at|till|until|from|by) \d|\d ?(?:am|pm|o'clock)|aged|done|finished|through with)\b/

/** Whether a newer statement says the same as an older one but for a number that says how something is. */
export function isRenumbered(newer: Reading, older: Reading): boolean {
  const frame = numberFrameOf(newer)
  if (frame === undefined || frame !== numberFrameOf(older)) return false
  const [next, before] = [newer, older].map(({ clauses }) => clauses[0]!) as [Clause, Clause]
  return [next, before].every(isLasting) && numberIn(next)!.plain !== numberIn(before)!.plain
}

/** The stems of a statement with `#` for the one number that says how something is; `undefined` of any other statement. */
export const numberFrameOf = computedOnce(readFrame)

function readFrame(reading: Reading): string | undefined {
  const [clause, ...others] = reading.clauses
  if (!clause || others.length || !isState(clause) || isOccurrence(reading) || isCountedEvent(reading)) return undefined
  const number = numberIn(clause)
  if (!number) return undefined
  const words = clause.assertion.words.filter(({ plain }) => !NOW.has(plain))
  return words.map((word) => (word === number ? '#' : stemOf(word.plain))).join(' ')
}

function isState({ isEvent, assertion }: Clause): boolean {
  const { plain, predicate, owner, topic, isLabelled, isQuestion } = assertion
  if (isEvent || isQuestion || OF_AN_OCCASION.test(plain) || owner?.relation !== 'self') return false
  if (isLabelled) return LABEL.test(textOf(topic))
  if (topic.length > 0 && isMultiple(topic)) return false
  return PRESENT.test(textOf(predicate.filter(({ plain }) => !NOW.has(plain))))
}

function isLasting({ cues }: Clause): boolean {
  const { isPast, isHypothetical, isTemporary, isAddition } = cues()
  return !isPast && !isHypothetical && !isTemporary && !isAddition
}

/** The number of what is said of the subject, if there is one only and it is no date. */
function numberIn({ assertion: { predicate } }: Clause): Word | undefined {
  const [number, ...others] = predicate.filter(isNumber)
  if (!number || others.length) return undefined
  const at = predicate.indexOf(number)
  if (predicate.slice(at + 1).some(({ plain }) => FINITE.test(plain))) return undefined
  // A day of a month is a date, which appointments are compared by.
  return [-2, -1, 1, 2].map((offset) => predicate[at + offset]).some((word) => word && MONTHS_AND_DAYS.has(word.plain))
    ? undefined
    : number
}

function isNumber({ plain }: Word): boolean {
  return NUMBER.test(plain) || WORDS_OF_NUMBERS.has(plain)
}
