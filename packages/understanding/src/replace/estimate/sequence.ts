import { conceptsWith, widerConcepts } from '../../concepts.ts'
import { sentencesOf } from '../sentences.ts'
import { isDateWord, MONTHS_AND_DAYS, stemOf, type Word, wordsOf } from '../words.ts'

/*
 * What a text says of what another one names too: its words in order, of which what both name, names, numbers and rare words are
 * masked, so that "handed the Audi back" and "handed the keys back" read the same. Up to three in a row are a feature.
 */

/** A text as a sequence of words, before another one masks what both name. */
export interface Sequence {
  readonly tokens: readonly Token[]
  /** The stems of its words, without function words. */
  readonly stems: ReadonlySet<string>
}

interface Token {
  /** What stands for it if the other text does not name it. */
  readonly code: number
  readonly stem: string | undefined
  readonly isName: boolean
  readonly isPossessive: boolean
}

const TOKENS_MAX = 48
const START = 1
const END = 2
const PAUSE = 3
const SHARED = 4
const SHARED_NAME = 5
const NAME = 6
const NUMBER = 7
const DATE = 8
const OWN = 9
const OTHER = 10
/** Added to the code of a word that ends with "'s". */
const POSSESSIVE = 16
/** Codes that are as good as one if they are in a row: a name of two words. */
const COLLAPSED: ReadonlySet<number> = new Set([PAUSE, SHARED, SHARED_NAME, NAME, OTHER, DATE])
/** Where a feature begins: in the newer or in the older text. */
const OF_NEWER = 0x9e3779b1
const OF_OLDER = 0x85ebca6b
const NEWER_GRAM_MAX = 3
const OLDER_GRAM_MAX = 2

const FUNCTION_WORDS = new Set(
  (
    'i you we he she they it me him us them who which that what and or but so because not no never is am are was were be been being ' +
    'has have had do does did can could will would may might must should a an the my our his her their its your this these those in at ' +
    'on for with to from by of about as into near under after before since until without up off out down over away back user'
  ).split(' '),
)

/** The words that are not masked where only one text has them; see {@link readSequence}. */
export type IsFrequent = (plain: string) => boolean

/**
 * Reads a text as a sequence of words. Words that are not frequent are masked by the widest concept of the lexicon that they
 * belong to, or as any other word.
 */
export function readSequence(content: string, ownNames: ReadonlySet<string>, isFrequent: IsFrequent): Sequence {
  const tokens: Token[] = []
  const stems = new Set<string>()
  for (const { text } of sentencesOf(content)) {
    if (tokens.length) tokens.push(PAUSE_TOKEN)
    const words = wordsOf(text)
    for (const [at, word] of words.entries()) {
      if (word.isAfterPause && at > 0) tokens.push(PAUSE_TOKEN)
      const token = isPartOfDate(words, at) ? DATE_TOKEN : tokenOf(word, at, ownNames, isFrequent)
      if (token.stem !== undefined) stems.add(token.stem)
      tokens.push(token)
    }
  }
  return { tokens: tokens.slice(0, TOKENS_MAX), stems }
}

const PAUSE_TOKEN: Token = { code: PAUSE, stem: undefined, isName: false, isPossessive: false }
const DATE_TOKEN: Token = { ...PAUSE_TOKEN, code: DATE }
const DAY = /^\d{1,2}(?:st|nd|rd|th)?$/
const ISO_DATE = /^\d{4}-\d\d-\d\d/
const YEAR = /^(?:19|20)\d\d$/

/** Months, and days and years beside them: two dates share nothing if they are in one month. */
function isPartOfDate(words: readonly Word[], at: number): boolean {
  const { plain } = words[at]!
  if (ISO_DATE.test(plain) || YEAR.test(plain)) return true
  const isNumber = (word: Word | undefined) => word !== undefined && DAY.test(word.plain)
  const isMonth = (word: Word | undefined) =>
    word?.isCapital === true && /^m\d/.test(MONTHS_AND_DAYS.get(word.plain) ?? '')
  if (isMonth(words[at])) return isDateWord(words[at]!) || isNumber(words[at - 1]) || isNumber(words[at + 1])
  return isNumber(words[at]) && (isMonth(words[at - 1]) || isMonth(words[at + 1]))
}

function tokenOf(word: Word, at: number, ownNames: ReadonlySet<string>, isFrequent: IsFrequent): Token {
  const { plain, isCapital } = word
  const isPossessive = plain.endsWith("'s")
  const bare = isPossessive ? plain.slice(0, -2) : plain
  const shift = isPossessive ? POSSESSIVE : 0
  if (ownNames.has(bare)) return { code: OWN + shift, stem: undefined, isName: false, isPossessive }
  const isName = isCapital && at > 0 && plain !== 'i' && !isDateWord(word)
  const stem = FUNCTION_WORDS.has(plain) ? undefined : stemOf(bare)
  const masked = { stem, isName, isPossessive }
  if (isDateWord(word)) return { ...masked, code: /^\d/.test(plain) ? NUMBER : DATE }
  if (/\d/.test(plain)) return { ...masked, code: NUMBER }
  if (isName) return { ...masked, code: NAME + shift }
  if (stem === undefined || isFrequent(plain)) return { ...masked, code: hashOf(plain) }
  const concept = widestConcept(bare)
  return { ...masked, code: concept === undefined ? OTHER : hashOf(`=${concept}`) }
}

function widestConcept(word: string): string | undefined {
  let widest: string | undefined
  let most = -1
  for (const { name } of conceptsWith(word))
    for (const [wider, steps] of widerConcepts(name))
      if (steps > most) {
        widest = wider
        most = steps
      }
  return widest
}

/** The features of a newer and an older text, each once, as hashes of 32 bits. */
export function sequenceFeatures(newer: Sequence, older: Sequence): ReadonlySet<number> {
  const features = new Set<number>()
  addGrams(masked(newer, older), OF_NEWER, NEWER_GRAM_MAX, features)
  addGrams(masked(older, newer), OF_OLDER, OLDER_GRAM_MAX, features)
  return features
}

/** The codes of a text beside another one. */
function masked({ tokens }: Sequence, { stems }: Sequence): number[] {
  const codes = [START]
  for (const { code, stem, isName, isPossessive } of tokens) {
    const isShared = stem !== undefined && stems.has(stem)
    const next = isShared ? (isName ? SHARED_NAME : SHARED) + (isPossessive ? POSSESSIVE : 0) : code
    if (next !== codes.at(-1) || !COLLAPSED.has(next)) codes.push(next)
  }
  codes.push(END)
  return codes
}

function addGrams(codes: readonly number[], side: number, longest: number, features: Set<number>): void {
  for (let from = 0; from < codes.length; from++) {
    let value = side
    for (let at = from; at < Math.min(from + longest, codes.length); at++) {
      value = Math.imul(value ^ codes[at]!, 0x01000193)
      value ^= value >>> 15
      features.add(value >>> 0)
    }
  }
}

/** FNV-1a, 32 bits (RFC 9923). */
function hashOf(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
