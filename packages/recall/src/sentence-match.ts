import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import type { View } from './view.ts'
import { coverageOf } from './word-match.ts'

/*
 * How well a row answers a question where they have no word in common: by what both say as a whole, which is the cosine of
 * their vectors, and by their words one by one (`word-vectors.ts`, `word-match.ts`).
 */

/** Rows that gain: the best by keyword. */
const CANDIDATES = 100
/** Up to so many readable rows, those that match no word are candidates, too. */
const SCANNED_ROWS_MAX = 600
/** What a row must reach to be found without a word in common. */
const FOUND_MIN = 0.4
/** A row gains its cosine, times this, over `TOP_WEIGHT` / best score + `IDEAL_WEIGHT` / score of an ideal row. */
const WEIGHT = 9
const TOP_WEIGHT = 3
const IDEAL_WEIGHT = 1.15
/** Among more rows than this, more of them are similar by chance, and cosines weigh less. */
const FULL_WEIGHT_ROWS = 100
const ROWS_EXPONENT = 0.6
/** Rows that are compared word by word: the best. Among more, no other rows come first. */
const COMPARED_ROWS = 24
/** How much more the words weigh than the sentences. */
const COVERAGE_WEIGHT = 1.3
/** Among so many rows, several have near words by chance, and words no longer count. */
const COVERED_ROWS_MAX = 500

export interface SentenceScale {
  /** The best keyword score, or what stands for it. */
  top: number
  /** The score of an ideal row. */
  ideal: number
  /** By slot: above 0 for rows that have a word in common with the question. Scores may hold those of vectors, too. */
  matches: Readonly<ArrayLike<number>>
  /** Whether words are compared one by one: not beside the vectors of a model, which their gains would outweigh. */
  comparesWords: boolean
}

/** Adds what rows gain. Returns by slot what they gain for single words, which says less of whether any row answers. */
export function addSentences(
  { sentence }: ParsedQuery,
  scale: SentenceScale,
  view: View,
  scores: Scores,
): ReadonlyMap<number, number> {
  const byWords = new Map<number, number>()
  if (!sentence) return byWords
  const { index, rows } = view
  const { top, ideal, matches, comparesWords } = scale
  const share = Math.min(1, FULL_WEIGHT_ROWS / rows)
  const weight = WEIGHT * share ** ROWS_EXPONENT
  const gain = weight / (TOP_WEIGHT / top + IDEAL_WEIGHT / ideal)
  const addGain = (slot: number) => {
    const cosine = index.sentences.cosine(slot, sentence)
    if (cosine > (matches[slot]! > 0 ? 0 : FOUND_MIN)) scores.add(slot, gain * cosine)
  }
  if (rows > SCANNED_ROWS_MAX) for (const slot of scores.top(index, CANDIDATES)) addGain(slot)
  else for (let slot = 0; slot < index.slots; slot++) if (view.canRead(slot)) addGain(slot)
  const shareMin = FULL_WEIGHT_ROWS / COVERED_ROWS_MAX
  const coverageGain = (COVERAGE_WEIGHT * gain * (share - shareMin)) / (1 - shareMin)
  if (!comparesWords || coverageGain <= 0) return byWords
  const words = sentence.words()
  for (const slot of scores.top(index, COMPARED_ROWS)) byWords.set(slot, coverageGain * coverageOf(words, slot, index))
  for (const [slot, own] of byWords) scores.add(slot, own)
  return byWords
}
