import { conceptsWith } from '../concepts.ts'
import { computedOnce } from './computed-once.ts'
import type { Reading } from './reading.ts'
import { MONTHS_AND_DAYS } from './words.ts'

/* Statements about several people by name: "Ines and Bruno are getting married in Porto". */

const NAME = String.raw`\p{Lu}[\p{Ll}'’-]{1,30}`
/** Two to five names at the beginning, before what is said of them. */
const NAMED = new RegExp(String.raw`^(?<names>${NAME}(?:, ${NAME}){0,3},? (?:and|&) ${NAME}) (?=\p{Ll})`, 'u')

/** That others do from now on what the former did. */
const OTHERS_NOW = /\b(?:now|instead|take over|took over|taken over|no longer)\b/

/** The people whom a statement is about, in lower case; nothing for days, months and things: "Mondays and Fridays are free". */
const couple = computedOnce((reading: Reading): ReadonlySet<string> | undefined => {
  const names = NAMED.exec(reading.text)
    ?.groups?.names?.toLowerCase()
    .match(/[\p{Ll}'’-]+/gu)
  if (!names) return undefined
  const people = new Set(names.filter((name) => name !== 'and'))
  const isThing = (name: string) => MONTHS_AND_DAYS.has(name) || conceptsWith(name).length > 0
  return [...people].some(isThing) ? undefined : people
})

/**
 * "Vera and Otto are moving to Ghent" after "Ines and Bruno are moving to Porto": whether the statements are about different
 * groups of people, of whom none is the user, and the newer one does not say that others do it now.
 */
export function areOfOtherCouples(newer: Reading, older: Reading, ownNames: ReadonlySet<string>): boolean {
  const [next, before] = [couple(newer), couple(older)]
  if (!next || !before || OTHERS_NOW.test(newer.normal())) return false
  if ([...next, ...before].some((name) => ownNames.has(name))) return false
  return next.size !== before.size || [...next].some((name) => !before.has(name))
}
