import { detachedCopy } from './lexicon/detached-copy.ts'
import { defaultStem } from './lexicon/stemmers.ts'
import { FUNCTION_WORDS } from './lexicon/stopwords.ts'
import { stemIn, type Token } from './lexicon/token-records.ts'
import { enlarged, packed } from './lists.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import { entryOfStem } from './word-vectors.ts'

/** Estimated V8 overhead of a term, and of one whose text all indexes share. */
const TERM_BYTES = 90
const SHARED_TERM_BYTES = 40
const INITIAL_TERMS = 256
/** Terms between two yields of `load`. */
const LOADED_AT_ONCE = 1_000
/** First characters of terms of families and concepts: their texts belong to the lexicon or to tokens. */
const SHARED_PREFIXES = new Set([...'~=<'].map((char) => char.charCodeAt(0)))
/** First characters of terms that are not words: no word begins with them. */
const PSEUDO_PREFIXES = new Set([...'~=<@'].map((char) => char.charCodeAt(0)))

const FUNCTION_STEMS = new Set(FUNCTION_WORDS.en.split(/\s+/).map(defaultStem))

let vocabularyCount = 0

/** The terms of one index, numbered in the order they are added, with bit sets that speed up fuzzy matching. */
export class Vocabulary {
  readonly texts: string[] = []
  /** By term: one bit per letter it contains. Letters outside ASCII share these bits. */
  letterBits = new Uint32Array(INITIAL_TERMS)
  /** By term: its first two UTF-16 units in one number. */
  prefixes = new Uint32Array(INITIAL_TERMS)
  /** By term: length in UTF-16 units; 0 for terms that are not words and are never matched fuzzily. */
  wordLengths = new Uint8Array(INITIAL_TERMS)
  /** By term: 1 for the stem of an English function word, whatever words it stands for here. */
  isFunctionTerm = new Uint8Array(INITIAL_TERMS)
  /** By term: 1 for a family, a concept or an attribute rather than a word of a text. */
  isPseudoTerm = new Uint8Array(INITIAL_TERMS)
  /** By term: the number of its word vector plus 1, once it has been looked up. */
  #vectorEntries = new Int32Array(INITIAL_TERMS)
  #numbers = new Map<string, number>()
  /** The number of terms whose texts are shared. */
  #shared = 0
  /** A number rather than a reference, so that shared token records do not keep a dropped vocabulary in memory. */
  readonly #serial = ++vocabularyCount

  /**
   * Adds the stem of a token by the rules of a language and returns its term number. For English, `token.extraNumbers`
   * are the numbers of its extra terms afterwards.
   */
  addToken(token: Token, language: number): number {
    if (language !== 0) return this.add(stemIn(token, language))
    if (token.vocabularySerial !== this.#serial) {
      token.termNumber = this.add(token.stem)
      if (token.extraTerms.length) token.extraNumbers = token.extraTerms.map((term) => this.add(term))
      token.vocabularySerial = this.#serial
    }
    return token.termNumber
  }

  /** Adds a term if it is new and returns its number. */
  add(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    return this.#append(SHARED_PREFIXES.has(text.charCodeAt(0)) ? text : detachedCopy(text))
  }

  /** The number of a term, or `undefined`. It may occur only in rows that the caller may not read. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  /** The number of the word vector of a term; 0 without one. */
  vectorEntry(term: number): number {
    const known = this.#vectorEntries[term]!
    if (known) return known - 1
    const entry = this.isPseudoTerm[term] ? 0 : entryOfStem(this.texts[term]!)
    this.#vectorEntries[term] = entry + 1
    return entry
  }

  /** `isUsed`: whether a row contains the term. The texts of others, which may be of erased rows, are left out. */
  save(out: SectionWriter, isUsed: (term: number) => boolean): void {
    out.strings(this.texts.map((text, term) => (isUsed(term) ? text : '')))
  }

  *load(from: SectionReader): Generator<void> {
    const texts = from.strings()
    this.#grow(texts.length)
    for (const [term, text] of texts.entries()) {
      if (text) this.#append(text)
      else this.texts.push('')
      if (term % LOADED_AT_ONCE === 0) yield
    }
  }

  /** Removes room that is not needed. */
  pack(): void {
    const terms = this.texts.length
    this.letterBits = packed(this.letterBits, terms)
    this.prefixes = packed(this.prefixes, terms)
    this.wordLengths = packed(this.wordLengths, terms)
    this.isFunctionTerm = packed(this.isFunctionTerm, terms)
    this.isPseudoTerm = packed(this.isPseudoTerm, terms)
    this.#vectorEntries = packed(this.#vectorEntries, terms)
  }

  /** Estimated size in bytes. */
  get bytes(): number {
    const own = this.texts.length - this.#shared
    return this.letterBits.length * 15 + own * TERM_BYTES + this.#shared * SHARED_TERM_BYTES
  }

  /** Adds a new term. */
  #append(text: string): number {
    const number = this.texts.push(text) - 1
    if (SHARED_PREFIXES.has(text.charCodeAt(0))) this.#shared++
    this.#numbers.set(text, number)
    if (number >= this.letterBits.length) this.#grow(number + 1)
    this.letterBits[number] = letterBitsOf(text)
    this.prefixes[number] = prefixOf(text)
    this.isFunctionTerm[number] = FUNCTION_STEMS.has(text) ? 1 : 0
    this.isPseudoTerm[number] = PSEUDO_PREFIXES.has(text.charCodeAt(0)) ? 1 : 0
    this.wordLengths[number] = isWord(text) ? text.length : 0
    return number
  }

  #grow(terms: number): void {
    this.letterBits = enlarged(this.letterBits, terms)
    this.prefixes = enlarged(this.prefixes, terms)
    this.wordLengths = enlarged(this.wordLengths, terms)
    this.isFunctionTerm = enlarged(this.isFunctionTerm, terms)
    this.isPseudoTerm = enlarged(this.isPseudoTerm, terms)
    this.#vectorEntries = enlarged(this.#vectorEntries, terms)
  }
}

/** One bit per distinct letter. */
export function letterBitsOf(text: string): number {
  let bits = 0
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31)
  return bits >>> 0
}

/** The first two UTF-16 units in one number. */
export function prefixOf(text: string): number {
  return ((text.charCodeAt(0) << 16) | (text.length > 1 ? text.charCodeAt(1) : 0)) >>> 0
}

/** At least three letters and no digits. Bigrams are shorter. */
function isWord(text: string): boolean {
  return text.length >= 3 && text.length < 256 && !/[0-9~=<@]/.test(text)
}
