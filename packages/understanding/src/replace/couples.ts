import { conceptsWith } from '../concepts.ts'
import { computedOnce } from './computed-once.ts'
import type { Reading } from './reading.ts'
import { MONTHS_AND_DAYS } from './words.ts'

/* Statements about several people by name: "Ines and Bruno are getting married in Porto". */

const NAME = String.raw`\p{Lu}[\p{Ll}'’-]{1,30}`
const TITLE = '(?:Aunt|Auntie|Uncle|Cousin|Gran|Granny|Grandma|Grandpa|Mr|Mrs|Ms|Dr)'
const PERSON = String.raw`(?:${TITLE}\.? )?${NAME}`
const RELATIVES =
  '(?:her|his|their) (?:husband|wife|partner|boyfriend|girlfriend|family|kids|children|son|daughter|sister|brother|mother|father)'
const BEFORE = '(?:Both |(?:My|Our) (?:friends|neighbou?rs|cousins|colleagues|grandparents|in-laws|flatmates) )?'
/** Two to five people at the beginning, or a family, before what is said of them. */
const NAMED = new RegExp(
  String.raw`^(?:${BEFORE}(?<people>${PERSON}(?:, ${PERSON}){0,3},? (?:and|&) (?:${PERSON}|${RELATIVES}))|The (?<family>${NAME}s)) (?=\p{Ll})`,
  'u',
)
const TITLES = new RegExp(String.raw`\b${TITLE}\b`, 'gu')
const NAMES = new RegExp(NAME, 'gu')

/** That others do from now on what the former did. */
const OTHERS_NOW = /\b(?:now|instead|take over|took over|taken over|no longer)\b/

/** The names of whom a statement is about, in lower case; nothing for days, months and things: "Mondays and Fridays are free". */
const namedIn = computedOnce((reading: Reading): ReadonlySet<string> | undefined => {
  const { people, family } = NAMED.exec(reading.text)?.groups ?? {}
  const names = (people?.replaceAll(TITLES, ' ') ?? family)?.match(NAMES)?.map((name) => name.toLowerCase())
  if (!names) return undefined
  const isThing = (name: string) => MONTHS_AND_DAYS.has(name) || conceptsWith(name).length > 0
  return names.some(isThing) ? undefined : new Set(names)
})

/**
 * "Vera and Otto are moving to Ghent" after "Ines and Bruno are moving to Porto": whether the statements are about different
 * groups of people, of whom none is the user, and the newer one does not say that others do it now.
 */
export function areOfOtherCouples(newer: Reading, older: Reading, ownNames: ReadonlySet<string>): boolean {
  const [next, before] = [namedIn(newer), namedIn(older)]
  if (!next || !before || OTHERS_NOW.test(newer.normal())) return false
  if ([...next, ...before].some((name) => ownNames.has(name))) return false
  // "Ines and her husband" may be Ines and Bruno.
  const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((name) => all.has(name))
  return !isWithin(next, before) && !isWithin(before, next)
}
