import { isCountedEvent } from './counted-events.ts'
import { isOccurrence } from './occurrences.ts'
import type { Clause, Reading } from './reading.ts'
import { isMultiple } from './topics.ts'
import { MONTHS_AND_DAYS, stemOf, type Word } from './words.ts'

/*
 * The same state with another number, which measures nothing: "wears size 3 nappies" and "size 4", "is ranked 34th" and "21st",
 * "the stand-up is at 9:15" and "at 10:00".
 */

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty ' +
  'first second third fourth fifth sixth seventh eighth ninth tenth'
const WORDS_OF_NUMBERS = new Set(NUMBERS.split(' '))
/** A number, a rank, a time or a level of a language. */
const NUMBER = /^#?\d[\d.:/]*(?:st|nd|rd|th|am|pm|k)?$|^[abc][12]$/
/** They say that it is so now, which does not tell two states apart. */
const NOW = new Set('now currently already just only about around still up nowadays presently'.split(' '))
/** After a number, they say that it tells apart what it is about: "room 12 is warm". */
const FINITE = /^(?:is|are|am|was|were|has|have)$/
/** A state in the present, in the first or third person. */
const PRESENT = /^(?:am|is|are|has|have|\p{L}+s|(?:wear|use|take|need|drink|eat|sleep|live|work|teach|weigh|pay)s?)$/u
/** It is so on one occasion only, or a habit beside another. */
const OF_AN_OCCASION =
  /\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|weekend|month)|last|next|every|each|on (?:the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|an? (?:meeting|call|appointment|lesson|class|interview|exam|test|game|match|date|flight|train|reservation|booking|session))\b/

/**
 * Whether a newer statement says the same as an older one but for a number that says how something is. `certain` if it is
 * the value of a topic, of which there is one at a time: "the stand-up is at 10".
 */
export function isRenumbered(newer: Reading, older: Reading): 'certain' | 'likely' | undefined {
  const frame = numberFrameOf(newer)
  if (frame === undefined || frame !== numberFrameOf(older)) return undefined
  const [next, before] = [newer, older].map(({ clauses }) => clauses[0]!) as [Clause, Clause]
  if (![next, before].every(isLasting) || numberIn(next)!.plain === numberIn(before)!.plain) return undefined
  const { topic, main, isLabelled } = before.assertion
  const isOne = topic.length > 0 && !isMultiple(topic) && (isLabelled || main.hasCopula)
  return isOne ? 'certain' : 'likely'
}

/** The stems of a statement with `#` for the one number that says how something is; `undefined` of any other statement. */
export function numberFrameOf(reading: Reading): string | undefined {
  const [clause, ...others] = reading.clauses
  if (!clause || others.length || !isState(clause) || isOccurrence(reading) || isCountedEvent(reading)) return undefined
  const number = numberIn(clause)
  if (!number) return undefined
  const words = clause.assertion.words.filter(({ plain }) => !NOW.has(plain))
  return words.map((word) => (word === number ? '#' : stemOf(word.plain))).join(' ')
}

function isState({ isEvent, assertion }: Clause): boolean {
  const { plain, predicate, topic, isLabelled, isQuestion } = assertion
  if (isEvent || isQuestion || (topic.length === 1 && isMultiple(topic)) || OF_AN_OCCASION.test(plain)) return false
  return isLabelled || PRESENT.test(predicate.find((word) => !NOW.has(word.plain))?.plain ?? '')
}

function isLasting({ cues }: Clause): boolean {
  const { isPast, isHypothetical, isTemporary, isAddition } = cues()
  return !isPast && !isHypothetical && !isTemporary && !isAddition
}

/** The number of what is said of the subject, if there is one only and it is no date. */
function numberIn({ assertion: { predicate } }: Clause): Word | undefined {
  const numbers = predicate.filter(isNumber)
  const [number, ...others] = numbers
  if (!number || others.length) return undefined
  const at = predicate.indexOf(number)
  if (predicate.slice(at + 1).some(({ plain }) => FINITE.test(plain))) return undefined
  // A day of a month is a date, which appointments are compared by.
  return [predicate[at - 1], predicate[at + 1]].some((word) => word && MONTHS_AND_DAYS.has(word.plain))
    ? undefined
    : number
}

function isNumber({ plain }: Word): boolean {
  return NUMBER.test(plain) || WORDS_OF_NUMBERS.has(plain)
}
