import { readFileSync } from 'node:fs'
import { NUMBER, type Token } from './lexicon/token-records.ts'
import { quantise } from './quantise.ts'

/*
 * Vectors of English words, learned from pairs of questions and statements that answer them (docs/decisions.md, "Recall
 * by meaning"). The vector of a text is the weighted sum of those of its words.
 */

export const WORD_VECTORS = new URL('../model/word-vectors.bin', import.meta.url)
const HEADER_BYTES = 12
/** Entries for words without a vector of their own, and for numbers. */
const UNKNOWN = 0
const ANY_NUMBER = 1
/** Weights are stored as their logarithms, in steps of 1/16 around 0. */
const LOG_STEPS = 16
const LOG_OFFSET = 128
/** Longer statements are represented by their first tokens; longer queries are no questions. */
const TOKENS_MAX = 40
/** Words of a question that are compared one by one: each takes a pass over the words of the best rows. */
const ASKED_WORDS_MAX = 8
/** Texts of which fewer tokens are known words have no vector: they are in another language, or no language. */
const KNOWN_SHARE_MIN = { statement: 0.5, question: 0.7 }

interface WordVectors {
  readonly dimension: number
  /** By stem: the number of its entry. */
  readonly entries: ReadonlyMap<string, number>
  /** By entry: `dimension` components, a direction. */
  readonly directions: Int8Array
  /** By entry: its weight in a question, and in a statement. */
  readonly questionWeights: Float32Array
  readonly statementWeights: Float32Array
  /** Maps the sum of a question to the space of statements, by rows. */
  readonly questionMatrix: Float32Array
  /** By entry: its weight among the words of a question that are compared one by one. */
  readonly askedWeights: Float32Array
  /** Maps the direction of a word of a question to that of the words of statements that answer it, by rows. */
  readonly askedMatrix: Float32Array
  /** By entry: the place of its own direction as a word of a question in `askedDirections`; without one, it is mapped. */
  readonly askedPlaces: ReadonlyMap<number, number>
  readonly askedDirections: Int8Array
  /** By entry: 1 / the length of its direction. */
  readonly inverses: Float32Array
}

let loaded: WordVectors | undefined

/** Reads the vectors when they are first needed. */
function wordVectors(): WordVectors {
  loaded ??= read(readFileSync(WORD_VECTORS))
  return loaded
}

function read(file: Buffer): WordVectors {
  const [count, dimension, stemBytes] = [file.readUInt32LE(0), file.readUInt32LE(4), file.readUInt32LE(8)]
  let at = HEADER_BYTES
  const take = (bytes: number) => file.subarray(at, (at += bytes))
  const stems = take(stemBytes).toString('utf8').split('\n')
  const directions = new Int8Array(take(count * dimension))
  const weights = (logs: Buffer) => Float32Array.from(logs, (log) => Math.exp((log - LOG_OFFSET) / LOG_STEPS))
  const questionWeights = weights(take(count))
  const statementWeights = weights(take(count))
  const matrix = () => {
    const bytes = take(dimension * dimension * Float32Array.BYTES_PER_ELEMENT)
    return Float32Array.from({ length: dimension * dimension }, (_, i) => bytes.readFloatLE(4 * i))
  }
  const questionMatrix = matrix()
  const askedMatrix = matrix()
  const askedWeights = weights(take(count))
  const askedCount = take(4).readUInt32LE(0)
  const askedEntries = take(4 * askedCount)
  const askedPlaces = new Map(Array.from({ length: askedCount }, (_, i) => [askedEntries.readUInt32LE(4 * i), i]))
  const askedDirections = new Int8Array(take(askedCount * dimension))
  const entries = new Map(stems.map((stem, entry) => [stem, entry]))
  const inverses = Float32Array.from({ length: count }, (_, entry) =>
    inverseOf(directions.subarray(entry * dimension, (entry + 1) * dimension)),
  )
  return {
    dimension,
    entries,
    directions,
    questionWeights,
    statementWeights,
    questionMatrix,
    askedWeights,
    askedMatrix,
    askedPlaces,
    askedDirections,
    inverses,
  }
}

/** 1 / the Euclidean length of codes; 0 if they are all 0. */
export function inverseOf(codes: Int8Array): number {
  let squares = 0
  for (const code of codes) squares += code * code
  return squares > 0 ? 1 / Math.sqrt(squares) : 0
}

/** Whether a stem is an English word that many people use. */
export function isKnownStem(stem: string): boolean {
  return wordVectors().entries.has(stem)
}

/** Components of a vector. */
export function sentenceDimension(): number {
  return wordVectors().dimension
}

/** The vector of an English statement, of any length; `undefined` for one with too few known words. */
export function statementVector(tokens: readonly Token[]): Float32Array | undefined {
  const model = wordVectors()
  return sum(tokens, model.statementWeights, KNOWN_SHARE_MIN.statement, model)
}

/** A direction as one signed byte per component, and 1 / its Euclidean length. */
export interface Direction {
  readonly codes: Int8Array
  readonly inverse: number
}

/** A question as a vector, and its words. */
export interface Question extends Direction {
  /** Its known words, those of highest weight. Computed by each call. */
  readonly words: () => readonly AskedWord[]
}

/** A word of a question, in the space of the words of statements that answer it. */
export interface AskedWord extends Direction {
  /** Its share in the question. Those of all words of a question sum to 1. */
  readonly weight: number
}

/** The vector of an English question; `undefined` for one with too few known words. */
export function questionVector(tokens: readonly Token[]): Question | undefined {
  const model = wordVectors()
  const { questionMatrix } = model
  if (tokens.length > TOKENS_MAX) return undefined
  const vector = sum(tokens, model.questionWeights, KNOWN_SHARE_MIN.question, model)
  if (!vector) return undefined
  const codes = quantise(mappedBy(questionMatrix, vector))
  const inverse = inverseOf(codes)
  return inverse > 0 ? { codes, inverse, words: () => askedWords(tokens, model) } : undefined
}

function mappedBy(matrix: Float32Array, vector: ArrayLike<number>): Float32Array {
  const dimension = vector.length
  const mapped = new Float32Array(dimension)
  for (let from = 0; from < dimension; from++) {
    const component = vector[from]!
    const row = from * dimension
    for (let to = 0; to < dimension; to++) mapped[to]! += component * matrix[row + to]!
  }
  return mapped
}

function askedWords(tokens: readonly Token[], model: WordVectors): AskedWord[] {
  const weights = new Map<number, number>()
  for (const token of tokens) {
    const entry = entryOf(token, model)
    if (entry > ANY_NUMBER) weights.set(entry, (weights.get(entry) ?? 0) + model.askedWeights[entry]!)
  }
  let sum = 0
  for (const weight of weights.values()) sum += weight
  return [...weights]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, ASKED_WORDS_MAX)
    .map(([entry, weight]) => ({ ...askedDirection(entry, model), weight: weight / sum }))
}

function askedDirection(
  entry: number,
  { dimension, directions, askedPlaces, askedDirections, askedMatrix }: WordVectors,
): Direction {
  const place = askedPlaces.get(entry)
  const codes =
    place === undefined
      ? quantise(mappedBy(askedMatrix, directions.subarray(entry * dimension, (entry + 1) * dimension)))
      : askedDirections.subarray(place * dimension, (place + 1) * dimension)
  return { codes, inverse: inverseOf(codes) }
}

/** The number of a stem's entry; 0 for one without a vector of its own. */
export function entryOfStem(stem: string): number {
  const entry = wordVectors().entries.get(stem) ?? UNKNOWN
  return entry > ANY_NUMBER ? entry : UNKNOWN
}

/** The cosine of a word of a question and the nearest word of the first `count` entries, at least `min`. */
export function nearestCosine(
  { codes, inverse }: Direction,
  entries: Readonly<ArrayLike<number>>,
  count: number,
  min: number,
): number {
  const { dimension, directions, inverses } = wordVectors()
  let nearest = min
  for (let place = 0; place < count; place++) {
    const entry = entries[place]!
    nearest = Math.max(nearest, productAt(directions, entry * dimension, codes) * inverse * inverses[entry]!)
  }
  return nearest
}

/** The dot product of codes and as many of `all` from `start` on. */
export function productAt(all: Int8Array, start: number, codes: Int8Array): number {
  // Four sums, since each addition waits for the one before.
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0, at = start; i < codes.length; i += 4, at += 4) {
    a = (a + Math.imul(all[at]!, codes[i]!)) | 0
    b = (b + Math.imul(all[at + 1]!, codes[i + 1]!)) | 0
    c = (c + Math.imul(all[at + 2]!, codes[i + 2]!)) | 0
    d = (d + Math.imul(all[at + 3]!, codes[i + 3]!)) | 0
  }
  return a + b + c + d
}

function sum(
  tokens: readonly Token[],
  weights: Float32Array,
  knownShareMin: number,
  model: WordVectors,
): Float32Array | undefined {
  const { dimension, directions } = model
  const vector = new Float32Array(dimension)
  const end = Math.min(tokens.length, TOKENS_MAX)
  let known = 0
  for (let at = 0; at < end; at++) {
    const entry = entryOf(tokens[at]!, model)
    if (entry !== UNKNOWN) known++
    const weight = weights[entry]!
    const start = entry * dimension
    for (let i = 0; i < dimension; i++) vector[i]! += weight * directions[start + i]!
  }
  return known > 0 && known >= knownShareMin * end ? vector : undefined
}

function entryOf(token: Token, { entries }: WordVectors): number {
  token.vectorEntry ??= token.kind === NUMBER ? ANY_NUMBER : (entries.get(token.stem) ?? UNKNOWN)
  return token.vectorEntry
}
