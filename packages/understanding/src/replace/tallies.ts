import { isAbilityAgain } from './abilities.ts'
import { type Assertion, keyOf } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import type { Clause, Reading } from './reading.ts'

/*
 * How far a person has come: "has logged 14 flight hours", "is on chapter 5 of Dune", "my mile time is 5:52". Two of them that
 * differ in the number alone are a series.
 */

const NUMBER = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*(?![\p{L}\d:])/gu
const SAID_NOW =
  / (?:now|already|by now|so far|to date|until now|up to now|altogether|in total|these days|about|around|nearly|almost|over|more than|just|at present)\b/g
/** What one has done, all of it together. */
const HAS_DONE =
  /^(?:have|has) (?:\p{L}{3,}(?:ed|wn|en|ung|um|un)|read|run|been|done|made|met|won|lost|got|put|sold|built|caught|taught|kept|had|hit|sung|led|fed|spent|shot|sent|held|dug) (?:(?:away|aside|back|off|out|to|up|through|in|my|his|her|the|blood|books?) ){0,3}#(?<unit> [\p{L}-]+(?: [\p{L}-]+)?)/u
/** What is put by has no unit: "has saved 2,000 for the trip". */
const HAS_SAVED = /^(?:(?:have|has) )?(?:saved|raised|collected|put (?:by|aside|away)) (?:up )?[€$£]?# /
/** On one occasion, or of one thing: another one adds to it. */
const OCCASION =
  /\b(?:today|yesterday|tonight|just|last|this (?:morning|afternoon|evening|week|weekend)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|at once|in one go|spent|bought|ordered|lent|borrowed|donated|paid|eaten|drunk|taken|invited|booked|asked|applied|signed|sent|put (?!by|aside|away)|sold|meant|agreed|decided|a (?:day|week|month|night)|every|each|per|since yesterday)\b/
const SINGULAR = /^ (?:day|week|month|year|hour|minute|am|pm|o'clock)(?!s)/
/** These are counted on each occasion, too: "has walked 12 km". */
const MEASURED =
  /^ (?:hours?|hrs?|minutes?|mins?|km|kilomet(?:re|er)s?|miles?|met(?:re|er)s?|m|laps|lengths|steps|pages|kcal|calories)(?!\p{L}| [\p{L}-]+s\b)/u
const IN_ALL = /\b(?:so far|to date|by now|already|in total|altogether|overall|since|this (?:year|month|season|term))\b/
/** The place in a book, a course or a game. */
const IS_AT =
  /^(?:(?:is|am|are) )?(?:(?:now|still|currently) )?(?:on|at|up to|reached|got to|watching|reading|playing|studying|doing|following|working through)\b(?: [^#]{1,40})? (?:chapter|page|level|season|episode|lesson|unit|stage|grade|module|round|book|volume|part|week|rank|step) #(?! (?:am|pm)\b)(?: (?:of|in) [^#]{2,40})?$/
/** A time over a distance, or for which something is held. */
const TIMED =
  /\b(?:miles?|\d+ ?k|\d+ ?(?:km|m|metres?|meters?|yards?)|half(?:[- ]marathon)?|marathon|parkrun|laps?|sprint|freestyle|breaststroke|backstroke|butterfly|crawl|rowing|row|erg|plank|swim|triathlon|duathlon|ironman|relay|time trial|hill|segment|sudoku|cube|rubik's|crossword|puzzle|dead hang|breath|wall sit|obstacle|lengths?)\b/
const TIME = /\b(?:times?|best|pb|pr|record|split|pace|fastest|quickest)\b/
/** "My lunch time is 12:30" tells when, "the fastest mile of Ana" is another's. */
const CLOCK = /^(?:at|from|till|until|by) /
/** A short record of a quantity by its usual name: "FTP 210 watts", "ring size 52". */
const RECORD =
  /^(?:my |current |the )?(?:[\p{L}\d-]+ ){0,2}?(?:ftp|vdot|streak|rating|rank|level|grade|1rm|max|average|points|total|count|handicap|xp|elo|wpm|typing speed|balance) (?:of |is |now |at )*#(?: [\p{L}%]+)?$/u

/** "Longest run: 12 km". */
const BEST =
  /^(?:my )?(?:longest|fastest|quickest|best|highest|heaviest|furthest|biggest) [\p{L}-]{2,20}(?: [\p{L}-]{2,20})?(?: so far)?(?: is|:) #(?: [\p{L}%]+)?$/u
/** What is known or learned, all of it together. */
const KNOWS =
  /^(?:knows?|learned|learnt|collected|completed|earned|logged|visited|mastered|can (?:play|name|identify)) # \p{L}+s?\b(?! (?:to|on|in|at|by) )/u

/** Whether two texts say how far the same has come, or how much of it is possible, and differ in the number alone. */
export function isTallyAgain(newer: Reading, older: Reading): boolean {
  if (isAbilityAgain(newer, older)) return true
  if (![newer, older].every(hasDigit)) return false
  const [next, ...more] = newer.clauses
  const [before, ...others] = older.clauses
  if (!next || !before || more.length || others.length) return false
  if ([next, before].some(isOther)) return false
  if (keyOf(next.assertion.owner) !== keyOf(before.assertion.owner) && !isRecord(next.assertion)) return false
  const frame = frameOf(next.assertion)
  const known = frame && frameOf(before.assertion)
  if (!frame || !known || frame.text !== known.text || frame.value === known.value) return false
  if (frame.kind === 'time' || frame.kind === 'record') return true
  return amountOf(frame.value) > amountOf(known.value)
}

const hasDigit = computedOnce(({ normal }: Reading) => /\d/.test(normal()))

function isOther(clause: Clause): boolean {
  const { isAddition, isHypothetical } = clause.cues()
  return isAddition || isHypothetical || clause.isTemplate || /\bused to\b|\bonce\b/.test(clause.assertion.plain)
}

interface Frame {
  readonly kind: 'tally' | 'place' | 'time' | 'record'
  readonly text: string
  readonly value: string
}

function isRecord({ plain }: Assertion): boolean {
  const text = plain.replace(NUMBER, '#')
  return RECORD.test(text) || BEST.test(text)
}

const frameOf = computedOnce(({ plain, main, topic }: Assertion): Frame | undefined => {
  const whole = main.whole.replace(SAID_NOW, '')
  const values = whole.match(NUMBER) ?? []
  const text = whole.replace(NUMBER, '#')
  if (topic.length) {
    const name = topic.map((word) => word.plain).join(' ')
    const isTime = TIMED.test(name) && (TIME.test(name) || /^is #:?/.test(text)) && values.length === 1
    if (isTime && values[0]!.includes(':') && !CLOCK.test(text.replace(/^is /, '')) && /^(?:is )?#$/.test(text))
      return { kind: 'time', text: `${name} ${text}`, value: values[0]! }
  }
  if (isRecord({ plain } as Assertion) && (plain.match(NUMBER)?.length ?? 0) === 1)
    return { kind: 'record', text: plain.replace(NUMBER, '#'), value: plain.match(NUMBER)![0] }
  if (values.length !== 1 || topic.length || /:/.test(values[0]!)) return undefined
  const [value] = values as [string]
  if (IS_AT.test(text)) return { kind: 'place', text, value }
  const unit = HAS_DONE.exec(text)?.groups?.unit
  const isTally =
    (unit !== undefined &&
      !SINGULAR.test(unit) &&
      (!MEASURED.test(unit) || IN_ALL.test(plain)) &&
      !/^ (?:of|in|on|at|for)\b/.test(unit)) ||
    HAS_SAVED.test(`${text} `) ||
    KNOWS.test(text)
  return isTally && !OCCASION.test(plain) ? { kind: 'tally', text, value } : undefined
})

function amountOf(value: string): number {
  return Number.parseFloat(value.replace(/,(?=\d{3})/g, '').replace(',', '.'))
}
