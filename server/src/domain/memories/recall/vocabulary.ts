import { ownCopy } from './lexicon/owncopy.ts'
import { stemIn, type Word } from './lexicon/words.ts'
import { grown } from './lists.ts'

const TERM_BYTES = 90
const FIRST_TERMS = 256

let vocabularies = 0

/** The terms of one index, numbered as they come, with what is needed to look for those nearly alike. */
export class Vocabulary {
  readonly texts: string[] = []
  /** Which letters a term has, one bit each; other scripts share the bits. */
  letters = new Uint32Array(FIRST_TERMS)
  /** The first two letters in one number. */
  heads = new Uint32Array(FIRST_TERMS)
  /** Length in UTF-16 units; 0 for terms that are no words, which nothing is nearly alike. */
  wordLengths = new Uint8Array(FIRST_TERMS)
  #numbers = new Map<string, number>()
  /** No object, so that a shared word record keeps no dropped index alive. */
  readonly #serial = ++vocabularies

  /** The number of a word's stem by a language's rules. */
  addWord(word: Word, language: number): number {
    if (language !== 0) return this.add(stemIn(word, language))
    if (word.vocabulary !== this.#serial) {
      word.number = this.add(word.stem)
      word.vocabulary = this.#serial
    }
    return word.number
  }

  /** The term's number, a new one if it is new. */
  add(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    const own = ownCopy(text)
    this.texts.push(own)
    this.#numbers.set(own, number)
    if (number >= this.letters.length) this.#addRoom(number + 1)
    this.letters[number] = lettersOf(own)
    this.heads[number] = headOf(own)
    this.wordLengths[number] = isWord(own) ? own.length : 0
    return number
  }

  /** The term's number, or `undefined`. Whether the caller may read a row that holds it is another question. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  get bytes(): number {
    return this.letters.length * 9 + this.texts.length * TERM_BYTES
  }

  #addRoom(least: number): void {
    this.letters = grown(this.letters, least)
    this.heads = grown(this.heads, least)
    this.wordLengths = grown(this.wordLengths, least)
  }
}

export function lettersOf(text: string): number {
  let bits = 0
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31)
  return bits >>> 0
}

export function headOf(text: string): number {
  return ((text.charCodeAt(0) << 16) | (text.length > 1 ? text.charCodeAt(1) : 0)) >>> 0
}

/** Three letters at least and no digit; pairs of characters are shorter. */
function isWord(text: string): boolean {
  return text.length >= 3 && text.length < 256 && !/[0-9]/.test(text)
}
