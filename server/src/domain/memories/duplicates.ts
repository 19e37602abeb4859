import { editDistance } from '@memory-service/recall/similarity'
import { guessLanguage, isFunctionWord, tokenise } from '@memory-service/recall/tokens'

const PARSED_CHARS_MAX = 600
const TERMS_MAX = 64
/** Words that two texts may differ in and still be duplicates. What was so need not be so now. */
const FILLERS = new Set('a an the am is are really very quite so also just truly user'.split(' '))
const NEGATIONS = new Set('not no never none nobody nothing without neither nor cannot stop quit'.split(' '))
/** The share of common words, of all words of two texts, from which they are near copies. */
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

/** Words for the user, which a statement about the user can leave out. */
const SELF = new Set('i me my'.split(' '))

/**
 * Whether two texts state the same in the same words, but for fillers and words for the user. A duplicate is dropped, so one word
 * more or another order makes a statement of its own: “use it before running” is not “use it after running”.
 */
export function areDuplicates(one: Statement, other: Statement): boolean {
  const [mine, theirs] = [one, other].map(({ words }) => words.filter((word) => !SELF.has(word)).join(' '))
  return mine === theirs
}

const NUMBER_WORDS = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand dozen ' +
    'half quarter twice thrice first second third fourth fifth sixth today yesterday tomorrow tonight'
  ).split(' '),
)
/** A word that is at least this long can be a misspelling of another. */
const MISSPELLED_CHARS_MIN = 6

/**
 * Whether two texts look like copies of one statement: one of them adds a few words to the other, apart from spelling.
 * Texts in which some words stand for others are different statements, and texts that differ in numbers, dates or
 * negations are readings of a series.
 */
export function areNearCopies(one: Statement, other: Statement): boolean {
  const { left, right } = differencesOf(one, other)
  if ([...left, ...right].some((word) => isReading(word) || NEGATIONS.has(word))) return false
  const mine = left.filter((word) => !SELF.has(word))
  const theirs = right.filter((word) => !SELF.has(word))
  for (const word of [...mine]) {
    const at = theirs.findIndex((each) => isMisspelled(word, each))
    if (at < 0) continue
    theirs.splice(at, 1)
    mine.splice(mine.indexOf(word), 1)
  }
  if (mine.length && theirs.length) return false
  const added = mine.length + theirs.length
  const all = new Set([...one.words, ...other.words].filter((word) => !SELF.has(word))).size
  return added === 0 || (all - added) / all >= SHARED_MIN
}

/** The words that only one of two texts has. */
function differencesOf(one: Statement, other: Statement): { left: string[]; right: string[] } {
  const [left, right] = [new Set(one.words), new Set(other.words)]
  return { left: [...left].filter((word) => !right.has(word)), right: [...right].filter((word) => !left.has(word)) }
}

/** Whether a stem is a number or part of a date. */
function isReading(stem: string): boolean {
  return NUMBER_WORDS.has(stem) || tokenise(stem).tokens.some(({ isReading }) => isReading) || /\d/.test(stem)
}

function isMisspelled(word: string, other: string): boolean {
  if (Math.min(word.length, other.length) < MISSPELLED_CHARS_MIN || word[0] !== other[0]) return false
  return editDistance(word, other, 1) <= 1
}
