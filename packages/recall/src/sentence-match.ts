import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import type { View } from './view.ts'

/*
 * How well a row answers a question by what both say as a whole, where they have no word in common: by the cosine of their
 * vectors (`word-vectors.ts`).
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

export interface SentenceScale {
  /** The best keyword score, or what stands for it. */
  top: number
  /** The score of an ideal row. */
  ideal: number
  /** By slot: above 0 for rows that have a word in common with the question. Scores may hold those of vectors, too. */
  matches: Readonly<ArrayLike<number>>
}

/** Adds what rows gain. */
export function addSentences({ sentence }: ParsedQuery, scale: SentenceScale, view: View, scores: Scores): void {
  if (!sentence) return
  const { index, rows } = view
  const { top, ideal, matches } = scale
  const weight = WEIGHT * Math.min(1, FULL_WEIGHT_ROWS / rows) ** ROWS_EXPONENT
  const gain = weight / (TOP_WEIGHT / top + IDEAL_WEIGHT / ideal)
  const addGain = (slot: number) => {
    const cosine = index.sentences.cosine(slot, sentence)
    if (cosine > (matches[slot]! > 0 ? 0 : FOUND_MIN)) scores.add(slot, gain * cosine)
  }
  if (rows > SCANNED_ROWS_MAX) for (const slot of scores.top(index, CANDIDATES)) addGain(slot)
  else for (let slot = 0; slot < index.slots; slot++) if (view.canRead(slot)) addGain(slot)
}
