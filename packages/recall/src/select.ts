import { enlarged } from './lists.ts'
import type { UserIndex } from './user-index.ts'

/** Sign, exponent and five bits of the fraction select a bucket: scores within 3 % of each other share one. */
const BUCKET_SHIFT = 18
const buckets = new Uint32Array(1 << (32 - BUCKET_SHIFT))
/** The bits of a score and an array index below this fit into one exact number of 53 bits. */
const KEY_STEP = 2 ** 21
/** If there are so many times more slots than are needed, those are selected before they are sorted. */
const PARTITION_FACTOR = 3

/**
 * Scores by slot, shared by all searches of a thread, since searches are synchronous. Scores are never negative, so the
 * bits of these floats, read as unsigned integers, have the same order as the floats.
 */
export class Scores {
  values = new Float32Array(1024)
  #bits = new Uint32Array(this.values.buffer)

  /** Sets the scores of the first `slots` slots to 0. */
  reset(slots: number): void {
    if (slots > this.values.length) {
      this.values = enlarged(this.values, slots)
      this.#bits = new Uint32Array(this.values.buffer)
    }
    this.values.fill(0, 0, slots)
  }

  /**
   * The `limit` slots with the highest scores above 0, best first. Ties are ordered by age, newest first, then by id, so
   * that the order does not depend on slots. Three passes: the first finds the maximum, the second counts scores per
   * bucket, the third collects all slots from the lowest bucket that is needed upwards.
   */
  top(index: UserIndex, limit: number): number[] {
    if (limit < 1) return []
    const bits = this.#bits
    let max = 0
    for (let slot = 0; slot < index.slots; slot++) if (bits[slot]! > max) max = bits[slot]!
    // Buckets above the maximum stay untouched; those are most of them.
    let bucket = max >>> BUCKET_SHIFT
    buckets.fill(0, 0, bucket + 1)
    for (let slot = 0; slot < index.slots; slot++) buckets[bits[slot]! >>> BUCKET_SHIFT]!++
    for (let count = buckets[bucket]!; bucket > 0 && count < limit; ) count += buckets[--bucket]!
    const min = Math.max(1, bucket * 2 ** BUCKET_SHIFT)
    const slots: number[] = []
    for (let slot = 0; slot < index.slots; slot++) if (bits[slot]! >= min) slots.push(slot)
    return this.sorted(index, slots, limit)
  }

  /** The `limit` best of the given slots, best first, ties as in `top`. */
  sorted(index: UserIndex, slots: readonly number[], limit: number): number[] {
    const all = new Float64Array(slots.length)
    for (let i = 0; i < all.length; i++) all[i] = this.#bits[slots[i]!]! * KEY_STEP + i
    const keys = all.length > PARTITION_FACTOR * limit ? bestKeys(all, limit) : all
    keys.sort()
    const order: number[] = []
    let end = keys.length
    while (end > 0 && order.length < limit) {
      const score = Math.floor(keys[end - 1]! / KEY_STEP) * KEY_STEP
      if (end === 1 || keys[end - 2]! < score) {
        order.push(slots[keys[--end]! - score]!)
        continue
      }
      let start = end - 1
      while (start > 0 && keys[start - 1]! >= score) start--
      const ties: number[] = []
      for (let i = start; i < end; i++) ties.push(slots[keys[i]! - score]!)
      ties.sort((a, b) => newerFirst(index, a, b))
      for (let i = 0; i < ties.length && order.length < limit; i++) order.push(ties[i]!)
      end = start
    }
    return order
  }
}

/** The keys with the `limit` highest scores, ties of the last one included, in any order. Reorders `keys`. */
function bestKeys(keys: Float64Array, limit: number): Float64Array {
  const target = keys.length - limit
  for (let from = 0, to = keys.length - 1; from < to; ) {
    const pivot = keys[(from + to) >>> 1]!
    let [low, high] = [from, to]
    while (low <= high) {
      while (keys[low]! < pivot) low++
      while (keys[high]! > pivot) high--
      if (low > high) break
      const key = keys[low]!
      keys[low++] = keys[high]!
      keys[high--] = key
    }
    if (target <= high) to = high
    else if (target >= low) from = low
    else break
  }
  const min = Math.floor(keys[target]! / KEY_STEP) * KEY_STEP
  return keys.filter((key) => key >= min)
}

/**
 * The `limit` slots with the highest cosines among those that satisfy `isIncluded`, best first, ties newest first.
 * `cosines` is by slot and at least `index.slots` long. Slots with cosine 0 have no vector and are never selected.
 *
 * One pass that collects up to 2 × `limit` slots, then keeps the better half and rejects what is worse than its last.
 */
export function topCosines(
  index: UserIndex,
  cosines: Float32Array,
  isIncluded: (slot: number) => boolean,
  limit: number,
): number[] {
  const best: number[] = []
  if (limit < 1) return best
  const order = (a: number, b: number) => cosines[b]! - cosines[a]! || newerFirst(index, a, b)
  let min = -Infinity
  let last = -1
  // Newer rows usually have higher slots, so among ties the newer row is usually collected first.
  for (let slot = index.slots - 1; slot >= 0; slot--) {
    const cosine = cosines[slot]!
    if (cosine < min || cosine === 0 || (last >= 0 && order(slot, last) > 0) || !isIncluded(slot)) continue
    best.push(slot)
    if (best.length < 2 * limit) continue
    best.sort(order)
    best.length = limit
    last = best[limit - 1]!
    min = cosines[last]!
  }
  best.sort(order)
  if (best.length > limit) best.length = limit
  return best
}

function newerFirst(index: UserIndex, a: number, b: number): number {
  return (
    index.occurredAt[b]! - index.occurredAt[a]! ||
    index.createdAt[b]! - index.createdAt[a]! ||
    // Ids of one batch are random.
    index.batches.order(a, b) ||
    (index.ids[a]! < index.ids[b]! ? -1 : 1)
  )
}
