import { decodeBase64 } from '../../base64.ts'
import { type Sequence, sequenceFeatures } from './sequence.ts'
import { SEQUENCE_WEIGHTS } from './sequence-weights.ts'

/*
 * A linear classifier over the sequences of words of two statements, and how its estimate is combined with that of the network over
 * signs. Fitted by `bench/updates.mjs`.
 */

const frequent = new Set(SEQUENCE_WEIGHTS.frequent.split(' '))

/** Whether a word is in enough statements to have weights of its own. */
export function isFrequent(plain: string): boolean {
  return frequent.has(plain)
}

let weights: ReadonlyMap<number, number> | undefined

/** The log odds that the newer of two statements replaces the older one, by their sequences of words. */
export function logitOfSequences(newer: Sequence, older: Sequence): number {
  weights ??= parse(SEQUENCE_WEIGHTS)
  let sum = SEQUENCE_WEIGHTS.bias
  for (const feature of sequenceFeatures(newer, older)) sum += weights.get(feature) ?? 0
  return sum
}

/** The probability by both estimates. */
export function probabilityOf(bySigns: number, bySequences: number): number {
  const { bias, signs, sequences } = SEQUENCE_WEIGHTS.combined
  return 1 / (1 + Math.exp(-(bias + signs * bySigns + sequences * bySequences)))
}

/** Five bytes each: the feature, the lowest first, and its weight. */
function parse({ features, scale }: typeof SEQUENCE_WEIGHTS): ReadonlyMap<number, number> {
  const bytes = decodeBase64(features)
  const found = new Map<number, number>()
  for (let at = 0; at + 4 < bytes.length; at += 5) {
    const [a, b, c, d] = [bytes[at]! & 255, bytes[at + 1]! & 255, bytes[at + 2]! & 255, bytes[at + 3]! & 255]
    found.set((a | (b << 8) | (c << 16) | (d << 24)) >>> 0, bytes[at + 4]! * scale)
  }
  return found
}
