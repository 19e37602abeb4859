import type { KindOfWord, WordKind } from './signs.ts'

/** How two texts differ, if they are laid side by side. Each value is between 0 and 1. */
export interface Alignment {
  /** The share of the words that are in both, in the same order. */
  readonly same: number
  readonly prefix: number
  readonly suffix: number
  /** They differ in one place only: "Room 207" and "Room 311". */
  readonly isFrame: number
  readonly isShortFrame: number
  readonly frame: number
  /** They differ at their beginning: "left eye" and "right eye". */
  readonly startsOtherwise: number
  /** The newer text says all that the older one does, and more. */
  readonly addsOnly: number
  readonly dropsOnly: number
  readonly numbers: number
  readonly namesDiffer: number
  readonly datesDiffer: number
  readonly wordsDiffer: number
  readonly otherKinds: number
  readonly frameOfNumbers: number
  readonly frameOfNames: number
  readonly frameOfDates: number
  readonly frameOfWords: number
  readonly length: number
  readonly areShort: number
}

const PREFIX_MAX = 4
const SUFFIX_MAX = 3
const FRAME_MAX = 5
const VALUE_MAX = 3
const DIFFERENT_MAX = 12
const SHORT_MAX = 5

/** Lays an older and a newer text side by side. */
export function alignmentOf(older: readonly KindOfWord[], newer: readonly KindOfWord[]): Alignment {
  const { before, after, common } = differences(older, newer)
  const shorter = Math.min(older.length, newer.length)
  let prefix = 0
  while (prefix < shorter && older[prefix]!.plain === newer[prefix]!.plain) prefix++
  let suffix = 0
  while (suffix < shorter - prefix && older.at(-1 - suffix)!.plain === newer.at(-1 - suffix)!.plain) suffix++
  const [from, to] = [older, newer].map((words) => words.length - prefix - suffix) as [number, number]
  const isFrame = Number(prefix + suffix > 0 && from > 0 && to > 0 && from === before.length && to === after.length)
  const [one, other] = [kindOf(before), kindOf(after)]
  const both = (kind: Kind) => Number(one === kind && other === kind)
  const [numbers, names, dates, words] = [both('number'), both('name'), both('date'), both('word')]
  return {
    same: (2 * common) / Math.max(1, older.length + newer.length),
    prefix: Math.min(prefix, PREFIX_MAX) / PREFIX_MAX,
    suffix: Math.min(suffix, SUFFIX_MAX) / SUFFIX_MAX,
    isFrame,
    isShortFrame: Number(isFrame && from <= VALUE_MAX && to <= VALUE_MAX),
    frame: (isFrame * Math.min(prefix + suffix, FRAME_MAX)) / FRAME_MAX,
    startsOtherwise: Number(isFrame && prefix === 0),
    addsOnly: Number(!before.length && after.length > 0),
    dropsOnly: Number(!after.length && before.length > 0),
    numbers,
    namesDiffer: names,
    datesDiffer: dates,
    wordsDiffer: words,
    otherKinds: Number(one !== other),
    frameOfNumbers: isFrame * numbers,
    frameOfNames: isFrame * names,
    frameOfDates: isFrame * dates,
    frameOfWords: isFrame * words,
    length: Math.min(before.length + after.length, DIFFERENT_MAX) / DIFFERENT_MAX,
    areShort: Number(older.length <= SHORT_MAX && newer.length <= SHORT_MAX),
  }
}

type Kind = WordKind | 'none'

/** The kind of value that some words are. */
function kindOf(words: readonly KindOfWord[]): Kind {
  if (!words.length) return 'none'
  const has = (kind: WordKind) => words.some((word) => word.kind === kind)
  if (words.every(({ kind }) => kind === 'date')) return 'date'
  if (has('name')) return 'name'
  return has('number') && !has('word') ? 'number' : 'word'
}

/** The words of each text that are not in the longest sequence that both have. */
function differences(older: readonly KindOfWord[], newer: readonly KindOfWord[]) {
  const columns = newer.length + 1
  const lengths = new Uint8Array((older.length + 1) * columns)
  for (let row = older.length - 1; row >= 0; row--)
    for (let column = newer.length - 1; column >= 0; column--) {
      const at = row * columns + column
      lengths[at] =
        older[row]!.plain === newer[column]!.plain
          ? lengths[at + columns + 1]! + 1
          : Math.max(lengths[at + columns]!, lengths[at + 1]!)
    }
  const before: KindOfWord[] = []
  const after: KindOfWord[] = []
  let [row, column] = [0, 0]
  while (row < older.length && column < newer.length) {
    const at = row * columns + column
    if (older[row]!.plain === newer[column]!.plain) {
      row++
      column++
    } else if (lengths[at + columns]! >= lengths[at + 1]!) before.push(older[row++]!)
    else after.push(newer[column++]!)
  }
  return {
    before: [...before, ...older.slice(row)],
    after: [...after, ...newer.slice(column)],
    common: lengths[0]!,
  }
}
