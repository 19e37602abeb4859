const PIECE_CHARS_MAX = 2_000

/**
 * A long text in pieces of at most 2,000 characters, so that others can run between them. A piece ends after a space or
 * line end if it has one, and never within a character.
 */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + PIECE_CHARS_MAX)
    const isLast = at + piece.length === text.length
    const end = isLast ? piece.length : endOf(piece)
    yield piece.slice(0, end)
    at += end
  }
}

function endOf(piece: string): number {
  const afterBlank = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n')) + 1
  return afterBlank || (/[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length)
}
