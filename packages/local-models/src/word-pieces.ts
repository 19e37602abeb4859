/** The part of the library's WordPiece model that is used here. */
export interface WordPieces {
  config: { continuing_subword_prefix: string }
  tokens_to_ids: Map<string, number>
  unk_token?: string
  /** Models of other kinds do not have this field. */
  max_input_chars_per_word: number
  encode(words: string[]): string[]
}

/**
 * Returns a replacement for the library's WordPiece encoder with the same results. It only tries pieces up to the length
 * of the longest known one: the library's time grows with the cube of a word's length, which an attacker can exploit.
 */
export function encoderOf(model: WordPieces): WordPieces['encode'] {
  const { tokens_to_ids: known, unk_token: unknown = '', max_input_chars_per_word: charsMax } = model
  const prefix = model.config.continuing_subword_prefix
  let longest = 0
  for (const token of known.keys()) longest = Math.max(longest, token.length)

  return (words) => {
    const pieces: string[] = []
    for (const word of words) {
      const split = piecesOf(word)
      if (split) for (const piece of split) pieces.push(piece)
      else pieces.push(unknown)
    }
    return pieces
  }

  /** `undefined` for a word that is too long or has a part without a known piece. */
  function piecesOf(word: string): string[] | undefined {
    // Offsets of whole characters, so that no piece ends inside a surrogate pair.
    const offsets: number[] = []
    let at = 0
    for (const char of word) {
      offsets.push(at)
      at += char.length
    }
    const count = offsets.length
    if (count > charsMax) return undefined
    offsets.push(at)
    const pieces: string[] = []
    for (let start = 0; start < count; ) {
      let end = Math.min(count, start + longest)
      let piece: string | undefined
      for (; end > start; end--) {
        const part = word.slice(offsets[start], offsets[end])
        const candidate = start ? prefix + part : part
        if (known.has(candidate)) {
          piece = candidate
          break
        }
      }
      if (piece === undefined) return undefined
      pieces.push(piece)
      start = end
    }
    return pieces
  }
}
