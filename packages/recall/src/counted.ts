import { AMOUNT } from './lexicon/answer-words.ts'
import { NUMBER, type Token } from './lexicon/token-records.ts'

/*
 * A number and what it counts: "64 cows" and "two small dogs" answer "how many cows" and "how many dogs"; a row that holds
 * a number somewhere and the word elsewhere rather does not.
 */

/** The words after a number that may be what it counts: one adjective may stand between them. */
const WORDS_AFTER = 2
const MANY = new Set(['many', 'much'])

/** The terms of what numbers count in a memory. */
export function countedTerms(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, answers }, at) => (kind === NUMBER || answers & AMOUNT ? termsAfter(tokens, at) : []))
}

/** The terms of what a query asks the number or amount of: "how many cows have I", "how much flour". */
export function countedTermsAsked(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text }, at) =>
    MANY.has(text) && tokens[at - 1]?.text === 'how' ? termsAfter(tokens, at) : [],
  )
}

function termsAfter(tokens: readonly Token[], at: number): string[] {
  return tokens
    .slice(at + 1, at + 1 + WORDS_AFTER)
    .filter(({ kind }) => kind !== NUMBER)
    .map(({ stem }) => `@n:${stem}`)
}
