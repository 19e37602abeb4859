import { type Piece, plain, wordsOf } from './highlight.ts'

/** Splits a text into pieces; `hit` are the words that another text does not have. */
export function differences(text: string, other: string): Piece[] {
  const known = new Set(wordsOf(other))
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter(Boolean)
    .map((piece) => ({ text: piece, hit: /[\p{L}\p{N}]/u.test(piece) && !known.has(plain(piece)) }))
}
