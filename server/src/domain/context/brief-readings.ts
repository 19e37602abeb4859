import { ENGLISH, guessLanguage, tokenise } from '@memory-service/recall/tokens'
import { ofText } from './of-text.ts'
import type { Understood } from './understood.ts'

/* What a brief reads from the beginning of a text, once for each text. */

const NAME_WITHIN = /[\p{Ll},;:] \p{Lu}/u
export const hasNameWithin = ofText((content) => NAME_WITHIN.test(content))

const PLACE = /\b(?:in|at|near|outside|on|by) (?:the )?(?:\p{Ll}+ )?\p{Lu}/u
export const namesPlace = ofText((content) => PLACE.test(content))

const BESIDE_WORK =
  /\b(?:volunteer\w*|unpaid|charity|weekends?|(?:satur|sun)days?|evenings?|part-time|side|also|second)\b/i
export const isBesideWork = ofText((content) => BESIDE_WORK.test(content))

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u
const isForeign = ofText((content) => OTHER_SCRIPT.test(content) || guessLanguage(tokenise(content)) !== ENGLISH)

/** Whether no rule reads it because it is not in English. */
export function isUnread(each: Understood): boolean {
  return !each.facts.length && isForeign(each)
}

/** "Had measles as a child", "Lyme disease in 2019, cured": less than what is so now. */
const HISTORY = /^(?:(?:i|she|he|they|(?:the )?(?:user|patient)|\p{Lu}[\p{L}-]+) )?had (?!.*\bsince\b)/iu
const HISTORY_COST = 20
const isOfHistory = ofText((content) => HISTORY.test(content))

/** By importance, then by time: a day weighs as little as a ten-thousandth of a point. */
export function weightOf(each: Understood): number {
  const { memory, facts, time } = each
  const isHistory = isOfHistory(each) || (facts.length > 0 && facts.every(({ polarity }) => polarity === 'ended'))
  return memory.importance - (isHistory ? HISTORY_COST : 0) + time / 1e15
}
