import { enlarged } from './lists.ts'
import type { ParsedQuery, QueryTerm } from './query.ts'
import { BLOCK_BITS, type Scores } from './select.ts'
import { Stamps } from './stamps.ts'
import { COUNT_BITS, COUNT_MAX } from './user-index.ts'
import type { View } from './view.ts'

/** BM25 parameters: saturation of repeated terms, and strength of length normalisation. */
const K1 = 0.8
const B = 0.4

/** Postings read for the words of one query: about 5 ms. */
const POSTINGS_MAX = 1_000_000

/** Lengths of rows, in tokens, for which gains are tabulated. */
const TABULATED_LENGTHS = 64

/** Pseudo-relevance feedback: rows it reads, terms it adds, and the weight of the best of them. */
const FEEDBACK_ROWS = 5
const FEEDBACK_TERMS = 20
const FEEDBACK_WEIGHT = 0.2
/** Feedback skips terms in more than this share of rows, but never those in up to this many rows. */
const FEEDBACK_FREQUENCY_MAX = 0.1
const FEEDBACK_FREQUENCY_ROWS = 10

/* Buffers shared by all searches of a thread, since searches are synchronous. */

/** Terms of the query. */
const queryTerms = new Stamps()
/** By length, for long posting lists: what a row gains that contains the term once. */
const gainOf = new Float64Array(TABULATED_LENGTHS)
/** By term: its share in the best rows; all 0 between searches. */
let gains = new Float64Array(1024)

/** Robertson–Spärck Jones idf, with the +1 that keeps it positive: ln(1 + (N - df + 0.5) / (df + 0.5)). */
export function idf(documentFrequency: number, rows: number): number {
  return Math.log(1 + (rows - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

/** The score of a row of mean length that contains each query word once. */
export function idealScore(words: ParsedQuery['words'], view: View): number {
  let sum = 0
  for (const { weight, term } of words)
    sum += weight * idf(term === undefined ? 0 : view.documentFrequency(term), view.rows)
  return sum || 1
}

/** The rarest terms whose postings fit the budget. Only very long queries on very large stores lose terms. */
export function withinPostingBudget(terms: readonly QueryTerm[], view: View): readonly QueryTerm[] {
  let left = POSTINGS_MAX
  for (const { term } of terms) left -= view.documentFrequency(term)
  if (left >= 0) return terms
  const { texts } = view.index.vocabulary
  const rarestFirst = terms.toSorted(
    (a, b) =>
      view.documentFrequency(a.term) - view.documentFrequency(b.term) || (texts[a.term]! < texts[b.term]! ? -1 : 1),
  )
  left = POSTINGS_MAX
  return rarestFirst.filter(({ term }) => (left -= view.documentFrequency(term)) >= 0)
}

/**
 * Adds BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) to every row that
 * contains a term; with `onlyMatches` to rows that have a score already: weight · idf · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean length)).
 */
export function addBm25(terms: readonly QueryTerm[], view: View, { values, tops }: Scores, onlyMatches = false): void {
  const { lengths } = view.index
  const base = K1 * (1 - B)
  const perToken = (K1 * B) / view.meanLength
  for (const { term, weight } of terms) {
    const { cells, start, end } = view.postingsOf(term)
    const gain = weight * idf(end - start, view.rows) * (K1 + 1)
    // Most rows contain a term once and are short.
    const isTabulated = end - start > 2 * TABULATED_LENGTHS
    if (isTabulated)
      for (let length = 0; length < TABULATED_LENGTHS; length++) gainOf[length] = gain / (1 + base + perToken * length)
    for (let at = start; at < end; at++) {
      const posting = cells[at]!
      const slot = posting >>> COUNT_BITS
      const before = values[slot]!
      if (onlyMatches && before === 0) continue
      const count = posting & COUNT_MAX
      const length = lengths[slot]!
      const score =
        before +
        (isTabulated && count === 1 && length < TABULATED_LENGTHS
          ? gainOf[length]!
          : (gain * count) / (count + base + perToken * length))
      values[slot] = score
      const block = slot >>> BLOCK_BITS
      if (score > tops[block]!) tops[block] = score
    }
  }
}

/** Pseudo-relevance feedback: adds rare terms of the best rows at a small weight. Returns the top score before that. */
export function addFeedback(query: ParsedQuery, view: View, scores: Scores): number {
  const { values } = scores
  const { index } = view
  const best = scores.top(index, FEEDBACK_ROWS)
  const top = best.length ? values[best[0]!]! : 0
  if (!top) return 0
  const frequencyMax = Math.max(FEEDBACK_FREQUENCY_ROWS, FEEDBACK_FREQUENCY_MAX * view.rows)
  const { isPseudoTerm, texts } = index.vocabulary
  queryTerms.reset(texts.length)
  for (const { term } of query.terms) queryTerms.add(term)
  for (const { term } of query.functionTerms) queryTerms.add(term)
  if (gains.length < texts.length) gains = enlarged(gains, texts.length)
  const gaining: number[] = []
  best.forEach((slot, rank) => {
    const share = values[slot]! / top / Math.sqrt(rank + 1)
    const length = index.terms.read(slot)
    for (let at = 0; at < length; at++) {
      const term = index.terms.values[at]!
      if (isPseudoTerm[term] || queryTerms.has(term)) continue
      if (gains[term] === 0) gaining.push(term)
      gains[term]! += share
    }
  })
  const chosen: QueryTerm[] = []
  for (const term of gaining) {
    const frequency = view.documentFrequency(term, frequencyMax)
    if (frequency > 1 && frequency <= frequencyMax)
      chosen.push({ term, weight: gains[term]! * Math.log(view.rows / frequency) })
    gains[term] = 0
  }
  chosen.sort((a, b) => b.weight - a.weight || (texts[a.term]! < texts[b.term]! ? -1 : 1))
  chosen.length = Math.min(chosen.length, FEEDBACK_TERMS)
  const weightMax = chosen[0]?.weight || 1
  for (const term of chosen) term.weight *= FEEDBACK_WEIGHT / weightMax
  addBm25(chosen, view, scores)
  return top
}
