const WORD_CHARS_MIN = 3
/** Letters that a password must have besides the owner's own words. */
const OTHER_LETTERS_MIN = 4
// Known to everyone who signs up here.
const SERVICE_WORDS = ['memory', 'service', 'password', 'developer']

/** What an attacker knows about the owner of an account. */
export interface Owned {
  email: string
  name?: string | null | undefined
}

/**
 * Whether a password is made of the owner's own words: the e-mail address, its parts, the name, or words of this
 * service, with at most three other letters and any digits.
 */
export function isMadeOfOwnWords(password: string, { email, name }: Owned): boolean {
  const texts = [
    email,
    ...email.split(/[@.+_-]/),
    name ?? '',
    ...(name ?? '').split(/[^\p{L}\p{N}]+/u),
    ...SERVICE_WORDS,
  ]
  const words = [...new Set(texts.map(folded))].filter((word) => [...word].length >= WORD_CHARS_MIN)
  let rest = folded(password)
  const before = rest
  // The longest first, so that a word within another does not break it.
  for (const word of words.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ')
  return rest !== before && (rest.match(/\p{L}/gu)?.length ?? 0) < OTHER_LETTERS_MIN
}

// Without case and accents.
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
