import { RECORD } from './cues.ts'
import type { Clause } from './reading.ts'

/** When or what for a statement holds: besides that, another one can hold. */
const TIME =
  /\b(?:(?:on|at|during|over|every|each) (?:the |my )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening|night)s?)?|weekdays?|weekends?|workdays?|school days|days off)|(?:in|during|over|every|each) (?:the )?(?:(?:spring|summer|autumn|winter)|(?:january|february|march|april|may|june|july|august|september|october|november|december)|holidays)(?! (?:19|20)\d\d))\b/g
/** A part of every week or year. */
const RECURRING =
  /\b(?:on (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends)|(?:at|every) (?:the )?weekends?|(?:in|during|over|every|each) (?:the )?(?:spring|summer|autumn|winter)(?! (?:19|20)\d\d))\b/g
const CASE =
  /\b(?:for (?:(?:january|february|march|april|may|june|july|august|september|october|november|december)|the (?:spring|summer|autumn|winter)|testing|emergencies)|(?:when|whenever|while|in case)\b(?! born| (?:i|she|he|we|they|[a-z]+) (?:got|was|were|became|moved|left|started|turned|married|retired)\b).+|as well|at lunch(?:time)?|in (?:an emergency|emergencies))\b/g
const PURPOSE =
  /(?<!\b(?:pa(?:id|ys?)|goe?s?|went|care[sd]?|known) )\bfor (?:the|our|my|his|her|their) .+|\bfor [a-z]+ing\b/g
/** Says that the value holds from now on. */
const FROM_NOW =
  /\b(?:now|nowadays|these days|any ?more|no longer|instead|rather than|since|as of|from now on|chang(?:ed|es)|switch(?:ed|es)|swapped|replaced|moved|relocated)\b/

/** Whether a newer clause holds at a time, in a case or for a purpose that the older one does not name. */
export function isLimited(newer: Clause, older: Clause): boolean {
  if (newer.claims.some(({ strength }) => strength === 'series')) return false
  const [text, before] = [newer.assertion.plain, older.assertion.plain]
  if (FROM_NOW.test(text) || RECORD.test(text)) return false
  const isBank = newer.claims.some(({ key }) => key.endsWith('|bank'))
  const cases = newer.work || isBank ? [CASE] : [CASE, PURPOSE]
  if (differs(text, before, cases)) return true
  if (newer.cues().isChange) return false
  // "Works as a lifeguard in summer" leaves room for another work, whichever is stated first.
  return differs(text, before, [TIME]) || (!older.cues().isChange && differs(before, text, [RECURRING]))
}

/** Whether one of the kinds of qualifiers differs, and is not the value itself: "is on Mondays" after "is on Fridays". */
function differs(text: string, before: string, kinds: readonly RegExp[]): boolean {
  return kinds.some((kind) => {
    const found = text.match(kind)?.join(' ') ?? ''
    const known = before.match(kind)?.join(' ') ?? ''
    if (!found || found === known) return false
    return !known || text.replace(kind, '').trim() !== before.replace(kind, '').trim()
  })
}

/** Times of day and week, and places, to which an ending may be limited. */
const PART =
  /\b(?:on (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends)|at (?:the )?(?:weekends?|night|noon|lunch(?:time)?|work)|(?:in|during) the (?:mornings?|afternoons?|evenings?|week)|(?:before|after|with|at) (?:breakfast|lunch|dinner|meals|bed|noon|\d+(?::\d\d)?(?: ?[ap]m)?)|at bedtime|nights)\b/g
const LESS = /\bcut down\b/

/** Whether a clause ends only a part of what another says: “no longer takes insulin at night”, “takes insulin in the morning”. */
export function endsPart(ending: Clause, other: Clause): boolean {
  const { plain } = ending.assertion
  if (!ending.ending || ending.ending.kind === 'death' || LESS.test(plain)) return false
  const part = plain.match(PART)?.join(' ')
  return part !== undefined && part !== other.assertion.plain.match(PART)?.join(' ')
}

/** Anything that a preference may be limited to, such as a trip, a meal or a company. */
const CONDITION = /\b(?:on|for|at|in|during|when|while|if|with|after|before|by) /

/** Whether two preferences hold in the same case: "for breakfast". */
export function isSameCondition(newer: Clause, older: Clause): boolean {
  const of = ({ assertion: { main } }: Clause) =>
    main.text
      .slice(main.text.search(CONDITION))
      .replace(/ (?:now|these days|instead|again|any ?more|from now on)\b/g, '')
  return of(newer) === of(older)
}

/** Whether a preference holds only at a time, at a place or in a case: “prefers an aisle seat on long flights”. */
export function isConditional({ assertion }: Clause): boolean {
  return CONDITION.test(assertion.main.text)
}
