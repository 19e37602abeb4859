/** Word lengths from which one and two edits are allowed. */
const ONE_EDIT_FROM = 4
const TWO_EDITS_FROM = 8
/** Words that share fewer of their trigrams are not similar. */
const TRIGRAM_SIMILARITY_MIN = 0.4

/** Maximum edits, 0 to 2, between a word of this length and its misspellings. */
export function editsAllowed(length: number): number {
  return length >= TWO_EDITS_FROM ? 2 : length >= ONE_EDIT_FROM ? 1 : 0
}

/**
 * Edits between two words, where swapping adjacent letters is one edit (optimal string alignment distance). Returns
 * `max + 1` if there are more than `max`. Fills only the diagonal band that can stay within `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  const width = b.length + 1
  let [older, old, row] = [new Array<number>(width), new Array<number>(width), new Array<number>(width)]
  for (let j = 0; j < width; j++) old[j] = j
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - max)
    const to = Math.min(b.length, i + max)
    row[from - 1] = from === 1 ? i : max + 1
    let rowMin = row[from - 1]!
    const ca = a.charCodeAt(i - 1)
    for (let j = from; j <= to; j++) {
      const same = ca === b.charCodeAt(j - 1)
      const above = j === i + max ? max + 1 : old[j]! + 1
      let cost = Math.min(above, row[j - 1]! + 1, old[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && !same && ca === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, older[j - 2]! + 1)
      row[j] = cost
      if (cost < rowMin) rowMin = cost
    }
    if (rowMin > max) return max + 1
    const reused = older
    older = old
    old = row
    row = reused
  }
  return Math.min(old[b.length]!, max + 1)
}

/** The distinct trigrams of a word, padded with two blanks before and one after, each packed into one number. */
export function trigramsOf(word: string): number[] {
  const grams: number[] = []
  let [first, second] = [BLANK, BLANK]
  for (let at = 0; at <= word.length; at++) {
    const third = at < word.length ? word.charCodeAt(at) : BLANK
    const gram = (first * UNITS + second) * UNITS + third
    if (!grams.includes(gram)) grams.push(gram)
    first = second
    second = third
  }
  return grams
}

const BLANK = 0x20
const UNITS = 0x10000

/** Common trigrams over all trigrams of two words (Jaccard index, as in pg_trgm), 0 to 1. */
export function trigramSimilarity(left: readonly number[], right: readonly number[]): number {
  let shared = 0
  for (const gram of right) if (left.includes(gram)) shared++
  return shared / (left.length + right.length - shared)
}

/**
 * Similarity of two words, 0 to 1: by edit distance if it is at most `edits`, else by trigrams; 0 if they are not
 * similar.
 */
export function wordSimilarity(word: string, grams: readonly number[], other: string, edits: number): number {
  const distance = editDistance(word, other, edits)
  if (distance <= edits) return 1 - distance / Math.max(word.length, other.length)
  const [gramsMin, gramsMax] = [Math.min(word.length, other.length) + 1, Math.max(word.length, other.length) + 1]
  if (gramsMin < TRIGRAM_SIMILARITY_MIN * gramsMax) return 0
  const similarity = trigramSimilarity(grams, trigramsOf(other))
  return similarity >= TRIGRAM_SIMILARITY_MIN ? similarity : 0
}

/** The number of set bits (population count). */
export function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
