import type { View } from './view.ts'

/** A slot, and how many rows with the same text and scope it stands for beside itself. */
export interface DistinctRow {
  slot: number
  /** The highest ranking score of these rows. */
  value: number
  duplicates: number
}

const HASH_STEP = 2 ** 20
const LOW_BITS = HASH_STEP - 1
/**
 * A hash of a scope and a text in 52 bits, so that those of one user practically never collide: two FNV-1a in one.
 * Superseded and current rows of one text have different hashes.
 */
export function textHash(scope: string, content: string, superseded = false): number {
  const text = `${scope}${superseded ? '\n\n' : '\n'}${content}`
  let a = 0x811c9dc5
  let b = 0x01234567
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return (a >>> 0) * HASH_STEP + ((b ^ (b >>> 15)) & LOW_BITS)
}

/** Rows of different texts or scopes, in the given order, best first; of equal ones the newest, in the place of the first. */
export function distinctRows(slots: readonly number[], values: Float32Array, { index }: View): DistinctRow[] {
  const byKey = new Map<number, DistinctRow>()
  for (const slot of slots) {
    const key = index.textHashes[slot]!
    const known = byKey.get(key)
    if (!known) byKey.set(key, { slot, value: values[slot]!, duplicates: 0 })
    else {
      known.duplicates++
      if (index.occurredAt[slot]! > index.occurredAt[known.slot]!) known.slot = slot
    }
  }
  return [...byKey.values()]
}

/** Whether there are at least `count` different texts and scopes. */
export function hasDistinct(slots: readonly number[], count: number, { index }: View): boolean {
  const seen = new Set<number>()
  for (const slot of slots) if (seen.add(index.textHashes[slot]!).size >= count) return true
  return false
}
