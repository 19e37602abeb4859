import { isTool } from '../tools.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import { HYPOTHETICAL, lastingPart, PAST, TEMPORARY } from './cues.ts'
import { doseOf } from './doses.ts'
import { DETERMINERS } from './grammar.ts'
import { isNoHome } from './homes.ts'
import type { Predicate } from './predicate.ts'
import { paceOf, rateOf } from './rates.ts'
import { canonicalRole, roleClaim } from './roles.ts'
import { RULES, type Rule } from './rules.ts'
import { kindClaim } from './switches.ts'
import { templateOf } from './templates.ts'
import { topicClaim } from './topics.ts'
import { placeIn, stemsIn, wordsIn } from './values.ts'
import { isVehicleOfWork } from './vehicles.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/** A value of an attribute of which one subject has one at a time. */
export interface Claim {
  /** Whose and which: equal for claims that can replace one another. */
  readonly key: string
  /** The stems of the value's words. */
  readonly value: ReadonlySet<string>
  /** What a different value that is stated later means. */
  readonly strength: 'certain' | 'likely' | 'series'
  /** Only a statement that says it changes something is certain to replace it. */
  readonly needsChange: boolean
  /** Its attribute is only known by its verb. */
  readonly isFrame?: boolean
}

const WRITES_WITH =
  /^(?:back to )?(?<verb>[a-z]+) (?<prep>with|on|in|at|by|for|from|under|to|through|via|around|against) (?<v>.+)$/u
const TAKES = /^(?:back to )?(?<verb>[a-z]+) (?<v>.+)$/u
/** Verbs whose object with a preposition is the one current one. */
const SINGLE_FRAMES = new Set(
  'heat with|cook on|sleep on|sleep in|writ with|sit at|sit in|insur with|insur by|insur at|register with|register at|enrol at|pay with|train with|bank with|commut by|work from|shav with|see with|log with'.split(
    '|',
  ),
)
/** Verbs that a person can have many objects of at once. */
const MULTIPLE = new Set(
  (
    'lik lov enjoy adore hat dislik play speak collect paint read own hav know eat drink react tolerat watch visit see go com be do ' +
    'cook bak grow wear listen follow learn teach help meet fear avoid need want think believ remember car travel fly hik walk run ' +
    'swim cycl climb danc sing draw knit sew build mak get giv bring tell say talk ask call feel look plan hop try dream ' +
    'work liv mov volunteer suffer cop struggl allerg belong subscrib support donat contribut not no never can may must should will would could ' +
    'ow stay return leav start stop quit becom turn sell buy los mis find pay earn two three four win ador prais die pass born dat marry'
  ).split(' '),
)

/** What an assertion claims about its subject. */
export function claimsOf(assertion: Assertion): Claim[] {
  const { owner, topic, main } = assertion
  const claims: Claim[] = []
  const dose = doseOf(assertion)
  if (dose) return PAST.test(assertion.plain) || HYPOTHETICAL.test(assertion.plain) ? [] : [dose]
  if (topic.length) {
    const claim = amountOf(assertion) ?? topicClaim(assertion) ?? templateOf(assertion)
    return claim ? [claim] : []
  }
  if (!owner) return []
  const changed = changedTopic(assertion)
  if (changed) return [changed]
  const only = ONLY_ONE.exec(assertion.plain)?.[1]
  if (only && owner.relation !== 'self' && owner.name === undefined && (main.hasCopula || assertion.isLabelled)) {
    const name = main.words.slice(CALLED.test(main.text) ? 1 : 0)
    // "Ada's boss is Tom" is about Ada.
    const whose = owner.relation?.startsWith('@') ? owner.relation.split(' ')[0] : 'self'
    const key = `${whose}|${canonicalRole(only).split(' ').map(stemOf).join(' ')}`
    if (name[0]?.isCapital) return [{ key, value: stemsIn(name), strength: 'certain', needsChange: false }]
  }
  const role = roleClaim(assertion)
  if (role) return [role]
  const template = owner.name !== undefined || owner.relation !== 'self' ? templateOf(assertion) : undefined
  if (template) return [template]
  const key = keyOf(owner)
  for (const rule of rulesFor(main)) {
    const groups = rule.of.exec(main.text)?.groups
    if (!groups || (rule.attribute === 'home' && (TEMPORARY.test(main.whole) || PART_OF_TIME.test(assertion.plain))))
      continue
    if (rule.attribute === 'vehicle' && isVehicleOfWork(main.text)) continue
    const { of, ...named } = groups
    const found = Object.values(named).flatMap((part) => (part ? wordsIn(part, main.words) : []))
    const attribute =
      of === undefined ? rule.attribute : `${rule.attribute} ${[...stemsIn(wordsIn(of, main.words))].join(' ')}`
    const stems = stemsIn(rule.attribute === 'home' && rule.isName ? placeIn(found) : found)
    const value = stems.size || rule.isName ? stems : new Set(found.map(({ plain }) => plain))
    if (
      rule.attribute === 'home' &&
      (!isPlace(found) || isTool(FROM.exec(main.text)?.groups?.from ?? '') || isNoHome(assertion, found))
    )
      continue
    if (rule.attribute === 'school' && rule.isName && found.some(({ plain }) => isTool(plain))) continue
    if (!value.size || (rule.isName && !found.some(({ isCapital, plain }) => isCapital || /^\d/.test(plain)))) continue
    if (claims.some((claim) => claim.key === `${key}|${attribute}`)) continue
    claims.push({
      key: `${key}|${attribute}`,
      value,
      strength: rule.strength,
      needsChange: rule.needsChange,
    })
  }
  const kind = kindClaim(assertion)
  if (kind) claims.push(kind)
  if (!claims.length) {
    const claim = amountOf(assertion) ?? frameOf(main, key)
    if (claim) claims.push(claim)
  }
  const rate = rateOf(assertion) ?? paceOf(assertion)
  if (rate) claims.push(rate)
  const lasting = claims.length ? lastingPart(main.whole, main.whole) : ''
  return claims.length && (PAST.test(lasting) || HYPOTHETICAL.test(main.whole)) ? [] : claims
}

/** Where a person sleeps at some times only: another home can be meant. */
const PART_OF_TIME =
  /\b(?:during the week|weekdays|(?:at|on|for|every) (?:the )?weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:in|during|for) (?:the )?(?:summers?|winters?|holidays|term)|half (?:of )?the (?:year|week|time)|sometimes)\b/
const FROM = /\bfrom (?:the |my |her |his )?(?<from>[^ ,]+)/
/** No date, and no tool: "moved from Sketch to Figma". */
function isPlace([first]: readonly Word[]): boolean {
  return !first || (!(/^\D/.test(first.plain) && isDateWord(first)) && !isTool(first.plain))
}

const AMOUNTS =
  /^(?:wants?|aims?|plans?|hopes?|pays?|saves?|spends?|runs?|walks?|swims?|cycles?|rides?|costs?) (?!.*(?::\d|\b(?:at|on|until|by|since) \d|(?:19|20)\d\d)).*\d/
/** An amount, not the number of a bus or a token with digits: it has a currency, a unit or a noun. */
const AMOUNT =
  /(?<=[€$£¥₹₽₩₺] ?)\d[\d.,]*|\b\d[\d.,]*(?= ?(?:%|(?:km|m|k|kg|g|h|min|mins|x)\b)| (?!(?:to|in|on|at|every|each|with|and|or|from|by|for|of|until|this|next|last)\b)[a-z])/g
const GOALS = new Set(['goal', 'target', 'budget', 'limit'])

/** "Runs 5 km three times a week", "goal: read 20 books": equal but for the numbers, it is the same aim, habit or cost. */
function amountOf({ owner, topic, main, isLabelled, words }: Assertion): Claim | undefined {
  const isGoal = isLabelled && topic.length === 1 && GOALS.has(topic[0]!.plain) && /\d/.test(main.text)
  if (!isGoal && (topic.length || !AMOUNTS.test(main.text))) return undefined
  const frame = main.text.replace(AMOUNT, '#')
  if (frame === main.text) return undefined
  const value = new Set(words.map(({ plain }) => plain).filter((plain) => /\d/.test(plain)))
  return { key: `${keyOf(owner ?? SELF)}|${frame}`, value, strength: 'certain', needsChange: false }
}

const PAST_FORM =
  /^(?:\w+ed|slept|sat|wrote|paid|sent|met|saw|took|gave|made|got|went|came|had|did|felt|kept|lost|said|found|thought|spent|left|rode|drove|ate|drank|sang|swam|ran|flew|wore|bought|sold|taught|won|hit|cut|put|let|built|caught|broke|chose|drew|fell|grew|heard|held|knew|led|lent|lit|rose|shot|shut|sold|spoke|stood|stole|swept|threw|told|understood|woke)$/
/** A person has one of these at a time. */
const ONLY_ONE =
  /^(?:my |our |her |his |their |\p{L}+'s )?(?:new )?(boss|manager|supervisor|best friend|flatmate|roommate|housemate)\b/u
const CALLED = /^(?:called|named) /
const NUMBER =
  /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?)$/

function rulesFor({ words, hasCopula }: Predicate): readonly Rule[] {
  const first = words[0]?.plain ?? ''
  if (NUMBER.test(first)) return hasCopula ? (RULES.get('#') ?? []) : []
  return RULES.get(first) ?? []
}

const CHANGED_TOPIC =
  /^(?:now )?(?:(?:has|have|had|got|gets) (?:now )?(?:got )?(?:a|another) new (?<topic>[a-z -]{2,40}?)(?: (?:is|which is|it is|namely))? (?<value>\+?\d.*|[\w.+-]+@\S+)|(?:has |have )?(?:changed|updated|switched|reset|set) (?:(?:my|his|her|our|their|the) )?(?<of>(?!(?:to|over|back|from|up|down) )[a-z -]{2,40}?) (?:from [^ ]+ )?to (?<to>.+))$/

/** "Has a new mobile number: 555", "changed my email address to a@b.example". */
function changedTopic(assertion: Assertion): Claim | undefined {
  const match = CHANGED_TOPIC.exec(assertion.main.whole)
  if (!match) return undefined
  const { topic, value, of, to } = match.groups!
  const all = assertion.predicate
  const named = (topic ?? of)!.split(' ').length
  const at = all.findIndex(({ plain }) => plain === (topic ?? of)!.split(' ')[0])
  const from = all.length - (value ?? to)!.split(' ').length
  return topicClaim({
    ...assertion,
    topic: all.slice(at, at + named),
    predicate: all.slice(from),
    isLabelled: true,
  })
}

/** "Writes with a fountain pen": a verb with a preposition; a person has one object of it at a time. */
function frameOf({ text, words, hasCopula }: Predicate, key: string): Claim | undefined {
  const withPreposition = WRITES_WITH.exec(text)?.groups
  const groups = withPreposition ?? TAKES.exec(text)?.groups
  if (!groups) return undefined
  const verb = stemOf(groups.verb!)
  const frame = withPreposition ? `${verb} ${withPreposition.prep}` : verb
  const isSingle = SINGLE_FRAMES.has(frame)
  // "Physiotherapy for the knee": it can be for something else besides.
  if (withPreposition?.prep === 'for' && hasCopula === false && words[0] && !/(?:s|ing|ed)$/.test(words[0].plain))
    return undefined
  // "Slept six hours", "parked on the hill": it happened, and stays true.
  if (!isSingle && !hasCopula && PAST_FORM.test(groups.verb!)) return undefined
  if (!isSingle && (MULTIPLE.has(verb) || verb.length < 2 || DETERMINERS.has(groups.verb!))) return undefined
  const value = stemsIn(wordsIn(groups.v!, words))
  if (!value.size) return undefined
  return { key: `${key}|${frame}`, value, strength: isSingle ? 'certain' : 'likely', needsChange: false, isFrame: true }
}
