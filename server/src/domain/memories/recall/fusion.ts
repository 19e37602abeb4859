import { grown } from './lists.ts'
import type { QueryWords } from './querywords.ts'
import { Relation } from './relation.ts'
import { bestCosines, type Scores } from './select.ts'
import { likenessMeansSomething } from './trust.ts'
import type { View } from './view.ts'

/*
 * How vectors join the words. Both arms bring candidates of their own, and neither filters the other: of the rows that
 * either thinks best, each gains by how far its likeness to the query stands out from that of all readable rows. Three
 * things keep a weak model from doing harm: what its likeness only repeats of the words is taken off first, as the words
 * have been counted already; rows must stand out from what chance alone brings forth among so many; and a model whose
 * likeness has nothing to do with words at all is not listened to (`trust.ts`).
 */

/** How many rows each arm proposes. */
const ARM_ROWS = 200
/** What a row gains that stands out in full, as a share of the best row's own score: never enough to outdo its words. */
const VECTOR_WEIGHT = 0.35
/** Where even the best row answers less than this share of the query, vectors are most of what there is. */
export const VECTOR_SHARE = 0.35
/** Standing out begins at this share of √(2 ln n), about where the best of n normal numbers lies, in deviations. */
const CHANCE_SHARE = 0.45
/** From there, so many deviations are standing out in full. */
const FULL_DEVIATIONS = Math.SQRT2
/** Correlation of likeness with words from which it is held against a model to repeat them, and where it is in full. */
const REPEATS_FROM = 0.35
const REPEATS_SPAN = 0.25
/** Fewer rows tell no correlation. */
const REPEATS_ROWS_MIN = 10
/** A row that matches never falls to 0, however unimportant. */
export const LEAST_SCORE = 1e-6

/** By slot, the cosine with the query's vector. Shared, since a search never pauses. */
let cosines = new Float32Array(1024)

/**
 * Adds to the scores what vectors tell. `top` is what the best row answers of the query's words, the measure of every
 * gain. Answers whether vectors took part: not without a query's vector, or where no readable row has one of its space.
 */
export function addVectors(
  query: Int8Array | undefined,
  top: number,
  words: QueryWords,
  view: View,
  sums: Scores,
): boolean {
  const { index } = view
  const { vectors } = index
  if (!query || !vectors.count || vectors.dimension !== query.length) return false
  if (cosines.length < index.slots) cosines = grown(cosines, index.slots)
  vectors.scan(query, cosines.subarray(0, index.slots))
  const all = spread(view)
  if (!all.rows) return false
  const byWords = sums.best(index, ARM_ROWS).filter((slot) => vectors.has(slot))
  const union = new Set([...byWords, ...bestCosines(index, cosines, (slot) => view.sees(slot), ARM_ROWS)])
  if (all.deviation < 1e-6 || !likenessMeansSomething(view, all.rows)) return true

  const shared = sharedWords(words, union, view)
  const repeats = slopeOf(byWords, shared)
  const least = CHANCE_SHARE * Math.sqrt(2 * Math.log(Math.max(2, all.rows)))
  for (const slot of union) {
    const own = cosines[slot]! - repeats * shared.get(slot)!
    const above = ((own - all.mean) / all.deviation - least) / FULL_DEVIATIONS
    if (above > 0) sums.values[slot]! += VECTOR_WEIGHT * top * Math.min(1, above * above)
  }
  return true
}

/** The cosine of a row with the query of the last `addVectors`, -1 to 1; `null` for a row without a vector. */
export function cosineOf(slot: number, { index }: View): number | null {
  return index.vectors.has(slot) ? cosines[slot]! : null
}

/** Mean and standard deviation of the cosines of all readable rows. */
function spread(view: View): { rows: number; mean: number; deviation: number } {
  const { vectors, slots } = view.index
  let rows = 0
  let sum = 0
  let squares = 0
  for (let slot = 0; slot < slots; slot++) {
    if (!vectors.has(slot) || !view.sees(slot)) continue
    const cosine = cosines[slot]!
    rows++
    sum += cosine
    squares += cosine * cosine
  }
  const mean = sum / Math.max(1, rows)
  return { rows, mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, rows) - mean * mean)) }
}

/** How much of each row is words of the query: their number over the root of the row's. */
function sharedWords({ own }: QueryWords, slots: Iterable<number>, { index }: View): Map<number, number> {
  const asked = new Set(own.map(({ term }) => term))
  const shared = new Map<number, number>()
  for (const slot of slots) {
    const start = index.terms.start(slot)
    const end = start + index.terms.length(slot)
    let count = 0
    for (let at = start; at < end; at++) if (asked.has(index.terms.cells[at])) count++
    shared.set(slot, count / Math.sqrt(Math.max(1, end - start)))
  }
  return shared
}

/**
 * What each shared word adds to a cosine, by least squares over the rows the words alone have chosen, as far as the
 * cosine does little but repeat the words; 0 for a model that tells something of its own.
 */
function slopeOf(slots: readonly number[], shared: ReadonlyMap<number, number>): number {
  if (slots.length < REPEATS_ROWS_MIN) return 0
  const told = new Relation()
  for (const slot of slots) told.add(shared.get(slot)!, cosines[slot]!)
  const { correlation, slope } = told.fit ?? { correlation: 0, slope: 0 }
  return slope * Math.min(1, Math.max(0, (correlation - REPEATS_FROM) / REPEATS_SPAN))
}
