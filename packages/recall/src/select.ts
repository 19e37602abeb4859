import type { UserIndex } from './user-index.ts'

/** Sign, exponent and five bits of the fraction select a bucket: scores within 3 % of each other share one. */
const BUCKET_SHIFT = 18
const buckets = new Uint32Array(1 << (32 - BUCKET_SHIFT))
/** The bits of a score and an array index below this fit into one exact number of 53 bits. */
const KEY_STEP = 2 ** 21
/** The slots of a block. */
const BLOCK_SLOTS = 64
/** From a slot to the number of its block. */
export const BLOCK_BITS = 6
/** If there are so many times more slots than are needed, those are selected before they are sorted. */
const PARTITION_FACTOR = 3

/**
 * Scores by slot, shared by all searches of a thread, since searches are synchronous. Scores are never negative, so the
 * bits of these floats, read as unsigned integers, have the same order as the floats.
 *
 * Slots are divided into blocks. `tops` bounds the scores of each block, so that the best slots are found by reading the
 * few blocks that can contain them. Until `top` was called for the last time, scores must rise through `add`, or `tops`
 * with them; afterwards they may change.
 */
export class Scores {
  values = new Float32Array(1024)
  /** By block: at least the highest score of its slots. */
  tops = new Float32Array(1024 >> BLOCK_BITS)
  #bits = new Uint32Array(this.values.buffer)
  #topBits = new Uint32Array(this.tops.buffer)
  #blocks = 0

  /** Sets the scores of the first `slots` slots to 0. */
  reset(slots: number): void {
    if (slots > this.values.length) {
      const blocks = Math.ceil(Math.max(slots, this.values.length + (this.values.length >> 1)) / BLOCK_SLOTS)
      this.values = new Float32Array(blocks * BLOCK_SLOTS)
      this.tops = new Float32Array(blocks)
      this.#bits = new Uint32Array(this.values.buffer)
      this.#topBits = new Uint32Array(this.tops.buffer)
    }
    this.#blocks = (slots + BLOCK_SLOTS - 1) >>> BLOCK_BITS
    this.values.fill(0, 0, this.#blocks << BLOCK_BITS)
    this.tops.fill(0, 0, this.#blocks)
  }

  /** Adds to the score of a slot. */
  add(slot: number, gain: number): void {
    this.values[slot]! += gain
    const block = slot >>> BLOCK_BITS
    if (this.values[slot]! > this.tops[block]!) this.tops[block] = this.values[slot]!
  }

  /** Adds scores that count less, down to `shareMin`, the nearer the score of a slot is to `ideal`. */
  addSoft(soft: Scores, ideal: number, shareMin: number): void {
    const { values } = this
    for (let block = 0; block < this.#blocks; block++) {
      if (soft.tops[block] === 0) continue
      const end = (block + 1) << BLOCK_BITS
      for (let slot = block << BLOCK_BITS; slot < end; slot++) {
        const gain = soft.values[slot]!
        if (gain > 0) this.add(slot, gain * Math.max(shareMin, 1 - values[slot]! / ideal))
      }
    }
  }

  /** The sum of all scores. */
  get total(): number {
    const { values, tops } = this
    // Four sums, since each addition waits for the one before.
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let block = 0; block < this.#blocks; block++) {
      if (tops[block] === 0) continue
      const end = (block + 1) << BLOCK_BITS
      for (let slot = block << BLOCK_BITS; slot < end; slot += 4) {
        a += values[slot]!
        b += values[slot + 1]!
        c += values[slot + 2]!
        d += values[slot + 3]!
      }
    }
    return a + b + (c + d)
  }

  /**
   * The `limit` slots with the highest scores above 0, best first. Ties are ordered by age, newest first, then by id, so
   * that the order does not depend on slots. The `limit` highest bounds of blocks tell how high a score must be.
   */
  top(index: UserIndex, limit: number): number[] {
    if (limit < 1) return []
    const bits = this.#bits
    const topBits = this.#topBits
    const blocks = this.#blocks
    let max = 0
    for (let block = 0; block < blocks; block++) if (topBits[block]! > max) max = topBits[block]!
    // Buckets above the maximum stay untouched; those are most of them.
    let bucket = max >>> BUCKET_SHIFT
    buckets.fill(0, 0, bucket + 1)
    for (let block = 0; block < blocks; block++) buckets[topBits[block]! >>> BUCKET_SHIFT]!++
    for (let count = buckets[bucket]!; bucket > 0 && count < limit; ) count += buckets[--bucket]!
    const min = Math.max(1, bucket * 2 ** BUCKET_SHIFT)
    const slots: number[] = []
    for (let block = 0; block < blocks; block++) {
      if (topBits[block]! < min) continue
      const end = (block + 1) << BLOCK_BITS
      for (let slot = block << BLOCK_BITS; slot < end; slot++) if (bits[slot]! >= min) slots.push(slot)
    }
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
 * The `limit` slots with the highest cosines among those that satisfy `isIncluded`, best first, ties newest first: of all
 * slots, or of `slots`. `cosines` is by slot and at least `index.slots` long. Slots with cosine 0 have no vector and are
 * never selected.
 *
 * One pass that collects up to 2 × `limit` slots, then keeps the better half and rejects what is worse than its last.
 */
export function topCosines(
  index: UserIndex,
  cosines: Float32Array,
  isIncluded: (slot: number) => boolean,
  limit: number,
  slots?: readonly number[],
): number[] {
  const best: number[] = []
  if (limit < 1) return best
  const order = (a: number, b: number) => cosines[b]! - cosines[a]! || newerFirst(index, a, b)
  let min = -Infinity
  let last = -1
  // Newer rows usually have higher slots, so among ties the newer row is usually collected first.
  for (let at = (slots?.length ?? index.slots) - 1; at >= 0; at--) {
    const slot = slots ? slots[at]! : at
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
