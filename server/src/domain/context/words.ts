/** Words of a person put where a model will read them: one line, in quotation marks nothing inside can close. */
export function quote(text: string, charsMax: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/["“”„‟«»‹›「」『』＂]/g, "'")
    .trim()
    // The sentence around it brings its own.
    .replace(/(?<!\.)\.$/, '')
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

// What turns the reading direction, or is not there for the eye but for the model.
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Several as a sentence has them: one; one and two; one, two and three. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
