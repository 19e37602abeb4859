import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stem as porter2 } from 'porter2'
import { grown } from '../lists.ts'
import { startsDate } from './calendar.ts'
import { LEMMAS } from './irregular.ts'
import { FUNCTION_WORDS, SHARED_WITH_ENGLISH } from './stopwords.ts'

export type Language = keyof typeof FUNCTION_WORDS

/** Every language with a list of function words, English first: a tie between languages goes to the earlier. */
export const LANGUAGES = Object.keys(FUNCTION_WORDS) as Language[]

/** Kinds of words, as the tokeniser tells them apart. */
export const WORD = 0
export const NUMBER = 1
/** Two characters of a script without spaces. */
export const PAIR = 2
export type Kind = typeof WORD | typeof NUMBER | typeof PAIR

/** What is known of one written word; made once and shared by all texts. */
export interface Word {
  readonly text: string
  readonly kind: Kind
  /** Languages this is a function word of, bit by position in `LANGUAGES`. */
  readonly functionOf: number
  /** Languages it votes for when the language of a text is guessed. */
  readonly votes: number
  /** Whether a date can begin here. */
  readonly startsDate: boolean
  /** The English stem, or that of its script's language; a number without leading zeros. */
  readonly stem: string
  /** Stems by other languages, made when first asked for. */
  others: (string | undefined)[] | undefined
  /** The vocabulary that numbered the stem last, and the number: spares a look-up for each word of a large build. */
  vocabulary: number
  number: number
}

export const ENGLISH = 0
const ENGLISH_BIT = 1

/** Longer "words" are data, not language: no stemmer should read them. */
const STEMMED_CHARS_MAX = 40
/** Distinct words kept. Real text reaches this after some hundred thousand memories; then the cache starts afresh. */
const WORDS_MAX = 200_000
/** At most 38 % full, so that a search of it ends soon. */
const TABLE_SIZE = 1 << 19
const TABLE_MASK = TABLE_SIZE - 1
/** A word's own cost: its text, its stem, the record and its place in the map. */
const WORD_BYTES = 200

const STEMMERS: Record<Language, (word: string) => string> = {
  en: stemEnglish,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  ru: russian,
}

const LEADING_ZEROS = /^0+(?=.)/
const FUNCTION_BITS = functionBits()
const SHARED = new Set(SHARED_WITH_ENGLISH.split(/\s+/))

let words: Word[] = []
/** The spelling of word n: `spelling[starts[n]]` up to `spelling[starts[n + 1]]`. */
let spelling = new Uint16Array(1 << 16)
const starts = new Uint32Array(WORDS_MAX + 1)
/** By place in the table: the number of a word, from 1, and its hash. */
const table = new Int32Array(TABLE_SIZE)
const hashes = new Int32Array(TABLE_SIZE)

/** The record of a word as the tokeniser writes it: lower case, marks dropped. */
export function wordOf(text: string): Word {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return wordIn(units, 0, text.length, WORD)
}

/**
 * The record of the word that stands in a text, given as UTF-16 units, from `start` to `end`. The table is our own
 * (open addressing, FNV-1a) because every word of every memory passes here: a known one makes no string at all.
 */
export function wordIn(units: Uint16Array, start: number, end: number, kind: Kind): Word {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193)
  hash ^= hash >>> 15
  for (let place = hash & TABLE_MASK; ; place = (place + 1) & TABLE_MASK) {
    const known = table[place]!
    if (!known) return remember(String.fromCharCode(...units.subarray(start, end)), kind, place, hash)
    if (hashes[place] === hash && isText(known - 1, units, start, end)) return words[known - 1]!
  }
}

function isText(known: number, units: Uint16Array, start: number, end: number): boolean {
  const from = starts[known]!
  if (starts[known + 1]! - from !== end - start) return false
  for (let at = start; at < end; at++) if (spelling[from + at - start] !== units[at]) return false
  return true
}

function remember(text: string, kind: Kind, place: number, hash: number): Word {
  const functionOf = kind === WORD ? (FUNCTION_BITS.get(text) ?? 0) : 0
  const word: Word = {
    text,
    kind,
    functionOf,
    votes: SHARED.has(text) ? 0 : functionOf,
    startsDate: kind === NUMBER || startsDate(text),
    stem: kind === WORD ? defaultStem(text, functionOf) : kind === NUMBER ? text.replace(LEADING_ZEROS, '') : text,
    others: undefined,
    vocabulary: 0,
    number: 0,
  }
  keep(word, place, hash)
  return word
}

function keep(word: Word, place: number, hash: number): void {
  if (words.length >= WORDS_MAX) {
    words = []
    table.fill(0)
    return
  }
  const from = starts[words.length]!
  const to = from + word.text.length
  if (to > spelling.length) spelling = grown(spelling, to)
  for (let at = from; at < to; at++) spelling[at] = word.text.charCodeAt(at - from)
  table[place] = words.push(word)
  hashes[place] = hash
  starts[words.length] = to
}

/** The stem of a word by one language's rules; a function word of that language stays as it is. */
export function stemIn(word: Word, language: number): string {
  if (language === ENGLISH || word.kind !== WORD) return word.stem
  if (word.text.length > STEMMED_CHARS_MAX || word.text.charCodeAt(0) > 0x7f) return word.stem
  if (word.functionOf & (1 << language)) return word.text
  word.others ??= []
  word.others[language] ??= STEMMERS[LANGUAGES[language]!](word.text) || word.text
  return word.others[language]
}

/** An estimate, in bytes, of what the shared cache of words holds. */
export function wordBytes(): number {
  return table.byteLength + hashes.byteLength + starts.byteLength + spelling.byteLength + words.length * WORD_BYTES
}

function defaultStem(text: string, functionOf: number): string {
  if (functionOf & ENGLISH_BIT || text.length > STEMMED_CHARS_MAX) return text
  const first = text.charCodeAt(0)
  if (first < 0x250) return stemEnglish(text)
  if (first >= 0x400 && first < 0x530) return russian(text) || text
  if (first >= 0x600 && first < 0x700) return stemArabic(text)
  if (first >= 0x900 && first < 0x980) return stemHindi(text)
  return text
}

function stemEnglish(text: string): string {
  return porter2(LEMMAS.get(text) ?? text)
}

const ARABIC_ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل']
const ARABIC_ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي']

/** Larkey's "light10": the article with what clings to it, then common endings, as long as a word remains. */
function stemArabic(text: string): string {
  let stem = text
  const article = ARABIC_ARTICLES.find((prefix) => stem.startsWith(prefix) && stem.length - prefix.length >= 2)
  if (article) stem = stem.slice(article.length)
  else if (stem.length >= 4 && stem.startsWith('و')) stem = stem.slice(1)
  for (const ending of ARABIC_ENDINGS)
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length)
  return stem
}

/** Longest first. Vowel signs and nasal marks that Hindi's cases, numbers and verb forms end in. */
const HINDI_ENDINGS = [
  'ियों',
  'ाओं',
  'ियाँ',
  'ियां',
  'ाएं',
  'ाएँ',
  'ुओं',
  'ाने',
  'ाना',
  'ाती',
  'ाते',
  'ाता',
  'कर',
  'ों',
  'ें',
  'ीं',
  'ने',
  'ना',
  'नी',
  'ता',
  'ते',
  'ती',
  'ाई',
  'ाए',
  'ो',
  'े',
  'ि',
  'ी',
  'ा',
  'ु',
  'ू',
]

/** Ramanathan and Rao's lightweight stemmer, in short: the longest ending goes while two letters remain. */
function stemHindi(text: string): string {
  const ending = HINDI_ENDINGS.find((end) => text.endsWith(end) && text.length - end.length >= 2)
  return ending ? text.slice(0, -ending.length) : text
}

function functionBits(): Map<string, number> {
  const bits = new Map<string, number>()
  LANGUAGES.forEach((language, position) => {
    for (const word of FUNCTION_WORDS[language].split(/\s+/)) bits.set(word, (bits.get(word) ?? 0) | (1 << position))
  })
  return bits
}
