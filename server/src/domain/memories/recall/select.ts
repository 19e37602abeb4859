import type { UserIndex } from './userindex.ts'

/**
 * The `limit` slots of highest score, best first; of equal scores the newer row first, then by id, so that no order
 * depends on where a row happens to live. Among `slots` if given, else among all slots with a score above 0.
 */
export function bestSlots(
  index: UserIndex,
  scores: Float32Array,
  slots: readonly number[] | undefined,
  limit: number,
): number[] {
  const heap: number[] = []
  const worse = (a: number, b: number) => scores[a]! - scores[b]! || tieBreak(index, a, b)
  if (limit < 1) return heap
  if (slots) for (const slot of slots) offer(heap, slot, limit, worse)
  else {
    // The heap's first is the worst of the best: comparing with it first spares most rows the call.
    let least = 0
    for (let slot = 0; slot < index.slots; slot++) {
      const score = scores[slot]!
      if (score <= 0 || score < least) continue
      offer(heap, slot, limit, worse)
      if (heap.length === limit) least = scores[heap[0]!]!
    }
  }
  return heap.sort((a, b) => worse(b, a))
}

/** The `limit` newest slots of those admitted, newest first. */
export function newestSlots(index: UserIndex, admits: (slot: number) => boolean, limit: number): number[] {
  const heap: number[] = []
  const worse = (a: number, b: number) => tieBreak(index, a, b)
  let oldest = -Infinity
  // New rows mostly live in high slots, so going down soon leaves only comparisons.
  for (let slot = index.slots - 1; slot >= 0 && limit > 0; slot--) {
    if (index.occurredAt[slot]! < oldest || !admits(slot)) continue
    offer(heap, slot, limit, worse)
    if (heap.length === limit) oldest = index.occurredAt[heap[0]!]!
  }
  return heap.sort((a, b) => worse(b, a))
}

function tieBreak(index: UserIndex, a: number, b: number): number {
  return (
    index.occurredAt[a]! - index.occurredAt[b]! ||
    index.createdAt[a]! - index.createdAt[b]! ||
    (index.ids[a]! < index.ids[b]! ? 1 : -1)
  )
}

/** A heap whose first is the worst; `worse` is below 0 where its first argument is. */
function offer(heap: number[], slot: number, limit: number, worse: (a: number, b: number) => number): void {
  if (heap.length < limit) {
    heap.push(slot)
    let child = heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (worse(heap[child]!, heap[parent]!) >= 0) return
      swap(heap, child, parent)
      child = parent
    }
    return
  }
  if (worse(slot, heap[0]!) <= 0) return
  heap[0] = slot
  let parent = 0
  for (;;) {
    let least = parent
    for (const child of [2 * parent + 1, 2 * parent + 2])
      if (child < heap.length && worse(heap[child]!, heap[least]!) < 0) least = child
    if (least === parent) return
    swap(heap, parent, least)
    parent = least
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
