import type { Statement } from '@memory-service/understanding/statement'
import {
  ABOUT_OTHER,
  ABOUT_USER,
  AMOUNT,
  COLOUR,
  DETERMINER,
  HAPPENED,
  INSTRUCTION,
  MAIL,
  MONEY,
  NAME,
  PLACE,
  PLACE_BEGINS,
  QUESTION,
  REASON,
  RELATION,
  TIME,
} from './lexicon/answer-words.ts'
import { NUMBER } from './lexicon/token-records.ts'
import type { TokenisedText } from './tokens.ts'

/*
 * Expected answer types (Voorhees, "The TREC question answering track", 2001): a question that begins with "where" asks
 * for a place, and rows that hold one are more likely to answer it.
 */

/** Longer texts hold every kind of answer somewhere. */
const CONTENT_CHARS_MAX = 1_000
const PLACE_PREPOSITIONS = new Set([
  'in',
  'at',
  'to',
  'from',
  'near',
  'around',
  'visited',
  'visit',
  'through',
  'outside',
])
const [UPPER_A, UPPER_Z, LOWER_A, LOWER_Z] = [0x41, 0x5a, 0x61, 0x7a]
const SPACE = 0x20
const COMMA = 0x2c
/** Bits of words that are kept of a row. */
const ROW_BITS = 0xffff
/** Signs of currencies, and numbers with thousands or hundredths, which no year has: "4,500 monthly", "200k", "9.99". */
const SUM = /[$£€¥₹₩₽]|\b\d{1,3}[.,]\d{3}\b|\b\d+k\b|\b\d+[.,]\d\d\b/
/** A time of the day: "5:20". */
const CLOCK = /(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/
/** A subject, if any, and a verb in the past that is no state, such as "lived" or "liked". */
const BEGINS_IN_PAST =
  /^(?:(?:i|we|she|he|they|you|the user|\p{Lu}[\p{L}'’-]{0,30}(?: and (?:i|\p{Lu}[\p{L}'’-]{0,30}))?) )?(?:(?:just|finally|also|recently|have|has|had) ){0,2}(?!(?:need|bed|red|used|lived|worked|loved|liked|hated|wanted|needed|owned|seed|feed|speed|hundred|kindred|sacred|naked|wicked|allerg\p{L}*|[\p{L}]{0,12}based|married|divorced|retired|interested|scared|worried|tired|excited|convinced|allowed|supposed|located|employed|engaged|named|called|required|addicted|devoted|dedicated|committed|related|opposed|qualified|certified|licensed|vaccinated|separated|widowed|stressed|bored|exhausted|fixed|shared|mixed|limited|united|advanced|organized|organised)\b)(?:[\p{L}-]{2,20}ed|ate|became|began|bought|brought|broke|built|caught|came|chose|cut|did|drank|drove|fell|felt|fought|flew|found|gave|got|went|grew|had|heard|held|hit|kept|lost|laid|led|lent|left|made|met|paid|put|ran|rang|read|rode|sang|sat|saw|sent|shot|shut|slept|sold|sowed|spent|spoke|spread|stood|stole|swam|swept|swung|taught|threw|told|took|tore|went|woke|won|wore|wrote)\b/iu
const QUESTION_MARKS = /[?？]["')\]\s]*$/

/** The kinds of answers that a memory holds, as bits of `answer-words.ts`. */
export function answersIn(content: string, { tokens }: TokenisedText, hasDate: boolean): number {
  let bits = hasDate || CLOCK.test(content) ? TIME : 0
  let [begun, determined] = [false, false]
  for (const { answers, kind } of tokens) {
    // "In the morning" is no place.
    if (determined && !(answers & TIME)) bits |= PLACE
    determined = begun && (answers & DETERMINER) !== 0
    begun = (answers & PLACE_BEGINS) !== 0
    bits |= kind === NUMBER ? AMOUNT : answers & ROW_BITS
  }
  if (SUM.test(content)) bits |= MONEY
  if (content.includes('@')) bits |= MAIL
  if (BEGINS_IN_PAST.test(content)) bits |= HAPPENED
  if (content.includes('?') && QUESTION_MARKS.test(content)) bits |= QUESTION
  return bits | namesIn(content)
}

const RELATION_GROUPS = new Set(['family', 'friends', 'pets'])
/** Beside those of these groups, what tells who is who. */
const RELATIONS = new Set(['boss', 'colleague', 'doctor', 'dentist', 'therapist'])

/** Whom a statement is about, as bits of `answer-words.ts`. */
export function subjectBits({ about, facts, form }: Statement): number {
  if (form === 'instruction') return INSTRUCTION
  const states = facts.some(
    ({ attribute, subject }) =>
      subject.who === 'self' && (RELATION_GROUPS.has(attribute.group) || RELATIONS.has(attribute.name)),
  )
  const subject = about.who === 'self' ? ABOUT_USER : about.who === 'other' ? ABOUT_OTHER : 0
  return subject | (states ? RELATION : 0)
}

/** Words that begin with a capital inside a sentence are names; after a preposition of place, places. */
function namesIn(content: string): number {
  const end = Math.min(content.length, CONTENT_CHARS_MAX)
  let bits = 0
  for (let at = 1; at < end - 1; at++) {
    const unit = content.charCodeAt(at)
    if (
      unit < UPPER_A ||
      unit > UPPER_Z ||
      content.charCodeAt(at - 1) !== SPACE ||
      !isLower(content.charCodeAt(at + 1))
    )
      continue
    const before = content.charCodeAt(at - 2)
    if (before !== COMMA && !isLower(before)) continue
    bits |= NAME
    let start = at - 2
    while (start >= 0 && isLower(content.charCodeAt(start))) start--
    if (PLACE_PREPOSITIONS.has(content.slice(start + 1, at - 1))) return bits | PLACE
  }
  return bits
}

function isLower(unit: number): boolean {
  return unit >= LOWER_A && unit <= LOWER_Z
}

const ASKED: readonly (readonly [RegExp, number])[] = [
  [/\bwhere\b|\b(?:what|which) (?:city|town|country|place|street|state|village|area|location)\b/, PLACE],
  [/\bwho(?:se|m)?\b|\bname[ds]?\b|\bcalled\b|\bwhat (?:book|film|movie|song|band|game)\b/, NAME],
  [/^who(?: is|'s| are|) |^(?:what|who)(?: is|'s) \p{L}+ to me\b/u, RELATION],
  [/\bwhy\b|\bwhat (?:is|was) the reason\b/, REASON],
  [/\bhow (?:many|much|old|tall|big|long|far|often|fast|high|heavy)\b|\bwhat (?:number|size|amount|price)\b/, AMOUNT],
  [/\bhow much (?:is|was|are|were) (?:the|my|our|his|her|their|a|an)\b/, MONEY],
  [/\bcolou?rs?\b/, COLOUR],
  [/\be-?mail\b/, MAIL],
  [/\bwhen\b|\b(?:what|which) (?:time|day|date|year|month)\b|\bhow long\b/, TIME],
]

const WHAT = /\b(?:what|which|how much)\b/
/** What a question with one of the words of `WHAT` asks for. */
const ASKED_BY_NOUN: readonly (readonly [RegExp, number])[] = [
  [/\b(?:number|code|pin|plate)\b/, AMOUNT],
  [/\b(?:costs?|price|salary|earns?|wages?|rent|fees?|pays?|paid|owes?|owing|worth)\b/, MONEY],
]

/** The kinds of answers that a query asks for, as bits. */
export function answersAskedBy(query: string): number {
  const lower = query.toLowerCase()
  let bits = 0
  for (const [pattern, bit] of ASKED) if (pattern.test(lower)) bits |= bit
  if (WHAT.test(lower)) for (const [pattern, bit] of ASKED_BY_NOUN) if (pattern.test(lower)) bits |= bit
  return bits
}
