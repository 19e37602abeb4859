import { cosineOf, nearestRows } from './cosines.ts'
import type { ParsedQuery } from './query.ts'
import { Regression } from './regression.ts'
import type { Scores } from './select.ts'
import type { SearchRequest } from './types.ts'
import { vectorsCorrelateWithWords } from './vector-trust.ts'
import type { View } from './view.ts'

/*
 * Combines vector search with keyword search. Each contributes its best rows as candidates, and neither filters the
 * other. A candidate gains by how far its cosine with the query stands out from the cosines of all readable rows, and
 * more with a model of which it is known that it finds synonyms.
 * Three measures limit the harm of a weak model:
 * - The part of a cosine that follows from words in common with the query is subtracted, since keywords already count.
 * - A cosine must exceed what chance produces among that many rows.
 * - Vectors that do not correlate with words at all are ignored (`vector-trust.ts`).
 */

/** Candidates from keyword search and from vector search, each. */
const CANDIDATES = 200
/** If even the best row matches less than this share of the query, gains are measured by this share instead. */
export const VECTOR_SHARE = 0.35

/** How the deviations by which a cosine stands out become a gain. */
interface Gains {
  /** Gains start at this share of √(2 ln n) deviations, about the maximum of n normally distributed numbers. */
  chanceShare: number
  /** Further deviations after which the gain is `weight` of the best keyword score. */
  deviations: number
  weight: number
  exponent: number
  /** The highest gain, in multiples of `weight`. */
  max: number
}

/** For a model of unknown quality: never enough to outrank the words of the best row. */
const CAUTIOUS: Gains = { chanceShare: 0.45, deviations: Math.SQRT2, weight: 0.35, exponent: 2, max: 1 }
/** For a model that is known to find synonyms. Models between the two get values between these. */
const CONFIDENT: Gains = { chanceShare: 0, deviations: 3, weight: 0.5, exponent: 1.5, max: 2 }

/** Subtracting the word overlap starts at this correlation between overlap and cosine, and is full SPAN above it. */
const OVERLAP_CORRELATION_MIN = 0.35
const OVERLAP_CORRELATION_SPAN = 0.25
/** Fewer rows give no usable correlation. */
const OVERLAP_ROWS_MIN = 10
const DEVIATION_MIN = 1e-6
/** The lowest score of a row that matches, however unimportant. */
export const MATCH_SCORE_MIN = 1e-6

/**
 * Adds vector gains to the scores. `top` is the score that gains are relative to. Returns whether vectors took part:
 * `false` without a query vector, or if no readable row has a vector of its dimension.
 */
export function addVectors(
  { vector, vectorQuality = 0 }: Pick<SearchRequest, 'vector' | 'vectorQuality'>,
  top: number,
  query: ParsedQuery,
  view: View,
  scores: Scores,
): boolean {
  const nearest = vector && nearestRows(vector, CANDIDATES, view)
  if (!nearest) return false
  const { rows, mean, deviation } = nearest
  const byWords = scores.top(view.index, CANDIDATES).filter((slot) => view.index.vectors.has(slot))
  const candidates = new Set([...byWords, ...nearest.slots])
  if (deviation < DEVIATION_MIN || !vectorsCorrelateWithWords(view, rows)) return true

  const overlaps = wordOverlaps(query, candidates, view)
  const slope = overlapSlope(byWords, overlaps, view)
  const { chanceShare, deviations, weight, exponent, max } = gainsFor(query.isEnglish ? vectorQuality : 0)
  const threshold = chanceShare * Math.sqrt(2 * Math.log(Math.max(2, rows)))
  for (const slot of candidates) {
    const cosine = cosineOf(slot, view)! - slope * overlaps.get(slot)!
    const excess = ((cosine - mean) / deviation - threshold) / deviations
    if (excess > 0) scores.add(slot, weight * top * Math.min(max, excess ** exponent))
  }
  return true
}

/** `quality`: 0 to 1. */
function gainsFor(quality: number): Gains {
  const between = (name: keyof Gains) => CAUTIOUS[name] + quality * (CONFIDENT[name] - CAUTIOUS[name])
  return {
    chanceShare: between('chanceShare'),
    deviations: between('deviations'),
    weight: between('weight'),
    exponent: between('exponent'),
    max: between('max'),
  }
}

/** By slot: the number of query words in the row, over the root of its number of terms. */
function wordOverlaps({ words }: ParsedQuery, slots: Iterable<number>, { index }: View): Map<number, number> {
  const queryTerms = new Set(words.map(({ term }) => term))
  const overlaps = new Map<number, number>()
  for (const slot of slots) {
    const length = index.terms.read(slot)
    let count = 0
    for (let at = 0; at < length; at++) if (queryTerms.has(index.terms.values[at])) count++
    overlaps.set(slot, count / Math.sqrt(Math.max(1, length)))
  }
  return overlaps
}

/**
 * By how much cosines rise with word overlap, fitted over the best rows by keyword, in the degree to which overlap
 * explains the cosine; 0 for a model whose cosines are mostly independent of overlap.
 */
function overlapSlope(slots: readonly number[], overlaps: ReadonlyMap<number, number>, view: View): number {
  if (slots.length < OVERLAP_ROWS_MIN) return 0
  const regression = new Regression()
  for (const slot of slots) regression.add(overlaps.get(slot)!, cosineOf(slot, view)!)
  const { correlation, slope } = regression.fit ?? { correlation: 0, slope: 0 }
  return slope * Math.min(1, Math.max(0, (correlation - OVERLAP_CORRELATION_MIN) / OVERLAP_CORRELATION_SPAN))
}
