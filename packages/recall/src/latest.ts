import { markRows } from './marked-rows.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { Stamps } from './stamps.ts'
import type { SearchRequest } from './types.ts'
import type { View } from './view.ts'

/* "When did I last see the dentist": of several visits, the last one is the answer. */

/** After "last", these make it a date, or what was so before. */
const NO_OCCASION =
  '(?!(?:night|week|weekend|month|year|decade|spring|summer|autumn|fall|winter|term|semester|season|christmas|easter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|name|names|two|three|four|five|six|few|couple|\\d+|\\w+ (?:days|weeks|months|years))\\b)'
const ASKS_LATEST = new RegExp(
  [
    '\\blast time\\b',
    '\\b(?:most recent|latest)(?:ly)?\\b',
    // "When did I last see", "has Mia last called".
    `\\b(?:did|have|has|had) (?:[\\p{L}'’-]+ ){1,3}last ${NO_OCCASION}`,
    // "When was my last check-up", "in the last session".
    `\\b(?:when|how long ago|how long) (?:was|is|has it been since) (?:my|our|his|her|their|the|[\\p{L}-]+['’]s?) last ${NO_OCCASION}`,
    `\\b(?:in|at|on|from|during|about|was) (?:my|our|his|her|their|the) last ${NO_OCCASION}`,
  ].join('|'),
  'iu',
)
/** Rows that answer a query about as well as the best one have at least this share of its score, and the same words of it. */
const SHARE_MIN = 0.6

/**
 * Puts the rows that answer a query about as well as the best one in the order of when they happened, the last one first,
 * if the query asks for the last time, and what has not happened yet after them.
 */
export function preferLatest(
  { query, now }: Pick<SearchRequest, 'query' | 'now'>,
  { words }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const [first, ...others] = candidates
  if (first === undefined || !ASKS_LATEST.test(query)) return
  const { occurredAt } = view.index
  const best = others.reduce((best, slot) => (values[slot]! > values[best]! ? slot : best), first)
  let alike = candidates.filter((slot) => values[slot]! >= SHARE_MIN * values[best]!)
  for (const { term, isContent } of words) {
    if (!isContent || term === undefined) continue
    markRows(marked, [term], view)
    if (!marked.has(best)) continue
    alike = alike.filter((slot) => marked.has(slot))
  }
  const sorted = alike.map((slot) => values[slot]!).sort((a, b) => b - a)
  const ageOf = (slot: number) => (occurredAt[slot]! > now ? Number.POSITIVE_INFINITY : now - occurredAt[slot]!)
  alike.sort((a, b) => (ageOf(a) === ageOf(b) ? values[b]! - values[a]! : ageOf(a) - ageOf(b)))
  for (const [at, slot] of alike.entries()) values[slot] = sorted[at]!
}

const marked = new Stamps()
