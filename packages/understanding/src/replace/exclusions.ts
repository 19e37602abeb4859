import { conceptsWith, widerConcepts } from '../concepts.ts'
import { CHANGE } from './cues.ts'
import type { Clause } from './reading.ts'
import { stemOf } from './words.ts'

/** What a person does not eat, drink or use. */
const EXCLUDES =
  /^(?:(?:do|does|can|may|must|should) not (?:eat|drink|have|touch|use)|no longer (?:eats?|drinks?|has|have|touch(?:es)?)|(?:eats?|drinks?|takes?|has|have) no|avoids?|avoiding|skips?|skipping|(?:stays?|keeps?) (?:off|away from|clear of)|steers? clear of|(?:has |have )?(?:gave|given) up|(?:has |have )?cut out|never (?:eats?|drinks?|has|have|touch(?:es)?)) (?:any |all )?(?<what>[\p{L}-]+)$/u
/** What a person eats, drinks or uses, as it was before or from now on. */
const TAKES =
  /^(?:(?:i|we|she|he|they|am|is|are|can|may|has|have|now|back|started|begun|began|allowed|permitted|been|again|went|gone|returned|to|on)\b ?)*(?:eat(?:s|ing)?|drink(?:s|ing)?|have|has|having|enjoy(?:s|ing)?|tak(?:es?|ing)|using|uses?|on|to)\b(?! no\b| not\b) (?<what>[^,.]{2,60})/
/** Concepts that say too little of what is eaten. */
const WIDE = new Set(['food', 'drink', 'allergen', 'meal'])

/** "Eats cheese again" after "eats no dairy": whether a newer clause says that what an older one excludes is not excluded any more. */
export function allowsAgain(newer: Clause, older: Clause): boolean {
  if (
    older.cues().isPast ||
    (newer.ending && newer.ending.kind !== 'restored') ||
    newer.assertion.topic.length ||
    older.assertion.topic.length
  )
    return false
  const excluded = EXCLUDES.exec(older.assertion.main.whole)?.groups?.what
  if (excluded === undefined || !CHANGE.test(newer.assertion.plain)) return false
  const what = TAKES.exec(newer.assertion.main.whole)?.groups?.what
  if (what === undefined || /\b(?:no|not|without|free|instead of|less|substitute)\b/.test(what)) return false
  return what.split(' ').some((word) => isOf(word, excluded))
}

/** Whether a word is another one, or a kind of it. */
function isOf(word: string, other: string): boolean {
  if (stemOf(word) === stemOf(other)) return true
  const names = new Set(conceptsWith(other).map(({ name }) => name))
  return conceptsWith(word).some(({ name }) =>
    [...widerConcepts(name).keys()].some((wider) => names.has(wider) && !WIDE.has(wider)),
  )
}
