import { enlarged } from './lists.ts'
import { Regression } from './regression.ts'
import { topCosines } from './select.ts'
import { SIGNS_FROM } from './vectors.ts'
import type { View } from './view.ts'

/*
 * The rows nearest to a query by meaning, and the distribution of the cosines of all readable rows.
 *
 * Up to `SIGNS_FROM` readable rows, every cosine is computed. Of more, cosines are first estimated from the signs of vectors;
 * the best rows by estimate are then compared exactly. The distribution follows from all estimates and from a sample of rows
 * whose cosines are known, by regression. Rows that are not readable count in neither.
 */

/** Rows that are compared exactly, the best ones by estimate: this share, and at least so many. */
const COMPARED_SHARE = 0.01
const COMPARED_ROWS_MIN = 1_000
/** Rows in the sample, about. */
const SAMPLE_ROWS = 1_500
/** Estimates that correlate less with cosines select too poorly: all rows are compared. */
const CORRELATION_MIN = 0.85
/** Estimates are counted in so many buckets at most. */
const BUCKET_BITS = 12
const KEY_RANGE = 2 ** 32

export interface Nearest {
  /** Number of readable rows with a vector. */
  rows: number
  /** Mean and standard deviation of their cosines. */
  mean: number
  deviation: number
  /** The slots with the highest cosines, best first. */
  slots: number[]
}

/* Buffers shared by all searches of a thread, since searches are synchronous. */

/** By slot: cosine with the query. */
let cosines = new Float32Array(1024)
/** Whether the cosines of all slots are known. */
let isComplete = false
/** By slot: estimate of the cosine with the query. */
let estimates = new Uint16Array(1024)
/** Slots of rows that are compared exactly. */
let chosenSlots = new Uint32Array(1024)
const buckets = new Uint32Array(1 << BUCKET_BITS)

/**
 * The readable rows nearest to a query, at most `limit`; `undefined` if no readable row has a vector that can be compared
 * with the query.
 */
export function nearestRows(query: Int8Array, limit: number, view: View): Nearest | undefined {
  const { index } = view
  if (!index.vectors.count || index.vectors.dimension !== query.length) return undefined
  const nearest = nearestByEstimate(query, limit, view) ?? nearestOfAll(query, limit, view)
  return nearest.rows ? nearest : undefined
}

/** The cosine of a row with the query of the last `nearestRows`, -1 to 1; `null` for a row without a vector. */
export function cosineOf(slot: number, { index: { vectors } }: View): number | null {
  if (!vectors.has(slot)) return null
  return isComplete ? cosines[slot]! : vectors.cosineWithQuery(slot)
}

/** As `nearestRows`, by computing every cosine. */
export function nearestOfAll(query: Int8Array, limit: number, view: View): Nearest {
  const { index } = view
  if (cosines.length < index.slots) cosines = enlarged(cosines, index.slots)
  index.vectors.scan(query, cosines.subarray(0, index.slots))
  isComplete = true
  let [rows, sum, squares] = [0, 0, 0]
  for (let slot = 0; slot < index.slots; slot++) {
    if (!index.vectors.has(slot) || !view.canRead(slot)) continue
    const cosine = cosines[slot]!
    rows++
    sum += cosine
    squares += cosine * cosine
  }
  const mean = sum / Math.max(1, rows)
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, rows) - mean * mean))
  return { rows, mean, deviation, slots: topCosines(index, cosines, (slot) => view.canRead(slot), limit) }
}

/** As `nearestRows`, if there are many readable rows and estimates are good; else `undefined`. */
export function nearestByEstimate(query: Int8Array, limit: number, view: View): Nearest | undefined {
  const { index, mask } = view
  const { vectors, slots } = index
  const { signs } = vectors
  if (!signs || view.rows <= SIGNS_FROM || !vectors.setQuery(query)) return undefined
  if (cosines.length < slots) cosines = enlarged(cosines, slots)
  isComplete = false
  if (estimates.length < slots) estimates = enlarged(estimates, slots)
  signs.estimate(query, estimates.subarray(0, slots))
  const shift = Math.max(0, 32 - Math.clz32(signs.max) - BUCKET_BITS)
  const rows = countEstimates(signs.present, mask, slots, shift)
  if (rows <= SIGNS_FROM) return undefined
  const comparedMin = Math.max(COMPARED_ROWS_MIN, COMPARED_SHARE * rows)
  let bucket = buckets.length - 1
  for (let count = buckets[bucket]!; bucket > 0 && count < comparedMin; ) count += buckets[--bucket]!
  const min = bucket << shift
  const sampleMax = (SAMPLE_ROWS / rows) * KEY_RANGE
  const keys = signs.keysOf(index.ids)
  const chosen = chooseRows(signs.present, mask, keys, slots, min, sampleMax)
  const regression = new Regression()
  const compared: number[] = []
  for (let at = 0; at < chosen; at++) {
    const slot = chosenSlots[at]!
    const cosine = vectors.cosineWithQuery(slot)
    if (keys[slot]! <= sampleMax) regression.add(estimates[slot]! >>> shift, cosine)
    if (estimates[slot]! < min) continue
    cosines[slot] = cosine
    compared.push(slot)
  }
  const { fit } = regression
  if (!fit || fit.correlation < CORRELATION_MIN) return undefined
  const { mean, variance } = distributionOfEstimates(rows)
  return {
    rows,
    mean: fit.intercept + fit.slope * mean,
    deviation: Math.sqrt(fit.slope ** 2 * variance + fit.residual),
    slots: topCosines(index, cosines, () => true, limit, compared),
  }
}

/** Counts the estimates of readable rows in buckets of 2 ** `shift`. Returns the number of these rows. */
function countEstimates(present: Uint8Array, mask: Uint8Array | undefined, slots: number, shift: number): number {
  buckets.fill(0)
  const end = Math.min(slots, present.length)
  let rows = 0
  for (let slot = 0; slot < end; slot++) {
    const isCounted = mask ? present[slot]! & mask[slot]! : present[slot]!
    buckets[estimates[slot]! >>> shift]! += isCounted
    rows += isCounted
  }
  return rows
}

/** Mean and variance of estimates, in buckets. */
function distributionOfEstimates(rows: number): { mean: number; variance: number } {
  let [sum, squares] = [0, 0]
  for (const [bucket, count] of buckets.entries()) {
    sum += count * bucket
    squares += count * bucket * bucket
  }
  const mean = sum / rows
  return { mean, variance: squares / rows - mean * mean }
}

/** Writes to `chosenSlots` the readable rows with an estimate of at least `min` or in the sample. Returns their number. */
function chooseRows(
  present: Uint8Array,
  mask: Uint8Array | undefined,
  keys: Readonly<Uint32Array>,
  slots: number,
  min: number,
  sampleMax: number,
): number {
  if (chosenSlots.length < slots) chosenSlots = new Uint32Array(estimates.length)
  const end = Math.min(slots, present.length)
  let count = 0
  for (let slot = 0; slot < end; slot++) {
    if (estimates[slot]! < min && keys[slot]! > sampleMax) continue
    if (present[slot] === 1 && (!mask || mask[slot] === 1)) chosenSlots[count++] = slot
  }
  return count
}
