import { ENGLISH, guessLanguage, tokenise } from '@memory-service/recall/tokens'
import { ofText } from './of-text.ts'
import type { Understood } from './understood.ts'

/* What a brief reads from the beginning of a text, once for each text. */

const NAME_WITHIN = /[\p{Ll},;:] \p{Lu}/u
export const hasNameWithin = ofText((content) => NAME_WITHIN.test(content))

const PLACE = /\b(?:in|at|near|outside|on|by) (?:the )?(?:\p{Ll}+ )?\p{Lu}/u
export const namesPlace = ofText((content) => PLACE.test(content))

const BESIDE_WORK =
  /\b(?:church|parish|deacon|volunteer\w*|unpaid|charity|weekends?|(?:satur|sun)days?|evenings?|part-time|side|also|second)\b/i
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

/** What changes more of what an assistant says than other conditions do. */
const GRAVE =
  /\b(?:diabet\w*|epilep\w*|seizures?|heart (?:failure|attack|disease|condition)|stent|pacemaker|stroke|cancer|leuk[ae]+mia|lymphoma|dialysis|transplant|kidney (?:disease|failure)|cirrhosis|copd|cystic fibrosis|multiple sclerosis|parkinson\S*|sickle cell|ha?emophilia|pregnan\w*|hiv|lupus|addison\S*|schizophrenia|bipolar|dementia|immunosuppress\w*|crohn\S*|coeliac|celiac|asthma|hypertension|high blood pressure|deaf|blind|wheelchair|adhd|autis\w+)\b/i
const isGrave = ofText((content) => GRAVE.test(content))
const GRAVE_GAIN = 10
const LASTING_HEALTH: ReadonlySet<string> = new Set('condition disability pregnancy allergy intolerance'.split(' '))
/** What heals, or is over in a day: an injury, an operation. */
const HEALING: ReadonlySet<string> = new Set(['injury', 'surgery', 'symptom'])
const HEALING_COST = 10

function gravityOf(each: Understood): number {
  const health = each.facts.filter(({ attribute }) => attribute.group === 'health')
  if (health.some(({ attribute }) => LASTING_HEALTH.has(attribute.name)) && isGrave(each)) return GRAVE_GAIN
  return health.some(({ attribute }) => HEALING.has(attribute.name)) ? -HEALING_COST : 0
}

/** By importance, then by time: a day weighs as little as a ten-thousandth of a point. */
export function weightOf(each: Understood): number {
  const { memory, facts, time } = each
  const isHistory = isOfHistory(each) || (facts.length > 0 && facts.every(({ polarity }) => polarity === 'ended'))
  return memory.importance - (isHistory ? HISTORY_COST : 0) + gravityOf(each) + time / 1e15
}
