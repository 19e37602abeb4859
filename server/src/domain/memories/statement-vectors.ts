import { TEXT_CHARS_MAX, textVector } from '@memory-service/recall/text-vectors'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../foundation/entry-limit.ts'

/** About one kilobyte each. */
const KEPT_MAX = 10_000
const kept = new LRUCache<string, { vector: Float32Array | undefined }>(entryLimit(KEPT_MAX))

/**
 * Computes the vectors of the statements of a user, and keeps the last ones: a statement is compared with some thirty others.
 * What was computed for one user is not used for another, whose writes would otherwise be faster if both state the same.
 */
export function vectorsFor(userId: string): (content: string) => Float32Array | undefined {
  return (content) => {
    const key = `${userId}\n${content.slice(0, TEXT_CHARS_MAX)}`
    let known = kept.get(key)
    if (!known) kept.set(key, (known = { vector: textVector(content) }))
    return known.vector
  }
}
