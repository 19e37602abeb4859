import { WEIGHTS } from './category-weights.ts'
import { conceptsWith, widerConcepts } from './concepts.ts'
import { bucketOf, openLinear } from './linear.ts'

/*
 * Estimates which part of a person's life a statement is about, whatever its wording: a linear classifier over words,
 * parts of words and the lexicon's concepts. The weights are fitted by `bench/categories.mjs`. Rules read more precisely;
 * this decides the order of statements that no rule reads, and recognises facts that a rule has misread.
 */

/** What each category holds, in the order of the weights. */
export const CATEGORIES = [
  /** What harms the person: an allergy, an intolerance, a medicine that they must not have. */
  'reaction',
  /** A condition, a disability, an implant, an injury that lasts, a pregnancy. */
  'condition',
  /** A medicine that the person takes, or a treatment. */
  'medicine',
  /** What the person does not eat or drink, as a rule. */
  'diet',
  /** Anything else of health and the body: readings, vaccinations, doctors. */
  'body',
  /** Tastes and habits in food and drink. */
  'food',
  'home',
  /** What the person does for a living, or their main study. */
  'job',
  /** Who is close to the person, pets among them. */
  'close',
  /** A matter of another person. */
  'other',
  'goal',
  'taste',
  /** How to speak with the person. */
  'style',
  'fear',
  /** Events, appointments, practical matters and background. */
  'rest',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The probability of each category, 0 to 1; in sum 1. */
export type Shares = Readonly<Record<Category, number>>

const TEXT_CHARS_MAX = 240
/** Features are hashed into so many buckets. */
export const BUCKETS = 8192
/** Sharpness of the estimate. */
const GAIN = 3
const FEATURES_MIN = 4
const WORD = /[\p{L}']+|\d+|[?:=;]/gu
const NAME_WITHIN = /[\p{Ll},;:] \p{Lu}\p{Ll}/u
const ENDING = /(?:es|s|ed|ing)$/
const PART_CHARS_MIN = 4

const CONCEPTS_CACHED_MAX = 10_000

const linear = openLinear(WEIGHTS)
/** By word: the buckets of its concepts. */
const conceptBuckets = new Map<string, readonly number[]>()

/** Estimates the categories of a statement, of whose text the first 240 characters count. */
export function categoriesOf(text: string): Shares {
  const features = featuresOf(text)
  const sums = linear(features, factorOf(features))
  const max = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - max))
  const total = powers.reduce((sum, each) => sum + each, 0)
  return Object.fromEntries(CATEGORIES.map((name, at) => [name, powers[at]! / total])) as Record<Category, number>
}

/** What the sums of so many features are multiplied by. */
export function factorOf({ length }: readonly number[]): number {
  return GAIN / Math.sqrt(Math.max(FEATURES_MIN, length))
}

/** The buckets of what a text consists of: words, pairs, beginnings and endings of words, concepts. */
export function featuresOf(text: string): number[] {
  const plain = text.slice(0, TEXT_CHARS_MAX)
  const words = (plain.toLowerCase().replace(/’/g, "'").normalize('NFD').replace(/\p{M}/gu, '').match(WORD) ?? []).map(
    (word) => (/^\d/.test(word) ? '0' : word),
  )
  const found = new Set<number>([hash(`1${words[0]}`), hash(`n${Math.min(4, words.length >> 2)}`)])
  if (NAME_WITHIN.test(plain)) found.add(hash('name'))
  words.forEach((word, at) => {
    found.add(hash(`w${word}`))
    if (at > 0) found.add(hash(`b${words[at - 1]} ${word}`))
    if (word.length >= PART_CHARS_MIN)
      for (const part of [`3${word.slice(-3)}`, `4${word.slice(-4)}`, `p${word.slice(0, 4)}`, `q${word.slice(0, 5)}`])
        found.add(hash(part))
    for (const bucket of bucketsOfConcepts(word)) found.add(bucket)
  })
  return [...found]
}

function bucketsOfConcepts(word: string): readonly number[] {
  const known = conceptBuckets.get(word)
  if (known) return known
  const buckets = Array.from(conceptsOf(word), (concept) => hash(`c${concept}`))
  if (conceptBuckets.size >= CONCEPTS_CACHED_MAX) conceptBuckets.clear()
  conceptBuckets.set(word, buckets)
  return buckets
}

function conceptsOf(word: string): Set<string> {
  const found = new Set<string>()
  for (const form of new Set([word, word.replace(ENDING, ''), word.replace(/s$/, '')]))
    for (const { name } of conceptsWith(form)) {
      found.add(name)
      for (const wider of widerConcepts(name).keys()) found.add(wider)
    }
  return found
}

function hash(text: string): number {
  return bucketOf(text, BUCKETS)
}
