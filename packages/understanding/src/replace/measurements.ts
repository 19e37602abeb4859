import { type Assertion, keyOf, SELF } from './assertions.ts'
import type { Clause } from './reading.ts'
import { isVerb } from './verbs.ts'
import { datesOf, isDateWord, stemOf, type Word } from './words.ts'

/*
 * Measurements: "ferritin was 9", "BP today 128 over 82". Whatever is measured has one value at a time, so two of the same name
 * are a series, in any tense and with any light verb.
 */

interface Measurement {
  /** Whose and what: equal for measurements of one series. */
  readonly key: string
  readonly value: string
  readonly unit: string | undefined
  /** Whether a word such as "was" or a colon stands before the value. */
  readonly isStated: boolean
}

const NUMERIC = /^[€$£¥₹]?(?<digits>\d+(?:[.,]\d+)*)(?<unit>[a-z%€£¥₹]{0,6})(?:\/\d+(?:\.\d+)?)?$/u
const UNITS =
  /^(?:kg|kgs|kilos?|kilograms?|stone|st|lbs?|pounds?|g|grams?|cm|mm|m|(?:centi|milli|kilo)?met(?:re|er)s?|decibels?|db|inch(?:es)?|foot|feet|ft|%|percent|bpm|mmhg|mmol(?:\/l|\/mol)?|mg(?:\/dl)?|mcg|ng(?:\/ml)?|µg|iu|units?|degrees?|points?|euros?|dollars?|francs?|yen|rupees?|pesos?|kroner|kronor|crowns?|zloty|złoty|rand|reais|lira|won|yuan|mph|kmh|km\/h|watts?|kwh)$/u
const MONEY =
  /^(?:[€$£¥₹]|euros?$|dollars?$|pounds?$|francs?$|yen$|rupees?$|pesos?$|kron|crown|zloty|złoty|rand$|reais$|lira$|won$|yuan$)/u
/** Why or since when a value is so. */
const REASONS = new Set(['after', 'since', 'thanks', 'because', 'following', 'despite', 'without', 'now'])
/** Joins the two numbers of one value: "151 over 96". */
const JOINS = new Set(['over', '/', 'on'])
/** Says nothing about what is measured. */
const LIGHT = new Set(
  (
    'a an the my our his her their its i he she they we it of in on at to from by as and is are am was were be been being has have had got get gets ' +
    'read reads reading readings came come comes back up down out go goes went gone fell falls rose risen rises dropped drops stands stand stood ' +
    'sits sit hit hits reached shows showed said says say measured measures measurement checked check test tests tested result results report ' +
    'reports latest last new current currently now again still just only about around roughly exactly already today yesterday tonight this ' +
    'morning afternoon evening week month level levels value count lab labs doctor nurse surgery clinic pharmacy gp according so far steady stable tips down'
  ).split(' '),
)
/** Stand between what is measured and its value. */
const CONNECTS =
  /^(?:is|are|was|were|has|have|came|come|comes|back|at|to|up|down|reads?|stands?|stood|sits?|hit|reached|shows|showed|said|says|measured?s?|today|now|went|gone|fell|rose|dropped|reading|result|report|level|value|count|of)$/
const NAME_MAX = 3
/** What goes by several names. */
const NAMES = [
  {
    name: 'weight',
    words: /^(?:scales?|weigh\w*|weight|weigh-in)$/,
    isUnit: (unit: string | undefined) => !isMoney(unit),
  },
  { name: 'savings', words: /^(?:sav(?:ed|ings?))$/, isUnit: () => true },
] as const
/** A number with one of these tells things apart; it measures nothing. */
const NUMBERED =
  /^(?:room|flat|apartment|floor|gate|platform|seat|locker|bus|tram|line|route|session|chapter|lesson|level|season|episode|version|unit|part|page|step|phase|number|no|pin|code|extension|week|day|year|grade|class|size|house|door|box|track|volume|round|stage|group|team|lap|table|bed|ward|exit)$/

/** When or where something is measured that differs between meals and places. */
const OCCASION =
  /\b(?:after|before|during|at|in|on|with|without) (?:the |my |his |her |a )?(?<occasion>breakfast|lunch|dinner|supper|meals?|eating|food|sleep|bed|exercise|training|running|home|work|school|rest)\b/

/** Tells of another time. */
const BYGONE =
  /\b(?:last (?:year|month|week|spring|summer|autumn|winter|season|time)|ago|(?:in|since|until|till|before) (?:19|20)\d\d|used to|before (?:the|my|our|his|her|i|we|she|he)|back then|previously|formerly|as a (?:child|kid|student))\b/
/** Measurements of two days are both true. */
const DAY = /^\d+-\d+$/

/** "9 after lunch", "5 before breakfast": whether two measurements are of different occasions. */
export function areOfOtherOccasions(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => OCCASION.exec(assertion.plain)?.[0])
  return next !== undefined && before !== undefined && next !== before
}

const known = new WeakMap<Assertion, Measurement | null>()

/** Whether a newer clause states a value of what an older one measures. */
export function isMeasuredAgain(newer: Clause, older: Clause): boolean {
  if (newer.cues().isHypothetical || older.cues().isHypothetical || newer.isTemplate || older.isTemplate) return false
  const [next, before] = [measurementOf(newer.assertion), measurementOf(older.assertion)]
  if (!next || !before || next.key !== before.key || next.value === before.value) return false
  if (areOfOtherOccasions(newer, older) || [newer, older].some(({ assertion }) => BYGONE.test(assertion.plain)))
    return false
  const [days, oldDays] = [newer, older].map(({ assertion }) =>
    [...datesOf(assertion.words)].filter((date) => DAY.test(date)),
  )
  if (days!.length && oldDays!.length) return false
  // "Terminal 5", "terminal 2".
  if (!next.isStated && !before.isStated) return false
  return next.unit === undefined || before.unit === undefined || next.unit === before.unit
}

/** What a clause measures; `undefined` if it says anything else. */
export function measurementOf(assertion: Assertion): Measurement | undefined {
  const found = known.get(assertion)
  if (found !== undefined) return found ?? undefined
  const measured = read(assertion)
  known.set(assertion, measured ?? null)
  return measured
}

function read({ words, owner, isQuestion, isLabelled }: Assertion): Measurement | undefined {
  if (isQuestion) return undefined
  const at = words.findIndex(({ plain }) => NUMERIC.test(plain))
  if (at < 0) return undefined
  const value = valueAt(words, at)
  if (!value) return undefined
  const after = words.slice(value.to)
  const pause = after.findIndex(({ plain, isAfterPause }) => isAfterPause || REASONS.has(plain))
  const rest = pause < 0 ? after : after.slice(0, pause)
  const isContent = (word: Word) => !LIGHT.has(word.plain.replace(/'s$/, '')) && !isDateWord(word)
  // "Ferritin was 9" begins with what could be a name.
  const isThing = owner?.name !== undefined && owner.relation === undefined && words[0]!.plain === owner.name
  const before = words.slice(0, at).filter(isContent)
  const names = isThing ? before : before.filter(({ plain }) => !isOwnerWord(plain, owner?.name))
  const added = rest.filter(isContent)
  const said = [...names, ...added]
  const canonical = NAMES.find((each) => said.some(({ plain }) => each.words.test(plain)) && each.isUnit(value.unit))
  const isKnown = ({ plain }: Word) => canonical?.words.test(plain) === true
  if (canonical ? !names.every(isKnown) || (added.length > 0 && !added.some(isKnown)) : !isName(names, words))
    return undefined
  const name = canonical?.name ?? [...new Set(said.map(({ plain }) => stemOf(plain)))].sort().join(' ')
  const isStated =
    canonical !== undefined || isLabelled || CONNECTS.test(words[at - 1]?.plain ?? '') || /[./]|over/.test(value.text)
  return {
    ...{ key: `${keyOf((isThing ? undefined : owner) ?? SELF)}|measured ${name}`, value: value.text },
    ...{ unit: value.unit, isStated },
  }
}

/** Whether some words name what is measured. */
function isName(names: readonly Word[], words: readonly Word[]): boolean {
  if (!names.length || names.length > NAME_MAX || names.some(({ plain }) => NUMBERED.test(plain))) return false
  return !isVerb(words) || LIGHT.has(words[0]!.plain)
}

/** The only value of a clause: a number, or two that belong together, with its unit. */
function valueAt(
  words: readonly Word[],
  at: number,
): { text: string; unit: string | undefined; to: number } | undefined {
  const { plain } = words[at]!
  const { unit: joined } = NUMERIC.exec(plain)!.groups!
  const next = (offset: number) => words[at + offset]?.plain ?? ''
  let to = at + 1
  let unit = joined || (/^[€$£¥₹]/u.test(plain) ? plain[0] : undefined)
  let text = plain
  if (JOINS.has(next(1)) && NUMERIC.test(next(2))) {
    text = `${plain} over ${next(2)}`
    to = at + 3
  } else if (UNITS.test(next(1)) || isOfSavings(words, at)) {
    unit = next(1).replace(/s$/, '')
    to = at + 2
    if (/^(?:stone|foot|feet|ft|st)$/.test(next(1)) && NUMERIC.test(next(2))) {
      text = `${plain} ${next(2)}`
      to = at + 3
    }
  }
  const reasonAt = words.findIndex(
    ({ plain, isAfterPause }, index) => index >= to && (isAfterPause || REASONS.has(plain)),
  )
  const said = reasonAt < 0 ? words : words.slice(0, reasonAt)
  const isOther = said.some(
    ({ plain: other }, index) => (index < at || index >= to) && NUMERIC.test(other) && !isDay(words, index),
  )
  if (isOther || isDay(words, at) || /^(?:19|20)\d\d$/.test(plain) || /^(?:am|pm|o'clock)$/.test(next(to - at)))
    return undefined
  return { text, unit, to }
}

/** Whether the word after a number is a currency: "3,200 bolivianos saved", "my savings stand at 5,100 bolivianos". */
function isOfSavings(words: readonly Word[], at: number): boolean {
  return (
    /^\p{L}+$/u.test(words[at + 1]?.plain ?? '') &&
    (words[at + 2]?.plain === 'saved' || words.slice(0, at).some(({ plain }) => plain === 'savings'))
  )
}

/** Whether a number is a day beside the name of a month. */
function isDay(words: readonly Word[], at: number): boolean {
  const isMonth = (word: Word | undefined) => word?.isCapital === true && isDateWord(word) && !/\d/.test(word.plain)
  return /^\d{1,2}(?:st|nd|rd|th)?$/.test(words[at]!.plain) && (isMonth(words[at - 1]) || isMonth(words[at + 1]))
}

function isOwnerWord(plain: string, name: string | undefined): boolean {
  return (name?.split(' ') ?? []).includes(plain.replace(/'s$/, ''))
}

function isMoney(unit: string | undefined): boolean {
  return unit !== undefined && MONEY.test(unit)
}
