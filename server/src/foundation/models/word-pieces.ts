/** What is used of the library's model of word pieces. */
export interface WordPieces {
  config: { continuing_subword_prefix: string }
  tokens_to_ids: Map<string, number>
  unk_token?: string
  /** Models of other kinds have none. */
  max_input_chars_per_word: number
  encode(words: string[]): string[]
}

/**
 * Takes words apart into the longest pieces that are known, as the library does, but tries none that is longer than
 * every known one: the library's time grows with the third power of a word's length, and somebody's words may be
 * made for that.
 */
export function encoderOf(model: WordPieces): WordPieces['encode'] {
  const { tokens_to_ids: known, unk_token: unknown = '', max_input_chars_per_word: charsMax } = model
  const prefix = model.config.continuing_subword_prefix
  let longest = 0
  for (const token of known.keys()) longest = Math.max(longest, token.length)

  return (words) => {
    const pieces: string[] = []
    for (const word of words) {
      const found = piecesOf(word)
      if (found) for (const piece of found) pieces.push(piece)
      else pieces.push(unknown)
    }
    return pieces
  }

  /** `undefined` for a word that is too long, or has a part that no piece begins. */
  function piecesOf(word: string): string[] | undefined {
    // Where each character begins: half a character is no end of a piece.
    const begins: number[] = []
    let at = 0
    for (const char of word) {
      begins.push(at)
      at += char.length
    }
    const count = begins.length
    if (count > charsMax) return undefined
    begins.push(at)
    const pieces: string[] = []
    for (let start = 0; start < count; ) {
      let end = Math.min(count, start + longest)
      let piece: string | undefined
      for (; end > start; end--) {
        const part = word.slice(begins[start], begins[end])
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
