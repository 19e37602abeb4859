import { type AskedDate, datesAsked, dayOf, monthAndDay } from './dates.ts'
import { addVectors, cosineOf, LEAST_SCORE, VECTOR_SHARE } from './fusion.ts'
import { type QueryTerm, type QueryWords, readQuery } from './querywords.ts'
import { newestSlots, Scores } from './select.ts'
import type { Found, SearchRequest } from './types.ts'
import { COUNT_BITS, COUNT_MAX, DAY_SHIFT, type UserIndex } from './userindex.ts'
import { View } from './view.ts'

/** BM25: how soon repetition stops counting, and how much length is held against a row. */
const K1 = 0.8
const B = 0.4

/** Postings read for the words of one query: some 5 ms. */
const POSTINGS_MAX = 1_000_000

const FEEDBACK_ROWS = 5
const FEEDBACK_TERMS = 20
const FEEDBACK_WEIGHT = 0.2
/** Terms in more rows than this share say little; small stores are given a little more room. */
const FEEDBACK_SHARE = 0.1
const FEEDBACK_HOLDERS_MIN = 10

const NEIGHBOUR_WEIGHT = 0.3
const NEIGHBOUR_DISTANCE = 2
/** The best rows looked at, and how far above the mean their neighbours must score to lend in full. */
const KIN_ROWS = 40
const KIN_RATIO = 0.2
/** In pieces. A row longer than this says by itself what it is about. */
const SELF_CONTAINED_LENGTH = 60
const DATE_BONUS = 0.3
/** Where even the best row answers less than this share of the query, the date is most of what was asked. */
const DATE_SHARE = 0.5
const RECENCY_WEIGHT = 0.02
const RECENCY_HALF_DAYS = 90
const IMPORTANCE_WEIGHT = 0.03
const IMPORTANCE_MIDDLE = 50
const PINNED_WEIGHT = 0.05

/** Rows carried beyond the first scoring, at least: neighbours and priors reorder these only. */
const CANDIDATES_MIN = 200
const PINNED_MAX = 100

const sums = new Scores()
/** The scores before feedback and the rest. */
let own = new Float32Array(1024)

/**
 * The best rows for a query among those the caller may read.
 *
 * A row's rank is by BM25 over the query's words and what they bring in (`querywords.ts`), then feedback, dates,
 * neighbours and small priors, each bounded by a share of the best row's own score. `scores` is tanh(s / ideal), where
 * ideal is what a row of mean length answers that holds each of the query's own words once: about .76 for such a row,
 * about .46 for half of it; 0 marks rows that match nothing and are only the newest.
 */
export function search(index: UserIndex, version: number, request: SearchRequest): Found {
  const view = new View(index, request.readable, request.within)
  const words = readQuery(request.query, view)
  sums.start(index.slots)

  addTerms(affordable(words.terms, view), view)
  const ideal = idealScore(words, view)
  if (own.length < sums.values.length) own = new Float32Array(sums.values.length)
  own.set(sums.values.subarray(0, index.slots))
  const top = addFeedback(words, view)
  const hybrid = addVectors(request.vector, Math.max(top, VECTOR_SHARE * ideal), words, view, sums)
  addDates(datesAsked(words.pieces, dayOf(request.now)), Math.max(top, DATE_SHARE * ideal), view)

  const candidates = chooseCandidates(view, Math.max(CANDIDATES_MIN, 2 * request.limit))
  if (!candidates.length) return newest(view, version, request.limit, hybrid)
  addNeighbours(candidates, view)
  addPriors(candidates, request.now, view)
  const best = sums.sorted(index, candidates, request.limit)
  const share = (score: number) => Math.tanh(score / ideal)
  return {
    version,
    ids: best.map((slot) => index.ids[slot]!),
    scores: best.map((slot) => share(sums.values[slot]!)),
    keyword: best.map((slot) => share(own[slot]!)),
    vector: best.map((slot) => (hybrid ? cosineOf(slot, view) : null)),
    hybrid,
  }
}

/** Robertson and Spärck Jones with the +1 that keeps it above 0: ln(1 + (N - df + .5) / (df + .5)). */
function rarity(holders: number, rows: number): number {
  return Math.log(1 + (rows - holders + 0.5) / (holders + 0.5))
}

/** What a row of mean length scores that holds each own word of the query once. */
function idealScore({ own }: QueryWords, view: View): number {
  let sum = 0
  for (const { weight, term } of own) sum += weight * rarity(term === undefined ? 0 : view.holders(term), view.rows)
  return sum || 1
}

/** The rarest terms a search has time for: all but the commonest words of a very long query on a very large store. */
function affordable(terms: readonly QueryTerm[], view: View): readonly QueryTerm[] {
  let left = POSTINGS_MAX
  for (const { term } of terms) left -= view.holders(term)
  if (left >= 0) return terms
  const { texts } = view.index.vocabulary
  const rarest = terms.toSorted(
    (a, b) => view.holders(a.term) - view.holders(b.term) || (texts[a.term]! < texts[b.term]! ? -1 : 1),
  )
  left = POSTINGS_MAX
  return rarest.filter(({ term }) => (left -= view.holders(term)) >= 0)
}

/** Adds weight · rarity · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean)) to every row that holds a term. */
function addTerms(terms: readonly QueryTerm[], view: View): void {
  const scores = sums.values
  const { lengths } = view.index
  const plain = K1 * (1 - B)
  const perPiece = (K1 * B) / view.meanLength
  for (const { term, weight } of terms) {
    const { cells, start, end } = view.run(term)
    const gain = weight * rarity(end - start, view.rows) * (K1 + 1)
    for (let at = start; at < end; at++) {
      const posting = cells[at]!
      const slot = posting >>> COUNT_BITS
      const count = posting & COUNT_MAX
      scores[slot]! += (gain * count) / (count + plain + perPiece * lengths[slot]!)
    }
  }
}

/** Pseudo-relevance feedback: rare terms of the best rows join the query at a small weight. Answers the top score. */
function addFeedback(words: QueryWords, view: View): number {
  const scores = sums.values
  const { index } = view
  const best = sums.best(index, FEEDBACK_ROWS)
  const top = best.length ? scores[best[0]!]! : 0
  if (!top) return 0
  const limit = Math.max(FEEDBACK_HOLDERS_MIN, FEEDBACK_SHARE * view.rows)
  const asked = new Set(words.terms.map(({ term }) => term))
  const gains = new Map<number, number>()
  best.forEach((slot, rank) => {
    const share = scores[slot]! / top / Math.sqrt(rank + 1)
    const start = index.terms.start(slot)
    for (let at = start; at < start + index.terms.length(slot); at++) {
      const term = index.terms.cells[at]!
      if (!asked.has(term)) gains.set(term, (gains.get(term) ?? 0) + share)
    }
  })
  const chosen: QueryTerm[] = []
  for (const [term, gain] of gains) {
    const holders = view.holders(term, limit)
    if (holders > 1 && holders <= limit) chosen.push({ term, weight: gain * Math.log(view.rows / holders) })
  }
  const { texts } = index.vocabulary
  chosen.sort((a, b) => b.weight - a.weight || (texts[a.term]! < texts[b.term]! ? -1 : 1))
  chosen.length = Math.min(chosen.length, FEEDBACK_TERMS)
  const most = chosen[0]?.weight || 1
  for (const term of chosen) term.weight *= FEEDBACK_WEIGHT / most
  addTerms(chosen, view)
  return top
}

/** Rows whose own date, else the day they are of, lies in what the query asks for gain a share of `top`. */
function addDates(asked: readonly AskedDate[], top: number, view: View): void {
  const scores = sums.values
  if (!asked.length) return
  const { index } = view
  for (let slot = 0; slot < index.slots; slot++) {
    if (!view.sees(slot)) continue
    let share = 0
    const count = index.dates.length(slot)
    if (!count) share = inside(asked, dayOf(index.occurredAt[slot]!), dayOf(index.occurredAt[slot]!))
    const start = index.dates.start(slot)
    for (let at = start; at < start + count; at += 2)
      share = Math.max(share, inside(asked, index.dates.cells[at]! - DAY_SHIFT, index.dates.cells[at + 1]! - DAY_SHIFT))
    scores[slot]! += DATE_BONUS * top * share
  }
}

/** 0 to 1: the root of the share of a row's days inside a date asked for, so that a long stay still counts on any day. */
function inside(asked: readonly AskedDate[], from: number, to: number): number {
  let best = 0
  for (const date of asked) {
    if ('from' in date) {
      const days = Math.min(to, date.to) - Math.max(from, date.from) + 1
      if (days > 0) best = Math.max(best, Math.sqrt(days / (to - from + 1)))
      continue
    }
    if (to - from > 31) continue
    const { month, day } = monthAndDay(from)
    if (month === date.month && (date.day === undefined || (from === to && day === date.day))) best = 1
  }
  return best
}

function chooseCandidates(view: View, limit: number): number[] {
  const candidates = sums.best(view.index, limit)
  const chosen = new Set(candidates)
  if (!candidates.length) return candidates
  let pinned = 0
  for (const slot of view.index.pinned)
    if (view.sees(slot) && !chosen.has(slot) && pinned++ < PINNED_MAX) candidates.push(slot)
  return candidates
}

/**
 * Rows written in the same call, close by, lend each other a part of their scores, as far as that helps. It helps where
 * calls are told stories: there, rows next to the best ones score better than rows do on average. Where calls are mere
 * batches they score no better, and nothing is lent. A long row needs its neighbours less than a short one.
 */
function addNeighbours(candidates: number[], view: View): void {
  const scores = sums.values
  const { index } = view
  const weight = NEIGHBOUR_WEIGHT * kinship(candidates, view)
  if (!weight) return
  const gains = new Map<number, number>()
  for (const slot of candidates)
    forNeighbours(slot, view, (other, distance) => {
      const need = Math.min(1, SELF_CONTAINED_LENGTH / index.lengths[other]!)
      gains.set(other, (gains.get(other) ?? 0) + (weight * need * scores[slot]!) / distance)
    })
  const chosen = new Set(candidates)
  for (const [slot, gain] of gains) {
    scores[slot]! += gain
    if (!chosen.has(slot)) candidates.push(slot)
  }
}

/** 0 to 1: by how much rows next to the best ones outscore the mean row of this search. */
function kinship(candidates: readonly number[], view: View): number {
  const scores = sums.values
  let total = 0
  for (let slot = 0; slot < view.index.slots; slot++) total += scores[slot]!
  let near = 0
  let pairs = 0
  for (const slot of candidates.slice(0, KIN_ROWS))
    forNeighbours(slot, view, (other) => {
      near += scores[other]!
      pairs++
    })
  if (!pairs || !total) return 0
  const ratio = near / pairs / (total / view.rows)
  return Math.min(1, Math.max(0, (ratio - 1) / KIN_RATIO))
}

/** Readable rows written with this one, up to `NEIGHBOUR_DISTANCE` places away. */
function forNeighbours(slot: number, view: View, visit: (other: number, distance: number) => void): void {
  const { groups, groupOf, places } = view.index
  const group = groupOf[slot]!
  const { cells } = groups
  const end = groups.start(group) + groups.length(group)
  const place = places[slot]!
  for (let at = view.index.placedFrom(group, place - NEIGHBOUR_DISTANCE); at < end; at++) {
    const other = cells[at]!
    const distance = Math.abs(places[other]! - place)
    if (distance > NEIGHBOUR_DISTANCE) return
    if (other !== slot && view.sees(other)) visit(other, Math.max(1, distance))
  }
}

/** Newer, more important and pinned rows come first among equals. */
function addPriors(candidates: number[], now: number, view: View): void {
  const scores = sums.values
  const { index } = view
  let top = 0
  for (const slot of candidates) top = Math.max(top, scores[slot]!)
  for (const slot of candidates) {
    const age = Math.max(0, dayOf(now) - dayOf(index.occurredAt[slot]!))
    const recency = RECENCY_WEIGHT / (1 + age / RECENCY_HALF_DAYS)
    const importance = (IMPORTANCE_WEIGHT * (index.importance[slot]! - IMPORTANCE_MIDDLE)) / IMPORTANCE_MIDDLE
    const pinned = index.pinned.has(slot) ? PINNED_WEIGHT : 0
    const matched = scores[slot]! > 0
    scores[slot]! += top * (matched ? recency + importance + pinned : pinned)
    if (matched) scores[slot] = Math.max(scores[slot]!, LEAST_SCORE)
  }
}

/** Nothing matches: the newest readable rows, marked as no match. */
function newest(view: View, version: number, limit: number, hybrid: boolean): Found {
  const { index } = view
  const best = newestSlots(index, (slot) => view.sees(slot), limit)
  const zeros = best.map(() => 0)
  const vector = best.map(() => null)
  return { version, ids: best.map((slot) => index.ids[slot]!), scores: zeros, keyword: zeros, vector, hybrid }
}
