/** What one model call examines. */
const PART_CHARS_MAX = 16_000
/** By code points, of which each takes at most two characters. */
const PIECE = /[\s\S]{1,8000}/gu

/** Joins texts into parts of limited length; cuts longer ones. */
export function partsOf(texts: readonly string[]): string[] {
  const parts: string[] = []
  const pieces = texts.flatMap((text) => text.match(PIECE) ?? [])
  for (const piece of pieces) {
    const joined = `${parts.at(-1) ?? ''}\n\n${piece}`
    if (parts.length && joined.length <= PART_CHARS_MAX) parts[parts.length - 1] = joined
    else parts.push(piece)
  }
  return parts
}
