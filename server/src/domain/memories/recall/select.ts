import { grown } from './lists.ts'
import type { UserIndex } from './userindex.ts'

/**
 * Scores by slot, for all searches of a thread: a search never pauses. They are never below 0, and the bits of such
 * floats, read as whole numbers, order as the floats do; `bestSlots` lives on that.
 */
export class Scores {
  values = new Float32Array(1024)
  #bits = new Uint32Array(this.values.buffer)

  /** Makes room for `slots` scores, all 0. */
  start(slots: number): void {
    if (slots > this.values.length) {
      this.values = grown(this.values, slots)
      this.#bits = new Uint32Array(this.values.buffer)
    }
    this.values.fill(0, 0, slots)
  }

  /**
   * The `limit` slots of highest score above 0, best first; of equal scores the newer row first, then by id, so that no
   * order depends on where a row happens to live. Three passes over the scores: one finds the highest, one counts how many
   * fall into each bucket of nearly equal ones, the last collects those from the bucket of the last needed upwards.
   */
  best(index: UserIndex, limit: number): number[] {
    if (limit < 1) return []
    const bits = this.#bits
    let top = 0
    for (let slot = 0; slot < index.slots; slot++) if (bits[slot]! > top) top = bits[slot]!
    // Most scores are far below the largest a float could be, so most buckets need neither be emptied nor looked into.
    let bucket = top >>> BUCKET_SHIFT
    buckets.fill(0, 0, bucket + 1)
    for (let slot = 0; slot < index.slots; slot++) buckets[bits[slot]! >>> BUCKET_SHIFT]!++
    for (let count = buckets[bucket]!; bucket > 0 && count < limit; ) count += buckets[--bucket]!
    const least = Math.max(1, bucket * 2 ** BUCKET_SHIFT)
    const slots: number[] = []
    for (let slot = 0; slot < index.slots; slot++) if (bits[slot]! >= least) slots.push(slot)
    return this.sorted(index, slots, limit)
  }

  /** The `limit` best of some slots, best first. */
  sorted(index: UserIndex, slots: readonly number[], limit: number): number[] {
    const keys = new Float64Array(slots.length)
    for (let i = 0; i < keys.length; i++) keys[i] = this.#bits[slots[i]!]! * POSITIONS + i
    keys.sort()
    const order: number[] = []
    let end = keys.length
    while (end > 0 && order.length < limit) {
      const score = Math.floor(keys[end - 1]! / POSITIONS)
      let start = end - 1
      while (start > 0 && keys[start - 1]! >= score * POSITIONS) start--
      const equal: number[] = []
      for (let i = start; i < end; i++) equal.push(slots[keys[i]! % POSITIONS]!)
      if (equal.length > 1) equal.sort((a, b) => newerFirst(index, a, b))
      order.push(...equal.slice(0, limit - order.length))
      end = start
    }
    return order
  }
}

/** Of 32 bits, the sign, the exponent and five more tell the bucket: scores within 3 % of one another share one. */
const BUCKET_SHIFT = 18
const buckets = new Uint32Array(1 << (32 - BUCKET_SHIFT))
/** A score's bits and a position below this make one exact number of 53 bits. */
const POSITIONS = 2 ** 21

/** The `limit` newest slots of those admitted, newest first. */
export function newestSlots(index: UserIndex, admits: (slot: number) => boolean, limit: number): number[] {
  const newest: number[] = []
  // New rows mostly live in high slots, so going down soon leaves only comparisons.
  for (let slot = index.slots - 1; slot >= 0; slot--) {
    const last = newest[limit - 1]
    if (limit < 1 || (last !== undefined && index.occurredAt[slot]! < index.occurredAt[last]!) || !admits(slot))
      continue
    let place = newest.length
    while (place > 0 && newerFirst(index, slot, newest[place - 1]!) < 0) place--
    newest.splice(place, 0, slot)
    newest.length = Math.min(newest.length, limit)
  }
  return newest
}

/**
 * The `limit` slots of highest cosine of those admitted, best first; of equal ones the newer row first. `cosines` is by
 * slot, at least `index.slots` long, and 0 stands for none: such a slot is never among the best, one below 0 may be.
 *
 * One pass that gathers twice as many as asked for, then keeps the better half: its last is what the next must beat,
 * so that soon most slots cost one comparison, and `admits` is asked of few.
 */
export function bestCosines(
  index: UserIndex,
  cosines: Float32Array,
  admits: (slot: number) => boolean,
  limit: number,
): number[] {
  const best: number[] = []
  if (limit < 1) return best
  const order = (a: number, b: number) => cosines[b]! - cosines[a]! || newerFirst(index, a, b)
  let least = -Infinity
  let last = -1
  // From the newest down, as above: of many equal ones the first gathered stay.
  for (let slot = index.slots - 1; slot >= 0; slot--) {
    const cosine = cosines[slot]!
    if (cosine < least || cosine === 0 || (last >= 0 && order(slot, last) > 0) || !admits(slot)) continue
    best.push(slot)
    if (best.length < 2 * limit) continue
    best.sort(order)
    best.length = limit
    last = best[limit - 1]!
    least = cosines[last]!
  }
  best.sort(order)
  if (best.length > limit) best.length = limit
  return best
}

function newerFirst(index: UserIndex, a: number, b: number): number {
  return (
    index.occurredAt[b]! - index.occurredAt[a]! ||
    index.createdAt[b]! - index.createdAt[a]! ||
    (index.ids[a]! < index.ids[b]! ? -1 : 1)
  )
}
