import { conceptsWith, widerConcepts } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import type { Clause, Reading } from './reading.ts'
import { isVerb } from './verbs.ts'
import { datesOf, isDateWord, stemOf, type Word, withoutPossessive } from './words.ts'

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

export const NUMERIC = /^[€$£¥₹]?(?<digits>\d+(?:[.,]\d+)*)(?<unit>[a-z%€£¥₹]{0,6})(?:\/\d+(?:\.\d+)?)?$/u
/** Stand after a value, and are no unit of it. */
const NO_UNIT =
  /^(?:in|on|at|of|to|for|by|with|from|over|after|since|before|and|or|but|as|per|now|again|today|tonight|yesterday|this|last|so|still|only|just|already|the|an?|my|his|her|our|their|is|was|steady|stable|according|says?|said|thanks|because|without|despite|finally|then)$/
/** Units that a body is measured in, which often remain unsaid. */
const BODY_UNITS = /^(?:kg|kilo|kilogram|stone|st|lb|pound|cm|bpm|mmhg)$/
const MONEY =
  /^(?:[€$£¥₹]|euros?$|dollars?$|pounds?$|francs?$|yen$|rupees?$|pesos?$|kron|crown|zloty|złoty|rand$|reais$|lira$|won$|yuan$)/u
/** Why or since when a value is so. */
const REASONS = new Set(['after', 'since', 'thanks', 'because', 'following', 'despite', 'without', 'now'])
/** Joins the two numbers of one value: "151 over 96". */
const JOINS = new Set(['over', '/'])
/** Says nothing about what is measured. */
const LIGHT = new Set(
  (
    'a an the my its i it of in on at to from by as and is are am was were be been being has have had got get gets ' +
    'read reads reading readings came come comes back up down out go goes went gone fell falls rose risen rises dropped drops stands stand stood ' +
    'sits sit hit hits reached shows showed said says say measured measures measurement checked check test tests tested result results report ' +
    'reports latest last new current currently now again still just only about around roughly exactly already today yesterday tonight this ' +
    'morning afternoon evening week month level levels value count lab labs doctor nurse surgery clinic pharmacy gp according so far steady stable tips tip tipped tipping gave gives put puts stopped down'
  ).split(' '),
)
/** Stand between what is measured and its value. */
const CONNECTS =
  /^(?:is|are|was|were|has|have|came|come|comes|back|at|to|up|down|reads?|stands?|stood|sits?|hit|reached|shows|showed|said|says|measured?s?|today|now|went|gone|fell|rose|dropped|reading|result|report|level|value|count|of)$/
const NAME_MAX = 3
/** Quantities with several names. */
const NAMES = [
  {
    name: 'weight',
    words: /^(?:scales?|weigh\w*|weight|weigh-in)$/,
    plain:
      /\bweigh|\btip(?:s|ped|ping)? the scales\b|\bon (?:the|my|his|her|a) (?:[\p{L}']+ )?scales?\b|\bon [\p{L}']+ scales?\b|\bscales? (?:says?|said|reads?|shows?|showed|gave|gives|put|puts|stopped|have|has)\b/u,
    isUnit: (unit: string | undefined) => !isMoney(unit),
  },
  {
    name: 'savings',
    words: /^(?:saved|savings)$/,
    plain: /\bsavings\b|\b(?:have|has|got) .{1,30} saved$/,
    isUnit: () => true,
  },
] as const
/** A bare note of one of these is a value: "HbA1c 6.4". */
const CLINICAL = new Set(
  (
    'hba1c a1c ferritin creatinine cholesterol ldl hdl triglycerides tsh psa crp bmi inr egfr gfr haemoglobin hemoglobin hb glucose ' +
    'urea bilirubin albumin platelets leukocytes haematocrit hematocrit spo2 pulse weight homocysteine troponin d-dimer ' +
    'alt ast ggt vo2max fev1 pef handicap elo ftp'
  ).split(' '),
)
const CLINICAL_PHRASE =
  /\b(?:uric acid|blood (?:sugar|pressure|glucose)|heart rate|resting pulse|peak flow|eye pressure|oxygen saturation|vo2 max|body fat|waist|fasting (?:sugar|glucose)|liver (?:value|enzyme)s?)\b/
/** A number after one of these identifies a thing. */
const NUMBERED =
  /^(?:room|flat|apartment|floor|gate|platform|seat|locker|bus|tram|line|route|session|chapter|lesson|level|season|episode|version|unit|part|page|step|phase|number|no|pin|code|extension|week|day|year|grade|class|size|house|door|box|track|volume|round|stage|group|team|lap|table|bed|ward|exit)$/

/** When, where or how something is measured: a value under one condition says nothing of another. */
const OCCASION =
  /\b(?:breakfast|lunch|dinner|supper|meals?|eating|food|sleep\w*|bed(?:time)?|exercise|training|running|home|work|school|rest(?:ing)?|fasting|lying|standing|sitting|night(?:s|time)?|morning|afternoon|evening|weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|winter|summer|spring|autumn|upstairs|downstairs|left|right|goal|target|limit|max(?:imum)?|min(?:imum)?|birth|ideal|normal|wedding|dream)\b/g
/** Says when a value was taken, which every value was at some time. */
const LATELY = /\b(?:this (?:morning|afternoon|evening|week|month)|tonight|today|at the last \p{L}+)\b/gu
/** Tells by how much a value has changed, or of a value that was. */
export const CHANGE_ONLY =
  /\b(?:by|rose|rises|fell|falls|gained|lost|dropped|drops|grew|another|extra|plus|minus|had been|to be|(?:is|are|was|were) (?:up|down)) [€$£¥₹]?\d/u

/** Tells of another time. */
export const BYGONE =
  /\b(?:last (?:year|month|week|spring|summer|autumn|winter|season|time)|ago|(?:in|since|until|till|before) (?:19|20)\d\d|used to|before (?:the|my|our|his|her|i|we|she|he)|back then|previously|formerly|as a (?:child|kid|student))\b/
/** Measurements of two days are both true. */
const DAY = /^\d+-\d+$/

/** "9 after lunch", "5 before breakfast": whether two measurements are of different occasions. */
export function areOfOtherOccasions(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) =>
    [...new Set(assertion.plain.replace(LATELY, ' ').match(OCCASION))].sort().join(' '),
  )
  const [moment, last] = [newer, older].map(({ assertion }) => assertion.plain.match(LATELY)?.join(' '))
  return next !== before || (moment !== undefined && last !== undefined && moment !== last)
}

/** Whether a newer text states a value of what an older one measures, and neither names another person. */
export function isMeasuredAgain(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  const clause = newer.clauses.find((each) => isValueAnew(each, before))
  if (!clause || isNoSeries(newer, older)) return false
  return newer.clauses.every(
    (other) => other === clause || !(isOfAnother(other.assertion) || other.assertion.words.slice(1).some(namesSomeone)),
  )
}

function isOfAnother({ owner }: Assertion): boolean {
  return owner?.relation !== undefined && owner.relation !== 'self'
}

function isValueAnew(newer: Clause, older: Clause): boolean {
  const clauses = [newer, older]
  const [next, before] = [measurementOf(newer.assertion), measurementOf(older.assertion)]
  if (!next || !before || next.key !== before.key || next.value === before.value) return false
  if (clauses.some((clause) => clause.cues().isHypothetical || clause.isTemplate)) return false
  if (areOfOtherOccasions(newer, older) || clauses.some(({ assertion }) => BYGONE.test(assertion.plain))) return false
  const [days, oldDays] = clauses.map(({ assertion }) => [...datesOf(assertion.words)].filter((date) => DAY.test(date)))
  if (days!.length && oldDays!.length) return false
  // "Terminal 5", "terminal 2".
  if (!next.isStated && !before.isStated) return false
  if (next.unit === before.unit) return true
  const unit = next.unit ?? before.unit
  return (next.unit === undefined || before.unit === undefined) && BODY_UNITS.test(unit!)
}

/**
 * Whether a newer text gives another person's value, what happened a second time ("lunch was 9 euros"), or only by how much a
 * value has changed: then the two are no series, by whatever rule they were read.
 */
export function isNoSeries(newer: Reading, older: Reading): boolean {
  const said = newer.clauses.map(({ assertion }) => assertion)
  const last = older.clauses.map(({ assertion }) => assertion)
  if (said.some(({ plain }) => CHANGE_ONLY.test(plain))) return true
  const ownerOf = ([first]: readonly Assertion[]) => ANOTHERS.exec(first?.plain ?? '')?.[0]
  if (ownerOf(said) !== ownerOf(last)) return true
  if (said.some(({ words }) => words.some((word) => word.isAfterPause && namesSomeone(word)))) return true
  const [first, second] = said
  if (second && first!.words.slice(1).some(namesSomeone) && !NUMBER.test(first!.plain)) return true
  return [...said, ...last].every(({ plain }) => WAS.test(plain) && EVENT_VALUE.test(plain))
}

const NUMBER = /\d/
const ANOTHERS = /^(?:his|her|their) /
const WAS = /\b(?:was|were)\b/
/** Values of what happens once: prices, distances, times, results. */
const EVENT_VALUE =
  /(?:[€$£¥₹] ?\d|\d ?(?:[€$£¥₹%]|(?:euros?|dollars?|pounds?|francs?|km|mm|miles?|hours?|minutes?|mins?|days?|points?|stars?|goals?|people|guests?|percent)\b))/u

/** What a clause measures; `undefined` if it says anything else. */
export const measurementOf = computedOnce(read)

function read({ plain, words, owner, isQuestion, isLabelled }: Assertion): Measurement | undefined {
  if (isQuestion || CHANGE_ONLY.test(plain)) return undefined
  const at = words.findIndex(({ plain }) => NUMERIC.test(plain))
  if (at < 0) return undefined
  const value = valueAt(words, at)
  if (!value) return undefined
  const after = words.slice(value.to)
  const pause = after.findIndex(({ plain, isAfterPause }) => isAfterPause || REASONS.has(plain))
  const rest = pause < 0 ? after : after.slice(0, pause)
  // "92 kg, Omar", "151 over 96, mum".
  const tail = after.slice(rest.length)
  if (tail.some(namesSomeone) || isQualifier(tail)) return undefined
  const isContent = (word: Word) => !LIGHT.has(withoutPossessive(word.plain)) && !isDateWord(word)
  // "Ferritin was 9" begins with what could be a name.
  const isThing = owner?.name !== undefined && owner.relation === undefined && words[0]!.plain === owner.name
  const before = words.slice(0, at).filter(isContent)
  const names = isThing ? before : before.filter(({ plain }) => !isOwnerWord(plain, owner?.name))
  const added = rest.filter(isContent)
  const said = [...names, ...added]
  const canonical = NAMES.find(
    (each) => each.plain.test(plain) && said.some((word) => each.words.test(word.plain)) && each.isUnit(value.unit),
  )
  const isKnown = ({ plain }: Word) => canonical?.words.test(plain) === true
  if (canonical ? !names.every(isKnown) || (added.length > 0 && !added.some(isKnown)) : !isName(names, words))
    return undefined
  const name = canonical?.name ?? [...new Set(said.map(({ plain }) => stemOf(plain)))].sort().join(' ')
  const isStated =
    canonical !== undefined ||
    isLabelled ||
    names.some(({ plain }) => CLINICAL.has(plain)) ||
    CLINICAL_PHRASE.test(plain) ||
    CONNECTS.test(words[at - 1]?.plain ?? '') ||
    /\/|over/.test(value.text)
  return {
    ...{ key: `${keyOf((isThing ? undefined : owner) ?? SELF)}|measured ${name}`, value: value.text },
    ...{ unit: value.unit, isStated },
  }
}

/** Whether some words name what is measured. */
function isName(names: readonly Word[], words: readonly Word[]): boolean {
  if (!names.length || names.length > NAME_MAX) return false
  if (names.some(({ plain }) => NUMBERED.test(plain) || isMedicine(plain))) return false
  return !isVerb(words) || LIGHT.has(words[0]!.plain)
}

function isMedicine(plain: string): boolean {
  return conceptsWith(plain).some(({ name }) => name === 'medicine' || widerConcepts(name).has('medicine'))
}

/** "40 degrees, towels": whether some words after a value say what it is of. */
function isQualifier(tail: readonly Word[]): boolean {
  return tail.length > 0 && tail.length < 3 && tail[0]!.isAfterPause && !tail.some(({ plain }) => JUDGES.test(plain))
}
const JUDGES =
  /^(?:all|good|fine|normal|better|great|ok|okay|finally|improving|stable|phew|happy|pleased|worse|high|low)$/

function namesSomeone(word: Word): boolean {
  return (word.isCapital && !isDateWord(word)) || KIN_ATTRIBUTES.has(word.plain)
}

/** The only value of a clause: a number, or two that belong together, with its unit. */
export function valueAt(
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
  } else if (
    unit === undefined &&
    /^[\p{L}/%µ]+$/u.test(next(1)) &&
    !NO_UNIT.test(next(1)) &&
    !words[at + 1]!.isAfterPause
  ) {
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

/** Whether a number is a day beside the name of a month. */
function isDay(words: readonly Word[], at: number): boolean {
  const isMonth = (word: Word | undefined) => word?.isCapital === true && isDateWord(word) && !/\d/.test(word.plain)
  return /^\d{1,2}(?:st|nd|rd|th)?$/.test(words[at]!.plain) && (isMonth(words[at - 1]) || isMonth(words[at + 1]))
}

function isOwnerWord(plain: string, name: string | undefined): boolean {
  return (name?.split(' ') ?? []).includes(withoutPossessive(plain))
}

function isMoney(unit: string | undefined): boolean {
  return unit !== undefined && MONEY.test(unit)
}
