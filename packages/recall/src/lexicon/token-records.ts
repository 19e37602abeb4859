import { enlarged } from '../lists.ts'
import { answerBits } from './answer-words.ts'
import { MONTHS, startsDate, WEEKDAYS } from './calendar.ts'
import { conceptWords, rowConceptTerms } from './concept-terms.ts'
import { derivedFamily, listedFamily, root } from './families.ts'
import { defaultStem, ENGLISH, hasOtherStems, LANGUAGES, otherReading, stemBy } from './stemmers.ts'
import { FUNCTION_WORDS, SHARED_WITH_ENGLISH } from './stopwords.ts'

/** Kinds of tokens. */
export const WORD = 0
export const NUMBER = 1
/** Two characters of a script without spaces. */
export const BIGRAM = 2
export type Kind = typeof WORD | typeof NUMBER | typeof BIGRAM

/** The record of a distinct token, created once and shared by all texts. */
export interface Token {
  readonly text: string
  readonly kind: Kind
  /** Bit set by position in `LANGUAGES`: languages in which this is a function word. */
  readonly functionWordIn: number
  /** Bit set by position in `LANGUAGES`: languages that this token is evidence of (see `guessLanguage`). */
  readonly languageVotes: number
  /** The kinds of answers that the word is evidence of (see `answer-words.ts`). */
  readonly answers: number
  /** Names of the concepts of the word. */
  readonly concepts: readonly string[]
  /** Whether a date can begin with this token. */
  readonly startsDate: boolean
  /** Whether it is a number, month or weekday: what differs between the readings of one series. */
  readonly isReading: boolean
  /** The stem by the rules of English or of the token's script; a number without leading zeros. */
  readonly stem: string
  /** The English stem in the word's other reading: `live` for `lives`, whose stem is `life`. */
  readonly reading: string | undefined
  /** The family of an English word (see `families.ts`). */
  readonly family: string
  /** Whether the family is more than the stem itself, so that the word is indexed by it. */
  readonly isDerived: boolean
  /** Terms that an English text with this word is indexed by beside the stem. */
  readonly extraTerms: readonly string[]
  /** By position in `LANGUAGES`: stems by other languages, computed on demand. */
  stems: (string | undefined)[] | undefined
  /** The vocabulary that last numbered the stem, and the number: saves a map lookup per token of a large build. */
  vocabularySerial: number
  termNumber: number
  /** The numbers of `extraTerms`, valid together with `termNumber`. */
  extraNumbers: readonly number[]
  /** The number of its entry in the word vectors, looked up on demand. */
  vectorEntry: number | undefined
  /** The phrases that begin with this word, looked up on demand. */
  phrases: readonly Phrase[] | undefined
}

/** A phrase of several words that names concepts: "hay fever". */
export interface Phrase {
  /** The stems after the first. */
  readonly rest: readonly string[]
  readonly concepts: readonly string[]
  readonly terms: readonly string[]
}

/** Distinct tokens in the cache. Real text reaches this after some hundred thousand memories; the cache is then cleared. */
const CACHED_TOKENS_MAX = 200_000
/** The table is at most 38 % full, so probe sequences stay short. */
const TABLE_SIZE = 1 << 19
const TABLE_MASK = TABLE_SIZE - 1
/** Estimated size of a cached token: text, stem, record and table entry. */
const TOKEN_BYTES = 260

const LEADING_ZEROS = /^0+(?=.)/
const FUNCTION_BITS = functionBits()
const ENGLISH_BIT = 1 << ENGLISH
const SHARED = new Set(SHARED_WITH_ENGLISH.split(/\s+/))

const NONE: readonly never[] = []

let records: Token[] = []
/** UTF-16 units of all cached tokens. Token n is `spelling[starts[n]]` to `spelling[starts[n + 1] - 1]`. */
let spelling = new Uint16Array(1 << 16)
const starts = new Uint32Array(CACHED_TOKENS_MAX + 1)
/** By table slot: the number of a token plus 1 (0: empty), and its hash. */
const table = new Int32Array(TABLE_SIZE)
const hashes = new Int32Array(TABLE_SIZE)

/** The record of a word in normal form (see `normalise`). */
export function tokenOf(text: string): Token {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return tokenIn(units, 0, text.length, WORD)
}

/**
 * The record of the token at `units[start]` to `units[end - 1]`, UTF-16 units of a text in normal form. A custom hash
 * table (open addressing, FNV-1a) finds known tokens without creating a string, since every token of every memory passes
 * through here.
 */
export function tokenIn(units: Uint16Array, start: number, end: number, kind: Kind): Token {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193)
  hash ^= hash >>> 15
  for (let slot = hash & TABLE_MASK; ; slot = (slot + 1) & TABLE_MASK) {
    const entry = table[slot]!
    if (!entry) return createToken(String.fromCharCode(...units.subarray(start, end)), kind, slot, hash)
    if (hashes[slot] === hash && hasSpelling(entry - 1, units, start, end)) return records[entry - 1]!
  }
}

function hasSpelling(token: number, units: Uint16Array, start: number, end: number): boolean {
  const from = starts[token]!
  if (starts[token + 1]! - from !== end - start) return false
  for (let at = start; at < end; at++) if (spelling[from + at - start] !== units[at]) return false
  return true
}

function createToken(text: string, kind: Kind, slot: number, hash: number): Token {
  const functionWordIn = kind === WORD ? (FUNCTION_BITS.get(text) ?? 0) : 0
  const stem = stemOf(text, kind, functionWordIn)
  const isContent = kind === WORD && !(functionWordIn & ENGLISH_BIT)
  const listed = isContent ? listedFamily(stem) : undefined
  const derived = isContent ? (listed ?? derivedFamily(stem)) : undefined
  const reading = isContent ? otherReading(text) : undefined
  const concepts = isContent ? wordConcepts(stem, reading) : NONE
  const token: Token = {
    text,
    kind,
    functionWordIn,
    languageVotes: SHARED.has(text) ? 0 : functionWordIn,
    answers: kind === WORD ? answerBits(text) : 0,
    concepts,
    startsDate: kind === NUMBER || startsDate(text),
    isReading: kind === NUMBER || MONTHS.has(text) || WEEKDAYS.has(text),
    stem,
    reading,
    family: derived ?? root(stem),
    isDerived: derived !== undefined,
    extraTerms: [
      ...(reading ? [reading] : []),
      ...(derived ? [familyTerm(derived)] : []),
      ...rowConceptTerms(concepts),
    ],
    stems: undefined,
    vocabularySerial: 0,
    termNumber: 0,
    extraNumbers: NONE,
    vectorEntry: undefined,
    phrases: undefined,
  }
  cacheToken(token, slot, hash)
  return token
}

/** The term that derived words of a family are indexed by. */
export function familyTerm(family: string): string {
  return `~${family}`
}

function stemOf(text: string, kind: Kind, functionWordIn: number): string {
  if (kind === NUMBER) return text.replace(LEADING_ZEROS, '')
  return kind === WORD && !(functionWordIn & ENGLISH_BIT) ? defaultStem(text) : text
}

/**
 * From the stem of a word to the names of its concepts, for concepts that consist of one word. Collected on demand: most
 * processes that end within a second read no text.
 */
let conceptsByStem: ReadonlyMap<string, readonly string[]> | undefined

function collectConcepts(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const add = (word: string, names: readonly string[]) => {
    const stem = stemOf(word, WORD, FUNCTION_BITS.get(word) ?? 0)
    found.set(stem, [...new Set([...(found.get(stem) ?? []), ...names])])
  }
  const words = [...conceptWords()].filter(([word]) => /^[a-z]+$/.test(word))
  for (const [word, names] of words) if (otherReading(word) === undefined) add(word, names)
  for (const [word, names] of words) {
    const reading = otherReading(word)
    if (reading === undefined) continue
    // "Lives" beside "live" is a form of it: "life" is no home.
    const others = names.filter((name) => !found.get(reading)?.includes(name))
    if (others.length) add(word, others)
  }
  return found
}

function wordConcepts(stem: string, reading: string | undefined): readonly string[] {
  const known = (conceptsByStem ??= collectConcepts())
  const names = known.get(stem) ?? NONE
  const others = reading === undefined ? undefined : known.get(reading)
  return others ? [...new Set([...names, ...others])] : names
}

function cacheToken(token: Token, slot: number, hash: number): void {
  if (records.length >= CACHED_TOKENS_MAX) {
    records = []
    table.fill(0)
    return
  }
  const from = starts[records.length]!
  const to = from + token.text.length
  if (to > spelling.length) spelling = enlarged(spelling, to)
  for (let at = from; at < to; at++) spelling[at] = token.text.charCodeAt(at - from)
  table[slot] = records.push(token)
  hashes[slot] = hash
  starts[records.length] = to
}

/** The stem of a token by the rules of one language. Function words of that language are not stemmed. */
export function stemIn(token: Token, language: number): string {
  if (language === ENGLISH || token.kind !== WORD || !hasOtherStems(token.text)) return token.stem
  if (token.functionWordIn & (1 << language)) return token.text
  token.stems ??= []
  token.stems[language] ??= stemBy(token.text, language)
  return token.stems[language]
}

/** Estimated size of the shared token cache, in bytes. */
export function tokenCacheBytes(): number {
  return table.byteLength + hashes.byteLength + starts.byteLength + spelling.byteLength + records.length * TOKEN_BYTES
}

function functionBits(): Map<string, number> {
  const bits = new Map<string, number>()
  LANGUAGES.forEach((language, position) => {
    for (const word of FUNCTION_WORDS[language].split(/\s+/)) bits.set(word, (bits.get(word) ?? 0) | (1 << position))
  })
  return bits
}
