import { cut, guessLanguage, isFunctionWord } from './recall/tokens.ts'

const READ_CHARS_MAX = 600
const WORDS_MAX = 64
// Words that can come or go without telling anything else.
const IDLE = new Set('a an the is are was were be really very quite so also just truly user'.split(' '))
// Of all the words of two texts, so many are shared where both say the same.
const SHARED_MIN = 0.8

/** What a text says, in stems. */
export interface Said {
  /** The distinct ones that tell something. */
  telling: string[]
  /** In order, all that tells it from another. */
  all: string[]
}

/** Cuts a text into what it says; of a long one the beginning, and the rest as it stands. */
export function whatIsSaid(content: string): Said {
  const text = content.slice(0, READ_CHARS_MAX)
  const pieces = cut(text)
  const language = guessLanguage(pieces)
  const told = pieces.base.filter((word) => !isFunctionWord(word, language))
  const telling = [...new Set(told.map(({ stem }) => stem))].slice(0, WORDS_MAX)
  // The tokeniser takes "doesn't" for "does"; here that would make a denial a copy of what it denies.
  const denials = text.match(/n['’]t\b/gi)?.length ?? 0
  const all = pieces.base.filter(({ text }) => !IDLE.has(text)).map(({ stem }) => stem)
  return { telling, all: [...all, `not${denials}`, content.slice(READ_CHARS_MAX)] }
}

/**
 * Whether two texts say the same in nearly the same words, whatever their order. A number, a denial or a name that
 * stands in one alone tells them apart, as does one word in a short sentence.
 */
export function sayTheSame(one: Said, other: Said): boolean {
  const [left, right] = [new Set(one.all), new Set(other.all)]
  const apart = [...left].filter((word) => !right.has(word)).concat([...right].filter((word) => !left.has(word)))
  if (apart.some((word) => /\d/.test(word) || DENIALS.has(word))) return false
  const all = new Set([...left, ...right]).size
  return (all - apart.length) / all >= SHARED_MIN
}

const DENIALS = new Set('not no never none nobody nothing without neither nor cannot stop quit'.split(' '))
