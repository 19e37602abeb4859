import { decodeBase64 } from './base64.ts'
import { featuresOf } from './category.ts'
import { logistic } from './linear.ts'
import { type Topic, topicsOf } from './topics.ts'
import { WEIGHTS } from './touched-weights.ts'

/*
 * Estimates what a request touches, whatever its words: "I am being taken to casualty" needs the person's allergies. A linear classifier over words, parts of words and concepts, over the topics of the lexicon, and over the
 * direction of the request in the space of the learned word vectors. The weights are fitted by `bench/touched.mjs`.
 */

/** What a request can touch, in the order of the weights: food and drink, care for the body, what strains it, and journeys. */
export const TOUCHES = ['food', 'care', 'effort', 'travel'] as const
export type Touch = (typeof TOUCHES)[number]

/** Features are hashed into so many buckets. */
export const TOUCH_BUCKETS = 4096
const TOPICS: readonly Topic[] = ['food', 'drink', 'medicine', 'health', 'sport', 'travel']
const WORDS_GAIN = 3
const WORDS_MIN = 4
const MEANING_GAIN = 4

/** A feature and its value. */
export type Feature = readonly [at: number, value: number]

let decoded: Int8Array | undefined

/**
 * The probability that a request touches each, 0 to 1.
 * @param vector the direction of its meaning; less is found without.
 */
export function touchedBy(text: string, vector: Float32Array | undefined): Readonly<Record<Touch, number>> {
  const { scale, bias, values } = WEIGHTS
  decoded ??= decodeBase64(values)
  const sums = bias.map(() => 0)
  for (const [at, value] of touchFeatures(text, vector))
    for (let touch = 0; touch < sums.length; touch++) sums[touch]! += value * decoded[at * sums.length + touch]!
  const shares = TOUCHES.map((touch, at) => [touch, logistic(sums[at]! * scale + bias[at]!)])
  return Object.fromEntries(shares) as Record<Touch, number>
}

/** What a request consists of: buckets of words, then topics, then components of its vector. */
export function touchFeatures(text: string, vector: Float32Array | undefined): Feature[] {
  const words = [...new Set(featuresOf(text).map((feature) => feature % TOUCH_BUCKETS))]
  const share = WORDS_GAIN / Math.sqrt(Math.max(WORDS_MIN, words.length))
  const topics = topicsOf(text)
  return [
    ...words.map((bucket): Feature => [bucket, share]),
    ...TOPICS.flatMap((topic, at): Feature[] => (topics.has(topic) ? [[TOUCH_BUCKETS + at, 1]] : [])),
    ...Array.from(
      vector ?? [],
      (component, at): Feature => [TOUCH_BUCKETS + TOPICS.length + at, MEANING_GAIN * component],
    ),
  ]
}
