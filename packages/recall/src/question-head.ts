import type { ParsedQuery, QueryWord } from './query.ts'
import { isUnspecific } from './question-words.ts'

/*
 * The head noun of a question (Li and Roth, "Learning question classifiers", 2002): what "which newspaper do I read" and "do
 * I have a dishwasher" ask for. Rows that answer mostly contain it, or a word for the same.
 */

export interface QuestionHead {
  word: QueryWord
  /** How much a row without it speaks against an answer, 0 to 1: less where answers often use other words. */
  weight: number
}

/** "What is my blood type", "when does the bin lorry come": answers name the type, the lorry. */
const NAMES_IT =
  /^(?:(?:what|who)(?:['’]s| is| was| are| were) (?:my|our|her|his|their)|when|what (?:time|day|date))(?!\p{L})/u
/** "How tall is Anna". */
const HOW = /^how (?:tall|old|heavy|big|long|high|wide|deep|fast|far|expensive|large|thick) (?:is|am|are|was|were) /
/** "Which newspaper", "where is my tent", "what is Anna's job", "do I play golf". */
const MAY_NAME_IT = [
  /^(?:which|what) (?!(?:is|was|are|were|do|does|did|am) )\p{L}/u,
  /^where(?:['’]s| is| was| are| were) (?:my|our|her|his|their|the) /,
  /^(?:what|who)(?:['’]s| is| was| are| were) \p{L}+['’]s /u,
  /^(?:do|does|did|have|has|am|is|are|can) /,
  HOW,
]
const MAY_WEIGHT = 0.5

/**
 * The head of a question in English: the last specific word of its first group of content words that has one, or else
 * its last content word. `isName`: names are no heads.
 */
export function headOf(
  { query, text: { tokens }, words, isDateOnly }: ParsedQuery,
  isName: (word: QueryWord) => boolean,
): QuestionHead | undefined {
  const lower = query.toLowerCase().trimStart()
  const weight = isDateOnly
    ? 0
    : NAMES_IT.test(lower)
      ? 1
      : MAY_NAME_IT.some((form) => form.test(lower))
        ? MAY_WEIGHT
        : 0
  if (!weight) return undefined
  const content = new Map(words.flatMap((word) => (word.isContent && !isName(word) ? [[word.text, word]] : [])))
  let specific: QueryWord | undefined
  for (const [at, { text }] of tokens.entries()) {
    const word = content.get(text)
    if (!word && specific) break
    if (word && !isUnspecific(tokens, at)) specific = word
  }
  const word = specific ?? [...content.values()].at(-1)
  return word && { word, weight }
}

/** Of these a person has several: which one is asked for, other words say. */
const IDENTIFIERS = new Set(
  `code codes number numbers password passwords pin key keys address card size name birthday appointment warranty
  ticket`.split(/\s+/),
)
const ASKS_WHICH = /^(?:what|where|when|which|whose)(?:['’]s| is| are| was|re)(?!\p{L})/u

/**
 * The words that say which number, code, key or name a question asks for: "library" of "what is my library card number". None
 * of other questions.
 */
export function modifiersOf({ query, words }: ParsedQuery, isName: (word: QueryWord) => boolean): readonly QueryWord[] {
  if (!ASKS_WHICH.test(query.toLowerCase().trimStart())) return []
  if (!words.some(({ text }) => IDENTIFIERS.has(text))) return []
  return words.filter((word) => word.isContent && word.evidence === 1 && !IDENTIFIERS.has(word.text) && !isName(word))
}
