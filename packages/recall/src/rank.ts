import { addBm25, addFeedback, idealScore, withinPostingBudget } from './bm25.ts'
import { relevanceOf, scoresOf } from './calibration.ts'
import { cosineOf } from './cosines.ts'
import { preferCurrent } from './current.ts'
import { addDates, DATE_SHARE, lowerPassed } from './date-match.ts'
import { dayOf } from './dates.ts'
import { lowerDenied } from './denied.ts'
import { type DistinctRow, distinctRows, hasDistinct } from './duplicates.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { addVectors, MATCH_SCORE_MIN, VECTOR_SHARE } from './fusion.ts'
import { preferLatest } from './latest.ts'
import { preferNamed } from './named-people.ts'
import { addNeighbours } from './neighbours.ts'
import { preferPeopleAsked } from './people.ts'
import { preferPetsAsked } from './pets.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { seedsOf } from './seeds.ts'
import { Scores } from './select.ts'
import { addSentences } from './sentence-match.ts'
import { addAnswerTypes, boostSubjects, lowerOtherSubjects, lowerSeries, preferStating } from './signals.ts'
import { rowsStating } from './stating.ts'
import { moveToSuccessors, placeBelowSuccessors } from './successors.ts'
import type { SearchRequest, SearchResult } from './types.ts'
import type { UserIndex } from './user-index.ts'
import { View } from './view.ts'

const RECENCY_WEIGHT = 0.02
const RECENCY_HALF_DAYS = 90
const IMPORTANCE_WEIGHT = 0.03
const IMPORTANCE_MIDDLE = 50
const PINNED_WEIGHT = 0.05

/** Minimum number of rows that neighbours and priors may reorder. */
const CANDIDATES_MIN = 200
/** Candidates if most rows have the same text. */
const CANDIDATES_MAX = 20_000
const PINNED_MAX = 100
/** The least share of concepts and attributes that counts in a row that matches all words of the query. */
const SOFT_SHARE_MIN = 0.5

/** Shared by all searches of a thread, since searches are synchronous. */
const scores = new Scores()
const softScores = new Scores()
/** By slot: the score before feedback, vectors, dates, neighbours and priors. */
let keywordScores = new Float32Array(1024)

/**
 * The best rows for a query among those the caller may read.
 *
 * A row's score is BM25 over the query's terms (`query.ts`), plus feedback, vectors, dates, neighbours, signals and small
 * priors, each limited to a share of the best row's score. Rows that match nothing but function words are no results.
 */
export function search(index: UserIndex, version: number, request: SearchRequest): SearchResult {
  const { view, best, values, ideal, lent, evidence, hybrid } = rank(index, request)
  return {
    version,
    ids: best.map(({ slot }) => index.ids[slot]!),
    scores: evidence ? scoresOf(evidence, values) : [],
    keyword: best.map(({ slot }) => Math.tanh(keywordScores[slot]! / ideal)),
    vector: best.map(({ slot }) => (hybrid ? cosineOf(slot, view) : null)),
    neighbour: best.map(({ slot }, at) => Math.min(1, lent[slot]! / values[at]!)),
    duplicates: best.map(({ duplicates }) => duplicates),
    relevance: evidence ? relevanceOf(evidence) : 0,
    hybrid,
    stating: rowsStating(request.attributes ?? [], view),
    seeds: request.seeds ? seedsOf(request.seeds, view) : [],
  }
}

/** A ranking before calibration. */
export interface Ranking {
  view: View
  best: DistinctRow[]
  /** The ranking scores of `best`. */
  values: number[]
  /** The score of a row of mean length that contains each query word once. */
  ideal: number
  /** By slot: the part of its score that neighbours lent. */
  lent: Readonly<Float64Array>
  evidence: Evidence | undefined
  hybrid: boolean
}

export function rank(index: UserIndex, request: SearchRequest): Ranking {
  const view = new View(index, request)
  const query = parseQuery(request.query, view, dayOf(request.now))
  scores.reset(index.slots)

  addBm25(withinPostingBudget(query.terms, view), view, scores)
  addSoftTerms(query, view)
  const hasContent = query.words.some(({ isContent }) => isContent)
  addBm25(withinPostingBudget(query.functionTerms, view), view, scores, hasContent || query.dates.length > 0)
  const ideal = idealScore(query.words, view)
  if (keywordScores.length < scores.values.length) keywordScores = new Float32Array(scores.values.length)
  keywordScores.set(scores.values.subarray(0, index.slots))
  const top = addFeedback(query, view, scores)
  const before = request.vector && query.sentence && scores.values.slice(0, index.slots)
  const hybrid = addVectors(request, Math.max(top, VECTOR_SHARE * ideal), query, view, scores)
  const isChanged = before?.some((value, slot) => value !== scores.values[slot])
  const matches = isChanged ? keywordScores : scores.values
  const scale = { top: Math.max(top, VECTOR_SHARE * ideal), ideal, matches, comparesWords: !isChanged }
  const byWords = addSentences(query, scale, view, scores)
  addDates(query, Math.max(top, DATE_SHARE * ideal), view, scores)

  const candidates = chooseCandidates(view, request)
  const lent = addNeighbours(candidates, view, scores)
  const boosted = boostSubjects(query, view, scores)
  lowerOtherSubjects(query, boosted, candidates, view, scores)
  addAnswerTypes(query, candidates, view, scores)
  preferPetsAsked(query, candidates, view, scores)
  preferStating(query, candidates, view, scores)
  preferPeopleAsked(query, candidates, view, scores)
  preferNamed(query, candidates, view, scores)
  lowerSeries(query, candidates, view, scores)
  lowerPassed(request.query, dayOf(request.now), candidates, view, scores)
  addPriors(candidates, request.now, view)
  preferCurrent(request, query, candidates, view, scores)
  preferLatest(request, query, candidates, view, scores)
  const sources = moveToSuccessors(candidates, view, scores)
  lowerDenied(query, candidates, view, scores)
  placeBelowSuccessors(query, candidates, view, scores)
  const best = bestOf(candidates, view, request)
  const values = best.map(({ value }) => value)
  const slots = best.map(({ slot }) => sources.get(slot) ?? slot)
  const strength = Math.max(0, (values[0] ?? 0) - (byWords.get(slots[0]!) ?? 0)) / ideal
  const evidence = evidenceOf(query, slots, strength, boosted, view)
  return { view, best, values, ideal, lent, evidence, hybrid }
}

function bestOf(candidates: readonly number[], view: View, { limit, keepDuplicates }: SearchRequest): DistinctRow[] {
  if (keepDuplicates)
    return scores
      .sorted(view.index, candidates, limit)
      .map((slot) => ({ slot, value: scores.values[slot]!, duplicates: 0 }))
  const rows = distinctRows(scores.sorted(view.index, candidates, 2 * limit), scores.values, view)
  if (rows.length >= limit && rows.every(({ duplicates }) => !duplicates)) return rows.slice(0, limit)
  const sorted = scores.sorted(view.index, candidates, candidates.length)
  return distinctRows(sorted, scores.values, view).slice(0, limit)
}

/** Adds the scores of concepts and attributes, in the degree to which a row does not match the words of the query. */
function addSoftTerms(query: ParsedQuery, view: View): void {
  if (!query.softTerms.length) return
  softScores.reset(view.index.slots)
  addBm25(withinPostingBudget(query.softTerms, view), view, softScores)
  const ideal = idealScore(
    query.words.filter(({ isContent }) => isContent),
    view,
  )
  scores.addSoft(softScores, ideal, SOFT_SHARE_MIN)
}

/** The best rows, as many as it takes for `limit` different texts, and pinned ones. */
function chooseCandidates(view: View, { limit, keepDuplicates }: SearchRequest): number[] {
  let count = Math.max(CANDIDATES_MIN, 2 * limit)
  let candidates = scores.top(view.index, count)
  while (
    !keepDuplicates &&
    candidates.length === count &&
    count < CANDIDATES_MAX &&
    !hasDistinct(view.standIns.size ? candidates.filter((slot) => !view.standIns.has(slot)) : candidates, limit, view)
  )
    candidates = scores.top(view.index, (count *= 4))
  if (!candidates.length || !view.index.pinned.size) return candidates
  const chosen = new Set(candidates)
  let pinned = 0
  for (const slot of view.index.pinned)
    if (view.canRead(slot) && !view.standIns.has(slot) && !chosen.has(slot) && pinned++ < PINNED_MAX)
      candidates.push(slot)
  return candidates
}

/** Adds small bonuses for recency, importance and pins. They decide between rows of nearly equal scores. */
function addPriors(candidates: number[], now: number, view: View): void {
  const { values } = scores
  const { index } = view
  let top = 0
  for (const slot of candidates) top = Math.max(top, values[slot]!)
  const today = dayOf(now)
  const hasPins = index.pinned.size > 0
  for (const slot of candidates) {
    const age = Math.max(0, today - dayOf(index.occurredAt[slot]!))
    const recency = RECENCY_WEIGHT / (1 + age / RECENCY_HALF_DAYS)
    const importance = (IMPORTANCE_WEIGHT * (index.importance[slot]! - IMPORTANCE_MIDDLE)) / IMPORTANCE_MIDDLE
    const pinned = hasPins && index.pinned.has(slot) ? PINNED_WEIGHT : 0
    const isMatch = values[slot]! > 0
    values[slot]! += top * (isMatch ? recency + importance + pinned : pinned)
    if (isMatch) values[slot] = Math.max(values[slot]!, MATCH_SCORE_MIN)
  }
}

/** The result of a search that did not take place: the index has this version only. */
export function emptyResult(version: number): SearchResult {
  const empty = { ids: [], scores: [], keyword: [], vector: [], neighbour: [], duplicates: [], stating: [], seeds: [] }
  return { version, ...empty, relevance: 0, hybrid: false }
}
