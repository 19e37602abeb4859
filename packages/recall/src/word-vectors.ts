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
  const matrix = take(dimension * dimension * Float32Array.BYTES_PER_ELEMENT)
  const questionMatrix = Float32Array.from({ length: dimension * dimension }, (_, i) => matrix.readFloatLE(4 * i))
  const entries = new Map(stems.map((stem, entry) => [stem, entry]))
  return { dimension, entries, directions, questionWeights, statementWeights, questionMatrix }
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

/** A question as a vector of one signed byte per component, and 1 / its Euclidean length. */
export interface Question {
  readonly codes: Int8Array
  readonly inverse: number
}

/** The vector of an English question; `undefined` for one with too few known words. */
export function questionVector(tokens: readonly Token[]): Question | undefined {
  const model = wordVectors()
  const { dimension, questionMatrix } = model
  if (tokens.length > TOKENS_MAX) return undefined
  const vector = sum(tokens, model.questionWeights, KNOWN_SHARE_MIN.question, model)
  if (!vector) return undefined
  const mapped = new Float32Array(dimension)
  for (let from = 0; from < dimension; from++) {
    const component = vector[from]!
    const row = from * dimension
    for (let to = 0; to < dimension; to++) mapped[to]! += component * questionMatrix[row + to]!
  }
  const codes = quantise(mapped)
  let squares = 0
  for (const code of codes) squares += code * code
  return squares > 0 ? { codes, inverse: 1 / Math.sqrt(squares) } : undefined
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
