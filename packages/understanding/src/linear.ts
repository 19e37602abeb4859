import { decodeBase64 } from './base64.ts'

/*
 * Linear classifiers over hashed features: for each feature of a text, a weight for each class. Fitted by the scripts in
 * `bench/`.
 */

/** Fitted weights: bytes by feature and class, in base64, and what they are multiplied by. */
export interface Weights {
  readonly scale: number
  /** By class. */
  readonly bias: readonly number[]
  readonly values: string
}

/** The sums by class of the features of a text, given as their buckets. */
export type Linear = (features: readonly number[], factor?: number) => number[]

/** Opens a classifier. The weights are decoded when it is first used. */
export function openLinear({ scale, bias, values }: Weights): Linear {
  let decoded: Int8Array | undefined
  return (features, factor = 1) => {
    const weights = (decoded ??= decodeBase64(values))
    const classes = bias.length
    return bias.map((constant, at) => {
      let sum = 0
      for (const feature of features) sum += weights[feature * classes + at]!
      return sum * scale * factor + constant
    })
  }
}

/** The bucket of a feature: FNV-1a, 32 bits (RFC 9923), modulo the number of buckets. */
export function bucketOf(feature: string, buckets: number): number {
  let value = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) value = Math.imul(value ^ feature.charCodeAt(at), 0x01000193)
  return (value >>> 0) % buckets
}

/** The logistic function, which makes a sum a probability. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
