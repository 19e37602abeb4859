import type { Statement } from '@memory-service/understanding/statement'
import {
  ABOUT_OTHER,
  ABOUT_USER,
  AMOUNT,
  INSTRUCTION,
  NAME,
  PLACE,
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
const QUESTION_MARKS = /[?？]["')\]\s]*$/

/** The kinds of answers that a memory holds, as bits of `answer-words.ts`. */
export function answersIn(content: string, { tokens }: TokenisedText, hasDate: boolean): number {
  let bits = hasDate ? TIME : 0
  for (const { answers, kind } of tokens) bits |= kind === NUMBER ? AMOUNT : answers
  if (content.includes('?') && QUESTION_MARKS.test(content)) bits |= QUESTION
  return bits | namesIn(content)
}

const RELATION_GROUPS = new Set(['family', 'friends', 'pets'])

/** Whom a statement is about, as bits of `answer-words.ts`. */
export function subjectBits({ about, facts, form }: Statement): number {
  if (form === 'instruction') return INSTRUCTION
  const states = facts.some(({ attribute, subject }) => subject.who === 'self' && RELATION_GROUPS.has(attribute.group))
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
  [/^who(?: is|'s| are|) /, RELATION],
  [/\bwhy\b|\bwhat (?:is|was) the reason\b/, REASON],
  [/\bhow (?:many|much|old|tall|big|long|far|often|fast|high)\b|\bwhat (?:number|size|amount|price)\b/, AMOUNT],
  [/\bwhen\b|\b(?:what|which) (?:time|day|date|year|month)\b|\bhow long\b/, TIME],
]

/** The kinds of answers that a query asks for, as bits. */
export function answersAskedBy(query: string): number {
  const lower = query.toLowerCase()
  let bits = 0
  for (const [pattern, bit] of ASKED) if (pattern.test(lower)) bits |= bit
  return bits
}
