// Shorter words of a search, such as “a”, would mark half of a text.
const WORD_CHARS_MIN = 2
// A search for “running” also marks “run” and “runs”, but one for “another” does not mark “an”.
const STEM_CHARS_MIN = 3

/** A piece of a text; `hit` if the search has its word. */
export interface Piece {
  text: string
  hit: boolean
}

/** Splits a text into pieces, so that the words of a search can be marked. Case and accents make no difference. */
export function highlight(text: string, query: string): Piece[] {
  const wanted = wordsOf(query).filter((word) => word.length >= WORD_CHARS_MIN)
  if (!wanted.length) return [{ text, hit: false }]
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter(Boolean)
    .map((piece) => ({ text: piece, hit: wanted.some((word) => isHit(plain(piece), word)) }))
}

function isHit(piece: string, word: string): boolean {
  const stem = piece.replace(/s$/, '')
  return piece.startsWith(word) || (stem.length >= STEM_CHARS_MIN && word.startsWith(stem))
}

/** The words of a text, without case and accents. */
export const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A text without case and accents. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
