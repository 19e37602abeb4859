/** Quotes text for a model: one line, truncated, in quotation marks that nothing inside can close. */
export function quote(text: string, charsMax: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/["“”„‟«»‹›「」『』＂]/g, "'")
    .trim()
    // The surrounding sentence has its own full stop.
    .replace(/(?<!\.)\.$|。$/, '')
  const chars = [...line]
  return `“${
    chars.length > charsMax
      ? `${chars
          .slice(0, charsMax - 1)
          .join('')
          .trimEnd()}…`
      : line
  }”`
}

// Characters that change the text direction or are invisible.
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Joins words as in a sentence: "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
