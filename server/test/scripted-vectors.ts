const WORD = /[\p{L}\p{N}]+/gu
// Words that say nothing on their own: without them, two unrelated sentences have nothing in common.
const COMMON = new Set(
  'a about am an and any are at be do does for had has have i in is it like me my of on or she he so that the their they this to user was we what when where which who with you your'.split(
    ' ',
  ),
)

/**
 * Makes vectors out of the words of a text: each word has a place and a sign of its own, so texts are near each other
 * as far as they share words. Words of one group of `synonyms` count as the same word.
 * @returns a function from a text to its unit vector; all 0 for a text without words.
 */
export function bagOfWords(dimension: number, synonyms: readonly (readonly string[])[] = []) {
  const meaning = new Map(synonyms.flatMap((group) => group.map((word) => [word.toLowerCase(), group[0] ?? word])))
  return (text: string): number[] => {
    const vector = new Array<number>(dimension).fill(0)
    for (const word of text.toLowerCase().match(WORD) ?? []) {
      if (COMMON.has(word)) continue
      const hash = hashOf((meaning.get(word) ?? word).toLowerCase())
      const place = (hash >>> 1) % dimension
      vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1)
    }
    const length = Math.hypot(...vector)
    return length ? vector.map((part) => part / length) : vector
  }
}

// FNV-1a, mixed once more so that short words spread.
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 13)) >>> 0
}
