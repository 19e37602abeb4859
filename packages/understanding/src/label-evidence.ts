import { KIN_PATTERN } from './kin.ts'
import { SUBSTANCES, statesReaction } from './patterns/listed.ts'

/* What the text after a label says about whom or what the label names. All of it in lower case. */

const DEGREES =
  '(?:(?:is|has|also|now|severely|severe|mildly|mild|very|highly|slightly|strictly|strict|mostly|newly|bad|serious|an?|type [12]) ){0,4}'
const KEPT_FROM =
  '(?:nuts?|peanuts?|tree nuts|pork|meat|red meat|beef|fish|dairy|milk|cheese|gluten|wheat|shellfish|seafood|eggs?|onions?|garlic|sesame|soya?|prawns|mushrooms|lactose|alcohol)'
/** What only a person has. */
const IS_OF_PERSON = new RegExp(
  `^${DEGREES}(?:(?:allergic|sensitive|intolerant) to (?!it\\b|this\\b|that\\b|them\\b)|(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|halal|kosher|coeliac|celiac|diabetic|asthmatic|epileptic|pregnant|autistic|dyslexic|deaf|blind|teetotal|(?:lactose|gluten|dairy|fructose|histamine)[- ]intoleran\\w+|(?:lactose|gluten|dairy|nut|egg)[- ]free)\\b|(?:can't|cannot|doesn't|does not|won't|must not|mustn't|never) eats? |no ${KEPT_FROM}\\b|(?!(?:severe|mild|known|new|no|serious|an?|possible|suspected|confirmed) allerg)(?:[\\w'-]+ ){1,3}(?:allergy|allergies|intolerance)\\b)`,
)
const DOES =
  '(?:takes (?!\\d|once|twice|three|daily|weekly|every|it|with|at|in|before|after|on|about|ages|long|diesel|petrol)[a-z]+|(?:has|gets) (?:an? )?(?:[a-z]+ ){0,2}?(?:asthma|diabetes|epilepsy|migraines?|eczema|arthritis|allergy|allergies|dementia|autism|adhd)|works|lives|lived|loves|hates|likes|dislikes|prefers|enjoys|adores|plays|speaks|studies|studied|teaches|sings|swims|knits|paints|draws|dances|reads|writes|eats|drinks|smokes|vapes|drives|rides|sleeps|snores|wears|suffers|collects|volunteers|grew up|retired|graduated)'
const CAN_DO =
  "(?:can't|cannot|can|could|doesn't|does not|won't|never|mustn't|must not|hates to|loves to) (?:have|eat|drink|swim|walk|do|drive|ride|read|write|hear|see|sing|dance|climb|cook|stand|sit|sleep|tolerate|speak|talk|lift|bend|kneel|cope)s?"
/** What persons do and are, and how old they are; "can't have" without an object is about the label. */
const TELLS_OF_PERSON = new RegExp(
  `(?:^|, )${DOES}\\b|(?:^|, )${CAN_DO} (?!it\\b|this\\b|that\\b|any ?more\\b|again\\b|with\\b|since\\b|because\\b)[a-z]|(?:^|, )can't swim|^(?:swimming|football|tennis|ballet|piano|gymnastics|judo|karate|dancing|riding|climbing|rugby|hockey|choir|drama|guitar|violin|chess) (?:[a-z]+ )?(?:on|every|at) |\\b(?:he|she|he's|she's)\\b(?!.*\\bit\\b)|\\b(?:makes?|made|gives?|gave|sends?|brings?|sets?) (?:him|her)\\b|\\b(?:afraid|scared|frightened|terrified|petrified) of\\b|\\b(?:left|right)[- ]handed\\b|\\b(?:short|long|near|far)-?sighted\\b|\\bcolou?r-?blind\\b|(?:^|, )(?:bad|dodgy|weak) (?:hip|knee|back|heart|leg|foot|shoulder|eyesight)s?\\b|\\bhearing aids?\\b|\\b(?:wheelchair|crutches)\\b|\\bhard of hearing\\b|\\bepi-?pens?\\b|\\b(?:her|his) birthday\\b|\\bblood (?:type|group)\\b|\\bage[ds]? \\d{1,3}\\b|\\b\\d{1,3}[- ]years?[- ]old\\b|\\bsince (?:birth|childhood|infancy|(?:the )?age\\b)|(?:^|, )(?:born|birthday)\\b|\\bsize (?:uk |eu |us )?[\\d.½]+ (?:in )?(?:shoes|boots|trainers|feet|dress|trousers|jeans)\\b`,
)
/** A price, a dose, a model, how often a thing is used, and an allergy to what the label names. */
const TELLS_OF_THING =
  /[£$€]|\d ?(?:gb|mb|tb|kwh|mph|inch(?:es)?|litres?|%|euros?|pounds|dollars)(?![a-z])|\bhttps?:|\b(?:password|passcode|pin|login|account|plan|subscription|membership|contract|renews?|renewal|expires?|model|version|warranty|puffs?|doses?|capsules?|tablets?|injections?|injects?|infusions?|batter(?:y|ies)|invoice|orders?|delivery|delivered|serial|leaks?|leaking|costs?|there|here|it|this|these)\b|^(?:every|once|twice|(?:two|three|four|\d) times|daily|weekly|monthly|nightly|as needed|when|before|after|until|for|with|started|stopped|since|\d) ?\b|^(?:(?:severe|mild|known|new|no|serious|an?|possible|suspected|confirmed) ){0,2}(?:allerg(?:y|ies|ic(?! to))|intoleran\w+|reaction|rash)\b/
const OWN_START = /^(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our)\b/
const OF_THEM = /\b(?:she|he|him|her|his|she's|he's)\b/
const OWN_VOICE = /\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|me|my|mine|our)\b/
/** "My brother, works at BT": who the person is. */
const ROLE = new RegExp(`^(?:(?:my|our|her|his|the) )?(?<kin>${KIN_PATTERN})(?:$|[,;.(] ?| (?=who ))`)

export const LABEL_END = /^.{0,40}?(?::| -?[-–—]) /

/** Whether a label before this text must name a person: what follows is true of persons only. */
export function isOfPerson(rest: string): boolean {
  return IS_OF_PERSON.test(rest)
}

/** Whether this text, if a label that can be a name is before it, is more likely about a person. */
export function tellsOfPerson(rest: string): boolean {
  return !isByUser(rest) && TELLS_OF_PERSON.test(rest)
}

/** Whether the person says this about themselves, or it is true of things, or names a bad reaction to the label itself. */
export function tellsOfThing(rest: string): boolean {
  return (
    isByUser(rest) ||
    TELLS_OF_THING.test(rest) ||
    (statesReaction(rest) && !rest.split(/[^a-z]+/).some((word) => SUBSTANCES.has(word.replace(/s$/, ''))))
  )
}

/** Whether a note is what the person says about themselves: "I owe her £20", unlike "new hip in May, I drive him". */
export function isByUser(rest: string): boolean {
  return OWN_START.test(rest) || (OWN_VOICE.test(rest) && !OF_THEM.test(rest))
}

/** Whether the person says something about themselves. */
export function isOwnVoice(rest: string): boolean {
  return OWN_VOICE.test(rest)
}

/** The word for kin with which a text begins, and what follows it: "brother, allergic to nuts". */
export function roleIn(rest: string): { kin: string | undefined; after: string } {
  const found = ROLE.exec(rest)
  return found ? { kin: found.groups!.kin, after: rest.slice(found[0].length) } : { kin: undefined, after: rest }
}
