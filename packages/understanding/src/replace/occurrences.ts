import { computedOnce } from './computed-once.ts'
import { areCountedEvents, isCountedEvent } from './counted-events.ts'
import type { Reading } from './reading.ts'

/*
 * Numbers that say which one of several: "felt dizzy in session 3", "entry 4 of the diary". Statements about two of them are
 * both true, unless they say how far something has got: "is on chapter 4 now".
 */

/** What is done, held, written or counted one after another, and its number in a text without punctuation. */
const NUMBERED =
  /(?<!\p{L})(?<noun>day|night|morning|evening|week|month|entry|note|memory|memo|log|fact|session|lesson|class|lecture|meeting|interview|match|game|round|set|fight|race|stage|episode|chapter|part|volume|issue|visit|appointment|attempt|try|(?<!\b(?:i|we|they|you|to) )take|trip|tour|hike|ride|run|lap|letter|mail|message|ticket|task|item|order|invoice|bill|exercise|experiment|trial|test|exam|quiz|sprint|iteration|photo|picture|question|report|draft|song|track|case|shift|dream|story|poem)(?: (?:number|no|nr))? (?<number>\d{1,6})(?![\p{L}\d]| (?:to|till|until) \d)/gu
/** Before a number, these say that something has got so far. */
const HAS_GOT_TO =
  /\b(?:am|is|are|m|re|be|been|reached|reaching|passed|up to|until|as far as|got to|made it to|arrived at|now|currently|presently|already)\b|^(?:at|on|in|near)\b|^[a-z]+ing\b/
const IS_SO_NOW = /\b(?:now|currently|these days|at the moment|so far|by now)\b/

/** Whether two statements are about two of several: two sessions, two entries, two days of a trip, two runs. */
export function areOfOtherOccurrences(newer: Reading, older: Reading): boolean {
  if (areCountedEvents(newer, older)) return true
  const next = occurrencesOf(newer)
  if (!next.size) return false
  const before = occurrencesOf(older)
  return [...next].some(([noun, numbers]) => {
    const others = before.get(noun)
    return others !== undefined && [...numbers].every((number) => !others.has(number))
  })
}

/** Whether a statement is about one of several: "session 3", "ran 8 km". */
export function isOccurrence(reading: Reading): boolean {
  return occurrencesOf(reading).size > 0 || isCountedEvent(reading)
}

/** The numbers that a statement names, by what is numbered; none if it says how far something has got. */
const occurrencesOf = computedOnce((reading: Reading): ReadonlyMap<string, ReadonlySet<string>> => {
  const occurrences = new Map<string, Set<string>>()
  const text = reading.normal()
  const matches = [...text.matchAll(NUMBERED)]
  if (!matches.length || IS_SO_NOW.test(text) || isValue(reading)) return occurrences
  if (HAS_GOT_TO.test(text.slice(0, matches[0]!.index))) return occurrences
  for (const { groups } of matches) {
    const { noun, number } = groups as { noun: string; number: string }
    occurrences.set(noun, (occurrences.get(noun) ?? new Set()).add(number))
  }
  return occurrences
})

/** "Next visit: week 12": whether a number is all that the value of a label says. */
function isValue({ clauses }: Reading): boolean {
  return clauses.some(
    ({ assertion: { isLabelled, predicate } }) =>
      isLabelled && predicate.length === 2 && /^\d+$/.test(predicate[1]!.plain),
  )
}
