import { datesInQuery, dayOf, monthAndDay, type QueryDate } from './dates.ts'
import { addVectors, cosineOf, MATCH_SCORE_MIN, VECTOR_SHARE } from './fusion.ts'
import { type ParsedQuery, parseQuery, type QueryTerm } from './query.ts'
import { newestSlots, Scores } from './select.ts'
import { rowsStating } from './stating.ts'
import type { SearchRequest, SearchResult } from './types.ts'
import { COUNT_BITS, COUNT_MAX, DAY_OFFSET, type UserIndex } from './user-index.ts'
import { View } from './view.ts'

/** BM25 parameters: saturation of repeated terms, and strength of length normalisation. */
const K1 = 0.8
const B = 0.4

/** Postings read for the words of one query: about 5 ms. */
const POSTINGS_MAX = 1_000_000

/** Pseudo-relevance feedback: rows it reads, terms it adds, and the weight of the best of them. */
const FEEDBACK_ROWS = 5
const FEEDBACK_TERMS = 20
const FEEDBACK_WEIGHT = 0.2
/** Feedback skips terms in more than this share of rows, but never those in up to this many rows. */
const FEEDBACK_FREQUENCY_MAX = 0.1
const FEEDBACK_FREQUENCY_ROWS = 10

const NEIGHBOUR_WEIGHT = 0.3
const NEIGHBOUR_DISTANCE = 2
/** Affinity is measured at this many best rows. It is full when their neighbours score this share above the mean. */
const AFFINITY_ROWS = 40
const AFFINITY_SPAN = 0.2
/** In tokens. Longer rows depend less on their neighbours. */
const SELF_CONTAINED_LENGTH = 60
const DATE_WEIGHT = 0.3
/** If even the best row matches less than this share of the query, the date bonus is measured by this share instead. */
const DATE_SHARE = 0.5
/** Ranges longer than this, in days, do not match a month or day without a year. */
const YEARLESS_DAYS_MAX = 31
const RECENCY_WEIGHT = 0.02
const RECENCY_HALF_DAYS = 90
const IMPORTANCE_WEIGHT = 0.03
const IMPORTANCE_MIDDLE = 50
const PINNED_WEIGHT = 0.05

/** Minimum number of rows that neighbours and priors may reorder. */
const CANDIDATES_MIN = 200
const PINNED_MAX = 100

/** Shared by all searches of a thread, since searches are synchronous. */
const scores = new Scores()
/** By slot: the score before feedback, vectors, dates, neighbours and priors. */
let keywordScores = new Float32Array(1024)

/**
 * The best rows for a query among those the caller may read.
 *
 * A row's score is BM25 over the query's terms (`query.ts`), plus feedback, vectors, dates, neighbours and small priors,
 * each limited to a share of the best row's score. `scores` of the result is tanh(score / ideal), where `ideal` is the
 * score of a row of mean length that contains each query word once: about 0.76 for such a row, about 0.46 for half of
 * it. Score 0 marks rows that match nothing and are only the newest.
 */
export function search(index: UserIndex, version: number, request: SearchRequest): SearchResult {
  const view = new View(index, request.readable, request.within)
  const query = parseQuery(request.query, view)
  scores.reset(index.slots)

  addBm25(withinPostingBudget(query.terms, view), view)
  const ideal = idealScore(query, view)
  if (keywordScores.length < scores.values.length) keywordScores = new Float32Array(scores.values.length)
  keywordScores.set(scores.values.subarray(0, index.slots))
  const top = addFeedback(query, view)
  const hybrid = addVectors(request.vector, Math.max(top, VECTOR_SHARE * ideal), query, view, scores)
  addDates(datesInQuery(query.text, dayOf(request.now)), Math.max(top, DATE_SHARE * ideal), view)

  const stating = rowsStating(request.attributes ?? [], view)
  const candidates = chooseCandidates(view, Math.max(CANDIDATES_MIN, 2 * request.limit))
  if (!candidates.length) return { ...newestRows(view, version, request.limit, hybrid), stating }
  addNeighbours(candidates, view)
  addPriors(candidates, request.now, view)
  const best = scores.sorted(index, candidates, request.limit)
  const normalised = (score: number) => Math.tanh(score / ideal)
  return {
    version,
    ids: best.map((slot) => index.ids[slot]!),
    scores: best.map((slot) => normalised(scores.values[slot]!)),
    keyword: best.map((slot) => normalised(keywordScores[slot]!)),
    vector: best.map((slot) => (hybrid ? cosineOf(slot, view) : null)),
    hybrid,
    stating,
  }
}

/** Robertson–Spärck Jones idf, with the +1 that keeps it positive: ln(1 + (N - df + 0.5) / (df + 0.5)). */
function idf(documentFrequency: number, rows: number): number {
  return Math.log(1 + (rows - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

/** The score of a row of mean length that contains each query word once. */
function idealScore({ words }: ParsedQuery, view: View): number {
  let sum = 0
  for (const { weight, term } of words)
    sum += weight * idf(term === undefined ? 0 : view.documentFrequency(term), view.rows)
  return sum || 1
}

/** The rarest terms whose postings fit the budget. Only very long queries on very large stores lose terms. */
function withinPostingBudget(terms: readonly QueryTerm[], view: View): readonly QueryTerm[] {
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
 * contains a term: weight · idf · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean length)).
 */
function addBm25(terms: readonly QueryTerm[], view: View): void {
  const { values } = scores
  const { lengths } = view.index
  const base = K1 * (1 - B)
  const perToken = (K1 * B) / view.meanLength
  for (const { term, weight } of terms) {
    const { cells, start, end } = view.postingsOf(term)
    const gain = weight * idf(end - start, view.rows) * (K1 + 1)
    for (let at = start; at < end; at++) {
      const posting = cells[at]!
      const slot = posting >>> COUNT_BITS
      const count = posting & COUNT_MAX
      values[slot]! += (gain * count) / (count + base + perToken * lengths[slot]!)
    }
  }
}

/** Pseudo-relevance feedback: adds rare terms of the best rows at a small weight. Returns the top score before that. */
function addFeedback(query: ParsedQuery, view: View): number {
  const { values } = scores
  const { index } = view
  const best = scores.top(index, FEEDBACK_ROWS)
  const top = best.length ? values[best[0]!]! : 0
  if (!top) return 0
  const frequencyMax = Math.max(FEEDBACK_FREQUENCY_ROWS, FEEDBACK_FREQUENCY_MAX * view.rows)
  const queryTerms = new Set(query.terms.map(({ term }) => term))
  const gains = new Map<number, number>()
  best.forEach((slot, rank) => {
    const share = values[slot]! / top / Math.sqrt(rank + 1)
    const start = index.terms.start(slot)
    for (let at = start; at < start + index.terms.length(slot); at++) {
      const term = index.terms.cells[at]!
      if (!queryTerms.has(term)) gains.set(term, (gains.get(term) ?? 0) + share)
    }
  })
  const chosen: QueryTerm[] = []
  for (const [term, gain] of gains) {
    const frequency = view.documentFrequency(term, frequencyMax)
    if (frequency > 1 && frequency <= frequencyMax)
      chosen.push({ term, weight: gain * Math.log(view.rows / frequency) })
  }
  const { texts } = index.vocabulary
  chosen.sort((a, b) => b.weight - a.weight || (texts[a.term]! < texts[b.term]! ? -1 : 1))
  chosen.length = Math.min(chosen.length, FEEDBACK_TERMS)
  const weightMax = chosen[0]?.weight || 1
  for (const term of chosen) term.weight *= FEEDBACK_WEIGHT / weightMax
  addBm25(chosen, view)
  return top
}

/** Adds a bonus, as a share of `top`, to rows whose dates (or else the day they occurred) overlap the query's dates. */
function addDates(queryDates: readonly QueryDate[], top: number, view: View): void {
  const { values } = scores
  if (!queryDates.length) return
  const { index } = view
  for (let slot = 0; slot < index.slots; slot++) {
    if (!view.canRead(slot)) continue
    let overlap = 0
    const count = index.dates.length(slot)
    if (!count) overlap = dateOverlap(queryDates, dayOf(index.occurredAt[slot]!), dayOf(index.occurredAt[slot]!))
    const start = index.dates.start(slot)
    for (let at = start; at < start + count; at += 2) {
      const [from, to] = [index.dates.cells[at]! - DAY_OFFSET, index.dates.cells[at + 1]! - DAY_OFFSET]
      overlap = Math.max(overlap, dateOverlap(queryDates, from, to))
    }
    values[slot]! += DATE_WEIGHT * top * overlap
  }
}

/** 0 to 1: the square root of the share of the row's days inside a query date, so long ranges still match single days. */
function dateOverlap(queryDates: readonly QueryDate[], from: number, to: number): number {
  let best = 0
  for (const date of queryDates) {
    if ('from' in date) {
      const days = Math.min(to, date.to) - Math.max(from, date.from) + 1
      if (days > 0) best = Math.max(best, Math.sqrt(days / (to - from + 1)))
      continue
    }
    if (to - from > YEARLESS_DAYS_MAX) continue
    const { month, day } = monthAndDay(from)
    if (month === date.month && (date.day === undefined || (from === to && day === date.day))) best = 1
  }
  return best
}

function chooseCandidates(view: View, limit: number): number[] {
  const candidates = scores.top(view.index, limit)
  const chosen = new Set(candidates)
  if (!candidates.length) return candidates
  let pinned = 0
  for (const slot of view.index.pinned)
    if (view.canRead(slot) && !chosen.has(slot) && pinned++ < PINNED_MAX) candidates.push(slot)
  return candidates
}

/**
 * Rows of one batch within a short distance pass a part of their scores to each other, in the degree to which neighbours
 * belong together in this store: in conversations, rows next to the best ones score above the mean; in unrelated batches
 * they do not. Long rows receive less.
 */
function addNeighbours(candidates: number[], view: View): void {
  const { values } = scores
  const { index } = view
  const weight = NEIGHBOUR_WEIGHT * neighbourAffinity(candidates, view)
  if (!weight) return
  const gains = new Map<number, number>()
  for (const slot of candidates)
    forNeighbours(slot, view, (other, distance) => {
      const need = Math.min(1, SELF_CONTAINED_LENGTH / index.lengths[other]!)
      gains.set(other, (gains.get(other) ?? 0) + (weight * need * values[slot]!) / distance)
    })
  const chosen = new Set(candidates)
  for (const [slot, gain] of gains) {
    values[slot]! += gain
    if (!chosen.has(slot)) candidates.push(slot)
  }
}

/** 0 to 1: by how much the neighbours of the best rows outscore the mean row. */
function neighbourAffinity(candidates: readonly number[], view: View): number {
  const { values } = scores
  let total = 0
  for (let slot = 0; slot < view.index.slots; slot++) total += values[slot]!
  let sum = 0
  let pairs = 0
  for (const slot of candidates.slice(0, AFFINITY_ROWS))
    forNeighbours(slot, view, (other) => {
      sum += values[other]!
      pairs++
    })
  if (!pairs || !total) return 0
  const ratio = sum / pairs / (total / view.rows)
  return Math.min(1, Math.max(0, (ratio - 1) / AFFINITY_SPAN))
}

/** Visits readable rows of the same batch at most `NEIGHBOUR_DISTANCE` positions away. */
function forNeighbours(slot: number, view: View, visit: (other: number, distance: number) => void): void {
  const { batches, batchOf, positions } = view.index
  const batch = batchOf[slot]!
  const { cells } = batches
  const end = batches.start(batch) + batches.length(batch)
  const position = positions[slot]!
  for (let at = view.index.firstAtPosition(batch, position - NEIGHBOUR_DISTANCE); at < end; at++) {
    const other = cells[at]!
    const distance = Math.abs(positions[other]! - position)
    if (distance > NEIGHBOUR_DISTANCE) return
    if (other !== slot && view.canRead(other)) visit(other, Math.max(1, distance))
  }
}

/** Adds small bonuses for recency, importance and pins. They decide between rows of nearly equal scores. */
function addPriors(candidates: number[], now: number, view: View): void {
  const { values } = scores
  const { index } = view
  let top = 0
  for (const slot of candidates) top = Math.max(top, values[slot]!)
  for (const slot of candidates) {
    const age = Math.max(0, dayOf(now) - dayOf(index.occurredAt[slot]!))
    const recency = RECENCY_WEIGHT / (1 + age / RECENCY_HALF_DAYS)
    const importance = (IMPORTANCE_WEIGHT * (index.importance[slot]! - IMPORTANCE_MIDDLE)) / IMPORTANCE_MIDDLE
    const pinned = index.pinned.has(slot) ? PINNED_WEIGHT : 0
    const isMatch = values[slot]! > 0
    values[slot]! += top * (isMatch ? recency + importance + pinned : pinned)
    if (isMatch) values[slot] = Math.max(values[slot]!, MATCH_SCORE_MIN)
  }
}

/** The newest readable rows, with score 0: the result if nothing matches. */
function newestRows(view: View, version: number, limit: number, hybrid: boolean): Omit<SearchResult, 'stating'> {
  const { index } = view
  const best = newestSlots(index, (slot) => view.canRead(slot), limit)
  const zeros = best.map(() => 0)
  const vector = best.map(() => null)
  return { version, ids: best.map((slot) => index.ids[slot]!), scores: zeros, keyword: zeros, vector, hybrid }
}
