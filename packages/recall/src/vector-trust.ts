import { Regression } from './regression.ts'
import { sampleKey } from './sample.ts'
import type { View } from './view.ts'

/*
 * Decides whether vectors carry meaning. Any model that reads text gives texts with common rare words a higher cosine
 * than texts without; random vectors, or vectors made from a hash of the text, do not. The test compares pairs of the
 * user's own memories, so it needs neither the model nor labelled data.
 */

/** Each of these rows is paired with all rows of the sample. */
const ANCHOR_ROWS = 32
const SAMPLE_ROWS = 128
/** Smaller stores have too few pairs to decide on, and little to rank. Their vectors are used. */
const ROWS_MIN = 20
/** Correlation of cosines with common words. Language models reach 0.3 and more; random vectors stay within 0.03. */
const CORRELATION_MIN = 0.1
/** With few pairs the threshold is this many times 1 / √pairs, the standard error of a correlation of 0. */
const STANDARD_ERRORS = 3
/** The decision is repeated when the number of rows has changed by this factor. */
const CHANGE_FACTOR = 1.5
/** Rounding makes the cosine of equal vectors differ from 1 by less. */
const EQUAL_COSINE = 0.9999
const CACHED_VIEWS_MAX = 64

/**
 * Whether cosines of readable rows rise with the words that the rows have in common. `rows` is the number of readable
 * rows with a vector. The decision is cached in the index.
 */
export function vectorsCorrelateWithWords(view: View, rows: number): boolean {
  const { vectorTrust } = view.index
  const known = vectorTrust.get(view.scopeKey)
  if (known && rows < known.rows * CHANGE_FACTOR && rows * CHANGE_FACTOR > known.rows) return known.usable
  const usable = decide(view)
  if (vectorTrust.size >= CACHED_VIEWS_MAX) vectorTrust.clear()
  vectorTrust.set(view.scopeKey, { rows, usable })
  return usable
}

function decide(view: View): boolean {
  const { index } = view
  const slots = sampleOf(view)
  if (slots.length < ROWS_MIN) return true
  const regression = new Regression()
  for (const anchor of slots.slice(0, ANCHOR_ROWS)) {
    const terms = termsOf(view, anchor)
    for (const other of slots) {
      if (other === anchor) continue
      const cosine = index.vectors.cosine(anchor, other)
      // Equal texts have equal vectors in any model, which says nothing about it.
      if (cosine < EQUAL_COSINE) regression.add(commonIdf(view, terms, other), cosine)
    }
  }
  const { fit, count } = regression
  return !fit || fit.correlation >= Math.max(CORRELATION_MIN, STANDARD_ERRORS / Math.sqrt(count))
}

/**
 * A pseudo-random sample of readable rows with vectors. It depends on their ids only: neither on other rows of the index
 * nor on the slots that the rows occupy.
 */
function sampleOf(view: View): number[] {
  const { index } = view
  const keys = new Float64Array(index.slots)
  let count = 0
  for (let slot = 0; slot < index.slots; slot++)
    if (index.vectors.has(slot) && view.canRead(slot)) keys[count++] = sampleKey(index.ids[slot]!)
  const keyMax = keys.subarray(0, count).sort()[Math.min(SAMPLE_ROWS, count) - 1] ?? 0
  const slots: number[] = []
  for (let slot = 0; slot < index.slots; slot++)
    if (index.vectors.has(slot) && view.canRead(slot) && sampleKey(index.ids[slot]!) <= keyMax) slots.push(slot)
  const order = (a: string, b: string) => sampleKey(a) - sampleKey(b) || (a < b ? -1 : 1)
  return slots.sort((a, b) => order(index.ids[a]!, index.ids[b]!)).slice(0, SAMPLE_ROWS)
}

function termsOf({ index: { terms } }: View, slot: number): Set<number> {
  const length = terms.read(slot)
  return new Set(terms.values.subarray(0, length))
}

/** The summed idf of terms that a row has in common with `terms`, over the geometric mean of the numbers of terms. */
function commonIdf(view: View, terms: ReadonlySet<number>, slot: number): number {
  const lists = view.index.terms
  const length = lists.read(slot)
  let sum = 0
  for (let at = 0; at < length; at++) {
    const term = lists.values[at]!
    if (terms.has(term)) sum += Math.log(1 + view.rows / Math.max(1, view.documentFrequency(term)))
  }
  return sum / Math.sqrt(Math.max(1, terms.size * length))
}
