import type { Assertion } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { RECORD } from './cues.ts'
import { contentOf } from './endings.ts'
import { DETERMINERS } from './grammar.ts'
import { PLACE, partsOf, SPOT, TIME_OF_DAY, TIME_OF_LIFE } from './parts.ts'
import type { Clause, Reading } from './reading.ts'
import type { State } from './states.ts'
import { isDateWord, stemOf, type Word, wordsOf } from './words.ts'

/** When or what for a statement holds: besides that, another one can hold. */
const TIME =
  /\b(?:(?:on|at|during|over|every|each) (?:the |my )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening|night)s?)?|weekdays?|weekends?|workdays?|school days|days off)|(?:in|during|over|every|each) (?:the )?(?:(?:spring|summer|autumn|winter)|(?:january|february|march|april|may|june|july|august|september|october|november|december)|holidays)(?! (?:19|20)\d\d))\b/g
/** A part of every week or year. */
const RECURRING =
  /\b(?:on (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends)|(?:at|every) (?:the )?weekends?|(?:in|during|over|every|each) (?:the )?(?:spring|summer|autumn|winter)(?! (?:19|20)\d\d))\b/g
const CASE =
  /\b(?:for (?:(?:january|february|march|april|may|june|july|august|september|october|november|december)|the (?:spring|summer|autumn|winter)|testing|emergencies)|(?:when|whenever|while|in case)\b(?! born| (?:i|she|he|we|they|[a-z]+) (?:got|was|were|became|moved|left|started|turned|married|retired)\b).+|as well|at lunch(?:time)?|in (?:an emergency|emergencies))\b/g
const PURPOSE =
  /(?<!\b(?:pa(?:id|ys?)|goe?s?|went|care[sd]?|known|keys) )\bfor (?:the|our|my|his|her|their) .+|\bfor [a-z]+ing\b/g
/** Says that the value holds from now on. */
const FROM_NOW =
  /\b(?:now|nowadays|these days|any ?more|no longer|instead|rather than|since|as of|from now on|chang(?:ed|es)|switch(?:ed|es)|swapped|replaced|moved|relocated)\b/

/** Whether a newer clause holds at a time, in a case or for a purpose that the older one does not name. */
export function isLimited(newer: Clause, older: Clause): boolean {
  if (newer.claims.some(({ strength }) => strength === 'series')) return false
  if (isElsewhere(newer, older)) return true
  if (isFromNow(newer) || RECORD.test(newer.assertion.plain)) return false
  const isBank = newer.claims.some(({ key }) => key.endsWith('|bank'))
  const cases = newer.work || isBank ? [inCase] : [inCase, forPurpose]
  if (differs(newer, older, cases)) return true
  if (newer.cues().isChange) return false
  // "Works as a lifeguard in summer" leaves room for another work, whichever is stated first.
  if (differs(newer, older, [atTime]) || (!older.cues().isChange && differs(older, newer, [recurring]))) return true
  return !newer.assertion.main.hasCopula && !newer.assertion.topic.length && areOtherDays(newer, older)
}

/** "Works from home on Mondays" and "... on Fridays": a habit can have several days. */
function areOtherDays(newer: Clause, older: Clause): boolean {
  const days = daysOfLife(newer)
  if (days === '') return false
  const known = daysOfLife(older)
  return known !== '' && days !== known
}

const daysOfLife = computedOnce(({ assertion: { plain } }: Clause) => partsOf(plain, [TIME_OF_LIFE]))
const isFromNow = computedOnce(({ assertion: { plain } }: Clause) => FROM_NOW.test(plain))

/** A person has one of these for each place and company: "goes by Liz at work", "reports to Leo at the theatre". */
const EACH_PLACE = /\|(?:name|boss|kind .+)$/

const REASON = / (?:since|because|as|after|due to) .*/

/** Whether one of two clauses holds only at a place or in a company that the other does not name. */
function isElsewhere(newer: Clause, older: Clause): boolean {
  if (!newer.claims.some(({ key }) => EACH_PLACE.test(key))) return false
  const [place, known] = [newer, older].map(
    ({ assertion }) => partsOf(assertion.plain.replace(REASON, ''), [PLACE, SPOT]) + namedPlace(assertion),
  )
  if (place === known) return false
  return place !== '' || !isFromNow(newer)
}

/** "Owns a car in Wales". */
function namedPlace({ words }: Assertion): string {
  const at = words.findIndex((word, i) => i > 0 && word.isCapital && /^(?:in|at)$/.test(words[i - 1]!.plain))
  return at < 0 || isDateWord(words[at]!) ? '' : ` ${words[at]!.plain}`
}

const ONCE = /\|(?:pregnancy|having children|studying|schooling|can \w+)$/

/**
 * Whether two states that exclude one another hold for different parts of the day, the week or the world: "has no car in
 * the city", "sleeps badly in hotels".
 */
export function isOtherPart(newer: Clause, state: State, older: Clause, known: State): boolean {
  if (ONCE.test(state.key)) return false
  const kinds = state.key.endsWith('|place of work') ? [TIME_OF_LIFE] : [TIME_OF_LIFE, PLACE]
  const [part, other] = [newer, older].map(({ assertion }) => partsOf(assertion.plain, kinds) + namedPlace(assertion))
  if (part === other) return false
  // A general "no" excludes every part, and a "yes" for a part contradicts it.
  if (part !== '') return other !== '' || state.value !== 'yes'
  return known.value !== 'yes' && !newer.cues().isChange
}

/** Whether one of the kinds of qualifiers differs, and is not the value itself: "is on Mondays" after "is on Fridays". */
function differs(newer: Clause, older: Clause, kinds: readonly ((clause: Clause) => Qualified)[]): boolean {
  return kinds.some((kind) => {
    const next = kind(newer)
    if (!next.by) return false
    const before = kind(older)
    return next.by !== before.by && (!before.by || next.rest !== before.rest)
  })
}

/** The qualifiers of one kind in a clause, and the clause without them. */
interface Qualified {
  readonly by: string
  readonly rest: string
}

function qualifiedBy(kind: RegExp): (clause: Clause) => Qualified {
  return computedOnce(({ assertion: { plain } }) => {
    const by = plain.match(kind)?.join(' ') ?? ''
    return { by, rest: by && plain.replace(kind, '').trim() }
  })
}

const atTime = qualifiedBy(TIME)
const recurring = qualifiedBy(RECURRING)
const inCase = qualifiedBy(CASE)
const forPurpose = qualifiedBy(PURPOSE)

const LESS = /\bcut down\b/
/** Says that a habit has an end, and not that a thing went away: what follows limits the habit. */
const HABIT_ENDS = /^(?:longer|any|anymore|stopped|quit|gave|given|cut|not|never)$/
/** Precedes the new thing of a switch. */
const SWITCHES = /^(?:to|into|with|for|by|of|than)$/
const PREPOSITIONS = new Set('at in on with for during inside outside when while'.split(' '))
/** What follows is why, and limits nothing: "for health reasons", "on doctor's advice". */
const REASONS = new Set(
  'reason reasons good ever price prices money cost costs rate rates sake moment better lower cheaper favour health environment planet climate advice orders least end all last once'.split(
    ' ',
  ),
)
const CAUSES = new Set('since because so but though although'.split(' '))
const SEASON = /^(?:spring|summer|autumn|fall|winter)$/
/** Says what is so now, and not when it came to be so: "no longer cycles in winter". */
const STILL = /\b(?:no longer|not|never|any ?more)\b/
/** "At the cabin we switched". */
const FRONTED = /^(?:at|in|on|for) (?:the|my|her|his|our) (?<what>[a-z]+)/

/** The words that limit an ending: "in coffee" of "no longer drinks milk in coffee" and of "switched to oat milk in coffee". */
function limitOf({ ending, assertion: { plain, words: all } }: Clause): readonly Word[] {
  const isSwitch = ending?.kind === 'replaced' || ending?.kind === 'corrected'
  const fronted = isSwitch ? FRONTED.exec(plain)?.groups?.what : undefined
  if (fronted) return all.filter((word) => word.plain === fronted)
  const endsAt = all.findIndex(({ plain }) => (isSwitch ? SWITCHES : HABIT_ENDS).test(plain))
  // What follows a reason or a pause is another thing: "gave up keto, bread is back on the table".
  const cut = all.findIndex(
    ({ plain, isAfterPause }, at) => endsAt >= 0 && at > endsAt + 1 && (isAfterPause || CAUSES.has(plain)),
  )
  const words = cut < 0 ? all : all.slice(0, cut)
  const ender = words[endsAt]?.plain ?? ''
  if (endsAt < 0 || (/^(?:gave|given|cut)$/.test(ender) && !/^(?:up|out)$/.test(words[endsAt + 1]?.plain ?? '')))
    return []
  const at = words.findIndex(
    ({ plain }, at) =>
      at > endsAt + 1 && (PREPOSITIONS.has(plain) || (plain === 'to' && DETERMINERS.has(words[at + 1]?.plain ?? ''))),
  )
  const limit = at < 0 ? [] : words.slice(at + 1)
  return limit.some(({ plain }) => REASONS.has(plain)) ? [] : limit.filter(({ isCapital }) => !isCapital)
}

/** Whether a clause ends only a part of what another says: “no longer takes insulin at night”, “takes insulin in the morning”. */
export function endsPart(clause: Clause, other: Clause): boolean {
  const { ending, assertion } = clause
  const { plain } = assertion
  if (!ending || ending.kind === 'death' || LESS.test(plain)) return false
  const times = [TIME_OF_LIFE, TIME_OF_DAY]
  const time = partsOf(plain, times)
  if (time !== '' && time !== partsOf(other.assertion.plain, times)) return true
  const place = partsOf(plain, [PLACE])
  if (place !== '' && !other.assertion.plain.includes(place.split(' ').at(-1)!)) return true
  if (other.claims.some(({ key }) => key.endsWith('|home')) || other.work) return false
  // "For the commute" is what "takes the bus to work" is about.
  const matters = other.claims.flatMap(({ key }) => key.slice(key.indexOf('|') + 1).split(' ')).map(stemOf)
  const known = new Set([...contentOf(other.assertion.words), ...matters])
  const limit = limitOf(clause)
  const isSeason = ({ plain: word }: Word) => SEASON.test(word) && !other.assertion.plain.includes(word)
  if (STILL.test(plain) && limit.some(isSeason)) return true
  return [...contentOf(limit)].some((stem) => !known.has(stem))
}

const LISTED = / (?:and|&|plus|as well as) /
const PARTS = / (?:and|&|plus|as well as) |, /
/** What goes on about the same: "lives in Oslo and loves it". */
const ABOUT_THE_SAME =
  /^(?:(?:also|really|still|very|so) )*(?:(?:i|we|she|he|they) )?(?:[a-z]+ ){0,2}(?:it|there|them|that|him|her)\b/
/** "A carer at Acme" of "works as a nurse and carer at Acme": the place is of both. */
const OF_BOTH = / (?:at|for|in|with|of|on|from|to|by|under|near) /

const OWN_ARTICLE = /^(?:an?|the|my|her|his|our|one|two|three) /

/** Whether a statement ends only one of several things that a clause lists: a dog, of "two cats and a dog". */
export function endsOneOfSeveral({ clauses }: Pick<Reading, 'clauses'>, { assertion: { plain } }: Clause): boolean {
  const ending = clauses.filter((clause) => clause.ending)
  if (!ending.length || !LISTED.test(plain)) return false
  const ended = new Set(ending.flatMap(({ assertion }) => [...contentOf(assertion.words)]))
  const isNamed = (part: string) => Array.from(contentOf(wordsOf(part))).some((stem) => ended.has(stem))
  const parts = plain.split(PARTS)
  const first = parts.findIndex(isNamed)
  return parts.some((part, at) => {
    if (first < 0 || isNamed(part) || !contentOf(wordsOf(part)).size || ABOUT_THE_SAME.test(part)) return false
    return at > first || OWN_ARTICLE.test(parts[first]!) || !OF_BOTH.test(parts[first]!)
  })
}

/** Anything that a preference may be limited to, such as a trip, a meal or a company. */
const CONDITION = /\b(?:on|for|at|in|during|when|while|if|with|after|before|by|about|regarding) /

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
