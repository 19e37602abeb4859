import { attributeTerm } from './attribute-terms.ts'
import { MATCH_SCORE_MIN } from './fusion.ts'
import { kinNameOf } from './kin.ts'
import {
  ABOUT_OTHER,
  ABOUT_USER,
  AMOUNT,
  INSTRUCTION,
  MONEY,
  NAME,
  PLACE,
  QUESTION,
  REASON,
  RELATION,
  TIME,
} from './lexicon/answer-words.ts'
import { tokenOf } from './lexicon/token-records.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { shownTerm } from './shown-terms.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

/* Signals about a row as a whole: who it is about, and whether it holds the kind of answer that the query asks for. */

/** A row whose first word is a word of the query is about it: its score is multiplied by this. */
const SUBJECT_FACTOR = 1.3
/** A word is a subject in this store if this share of the rows begins with it. */
const SUBJECT_SHARE_MIN = 0.02
const SUBJECT_ROWS_MIN = 2
/** Bonus of rows that hold the kind of answer that is asked for, as a share of the best score. */
const ANSWER_WEIGHTS: readonly (readonly [number, number])[] = [
  [PLACE, 0.3],
  [NAME, 0.2],
  [REASON, 0.1],
  [AMOUNT, 0.1],
  [TIME, 0.25],
  [RELATION, 0.3],
  [MONEY, 0.2],
]
/** Rows about another person, if the query asks about the user. */
const OTHER_FACTOR = 0.75
/** Rows about the user, if the query asks about a person by relation. */
const USER_FACTOR = 0.75
/** Rows that tell their reader what to do. */
const INSTRUCTION_FACTOR = 0.3
/** Rows that state no attribute that the query names, beside rows that do. */
const UNSTATED_FACTOR = 0.87
/** The same of what is said in words that much else has, too: "old", "named". */
const UNSTATED_IDENTITY_FACTOR = 0.4
/** Attributes that some questions ask for in words which much else has, too: "how can I call her", "does he drink beer". */
const ASKED_STRICTLY: readonly (readonly [RegExp, string])[] = [
  [/^how (?:can|could|do|may) \S+ (?:call|ring|phone|reach|contact)\b|\b(?:phone|telephone)\W*$/i, 'self:phone'],
  [
    /\b(?:alcohol|beers?|wines?|whisk(?:e)?y|gin|vodka|rum|champagne|cocktails?|cider|ale|lager|sherry|brandy|tequila|booze|pour (?:me|him|her|them|us) (?:an?|some))\b/i,
    'self:alcohol',
  ],
  [/^who (?:all |else )?(?:lives?|shares?|stays?|is living|is staying)\b/i, 'self:housemates'],
  [/^work(?:ing)? (?:with|in|at|as|for)\b/i, 'self:job'],
  [/\b(?:gigs?|concerts?|recitals?|(?:our|my|next) (?:shows?|performance))\b/i, 'self:event'],
  [/\b(?:achieve|accomplish|manage|pull)\p{L}*\b/iu, 'self:award'],
  [
    /\blanguages?\b.{0,40}\b(?:learn|study|lessons?|practis)|\blearn\p{L}{0,5} .{0,20}\blanguage/iu,
    'self:learning_language',
  ],
]
const IDENTITY: ReadonlySet<string> = new Set(['self:name', 'self:age'].map(attributeTerm))
/** Rows that state of others what the query asks of the user, beside rows that state it of the user. */
const STATED_OF_OTHER_FACTOR = 0.6
/** Readings of a series that has at least this many, if the query is not about what they measure. */
const SERIES_FACTOR = 0.3
const SERIES_ROWS_MIN = 3
/** A power of two. */
const BUCKETS = 2048
const bucketCounts = new Uint16Array(BUCKETS)
const marked = new Stamps()
const others = new Stamps()
/** Rows that do not mention the person whom the query names; less where that person is a subject of the store. */
const UNNAMED_FACTOR = 0.7
const UNNAMED_SUBJECT_FACTOR = 0.9
/** Rows about the user or one other person that do not mention the one whom the query names. */
const OTHER_NAME_FACTOR = 0.7
/** Bonus of rows that say how the person whom the query names is related to the user, as a share of the best score. */
const INTRODUCES_SHARE = 0.15
/** What rows that are questions lose, as a share of the best score. */
const QUESTION_PENALTY = 0.1

/**
 * Multiplies the scores of rows that begin with a content word of the query, if it is a subject in this store. Returns
 * these words.
 */
export function boostSubjects({ words, about }: ParsedQuery, view: View, { values }: Scores): Set<string> {
  const { heads } = view.index
  const subjects = new Set<string>()
  for (const { text, term, isContent } of words) {
    if (!isContent || term === undefined) continue
    const { cells, start, end } = view.postingsOf(term)
    let rows = 0
    for (let at = start; at < end; at++) if (heads[cells[at]! >>> COUNT_BITS] === term + 1) rows++
    if (rows < SUBJECT_ROWS_MIN || rows < SUBJECT_SHARE_MIN * view.rows) continue
    subjects.add(text)
    // "Am I still with Tom" asks about the user, not about Tom.
    if (about?.who === 'self') continue
    for (let at = start; at < end; at++) {
      const slot = cells[at]! >>> COUNT_BITS
      if (heads[slot] === term + 1) values[slot]! *= SUBJECT_FACTOR
    }
  }
  return subjects
}

/** Lowers the scores of rows about another person than the query asks about. */
export function lowerOtherSubjects(
  { about, words, pets, people }: ParsedQuery,
  boosted: ReadonlySet<string>,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const { answers } = view.index
  for (const slot of candidates) if (answers[slot]! & INSTRUCTION) values[slot]! *= INSTRUCTION_FACTOR
  if (about?.who === 'other' && about.relation && !pets) {
    for (const slot of candidates)
      if ((answers[slot]! & (ABOUT_USER | RELATION)) === ABOUT_USER) values[slot]! *= USER_FACTOR
  }
  if (about?.who === 'self') {
    for (const slot of candidates) if (answers[slot]! & ABOUT_OTHER) values[slot]! *= OTHER_FACTOR
  } else if (about?.who === 'other' && about.name) {
    if (!markNaming(about.name, words, view)) return
    // "Owen's girlfriend" has a name of her own.
    for (const name of people?.names ?? []) markTerm(knownTerm(tokenOf(name).stem, view), view)
    const factor = boosted.has(about.name) ? UNNAMED_SUBJECT_FACTOR : UNNAMED_FACTOR
    const top = candidates.reduce((most, slot) => Math.max(most, values[slot]!), 0)
    for (const slot of candidates)
      if (!marked.has(slot)) {
        const isOfOne = (answers[slot]! & RELATION) === 0 || namesKin(slot, view, (name) => name !== about.name)
        values[slot]! *= isOfOne && answers[slot]! & (ABOUT_OTHER | ABOUT_USER) ? factor * OTHER_NAME_FACTOR : factor
      } else if (values[slot]! > 0 && namesKin(slot, view, (name) => name === about.name))
        values[slot]! += INTRODUCES_SHARE * top
  }
}

/** Marks the rows that mention a name of the query. Returns `false` if there are none. */
function markNaming(name: string, words: ParsedQuery['words'], view: View): boolean {
  const term = words.find(({ text }) => text === name)?.term
  if (term === undefined) return false
  marked.reset(view.index.slots)
  markTerm(term, view)
  return true
}

function markTerm(term: number | undefined, view: View): void {
  if (term === undefined) return
  const { cells, start, end } = view.postingsOf(term)
  for (let at = start; at < end; at++) marked.add(cells[at]! >>> COUNT_BITS)
}

/** Whether a row says who is close to the user, by a name for which `isWanted` holds. */
function namesKin(slot: number, { index }: View, isWanted: (name: string) => boolean): boolean {
  const { answers, terms, vocabulary } = index
  if (!(answers[slot]! & RELATION)) return false
  const length = terms.read(slot)
  for (let at = 0; at < length; at++) {
    const name = kinNameOf(vocabulary.texts[terms.values[at]!]!)
    if (name !== undefined && isWanted(name)) return true
  }
  return false
}

/** Adds a bonus to rows that hold the kind of answer that is asked for; rows that are questions lose. */
export function addAnswerTypes(
  { asked }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const { answers } = view.index
  const weights = ANSWER_WEIGHTS.filter(([bit]) => asked & bit)
  let top = 0
  for (const slot of candidates) top = Math.max(top, values[slot]!)
  const bits = weights.reduce((all, [bit]) => all | bit, QUESTION)
  for (const slot of candidates) {
    const held = answers[slot]!
    if (!(held & bits) || !(values[slot]! > 0)) continue
    let share = held & QUESTION ? -QUESTION_PENALTY : 0
    for (const [bit, weight] of weights) if (held & bit) share += weight
    if (share) values[slot] = Math.max(values[slot]! + share * top, MATCH_SCORE_MIN)
  }
}

/**
 * Lowers rows that state none of the attributes that the query names, if there are rows that do: "my work phone" answers
 * "where do I work" by a word only.
 */
export function preferStating(
  { query, stated, statedOfOthers, namedOfOthers, about }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  marked.reset(view.index.slots)
  if (!stated.length) {
    if (about?.who === 'self') lowerStatedOfOthers(namedOfOthers, candidates, view, values)
    return
  }
  for (const term of stated) {
    const { cells, start, end } = view.postingsOf(term)
    for (let at = start; at < end; at++) marked.add(cells[at]! >>> COUNT_BITS)
  }
  if (!candidates.some((slot) => marked.has(slot))) return
  const { texts } = view.index.vocabulary
  const isStrict = ASKED_STRICTLY.some(
    ([form, name]) =>
      form.test(query) && stated.some((term) => [attributeTerm(name), shownTerm(name)].includes(texts[term]!)),
  )
  const isIdentity = isStrict || stated.some((term) => IDENTITY.has(texts[term]!))
  const factor = isIdentity ? UNSTATED_IDENTITY_FACTOR : UNSTATED_FACTOR
  for (const slot of candidates) if (!marked.has(slot)) values[slot]! *= factor
  if (about?.who === 'self') lowerStatedOfOthers(statedOfOthers, candidates, view, values)
}

/** Lowers rows that state of others only what the query asks of the user. */
function lowerStatedOfOthers(
  terms: readonly number[],
  candidates: readonly number[],
  view: View,
  values: Float32Array | Float64Array,
): void {
  others.reset(view.index.slots)
  for (const term of terms) {
    const { cells, start, end } = view.postingsOf(term)
    for (let at = start; at < end; at++) others.add(cells[at]! >>> COUNT_BITS)
  }
  for (const slot of candidates) if (others.has(slot) && !marked.has(slot)) values[slot]! *= STATED_OF_OTHER_FACTOR
}

/** Lowers readings of series, texts that differ only in numbers and dates, unless a word of the query is in them. */
export function lowerSeries(
  { words }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const { seriesHashes, terms } = view.index
  bucketCounts.fill(0)
  for (const slot of candidates) bucketCounts[seriesHashes[slot]! & (BUCKETS - 1)]!++
  // Only rows whose bucket is full enough can belong to a series.
  const possible = candidates.filter((slot) => bucketCounts[seriesHashes[slot]! & (BUCKETS - 1)]! >= SERIES_ROWS_MIN)
  if (!possible.length) return
  const counts = new Map<number, number>()
  for (const slot of possible) counts.set(seriesHashes[slot]!, (counts.get(seriesHashes[slot]!) ?? 0) + 1)
  const content = new Set(words.flatMap(({ isContent, term }) => (isContent && term !== undefined ? [term] : [])))
  for (const slot of possible) {
    if (counts.get(seriesHashes[slot]!)! < SERIES_ROWS_MIN) continue
    const length = content.size ? terms.read(slot) : 0
    if (!terms.values.subarray(0, length).some((term) => content.has(term))) values[slot]! *= SERIES_FACTOR
  }
}
