import { type Assertion, keyOf, SELF } from './assertions.ts'
import { CHANGE } from './cues.ts'
import { areAllOfKind, isFoodOrKind, isKindOf } from './foods.ts'
import type { Clause } from './reading.ts'
import { stemOf } from './words.ts'

/* What a person does not eat or drink, and what changes when it is given up or allowed again. */

const WHAT = String.raw`(?:any |all |the |my |his |her |all kinds of |every kind of )?(?<what>[\p{L}'-]+(?: [\p{L}'-]+){0,2}?)`
/** What may follow: since when and why. Anything else may limit it: "after noon", "at work". After some words, anything. */
const TAIL = String.raw`(?: (?:completely|altogether|entirely|totally|for good|at all|now|nowadays|these days|any ?more|any longer|on (?:(?!(?:on|advice|orders?) )[\p{L}']+ ){0,2}(?:advice|orders?)|for (?:health|medical|ethical) reasons|for (?:my|his|her|the) (?:health|heart|stomach|skin|sleep|blood pressure|cholesterol|liver|kidneys|weight|gut|joints|gout|diabetes)|after (?:the|an?|my|his|her) (?:\p{L}+ )?(?:attack|stroke|operation|surgery|diagnosis|scare|illness|check-up|tests?)))*(?: (?:since|because|so|due to|thanks to|in favou?r of|on (?:the )?(?:advice|orders?) of|to (?:lose|lower|help|protect|spare)|and (?:now )?(?:feels?|sleeps?|drinks?|eats?)) .+)?$`
const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter'
/** Of what was given up once, also when: "in March", "last year". */
export const GIVEN_UP_TAIL = `(?: (?:in (?:(?:early|late) )?(?:${MONTH}|(?:19|20)\\d\\d)|last (?:week|month|year|${MONTH})|(?:an?|two|three|four|five|six|\\d+|some|a few) (?:weeks|months|years?) ago))?${TAIL}`
const VERB = `(?:eats?|drinks?|touch(?:es)?|chews?)`
const GIVEN_UP = new RegExp(
  `^(?:(?:has|have|is|am|now|just|recently|finally|completely) )*(?:gave up|given up|giv(?:es?|ing) up|cut(?:s|ting)? out|left out|leav(?:es?|ing) out|stopped (?:eating|drinking|having|chewing)|quit(?: (?:eating|drinking|having|chewing))?|sworn off|swore off|eliminated|off|came off|come off|done with|no longer (?:${VERB}|has|have)|(?:stays?|keeps?|staying|keeping) (?:off|away from|clear of)) ${WHAT}${GIVEN_UP_TAIL}`,
  'u',
)
const CUT_OUT = new RegExp(
  `^(?:(?:has|have) )?(?:(?:now|just|recently) )?(?:cut|left|leaves?) ${WHAT} out${GIVEN_UP_TAIL}`,
  'u',
)
const NOT_TAKEN = new RegExp(
  `^(?:(?:do|does|can|may|must|should) not (?:eat|drink|have|touch|chew|use)|never (?:${VERB}|has|have)|avoids?|avoiding|skips?|skipping|steers? clear of|(?:eats?|drinks?|takes?|has|have) no) ${WHAT}${TAIL}`,
  'u',
)
/** "Cheese given up on medical advice", "no more caffeine". */
const NOTE = new RegExp(
  `^(?:no more |(?=[\\p{L}' -]{3,40} (?:given up|cut out|left out|eliminated)\\b))${WHAT}(?: (?:given up|cut out|left out|eliminated))?${TAIL}`,
  'u',
)
const FREE = new RegExp(
  `^(?:(?:has|have|is|am|now) )*(?:gone|went|eats?|eating|lives?) (?<what>[a-z]+)-free${GIVEN_UP_TAIL}`,
  'u',
)
const FORBIDDEN = new RegExp(
  `^(?:is|are) (?:(?:now|strictly|completely) )*(?:forbidden|banned|off[- ]limits|taboo|prohibited|not allowed|off the menu)${TAIL}`,
  'u',
)
const ALLOWED =
  /^(?:is|are) (?:now )?(?:allowed|permitted|okay?|fine|back(?: on the menu)?)\b(?! (?:on|at|if|when|only|after|before|with|for)\b(?! the menu))/

/** What a person eats, drinks or uses, as it was before or from now on. */
const TAKES =
  /^(?:(?:i|we|she|he|they|am|is|are|can|may|has|have|now|back|started|begun|began|allowed|permitted|been|again|went|gone|returned|to|on)\b ?)*(?:eat(?:s|ing)?|drink(?:s|ing)?|have|has|having|enjoy(?:s|ing)?|tak(?:es?|ing)|using|uses?|on|to)\b(?! no\b| not\b) (?<what>[^,.]{2,60})/
/** A habit of eating or drinking. */
const HABIT =
  /^(?:(?:still|now|usually|always|mostly|often|regularly|is|am|are|i|she|he|was) )*(?:eats?|eating|drinks?|drinking|chews?|chewing|snacks? on|lives? on|munch(?:es)?(?: on)?|nibbles?(?: on)?|sips?|gets? through|goe?s? through|downs?|(?<light>has|have|takes?|enjoys?|starts?|begins?|finish(?:es)?)) (?<what>[^.]{2,80})$/
export const OFTEN =
  /\b(?:every|each|daily|nightly|twice|once|a day|a week|per day|for (?:breakfast|lunch|dinner|supper|pudding|dessert)|with (?:all|most|my|his|her) (?:meals?|lunch|dinner|breakfast|supper)|most (?:days|mornings|evenings|nights)|in the (?:mornings?|evenings?)|always|usually)\b/
/** Measures, times and company, of which none is eaten. */
const ASIDE =
  /\b(?:with|after|before|for|at|in|on|during|every|each) (?:(?:every|each|all|most|my|his|her|the|two|three|second|other) )*(?:meals?|breakfasts?|lunch(?:es)?|dinners?|suppers?|days?|mornings?|evenings?|nights?|afternoons?)\b/g
const LIGHT_START = /^(?:starts?|begins?|finish(?:es)?)$/

/** The food or drink that a clause says its subject, or the user, does not take, without any condition. */
export function excludedIn({ main, topic, plain, owner }: Assertion, isNew: boolean): string | undefined {
  const words = topic.map((word) => word.plain).join(' ')
  if (topic.length && FORBIDDEN.test(main.whole)) return isFoodOrKind(words) ? words : undefined
  const note = topic.length || !owner || main.whole === plain ? NOTE.exec(plain) : null
  const found =
    (topic.length
      ? undefined
      : (GIVEN_UP.exec(main.whole) ??
        CUT_OUT.exec(main.whole) ??
        FREE.exec(main.whole) ??
        NOT_TAKEN.exec(main.whole))) ?? note
  const what = found?.groups?.what
  if (what === undefined || (isNew && /^(?:takes?|has|have) no\b/.test(main.whole))) return undefined
  return what
}

/** Whether a clause says what is eaten or drunk, or no more: then it has a slot of its own. */
export function isOfFood({ assertion }: Clause): boolean {
  return excludedIn(assertion, true) !== undefined || habitIn(assertion) !== undefined
}

/** What a clause says its subject eats or drinks by habit. */
export function habitIn({ main, topic }: Assertion): string | undefined {
  const found = topic.length ? undefined : HABIT.exec(main.whole)?.groups
  if (!found || (found.light && !OFTEN.test(main.whole))) return undefined
  const what = found.what!.replace(ASIDE, ' ')
  return LIGHT_START.test(found.light ?? '') ? /\bwith (.+)/.exec(what)?.[1] : what
}

/** Whether two clauses are of one person; a note without a subject is the user's. */
function areOfOnePerson(a: Clause, b: Clause): boolean {
  return keyOf(a.assertion.owner ?? SELF) === keyOf(b.assertion.owner ?? SELF)
}

/** "Has given up caffeine" after "drinks six espressos a day": whether a newer clause excludes what an older one says is taken. */
export function givesUpFood(newer: Clause, older: Clause): boolean {
  if (older.cues().isPast || older.cues().isHypothetical || older.isEvent || older.ending) return false
  if (newer.cues().isPast || newer.cues().isTemporary || !areOfOnePerson(newer, older)) return false
  const habit = habitIn(older.assertion)
  const excluded = habit === undefined ? undefined : excludedIn(newer.assertion, true)
  if (excluded === undefined) return false
  return areAllOfKind(habit!, excluded) || isObjectOf(habit!, excluded)
}

/** "Chews kola nuts": whether a habit is of nothing but what is excluded. */
function isObjectOf(habit: string, excluded: string): boolean {
  const stems = excluded.split(' ').map(stemOf)
  const words = habit.split(/[ ,]+/).filter(Boolean).map(stemOf)
  return (
    stems.length > 1 && stems.every((stem, at) => words[at] === stem) && !words.includes('and') && !words.includes('or')
  )
}

/** "Eats cheese again" after "eats no dairy": whether a newer clause says that what an older one excludes is not excluded any more. */
export function allowsAgain(newer: Clause, older: Clause): boolean {
  if (older.cues().isPast || !areOfOnePerson(newer, older) || (newer.ending && newer.ending.kind !== 'restored'))
    return false
  const excluded = excludedIn(older.assertion, false)
  if (excluded === undefined || !CHANGE.test(newer.assertion.plain)) return false
  const { topic, main } = newer.assertion
  const isAllowed = topic.length > 0 && ALLOWED.test(main.whole)
  if (topic.length && !isAllowed) return false
  const what = isAllowed ? topic.map(({ plain }) => plain).join(' ') : TAKES.exec(main.whole)?.groups?.what
  if (what === undefined || /\b(?:no|not|without|free|instead of|less|substitute)\b/.test(what)) return false
  return what.split(' ').some((word) => isKindOf(word, excluded))
}
