import { KIN_ATTRIBUTES } from '../kin.ts'
import type { Assertion } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { REDATED } from './cues.ts'
import { contentOf } from './endings.ts'
import { isOfActor } from './parties.ts'
import type { Clause, Reading } from './reading.ts'
import { datesOf, isDateWord, stemOf, type Word, withoutPossessive, yearsOf } from './words.ts'

/*
 * Appointments on a given day that do not take place, or on another day, in the words of notes: "Heating man is ill, comes
 * not 1 December", "Lake House is full, respite week starts 27 December", "Lisbon first on 22 January".
 */

const OFF =
  /\b(?:annul(?:led)?|cancell?ed|(?:comes?|coming|happens?|works?|is|are|was) not (?=(?:on )?\d)|not on \d|(?:falls?|fell) (?:out|flat|through)|(?:is|are|was) (?:off|out|scrapped|abandoned|called off)|called off|blew off|no (?!to\b)[\p{L} ]{2,30} on \d|nothing on \d|(?:can not|could not) (?:make|do|come|keep) |not need (?:me|us|her|him)|(?:bailed|cried off|backed out|pulled out|dropped out)|(?:had|have) to say no to|(?:won't|will not|not) (?:happen|take place|go ahead|be)|stood (?:me|us) up|scratch)/u
/** Says that something takes place on another day. */
const MOVED =
  /\b(?:rebook(?:ed|s)|bumped|put (?:back|off|forward|to)|(?:puts?|put) (?:the|my|our) [\p{L} ]{2,30} to|instead|(?:wants?|gave|gives|offered) (?:me|us) (?=on \d|\d)|(?:comes?|starts?|begins?|opens?|happens?) (?:later|earlier)|(?:is|was|are|got) delayed|a (?:week|day|month|fortnight) (?:later|earlier)|(?:we|i) (?:only )?got (?=\d))/u
/** "Then again a week later": one more of the same. */
const FOLLOWS =
  /\bthen\b.*\b(?:again|another|one more)\b|\bagain (?:an?|one|two|three|on|\d+) |\b(?:another|second|follow-?up)\b/
/** "First on 22 January": not before. */
const FIRST = /\b(?:first|only|not before|not until) (?:on )?(?=\d)/
/** Why it cannot take place on the day that was set. */
const REASON =
  /\b(?:is|are|got|was|were|has|have|still|falls?|fell) (?:\p{L}+ )?(?:ill|sick|full|closed|shut|delayed|late|broken|flooded|overbooked|double-booked|unwell|injured|poorly|stuck|in hospital|down with|the flu|flu|a? ?fever|covid|a? ?cold|it with the)\b|\b(?:on strike|no (?:vaccine|parts?|staff|doctor|power|water) there)\b/u
/** Verbs by which a person or an office moves what they name after it. */
const MOVES =
  /^(?:moved|moves|put|pushed|postponed|rescheduled|shifted|changed|delayed|brought|rebooked|bumped|swapped|gave|gives|wants|offered|switched|adjourned)$/
/** Names no matter of an appointment. */
const GENERIC = new Set(
  (
    'appointment booking date plan ticket reservation visit slot time session start move change postpone push reschedule shift delay put bring forward ' +
    'switch take place cancel rebook rearrange adjourn bump defer retime later earlier leave depart arrive begin come go first only full ill sick closed ' +
    'because rain machine broken annul fall scrap abandon off out got give want offer call ring rang side had delayed hospital doctor flu week day ' +
    'drive fly travel happen need bail cry back pull drop scratch nothing instead date new say'
  )
    .split(' ')
    .map(stemOf),
)
const DAY = /^\d+-\d+$/
const PREFIX_MIN = 3

/** A cheap test that misses no text for which {@link isRedated} is true. */
export function mayRedate(plain: string): boolean {
  return /\d/.test(plain) && [OFF, MOVED, FIRST, REASON].some((cue) => cue.test(plain))
}

/** Whether a newer text says that what an older one sets for a day does not take place then. */
export function isRedated(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  const days = before && !others.length ? standingDaysOf(before) : []
  if (
    !before ||
    days.length !== 1 ||
    !newer.clauses.length ||
    newer.clauses.some((clause) => clause.cues().isHypothetical)
  )
    return false
  if (newer.clauses.some(({ assertion }) => isOfActor(assertion, before.assertion))) return false
  const words = newer.clauses.flatMap(({ assertion }) => assertion.words)
  const said = newer.clauses.map(({ assertion }) => assertion.plain).join(', ')
  if (isOfOtherSeason(said, before.assertion.plain)) return false
  const segments = segmentsOf(newer)
  const known = contentOf(before.assertion.words)
  const own = [...known].filter((stem) => !GENERIC.has(stem))
  const isKnown = (stem: string) => [...known].some((other) => isSame(stem, other))
  const shared = [...contentOf(words)].filter((stem) => isKnown(stem) && !(GENERIC.has(stem) && own.length))
  if (!shared.length || !isSameYear(words, before.assertion.words)) return false
  return segments.some((segment) => {
    const [day] = daysOf(segment)
    if (day === undefined) return false
    const isSameDay = days.includes(day)
    const isOther = !isSameDay && (REDATED.test(said) || (MOVED.test(said) && !FOLLOWS.test(said)))
    const isLater = !isSameDay && (FIRST.test(said) || REASON.test(said))
    if (!(isSameDay ? OFF.test(said) : isOther || isLater)) return false
    const foreign = foreignIn(segment, isKnown)
    if (foreign === undefined) return false
    const left = own.filter((stem) => !shared.some((other) => isSame(stem, other)))
    // "The exam in chemistry was moved" says nothing of the one in biology.
    return !foreign.length || (!left.length && !isLater)
  })
}

/** The days for which a clause sets what is not said to be past or off. */
const standingDaysOf = computedOnce(({ cues, assertion: { plain, words } }: Clause): readonly string[] => {
  return cues().isPast || OFF.test(plain) ? [] : daysOf(words)
})

const ON_A_DAY = /\d.* (?:is|was|are|were|(?:has|have) been) (?:off|cancell?ed|called off|scrapped)\b/

/** "Kabaddi on 8 May is off": whether a clause ends what is on one day, and not the habit. */
export function isOfOneDay({ assertion: newer }: Clause, { assertion: older }: Clause): boolean {
  if (isOffOnce(newer, older)) return true
  return ON_A_DAY.test(newer.plain) && ![...datesOf(older.words)].length && datesOf(newer.words).size > 0
}

const ONCE =
  /\b(?:last|this|next|coming) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|time|month)\b|\b(?:yesterday|today|tonight|tomorrow)\b/
const OFTEN = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:every|each|weekly|daily)\b/

/** "Choir was off last Wednesday" after "sings in a choir on Wednesdays": one of many times. */
export function isOffOnce(newer: Assertion, older: Assertion): boolean {
  return ONCE.test(newer.plain) && !OFTEN.test(newer.plain) && OFTEN.test(older.plain)
}

/** "The spring semester" and "the autumn semester". */
function isOfOtherSeason(newer: string, older: string): boolean {
  const [next, before] = [newer, older].map((text) => Array.from(text.matchAll(SEASONS), ([season]) => season))
  return next!.length > 0 && before!.length > 0 && !next!.some((season) => before!.includes(season))
}
const SEASONS = /\b(?:spring|summer|autumn|winter|mornings?|evenings?|afternoons?|second|third|final)\b/g

function segmentsOf({ clauses }: Reading): readonly (readonly Word[])[] {
  const segments: Word[][] = []
  for (const { assertion } of clauses)
    for (const [at, word] of assertion.words.entries()) {
      if (at === 0 || (word.isAfterPause && !isDateWord(word))) segments.push([])
      segments.at(-1)!.push(word)
    }
  return segments
}

/** What a part of a text names that the older one does not; `undefined` if that belongs to another person. */
function foreignIn(segment: readonly Word[], isKnown: (stem: string) => boolean): readonly string[] | undefined {
  const verbAt = segment.findIndex(({ plain }) => MOVES.test(plain))
  const isActive =
    verbAt > 0 && [...contentOf(segment.slice(verbAt + 1))].some((stem) => isKnown(stem) && !GENERIC.has(stem))
  const byAt = segment.findIndex(({ plain }) => plain === 'by')
  const named = withoutReason(segment.slice(isActive ? verbAt + 1 : 0, byAt < 0 ? segment.length : byAt))
  const isForeign = (word: Word) => {
    const stem = stemOf(withoutPossessive(word.plain))
    return (
      contentOf([{ ...word, isCapital: false }]).size > 0 && !GENERIC.has(stem) && !isKnown(stem) && !isDateWord(word)
    )
  }
  const foreign = named.filter(isForeign)
  const isOfPerson = (word: Word) =>
    word.plain.endsWith("'s") || KIN_ATTRIBUTES.has(word.plain) || (word.isCapital && word !== segment[0])
  return foreign.some(isOfPerson) ? undefined : foreign.map(({ plain }) => plain)
}

/** Without "because of the wind", up to the next word that can be a subject. */
function withoutReason(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ plain }) => plain === 'because')
  if (at < 0) return words
  const end = words.findIndex(
    ({ plain, isAfterPause }, index) => index > at + 1 && (isAfterPause || SUBJECT.test(plain)),
  )
  return [...words.slice(0, at), ...(end < 0 ? [] : words.slice(end))]
}
const SUBJECT = /^(?:i|we|he|she|they|it)$/

function daysOf(words: readonly Word[]): readonly string[] {
  return [...datesOf(words)].filter((date) => DAY.test(date))
}

/** "Bio" and "biology". */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= PREFIX_MIN && long.length > 5 && long.startsWith(short)
}

/** Whether both may be of one year, and of one number: "CAT 1" and "CAT 2". */
function isSameYear(newer: readonly Word[], older: readonly Word[]): boolean {
  const [years, before] = [yearsOf(newer), yearsOf(older)]
  const isNear =
    !years.length || !before.length || years.some((year) => before.some((other) => Math.abs(year - other) <= 1))
  const [numbers, said] = [numbersIn(older), numbersIn(newer)]
  return isNear && numbers.every((number) => !said.length || said.includes(number))
}

/** Numbers that are no part of a date or time. */
function numbersIn(words: readonly Word[]): readonly string[] {
  return words
    .filter(
      ({ plain }, at) =>
        /^\d{1,2}$/.test(plain) &&
        ![words[at - 1], words[at + 1]].some(isMonth) &&
        !/^(?:at|to|till|until)$/.test(words[at - 1]?.plain ?? ''),
    )
    .map(({ plain }) => plain)
}

function isMonth(word: Word | undefined): boolean {
  return word?.isCapital === true && (word.plain === 'may' || isDateWord(word)) && !/\d/.test(word.plain)
}
