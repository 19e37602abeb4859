import { decodeBase64 } from './base64.ts'
import { featuresOf } from './category.ts'
import { logistic } from './linear.ts'
import { type Topic, topicsOf } from './topics.ts'
import { WEIGHTS } from './touched-weights.ts'

/*
 * Estimates what a request touches, whatever its words: "I am being taken to casualty" needs the person's allergies. A linear
 * classifier over words, parts of words and concepts, over the topics of the lexicon, and over the direction of the request in the
 * space of the learned word vectors. The weights are fitted by `bench/touched.mjs`.
 */

/** What a request can touch, in the order of the weights: food and drink, care for the body, what strains it, and journeys. */
export const TOUCHES = ['food', 'care', 'effort', 'travel'] as const
export type Touch = (typeof TOUCHES)[number]

/** Features are hashed into so many buckets. */
export const TOUCH_BUCKETS = 4096
const TOPICS: readonly Topic[] = ['food', 'drink', 'medicine', 'health', 'sport', 'travel']
/** The number of features before the components of the vector. */
export const FEATURES_OF_WORDS = TOUCH_BUCKETS + TOPICS.length
/** From this probability on, a request touches something: 69 % of those that do, by what other authors say. */
const TOUCHED_MIN = 0.5
/** The same where the lexicon has words of the request under the topic. */
const TOUCHED_MIN_OF_WORDS = 0.3
const WORDS_OF: Readonly<Record<Touch, readonly Topic[]>> = {
  food: ['food', 'drink'],
  care: ['medicine', 'health'],
  effort: ['sport'],
  travel: ['travel'],
}
/** What must not depend on an estimate. */
const EMERGENCY =
  /\b(?:emergency|ambulance|paramedics?|first aid|(?:call|ring|dial) (?:999|911|112|000)|(?:can(?:no|')?t|not) (?:breathe|swallow)|unconscious|passed out|collaps\w+|overdos\w+|suicid\w*|(?:want|going) to die|(?:kill|hurt|harm)(?:ing)? myself|slurr\w+|stroke|seizures?|convulsi\w+|bleeding|choking|anaphyla\w+|allergic reaction|chest pain)\b/i
const WORDS_GAIN = 3
const WORDS_MIN = 4
const MEANING_GAIN = 4

/** A feature and its value. */
export type Feature = readonly [at: number, value: number]

let decoded: Int8Array | undefined

/** What a request touches: care first in an emergency, or unless food is touched too; then the likeliest first. */
export function touchesOf(text: string, vector: Float32Array | undefined): Touch[] {
  const topics = topicsOf(text)
  const shares = sharesOf(touchFeatures(text, vector, topics))
  const isEmergency = EMERGENCY.test(text)
  const isTouched = (touch: Touch) =>
    shares[touch] >= TOUCHED_MIN ||
    (shares[touch] >= TOUCHED_MIN_OF_WORDS && WORDS_OF[touch].some((topic) => topics.has(topic))) ||
    (touch === 'care' && isEmergency)
  const isFirst = (touch: Touch) => Number(touch === 'care' && (isEmergency || shares.food < TOUCHED_MIN))
  return TOUCHES.filter(isTouched).sort((a, b) => isFirst(b) - isFirst(a) || shares[b] - shares[a])
}

/**
 * The probability that a request touches each, 0 to 1.
 * @param vector the direction of its meaning; less is found without.
 */
export function touchedBy(text: string, vector: Float32Array | undefined): Readonly<Record<Touch, number>> {
  return sharesOf(touchFeatures(text, vector))
}

function sharesOf(features: readonly Feature[]): Readonly<Record<Touch, number>> {
  const { scale, bias, values } = WEIGHTS
  decoded ??= decodeBase64(values)
  const sums = bias.map(() => 0)
  for (const [at, value] of features)
    for (let touch = 0; touch < sums.length; touch++) sums[touch]! += value * decoded[at * sums.length + touch]!
  const shares = TOUCHES.map((touch, at) => [touch, logistic(sums[at]! * scale + bias[at]!)])
  return Object.fromEntries(shares) as Record<Touch, number>
}

/** What a request consists of: buckets of words, then topics, then components of its vector. */
export function touchFeatures(text: string, vector: Float32Array | undefined, topics = topicsOf(text)): Feature[] {
  const words = [...new Set(featuresOf(text).map((feature) => feature % TOUCH_BUCKETS))]
  const share = WORDS_GAIN / Math.sqrt(Math.max(WORDS_MIN, words.length))
  return [
    ...words.map((bucket): Feature => [bucket, share]),
    ...TOPICS.flatMap((topic, at): Feature[] => (topics.has(topic) ? [[TOUCH_BUCKETS + at, 1]] : [])),
    ...Array.from(vector ?? [], (component, at): Feature => [FEATURES_OF_WORDS + at, MEANING_GAIN * component]),
  ]
}
