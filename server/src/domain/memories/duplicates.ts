import { guessLanguage, isFunctionWord, tokenise } from '@memory-service/recall/tokens'

const PARSED_CHARS_MAX = 600
const TERMS_MAX = 64
/** Words that two texts may differ in and still be duplicates. */
const FILLERS = new Set('a an the is are was were be really very quite so also just truly user'.split(' '))
const NEGATIONS = new Set('not no never none nobody nothing without neither nor cannot stop quit'.split(' '))
/** The share of common words, of all words of two texts, from which they are duplicates. */
const SHARED_MIN = 0.8

/** The words of a text, as stems. */
export interface Statement {
  /** Distinct words without function words. */
  terms: string[]
  /** In order, all words without fillers, and a word for the number of negations. */
  words: string[]
}

/** Parses a text; of a long one, the part after the first 600 characters is one single word. */
export function parseStatement(content: string): Statement {
  const text = content.slice(0, PARSED_CHARS_MAX)
  const tokenised = tokenise(text)
  const language = guessLanguage(tokenised)
  const contentWords = tokenised.tokens.filter((word) => !isFunctionWord(word, language))
  const terms = [...new Set(contentWords.map(({ stem }) => stem))].slice(0, TERMS_MAX)
  // The tokeniser reduces "doesn't" to "does"; without this, a negation would be a duplicate of what it negates.
  const negations = text.match(/n['’]t\b/gi)?.length ?? 0
  const words = tokenised.tokens.filter(({ text }) => !FILLERS.has(text)).map(({ stem }) => stem)
  return { terms, words: [...words, `not${negations}`, content.slice(PARSED_CHARS_MAX)] }
}

/**
 * Whether two texts state the same in nearly the same words, in any order. Texts that differ in a number or a negation
 * are never duplicates.
 */
export function areDuplicates(one: Statement, other: Statement): boolean {
  const [left, right] = [new Set(one.words), new Set(other.words)]
  const different = [...left].filter((word) => !right.has(word)).concat([...right].filter((word) => !left.has(word)))
  if (different.some((word) => /\d/.test(word) || NEGATIONS.has(word))) return false
  const all = new Set([...left, ...right]).size
  return (all - different.length) / all >= SHARED_MIN
}
