import { ENGLISH, LANGUAGES } from './lexicon/stemmers.ts'
import { BIGRAM, type Kind, NUMBER, type Token, tokenIn, tokenOf, WORD } from './lexicon/token-records.ts'
import { enlarged } from './lists.ts'
import {
  BREAK,
  classOf,
  DIGIT,
  isHan,
  isLeadSurrogate,
  LETTER,
  normalise,
  surrogatePairClass,
  UNSEGMENTED,
} from './normalise.ts'

export { ENGLISH }

/** A text as tokens. */
export interface TokenisedText {
  /** Words, numbers and bigrams, in reading order. Their number is the length of a text. */
  tokens: Token[]
  /** Joined forms of identifiers: `wifi` for `Wi-Fi`, `ba2490` for `BA 2490`, `c++`. */
  joined: string[]
  /** Single characters of bigrams in Han script. Memories index them, so that a query of one character finds them. */
  unigrams: string[]
}

/**
 * How a token is separated from the one before it: not at all, by a connector such as a hyphen, by a space, or
 * otherwise.
 */
const SEPARATE = 0
const ADJACENT = 1
const CONNECTED = 2
const SPACED = 3

const TOKEN_CHARS_MAX = 64
const JOINED_CHARS_MAX = 32
const JOINED_PARTS_MAX = 6
/** `BA 2490`, `5 km`: a number and an adjacent word of at most this length also form an identifier. */
const UNIT_CHARS_MAX = 3

const APOSTROPHES = new Set([0x27, 0x2019])
const SPACE = 0x20
const HASH = 0x23
const PLUS = 0x2b
const CONNECTORS = new Set([..."-_./'&\u2010\u2011\u2013\u2019"].map((char) => char.charCodeAt(0)))
const NUMBER_CONNECTORS = new Set([...':,'].map((char) => char.charCodeAt(0)))
const CONTRACTION_SUFFIXES = new Set(['s', 'll', 're', 've', 'd', 'm', 't'])

/** Buffers for the text being tokenised. Reading an array is much faster than reading a string. */
let unitBuffer = new Uint16Array(1 << 14)
let gapBuffer = new Uint8Array(1 << 14)

interface Scan extends TokenisedText {
  /** By token: the gap before it. */
  gaps: Uint8Array
  hasConnected: boolean
  /** UTF-16 units of the normalised text, `length` of them. */
  units: Uint16Array
  length: number
}

/**
 * Tokenises a text, the same way for memories and queries: runs of letters, runs of digits, and bigrams in scripts
 * without spaces. Identifiers are both split and joined. Time and space are linear in the length of the text.
 */
export function tokenise(text: string): TokenisedText {
  const normalised = normalise(text)
  if (normalised.length >= unitBuffer.length) {
    unitBuffer = enlarged(unitBuffer, normalised.length + 1)
    gapBuffer = new Uint8Array(unitBuffer.length)
  }
  for (let at = 0; at < normalised.length; at++) unitBuffer[at] = normalised.charCodeAt(at)
  // Terminates the text, since the buffer contains the rest of an earlier one.
  unitBuffer[normalised.length] = 0
  const scan: Scan = {
    tokens: [],
    joined: [],
    unigrams: [],
    gaps: gapBuffer,
    hasConnected: false,
    units: unitBuffer,
    length: normalised.length,
  }
  scanUnits(scan)
  joinIdentifiers(scan)
  return scan
}

function push(scan: Scan, start: number, end: number, kind: Kind, gap: number): void {
  scan.tokens.push(tokenIn(scan.units, start, Math.min(end, start + TOKEN_CHARS_MAX), kind))
  scan.gaps[scan.tokens.length - 1] = gap
  if (gap === CONNECTED) scan.hasConnected = true
}

function scanUnits(scan: Scan): void {
  const { tokens, units, length } = scan
  let at = 0
  let lastEnd = -1
  while (at < length) {
    const kind = classAt(units, at)
    if (kind === BREAK) {
      at += isLeadSurrogate(units[at]!) ? 2 : 1
      continue
    }
    let end = at
    while (end < length && classAt(units, end) === kind) end += isLeadSurrogate(units[end]!) ? 2 : 1
    const gap = gapBefore(units, lastEnd, at, kind === DIGIT && tokens.at(-1)?.kind === NUMBER)
    if (kind === UNSEGMENTED) pushBigrams(scan, at, end)
    else if (kind === DIGIT) push(scan, at, end, NUMBER, gap)
    else if (gap !== CONNECTED || end - at > 2 || !isContraction(scan, at, end)) {
      push(scan, at, end, WORD, gap)
      if (end - at <= 2) addSignSuffix(scan, at, end)
    }
    lastEnd = end
    at = end
  }
}

/** Whether letters after an apostrophe are a contraction ("it's", "they'll"). They are dropped then. */
function isContraction({ tokens, units }: Scan, at: number, end: number): boolean {
  const tail = String.fromCharCode(...units.subarray(at, end))
  if (!APOSTROPHES.has(units[at - 1]!) || !CONTRACTION_SUFFIXES.has(tail)) return false
  // "can't" is ca + n't; both parts are function words.
  const last = tokens.at(-1)!.text
  if (tail === 't' && last.length > 1 && last.endsWith('n')) tokens[tokens.length - 1] = tokenOf(last.slice(0, -1))
  return true
}

function classAt(units: Uint16Array, at: number): number {
  const unit = units[at]!
  return isLeadSurrogate(unit) ? surrogatePairClass(unit, units[at + 1] ?? 0) : classOf(unit)
}

function gapBefore(units: Uint16Array, lastEnd: number, at: number, numbers: boolean): number {
  if (lastEnd < 0 || at > lastEnd + 1) return SEPARATE
  if (at === lastEnd) return ADJACENT
  const between = units[lastEnd]!
  if (between === SPACE) return SPACED
  return CONNECTORS.has(between) || (numbers && NUMBER_CONNECTORS.has(between)) ? CONNECTED : SEPARATE
}

/** Adds `c++` and `c#` as identifiers. */
function addSignSuffix({ units, length, joined }: Scan, at: number, end: number): void {
  const next = end < length ? units[end] : 0
  if (next !== HASH && next !== PLUS) return
  const run = String.fromCharCode(...units.subarray(at, end))
  if (next === HASH) joined.push(`${run}#`)
  else if (end + 1 < length && units[end + 1] === PLUS) joined.push(`${run}++`)
}

function pushBigrams(scan: Scan, start: number, end: number): void {
  const { units } = scan
  const width = (at: number) => (isLeadSurrogate(units[at]!) ? 2 : 1)
  let next = start + width(start)
  if (next >= end) push(scan, start, end, BIGRAM, SEPARATE)
  else
    for (let at = start; at < end; at = next, next = at + width(at)) {
      if (next < end) push(scan, at, next + width(next), BIGRAM, SEPARATE)
      if (next - at > 1 || isHan(units[at]!)) scan.unigrams.push(String.fromCharCode(...units.subarray(at, next)))
    }
}

/** Adds the joined forms of adjacent and connected tokens, of sequences of numbers, and of numbers with units. */
function joinIdentifiers(scan: Scan): void {
  const { tokens, gaps } = scan
  joinRuns(scan, (k) => gaps[k] === ADJACENT)
  if (scan.hasConnected) joinRuns(scan, (k) => gaps[k] === ADJACENT || gaps[k] === CONNECTED)
  joinRuns(scan, (k) => tokens[k]!.kind === NUMBER && tokens[k - 1]!.kind === NUMBER && gaps[k] !== SEPARATE)
  for (let k = 1; k < tokens.length; k++)
    if (gaps[k] === SPACED && isUnit(tokens[k - 1]!, tokens[k]!)) addJoined(scan, k - 1, adjacentEnd(scan, k))
}

function joinRuns(scan: Scan, joins: (k: number) => boolean): void {
  let start = 0
  for (let k = 1; k <= scan.tokens.length; k++) {
    if (k < scan.tokens.length && joins(k)) continue
    if (k - start > 1) addJoined(scan, start, k)
    start = k
  }
}

function addJoined(scan: Scan, from: number, to: number): void {
  if (to - from > JOINED_PARTS_MAX) return
  let joined = ''
  for (let k = from; k < to; k++) joined += scan.tokens[k]!.text
  if (joined.length <= JOINED_CHARS_MAX && scan.joined.at(-1) !== joined) scan.joined.push(joined)
}

/** Whether two tokens are a short word and a number, in either order. */
function isUnit(a: Token, b: Token): boolean {
  if (a.kind === b.kind) return false
  const word = a.kind === WORD ? a : b
  return word.kind === WORD && word.text.length <= UNIT_CHARS_MAX && !isFunctionWord(word, ENGLISH)
}

function adjacentEnd({ tokens, gaps }: Scan, k: number): number {
  let end = k + 1
  while (end < tokens.length && gaps[end] === ADJACENT) end++
  return end
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** A word with a capital after a lower-case word, before another one with a capital; a code such as "LO267" or "AL". */
const INSIDE_NAME = /(?<=\p{Ll}[:,;]? )\p{Lu}\p{Ll}*(?= \p{Lu})|(?<![\p{L}\d])\p{Lu}{2,3}(?=\d| \d)/gu

/**
 * The language that most function words of a text belong to, as a position in `LANGUAGES`; English by default. A wrong
 * guess for a short text does little harm, since the query is stemmed by other languages, too. `names`: words that are
 * names here, whatever they mean elsewhere. `written`: the text as it is written; what begins with a capital inside a
 * sentence belongs to a name, such as "La" in "a shop called La Garza".
 */
export function guessLanguage({ tokens }: TokenisedText, names: ReadonlySet<string> = NO_NAMES, written = ''): number {
  if (!tokens.some(({ languageVotes }) => languageVotes & ~1)) return ENGLISH
  const inNames = new Set(Array.from(written.matchAll(INSIDE_NAME), ([word]) => word.toLowerCase()))
  const counts = new Array<number>(LANGUAGES.length).fill(0)
  for (const { languageVotes, text } of tokens) {
    if (!languageVotes || names.has(text) || inNames.has(text)) continue
    for (let language = 0; language < counts.length; language++)
      if (languageVotes & (1 << language)) counts[language]!++
  }
  return counts.indexOf(Math.max(...counts))
}

/** The term for a joined form: its stem if it ends like a word (`wifi` for `Wi-Fis`), else the form itself. */
export function joinedTerm(text: string): string {
  return classOf(text.charCodeAt(text.length - 1)) === LETTER ? tokenOf(text).stem : text
}

/** Whether a token is a function word in English or in the language of its text. */
export function isFunctionWord(word: Token, language: number): boolean {
  return (word.functionWordIn & (1 | (1 << language))) !== 0
}
