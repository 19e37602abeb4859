import { tokenise } from './tokens.ts'
import { TOPICS } from './topic-weights.ts'
import { sentenceDimension, statementVector } from './word-vectors.ts'

/** The part of a text that decides its direction. */
export const TEXT_CHARS_MAX = 400

/**
 * The direction of an English statement in the space of the learned word vectors, with a length of 1: texts about the same
 * matter have a high dot product, whatever their words. `undefined` for a text with too few known words.
 */
export function textVector(text: string): Float32Array | undefined {
  const vector = statementVector(tokenise(text.slice(0, TEXT_CHARS_MAX)).tokens)
  if (!vector) return undefined
  let squares = 0
  for (const component of vector) squares += component * component
  if (!(squares > 0)) return undefined
  const factor = 1 / Math.sqrt(squares)
  return vector.map((component) => component * factor)
}

let centroids: readonly Int8Array[] | undefined

/**
 * The topics that the vector of a statement is nearest to, the nearest first, as numbers below 24. Two statements about the
 * same matter mostly share one of the nearest, whatever their words.
 */
export function nearestTopics(vector: Float32Array, count: number): number[] {
  centroids ??= decode()
  return centroids
    .map((centroid, topic) => ({ topic, similarity: dot(vector, centroid) }))
    .sort((a, b) => b.similarity - a.similarity || a.topic - b.topic)
    .slice(0, count)
    .map(({ topic }) => topic)
}

function decode(): Int8Array[] {
  const bytes = Buffer.from(TOPICS, 'base64')
  const dimension = sentenceDimension()
  const count = bytes.length / dimension
  return Array.from({ length: count }, (_, topic) =>
    Int8Array.from(bytes.subarray(topic * dimension, (topic + 1) * dimension)),
  )
}

/** The dot product of two vectors of the same length. */
export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!
  return sum
}
