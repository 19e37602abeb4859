import type { Assertion, Owner } from './assertions.ts'
import { AFTER_VERB, DETERMINERS } from './grammar.ts'
import { predicateOf, textOf } from './predicate.ts'
import { datesOf, isDateWord, type Word, wordsOf } from './words.ts'

/** Begins a clause rather than a label: "Changed dentists: her dentist is Dr Kerr now". */
export const CHANGES = /^(?:changed|switched|moved|replaced)$/
/** "Changed banks: it's ING now". */
export const IT_IS = /^(?:now )?(?:it|this|that|they) (?:is|are) (?:now )?(?<value>[\p{Lu}\d+].*)$/u

/** A record of a topic and its value: "Employer: Acme". */
export function labelled(
  topic: readonly Word[],
  owner: Owner,
  written: string,
  plain: string,
  isQuestion: boolean,
): Assertion {
  const value = wordsOf(written)
  const words = [...topic, ...value]
  return { plain, words, owner, topic, predicate: value, main: predicateOf(value), isLabelled: true, isQuestion }
}

/** What "it" is: "my number changed, it's 555", "switched piano teachers, it's Mrs Engel now". */
export function topicBefore({ topic, main, predicate }: Assertion): readonly Word[] {
  if (topic.length) return /^(?:changed|(?:is|has) (?:new|different|changed))/.test(main.whole) ? topic : []
  if (!CHANGES.test(main.words[0]?.plain ?? '')) return []
  const words = predicate.slice(predicate.indexOf(main.words[0]!) + 1)
  const to = words.findIndex(({ plain }) => AFTER_VERB.has(plain) && !DETERMINERS.has(plain))
  return to < 0 ? words.filter(({ plain }) => !DETERMINERS.has(plain)) : []
}

const DAY = /^\d+-\d+$/

/** After what is recorded, the part of the day on which it was so. */
const PART_OF_DAY = /(?<=. )(?:in the (?:morning|afternoon|evening)|at night)\b/g

/**
 * "Step counter: 6,210 steps on 18 May", "… 4,880 steps on 19 May": records of two days, of which each stays true; and so do
 * those of two parts of a day: "mood: anxious in the morning", "… calm in the evening".
 */
export function areOfDays(newer: Assertion, older: Assertion): boolean {
  const [next, before] = [newer, older].map(daysOf)
  return Boolean(next && before && next.every((day) => !before.includes(day)))
}

/** The days, or else the parts of a day, that the value of a record names, if it says something else, too. */
function daysOf({ isLabelled, predicate }: Assertion): readonly string[] | undefined {
  if (!isLabelled || !predicate.some((word) => !isDateWord(word) && word.plain.length > 2)) return undefined
  const days = [...datesOf(predicate)].filter((date) => DAY.test(date))
  if (days.length) return days
  return textOf(predicate).match(PART_OF_DAY) ?? undefined
}
