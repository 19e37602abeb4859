import { saidIn, withoutEnd, withoutLead } from './bare.ts'
import { TEMPORARY } from './cues.ts'
import { HEALTH_WORDS } from './end-words.ts'
import { areOfOnePerson } from './persons.ts'
import { type Clause, lastingClauseOf, onlyClauseOf, type Reading } from './reading.ts'
import { stemOf } from './words.ts'

/*
 * How often something is done, stated in other words: "has cut fufu down to Sundays" after "eats fufu twice a day", "keeps wine
 * for the weekend" after "drinks wine every evening".
 */

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const COUNT =
  '(?:once|twice|thrice|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)(?: (?:or|to) (?:two|three|four|five|six|\\d+))?(?: times| days| nights| evenings| mornings)?)'
const PERIOD = '(?:day|night|week|weekend|fortnight|month|year)'
const OFTEN = `(?:${COUNT} (?:a|per|every|each) ${PERIOD}|(?:every|each|most) (?:other |second |single )?(?:days?|mornings?|evenings?|nights?|weeks?|weekends?|months?|${DAY})|daily|nightly|weekly|fortnightly|monthly|all day(?: long)?|(?:on|at|for) (?:the )?(?:weekends?|weekdays|${DAY}(?: and ${DAY})?)|weekends|${DAY})`
const NOW = '(?: (?:now|these days|nowadays|from now on|at most|max|maximum|instead))*'
const LIMIT = '(?:(?:only|just|merely|no more than) )'
/** "Has cut fufu down to Sundays", "is down to two coffees a day", "keeps wine for the weekend". */
const CHANGES: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:has|have|is|am|now|just|recently|finally) )*(?:cut|scaled|dialled|limited|reduced|pared|got) (?<what>.{2,40}?) (?:back |down )?to ${LIMIT}?(?<often>${OFTEN})${NOW}$`,
    'u',
  ),
  new RegExp(
    `^(?:(?:has|have|is|am|now|just|recently|finally) )*(?:keeps?|saves?|reserves?|limits?) (?:my |his |her |the )?(?<what>.{2,40}?) (?:for|to) (?:the )?(?<often>weekends?|${DAY}|${COUNT} (?:a|per) ${PERIOD})${NOW}$`,
    'u',
  ),
  new RegExp(
    `^(?:(?:has|have|is|am|now|just|recently|finally|cut|cuts|gone|went|got|allows?|limits?|(?:my|him|her)self|back) )*(?:(?:down|back|up) )?to (?:only |just )?(?<many>an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+) (?<what>[\\p{L} -]{2,30}?) (?:a|per|every|each) (?<period>${PERIOD})${NOW}$`,
    'u',
  ),
]
const SELF_LIMIT = /^(?:i )?(?:(?:now|only) )*(?:limits?|restricts?|rations?|allows?) (?:my|him|her)self (?:to )?/
/** "Only smokes at weekends now", "has meat at weekends only", "eats out once a month now". */
const AT_END = new RegExp(` (?:(?:only|just|merely|no more than) )?(?<often>${OFTEN})$`, 'u')
const LEADING = new Set('now only just mostly i'.split(' '))
const SAYS_NOW = /\b(?:now|these days|nowadays|from now on|only|just|instead)\b/
const HABIT = new RegExp(
  `^(?<what>.{2,60}?) (?:(?:about|around|at least|nearly|almost|up to) )?(?<often>${OFTEN})$`,
  'u',
)
/** "Drinks five coffees a day". */
const COUNTED = new RegExp(
  `^(?<what>\\p{L}+) (?:(?:about|around|at least|nearly|almost|up to) )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+) (?<of>[\\p{L} -]{2,30}?) (?:a|per|every|each) ${PERIOD}$`,
  'u',
)
const LIGHT = new Set(
  'i we am is are be the a an my his her our of out at on in to for has have eat drink do does take go goes get it back some any down up all times time'.split(
    ' ',
  ),
)
/** "Two cups a day" after "six cups of tea a day". */
const MEASURES = new Set('cup mug glass can pint bottle bar slice bowl cigarett packet pack'.split(' '))
/** Of what is held with other people or for health, each time can be another matter. */
const CONDITION = /\b(?:with|when|if|unless|except|after|before|during|while|and|or|also|too|sometimes)\b/
const NO_HABIT =
  /^(?:is|are|was|works?|lives?|teach\w*|studies|paid|pays|costs?|earns?|gets|visits? the|sees?|meets?)\b/

/** Whether a newer text says how often something is done that an older one says is done at another rate. */
export function isAtOtherRate(newer: Reading, older: Reading): boolean {
  const [next, before] = [presentOf(newer), lastingClauseOf(older)]
  if (!next || !before || before.ending) return false
  if (!areOfOnePerson(next, before)) return false
  const [said, known] = [next, before].map(saidIn)
  if ([said, known].some((text) => HEALTH_WORDS.test(text!) || CONDITION.test(text!))) return false
  const counted = COUNTED.exec(known!)?.groups
  const habit = HABIT.exec(known!)?.groups
  if ((!habit && !counted) || NO_HABIT.test(known!)) return false
  const changed = CHANGES.map((says) => says.exec(said!.replace(SELF_LIMIT, 'to '))?.groups).find(Boolean)
  const done = counted ? `${counted.what} ${counted.of}` : habit!.what!
  if (changed) return isOfHabit(changed.what!, done) && (changed.many !== undefined || changed.often !== habit?.often)
  const bare = withoutEnd(said!).replace(/ only$/, '')
  const states = AT_END.exec(bare)
  const often = states?.groups?.often
  if (!states || often === undefined || often === habit?.often || !SAYS_NOW.test(said!)) return false
  // Another day for the same is no other rate: "on Thursdays now" may come on top.
  if (!/only|just|no more/.test(said!) && isOfDays(often) && isOfDays(habit?.often ?? '')) return false
  const [one, other] = [contentOf(withoutLead(bare.slice(0, states.index), LEADING)), contentOf(done)]
  const isSame = one.length === other.length && one.every((stem) => other.includes(stem))
  return isSame && (one.length > 0 || said!.split(' ')[0] === known!.split(' ')[0])
}

/** Clauses of "is down to" read as endings, too. */
function presentOf(reading: Reading): Clause | undefined {
  const clause = onlyClauseOf(reading)
  if (!clause) return undefined
  const { isPast, isHypothetical, isAddition } = clause.cues()
  // "For the weekend" says when what is kept for it is had.
  const isTemporary = TEMPORARY.test(clause.assertion.plain.replace(/ for the weekend/, ''))
  return isPast || isHypothetical || isTemporary || isAddition ? undefined : clause
}

function isOfDays(often: string): boolean {
  return /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/.test(often)
}

/** Whether what is cut down is all that the habit is about: "fufu" of "eats fufu". */
function isOfHabit(what: string, done: string): boolean {
  const [cut, stems] = [contentOf(what), contentOf(done)]
  const object = contentOf(done.split(' ').slice(1).join(' '))
  if (!cut.length) return false
  const isObject = object.length > 0 && object.length === cut.length && object.every((stem) => cut.includes(stem))
  const isMeasure = object.length > cut.length && cut.length === 1 && MEASURES.has(cut[0]!) && object.includes(cut[0]!)
  return isMeasure || isObject || (stems.length === cut.length && stems.every((stem) => cut.includes(stem)))
}

function contentOf(text: string): string[] {
  return text.split(' ').flatMap((word) => {
    const stem = stemOf(word)
    return LIGHT.has(word) || LIGHT.has(stem) || stem.length < 2 ? [] : [stem]
  })
}

/** A cheap test that misses no text of which {@link isAtOtherRate} is true. */
export const MAY_BE_RATE =
  /\bonly\b|\b(?:limits?|rations?|restricts?|allows?|keeps?|saves?|reserves?|scaled|dialled|reduced|pared) .{2,40} (?:to|for)\b/
