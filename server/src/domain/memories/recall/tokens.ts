import { ENGLISH, type Kind, LANGUAGES, NUMBER, PAIR, WORD, type Word, wordIn, wordOf } from './lexicon/words.ts'
import { grown } from './lists.ts'
import { BREAK, classOf, DIGIT, GRAM, isHan, isLeadingHalf, LETTER, normalise, pairClass } from './normal.ts'

/** A text cut up. */
export interface Pieces {
  /** Words, numbers and pairs of characters, in reading order: they make up the length of a text. */
  base: Word[]
  /** Identifiers written as one: `wifi` of `Wi-Fi`, `ba2490` of `BA 2490`, `c++`. */
  joined: string[]
  /** Han characters out of longer runs: kept of memories, so that a query of one character finds them. */
  singles: string[]
}

/** How a piece hangs on to the one before it. */
const APART = 0
const TIGHT = 1
const HYPHENED = 2
const SPACED = 3

const PIECE_CHARS_MAX = 64
const JOINED_CHARS_MAX = 32
const JOINED_PARTS_MAX = 6
/** `BA 2490`, `5 km`: a number and so few letters next to it are also read as one. */
const UNIT_CHARS_MAX = 3

const APOSTROPHES = new Set([0x27, 0x2019])
const SPACE = 0x20
const HASH = 0x23
const PLUS = 0x2b
const CONNECTORS = new Set([..."-_./'&\u2010\u2011\u2013\u2019"].map((char) => char.charCodeAt(0)))
const NUMBER_CONNECTORS = new Set([...':,'].map((char) => char.charCodeAt(0)))
const CONTRACTED = new Set(['s', 'll', 're', 've', 'd', 'm', 't'])

/** The text at hand as numbers: reading them is much cheaper than asking a string. */
let unitsRoom = new Uint16Array(1 << 14)
let tiesRoom = new Uint8Array(1 << 14)

interface Scan extends Pieces {
  /** How each of `base` hangs on to the one before. */
  ties: Uint8Array
  hyphened: boolean
  /** The normal form of the text, `length` units of it. */
  units: Uint16Array
  length: number
}

/**
 * Cuts a text into pieces, the same way for memories and queries: runs of letters, runs of digits, pairs of characters
 * where the script has no spaces; identifiers both split and joined. Time and space are linear in the text.
 */
export function cut(text: string): Pieces {
  const normal = normalise(text)
  if (normal.length >= unitsRoom.length) {
    unitsRoom = grown(unitsRoom, normal.length + 1)
    tiesRoom = new Uint8Array(unitsRoom.length)
  }
  for (let at = 0; at < normal.length; at++) unitsRoom[at] = normal.charCodeAt(at)
  // What an earlier text left behind must never be read as the end of this one.
  unitsRoom[normal.length] = 0
  const scan: Scan = {
    base: [],
    joined: [],
    singles: [],
    ties: tiesRoom,
    hyphened: false,
    units: unitsRoom,
    length: normal.length,
  }
  scanUnits(scan)
  joinIdentifiers(scan)
  return scan
}

function push(scan: Scan, start: number, end: number, kind: Kind, tie: number): void {
  scan.base.push(wordIn(scan.units, start, Math.min(end, start + PIECE_CHARS_MAX), kind))
  scan.ties[scan.base.length - 1] = tie
  if (tie === HYPHENED) scan.hyphened = true
}

function scanUnits(scan: Scan): void {
  const { base, units, length } = scan
  let at = 0
  let lastEnd = -1
  while (at < length) {
    const kind = classAt(units, at)
    if (kind === BREAK) {
      at += isLeadingHalf(units[at]!) ? 2 : 1
      continue
    }
    let end = at
    while (end < length && classAt(units, end) === kind) end += isLeadingHalf(units[end]!) ? 2 : 1
    const tie = tieOf(units, lastEnd, at, kind === DIGIT && base.at(-1)?.kind === NUMBER)
    if (kind === GRAM) pushPairs(scan, at, end)
    else if (kind === DIGIT) push(scan, at, end, NUMBER, tie)
    else if (tie !== HYPHENED || end - at > 2 || !isContracted(scan, at, end)) {
      push(scan, at, end, WORD, tie)
      if (end - at <= 2) addWithSigns(scan, at, end)
    }
    lastEnd = end
    at = end
  }
}

/** Whether letters after an apostrophe belong to the word before: "it's", "they'll". They are dropped then. */
function isContracted({ base, units }: Scan, at: number, end: number): boolean {
  const tail = String.fromCharCode(...units.subarray(at, end))
  if (!APOSTROPHES.has(units[at - 1]!) || !CONTRACTED.has(tail)) return false
  // "can't" is ca + n't, and both halves are function words.
  const last = base.at(-1)!.text
  if (tail === 't' && last.length > 1 && last.endsWith('n')) base[base.length - 1] = wordOf(last.slice(0, -1))
  return true
}

function classAt(units: Uint16Array, at: number): number {
  const unit = units[at]!
  return isLeadingHalf(unit) ? pairClass(unit, units[at + 1] ?? 0) : classOf(unit)
}

function tieOf(units: Uint16Array, lastEnd: number, at: number, numbers: boolean): number {
  if (lastEnd < 0 || at > lastEnd + 1) return APART
  if (at === lastEnd) return TIGHT
  const between = units[lastEnd]!
  if (between === SPACE) return SPACED
  return CONNECTORS.has(between) || (numbers && NUMBER_CONNECTORS.has(between)) ? HYPHENED : APART
}

/** `c++` and `c#` are names of their own. */
function addWithSigns({ units, length, joined }: Scan, at: number, end: number): void {
  const next = end < length ? units[end] : 0
  if (next !== HASH && next !== PLUS) return
  const run = String.fromCharCode(...units.subarray(at, end))
  if (next === HASH) joined.push(`${run}#`)
  else if (end + 1 < length && units[end + 1] === PLUS) joined.push(`${run}++`)
}

function pushPairs(scan: Scan, start: number, end: number): void {
  const { units } = scan
  const width = (at: number) => (isLeadingHalf(units[at]!) ? 2 : 1)
  let next = start + width(start)
  if (next >= end) push(scan, start, end, PAIR, APART)
  else
    for (let at = start; at < end; at = next, next = at + width(at)) {
      if (next < end) push(scan, at, next + width(next), PAIR, APART)
      if (next - at > 1 || isHan(units[at]!)) scan.singles.push(String.fromCharCode(...units.subarray(at, next)))
    }
}

/** Adds the joined forms of what was written together: tight groups, hyphened chains, rows of numbers, units. */
function joinIdentifiers(scan: Scan): void {
  const { base, ties } = scan
  joinRuns(scan, (k) => ties[k] === TIGHT)
  if (scan.hyphened) joinRuns(scan, (k) => ties[k] === TIGHT || ties[k] === HYPHENED)
  joinRuns(scan, (k) => base[k]!.kind === NUMBER && base[k - 1]!.kind === NUMBER && ties[k] !== APART)
  for (let k = 1; k < base.length; k++)
    if (ties[k] === SPACED && isUnit(base[k - 1]!, base[k]!)) addJoined(scan, k - 1, tightEnd(scan, k))
}

function joinRuns(scan: Scan, joins: (k: number) => boolean): void {
  let start = 0
  for (let k = 1; k <= scan.base.length; k++) {
    if (k < scan.base.length && joins(k)) continue
    if (k - start > 1) addJoined(scan, start, k)
    start = k
  }
}

function addJoined(scan: Scan, from: number, to: number): void {
  if (to - from > JOINED_PARTS_MAX) return
  let joined = ''
  for (let k = from; k < to; k++) joined += scan.base[k]!.text
  if (joined.length <= JOINED_CHARS_MAX && scan.joined.at(-1) !== joined) scan.joined.push(joined)
}

/** Whether two pieces are a short word and a number, in either order. */
function isUnit(a: Word, b: Word): boolean {
  if (a.kind === b.kind) return false
  const word = a.kind === WORD ? a : b
  return word.kind === WORD && word.text.length <= UNIT_CHARS_MAX && !isFunctionWord(word, ENGLISH)
}

function tightEnd({ base, ties }: Scan, k: number): number {
  let end = k + 1
  while (end < base.length && ties[end] === TIGHT) end++
  return end
}

/**
 * The language most of a text's function words belong to; English when none stands out. Short texts rarely tell, and
 * then English rules are as good as any, as long as the query is read by the same ones.
 */
export function guessLanguage({ base }: Pieces): number {
  if (!base.some(({ votes }) => votes & ~1)) return ENGLISH
  const counts = new Array<number>(LANGUAGES.length).fill(0)
  for (const { votes } of base)
    for (let language = 0; language < counts.length; language++) if (votes & (1 << language)) counts[language]!++
  return counts.indexOf(Math.max(...counts))
}

/** The term a joined form is indexed under: a word's stem if it reads like a word, `Wi-Fis` as `wifi`. */
export function joinedTerm(text: string): string {
  return classOf(text.charCodeAt(text.length - 1)) === LETTER ? wordOf(text).stem : text
}

/** Whether a word is a function word where it stands: in English, or in the language of its text. */
export function isFunctionWord(word: Word, language: number): boolean {
  return (word.functionOf & (1 | (1 << language))) !== 0
}
