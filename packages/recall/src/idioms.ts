import type { Token } from './lexicon/token-records.ts'

/** What a question whether something is suitable asks for, rather than what it is about: "is sorbet a good idea". */
const VERDICTS = new Set('good fine ok okay alright safe suitable allowed idea problem'.split(' '))
const ASKS_VERDICT = new Set('is are would will can could should may shall'.split(' '))

/** Whether a token is such a word. */
export function isVerdict(tokens: readonly Token[], at: number): boolean {
  return VERDICTS.has(tokens[at]!.text) && ASKS_VERDICT.has(tokens[0]!.text) && at > 1
}

/** "For a living", "make a living": work, not where anybody lives. */
export function isForWork(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.text === 'living' && tokens[at - 1]?.text === 'a'
}
