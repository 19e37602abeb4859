import { keyOf, SELF } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { HEALTH_WORDS } from './end-words.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf } from './words.ts'

/*
 * The same habit at another time of the day, or on another shift: "I swim after work now" after "I swim before work", "on day shift
 * now" after "on the night shift"; and a record of a day of the week: "Laundry day: Thursday".
 */

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const PART = '(?:early |late )?(?:mornings?|afternoons?|evenings?|nights?)'
const TIME = new RegExp(
  `\\b(?:(?:in|during) the ${PART}|at (?:night|lunchtime|noon|midday|dawn|bedtime|weekends|the weekend)|(?:first|last) thing(?: (?:in the morning|at night))?|(?:before|after|during) (?:work|breakfast|lunch|dinner|supper|school|bed|training|class|the gym)|over lunch|on (?:${DAY}s|weekdays|weekends)|mornings|evenings|afternoons)\\b`,
  'g',
)
const NOW = /\b(?:now|nowadays|these days|from now on|instead)\b/g
const LIMIT =
  /\b(?:also|too|sometimes|when|if|unless|until|this|next|last|today|tonight|tomorrow|yesterday|once|not|never|no|only|as well|both|either|or|and|most|usually|some)\b/
const LIGHT = /\b(?:i|we|she|he|they|am|is|are|the|my|her|his|our|a|an|always|usually|just)\b/g
const SHIFT =
  /^(?:i |we |she |he )?(?:(?:am|is|are|works?|working|does|do|on|has|have|now|permanent|moved|switched|changed|went|gone|to|the|a) )*(?<kind>night|day|early|late|morning|evening|afternoon|swing|graveyard) shifts?(?: (?:now|these days|nowadays|from now on|at (?:the )?[\p{L} ]{2,20}))?$/u
const RECORD = new RegExp(
  `^(?<what>(?:my |our |the )?[\\p{L} -]{2,30}? ?(?:day|night|collection|pick-?up|rest day))(?::| is)(?: on)? (?<day>${DAY})s?$|^(?:the )?(?<bin>[\\p{L} ]{0,20}?(?:bins?|rubbish|recycling|trash|garbage|refuse))(?: collection)? (?:go out|goes out|are collected|is collected|is picked up|are picked up|are emptied|is emptied|is|are|day is) (?:on )?(?<on>${DAY})s?$`,
  'u',
)

/** Whether a newer text puts the habit of an older one at another time, as it is now. */
export function isAtOtherTime(newer: Reading, older: Reading): boolean {
  const [next, ...more] = newer.clauses
  const [before, ...others] = older.clauses
  if (!next || !before || more.length || others.length || [next, before].some(isOther)) return false
  if (keyOf(next.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  return isOtherDay(next, before) || isOtherShift(next, before) || isMoved(next, before)
}

function isOther(clause: Clause): boolean {
  const { isAddition, isHypothetical, isTemporary, isPast } = clause.cues()
  return isAddition || isHypothetical || isTemporary || isPast || clause.isTemplate
}

function isMoved(newer: Clause, older: Clause): boolean {
  const [said, known] = [newer.assertion.plain, older.assertion.plain]
  const says = said.match(NOW)
  const at = says && timeIn(newer)
  const was = at && timeIn(older)
  if (!says || !at || !was || at === was || LIMIT.test(said.replace(/\bthese days\b/, '')) || LIMIT.test(known))
    return false
  // A dose can come in addition.
  if (HEALTH_WORDS.test(known) && !says.includes('instead')) return false
  const [frame, other] = [frameOf(said), frameOf(known)]
  return frame === other && /\p{L}{2}/u.test(frame.replace('@', ''))
}

/** The one time of the day or week that a clause names. */
const timeIn = computedOnce(({ assertion: { plain } }: Clause): string | undefined => {
  const [time, ...others] = plain.match(TIME) ?? []
  return others.length ? undefined : time
})

function frameOf(text: string): string {
  return text
    .replace(TIME, '@')
    .replace(NOW, '')
    .replace(LIGHT, '')
    .split(/[ ,]+/)
    .filter(Boolean)
    .map(stemOf)
    .sort()
    .join(' ')
}

function isOtherShift(newer: Clause, older: Clause): boolean {
  const kind = shiftIn(newer)
  const other = kind && shiftIn(older)
  return other !== undefined && kind !== other && newer.assertion.plain.match(NOW) !== null
}

const shiftIn = computedOnce(({ assertion: { plain } }: Clause) => SHIFT.exec(plain)?.groups?.kind)

const recordIn = computedOnce(({ assertion: { plain } }: Clause) => RECORD.exec(plain)?.groups)

function isOtherDay(newer: Clause, older: Clause): boolean {
  const next = recordIn(newer)
  const before = next && recordIn(older)
  if (!next || !before || (next.day ?? next.on) === (before.day ?? before.on)) return false
  const [what, was] = [next.what ?? next.bin!, before.what ?? before.bin!].map((text) => text.replace(LIGHT, '').trim())
  return what === was
}
