/* Kinds of answers. A row has a bit for each kind it holds, a query for each kind it asks for. */

export const PLACE = 1
export const NAME = 2
export const REASON = 4
export const AMOUNT = 8
export const TIME = 16
/** The text ends in a question mark: a question rather than an answer. */
export const QUESTION = 32
/** The text is about the user; about somebody else; it says how somebody is related to the user. */
export const ABOUT_USER = 64
export const ABOUT_OTHER = 128
export const RELATION = 256
/** The text tells its reader what to do, and states nothing. */
export const INSTRUCTION = 512

const WORDS: Record<number, string> = {
  [REASON]: 'because since due reason therefore cause causes caused thanks why',
  [AMOUNT]: `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half quarter
    once twice thrice several couple pair double triple both none`,
  [TIME]: `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april june july august september october november december today tomorrow yesterday
    tonight morning afternoon evening night noon midnight weekend daily weekly monthly yearly oclock pm spring summer
    autumn winter christmas easter`,
  [PLACE]: 'home abroad downstairs upstairs here there nearby',
}

const BITS = new Map(
  Object.entries(WORDS).flatMap(([bit, words]) => words.split(/\s+/).map((word) => [word, Number(bit)] as const)),
)

/** The kinds of answers that a word is evidence of. */
export function answerBits(word: string): number {
  return BITS.get(word) ?? 0
}
