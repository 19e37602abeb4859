/* The first word of a clause. Tests of single characters take a fraction of the time of expressions. */

const NAME_START = /^[\p{L}-]+/u
const WORD_START = /^[\p{L}'-]+/u
const [APOSTROPHE, HYPHEN, ASCII_MAX] = [0x27, 0x2d, 0x7f]

/** The number of letters, hyphens and another character at the beginning of a text. */
export function nameLength(plain: string, other = HYPHEN): number {
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at)
    if (unit > ASCII_MAX) return (other === HYPHEN ? NAME_START : WORD_START).exec(plain)?.[0].length ?? 0
    if (!isLetter(unit) && unit !== HYPHEN && unit !== other) return at
  }
  return plain.length
}

/** The first word of a clause without a possessive. */
export function firstWord(plain: string): string {
  const word = plain.slice(0, nameLength(plain, APOSTROPHE))
  return word.includes("'") ? word.replace(/'s?$/, '') : word
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)
}
