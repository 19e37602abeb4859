import { abstentionIn, isOfSubstance } from './abstentions.ts'
import { areOfOtherSides } from './apart.ts'
import { isAddressBeside } from './beside.ts'
import { isOfDiet, leftOutIn } from './diets.ts'
import { isOfFood } from './exclusions.ts'
import { foodsIn, isKindOf, isSubstitute } from './foods.ts'
import { isObservedInPart } from './observed-in-part.ts'
import { areOfOtherOccurrences } from './occurrences.ts'
import type { Clause, Reading } from './reading.ts'
import { isMultiple } from './topics.ts'

/* What makes two statements true beside each other, whatever else they have in common. */

/** Taken in place of something: "oat milk", "decaf", "alcohol-free beer". */
const SUBSTITUTE =
  /\b(?:[a-z]+-free|decaf\w*|non-alcoholic|vegan|veggie|plant-based|meatless|mock|herbal|rooibos|(?:oat|almond|soya?|coconut|rice|hazelnut|cashew|pea) (?=milk|cream|yog|butter|latte))/
const GIVES_UP =
  /\b(?:no|not|never|without|(?:gave|given|giving|gives) up|(?:cut|cuts|left|leaves) out|off|stopped|quit)\b/
/** "Does not drink coffee at work". */
const DENIES = /\b(?:do|does|did|can|will) not\b|n't\b|\bnever\b/
/** "When the baths are closed I swim in the lake instead". */
const IN_THAT_CASE = /^(?:when(?:ever)?|if|unless|while) .* instead$/
/** "The hip is not done yet". */
const NOT_YET = /\bnot (?:[^ ]+ ){1,5}yet\b/
const LIMITS =
  /\b(?:after|before|during|until|while|when|except|unless|indoors|outdoors|online|alone|at (?:work|home|school|night)|in (?:the )?(?:morning|afternoon|evening|car|bed|public)|(?:with|between) meals)\b/g
const FUNCTION_WORDS = new Set([
  'is',
  'are',
  'am',
  'be',
  'has',
  'have',
  'the',
  'a',
  'an',
  'my',
  'our',
  'his',
  'her',
  'their',
])

/** "40 kg with the left arm" and "50 kg with the right arm"; "oat milk" and "has given up milk"; "session 3" and "session 4". */
export function bothHold(newer: Reading, older: Reading): boolean {
  if (areOfOtherOccurrences(newer, older) || IN_THAT_CASE.test(newer.normal())) return true
  if (NOT_YET.test(newer.normal())) return true
  if (isAddressBeside(newer, older)) return true
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  if (isOfHabit(before) && isObservedInPart(newer.normal())) return true
  const [first, ...more] = newer.clauses
  if (first && !more.length && areOfOtherSides(first, before) && numberIn(first) !== numberIn(before)) return true
  return (
    isOfSubstitute(newer, before) ||
    isOtherDrink(newer, before) ||
    avoids(newer, before) ||
    isOtherNote(newer, older) ||
    speaksMore(newer, before)
  )
}

/** Of eating, drinking or smoking. */
function isOfHabit(clause: Clause): boolean {
  return isOfSubstance(clause) || isOfDiet(clause) || isOfFood(clause) || clause.diet !== undefined
}

const NOTE_GONE =
  /^(?:no more (?<none>[\p{L} -]{3,30})|(?:my |the )?(?<what>[\p{L} -]{3,30}?) (?:(?:is|are|has|have|now|all|fully|finally) )*(?:gone|healed|cleared up|cured|better|over))$/u

/** "Knee pain gone" after "back pain": the same kind in another place. */
function isOtherNote(newer: Reading, older: Reading): boolean {
  const gone = NOTE_GONE.exec(newer.normal())?.groups
  const [next, before] = [(gone?.what ?? gone?.none ?? '').split(' '), older.normal().split(' ')]
  const areTwo = next.length === 2 && before.length === 2
  return areTwo && next[1] === before[1] && next[0] !== before[0]
}

const SPEAKS = /^(?:speaks?|understands?) (?:fluent |some |good |a little |basic )*(?<language>[\p{L}]+)(?: now)?$/u

/** "Speaks French now" after "speaks German": who learns a language forgets no other. */
function speaksMore({ clauses }: Reading, { assertion }: Clause): boolean {
  const known = SPEAKS.exec(assertion.main.whole)?.groups?.language
  const said = clauses.length === 1 ? SPEAKS.exec(clauses[0]!.assertion.main.whole)?.groups?.language : undefined
  return known !== undefined && said !== undefined && known !== said
}

function numberIn({ assertion }: Clause): string | undefined {
  return /\d+/.exec(assertion.plain)?.[0]
}

function isOfSubstitute(newer: Reading, { assertion }: Clause): boolean {
  const substitute = SUBSTITUTE.exec(assertion.plain)?.[0]
  if (substitute === undefined) return false
  const said = newer.clauses.map((clause) => clause.assertion.plain).join(' ')
  const isDiet = newer.clauses.some((clause) => leftOutIn(clause).length > 0)
  if (isDiet) return foodsIn(assertion.plain).length > 0
  return GIVES_UP.test(said) && !said.includes(substitute)
}

const DENIES_DRINK_AT_TIMES =
  /\b(?:do|does) not drink (?:alcohol )?(?:on (?:weekdays|school nights|work nights|\p{L}+days?)|during the week|at home|at work|when|while|and drive)\b/u

/** "Does not drink any more" after "drinks green tea every day": only alcohol is given up. */
function isOtherDrink(newer: Reading, before: Clause): boolean {
  const [first, ...more] = newer.clauses
  if (first && !more.length && DENIES_DRINK_AT_TIMES.test(first.assertion.plain)) return isOfSubstance(before)
  if (isOfSubstance(before) || !newer.clauses.some((clause) => abstentionIn(clause) === 'alcohol')) return false
  const { plain } = before.assertion
  const foods = foodsIn(plain)
  return foods.length > 0 && (isSubstitute(plain) || !foods.some((food) => isKindOf(food, 'alcohol')))
}

/** "Gave up nuts" after "allergic to nuts": what a person does not tolerate is still not tolerated when it is avoided. */
function avoids(newer: Reading, { assertion }: Clause): boolean {
  if (!NOT_TOLERATED.test(assertion.plain)) return false
  const said = newer.clauses.map((clause) => clause.assertion.plain).join(' ')
  return (GIVES_UP.test(said) || / no more /.test(` ${said} `)) && !OF_TOLERANCE.test(said)
}

const NOT_TOLERATED =
  /\b(?:allerg\w*|intoleran\w*|anaphyla\w*|co?eliac|(?:gives?|brings?|makes?) (?:me|her|him|us) (?:out in |come out in |feel |a |an |the )?(?:hives|rash\w*|spots|itch\w*|wheez\w*|migraines?|headaches?|cramps|bloated|sick|ill|sneeze|swell\w*|heartburn|asthma)|(?:reacts?|sensitive) to|upsets? (?:my|her|his))\b/
/** Says that it is tolerated again, or was never the cause. */
const OF_TOLERANCE =
  /\b(?:allerg\w*|intoleran\w*|anaphyla\w*|co?eliac|hives|rash\w*|react\w*|sensitiv\w*|tolerat\w*|upsets?|migraines?|headaches?|outgr\w+|again|tests?|tested|results?|diagnos\w*|misdiagnos\w*|cured|problems?|trouble|fine|okay|ok|desensiti\w+)\b/

/** "Drinks coffee every morning" after "does not drink coffee at work": whether only the older one says when it holds. */
export function isLimitedDenial(newer: Reading, older: Reading): boolean {
  const [said, before] = [newer, older].map(({ clauses }) => clauses.map(({ assertion }) => assertion.plain).join(' '))
  if (!DENIES.test(before!) || DENIES.test(said!)) return false
  return (before!.match(LIMITS) ?? []).some((limit) => !said!.includes(limit))
}

const DENIES_SOME = /^no (?!more\b|longer\b)|\b(?:do|does|did|can|will) not\b|n't\b|\bnever\b/
const OF_LATE =
  /\b(?:no longer|any ?more|any longer|from now on|now|nowadays|these days|stopped|quit|gave up|given up)\b/
const OCCASION =
  /\b(?:(?:after|before|during|until|while|when|on|between) (?:the |my |his |her )?[\p{L}\d]+|at (?:the )?(?:work|home|school|night|office|breakfast|lunch|dinner|supper|parties)|in the (?:morning|afternoon|evening)s?)/gu

/** "No coffee after noon" after "drinks coffee in the morning": whether a newer text denies it for some occasions only. */
export function deniesAnOccasion(newer: string, older: string): boolean {
  const [first = ''] = newer.toLowerCase().split(/[,;.]| but /)
  if (!DENIES_SOME.test(first) || OF_LATE.test(newer.toLowerCase())) return false
  const known = older.toLowerCase()
  return (first.match(OCCASION) ?? []).some((occasion) => !known.includes(occasion))
}

/**
 * "Favourite singers are Bea and Cid" after "favourite singer is Bea": whether the newer one lists what the older one has; or names
 * another one of what a person has several of: "pastime: mahjong" after "pastime: birding".
 */
export function listsMore(newer: Reading, older: Reading): boolean {
  const label = severalIn(newer)
  if (label !== undefined && label === severalIn(older) && !newer.clauses[0]!.cues().isChange) return true
  if (newer.clauses.some((clause) => clause.ending || clause.cues().isChange)) return false
  if (!/ and /.test(newer.normal()) || / and /.test(older.normal())) return false
  const known = [...older.stems()].filter((stem) => !FUNCTION_WORDS.has(stem))
  return known.length > 1 && known.every((stem) => newer.stems().has(stem))
}

/** The label of a record that can stand before several values. */
function severalIn({ clauses }: Reading): string | undefined {
  const [first, ...others] = clauses
  if (!first?.assertion.isLabelled || others.length || !isMultiple(first.assertion.topic)) return undefined
  return first.assertion.topic.map(({ plain }) => plain).join(' ')
}

const DENIES_FOOD = /\b(?:not|no|never|no longer|without|(?:gave|given) up|off|stopped|quit)\b|n't\b/

/** "Has not drunk coffee since 2020" after "drinks green tea": of foods and drinks, only what is named is over. */
export function deniesOtherFood(newer: Reading, older: Reading): boolean {
  const [said, before] = [newer, older].map(({ clauses }) => clauses.map(({ assertion }) => assertion.plain).join(' '))
  if (!DENIES_FOOD.test(said!) || DENIES_FOOD.test(before!)) return false
  const [denied, kept] = [foodsIn(said!), foodsIn(before!)]
  return denied.length > 0 && kept.length > 0 && !kept.some((food) => denied.some((other) => isKindOf(food, other)))
}
