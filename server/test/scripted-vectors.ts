const WORD = /[\p{L}\p{N}]+/gu
// Common words, left out so that unrelated sentences share none.
const COMMON = new Set(
  'a about am an and any are at be do does for had has have i in is it like me my of on or she he so that the their they this to user was we what when where which who with you your'.split(
    ' ',
  ),
)

/**
 * An embedding by words: each word adds 1 or -1 to one dimension, both taken from its hash, so texts with common words
 * are similar. Words of one group of `synonyms` count as the same word.
 * @returns a function from a text to its unit vector; all 0 for a text without words.
 */
export function bagOfWords(dimension: number, synonyms: readonly (readonly string[])[] = []) {
  const canonical = new Map(synonyms.flatMap((group) => group.map((word) => [word.toLowerCase(), group[0] ?? word])))
  return (text: string): number[] => {
    const vector = new Array<number>(dimension).fill(0)
    for (const word of text.toLowerCase().match(WORD) ?? []) {
      if (COMMON.has(word)) continue
      const hash = hashOf((canonical.get(word) ?? word).toLowerCase())
      const at = (hash >>> 1) % dimension
      vector[at] = (vector[at] ?? 0) + (hash & 1 ? 1 : -1)
    }
    const length = Math.hypot(...vector)
    return length ? vector.map((part) => part / length) : vector
  }
}

// FNV-1a with a final mix, so that hashes of short words spread.
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 13)) >>> 0
}
