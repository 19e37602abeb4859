/** A part of a text that states or asks one thing. */
export interface Clause {
  /** As written. */
  readonly text: string
  /** Lower case, with plain apostrophes and single spaces; the same length as `text`. */
  readonly plain: string
  /** Whether it ends with a question mark. */
  readonly isQuestion: boolean
  /** Whether it continues the sentence of the clause before, so that it may share its subject. */
  readonly continuesSentence: boolean
}

/** Longer texts are read up to here. */
export const TEXT_CHARS_MAX = 600
/** The rest of a longer clause is not read: some patterns take time quadratic in the length of a clause. */
const CLAUSE_CHARS_MAX = 200
const CLAUSES_MAX = 12

/** Ends of sentences, and connectives before a new subject or after a semicolon. */
const BOUNDARY =
  /(?<!\b(?:mr|mrs|ms|dr|st|prof|no|vs|e\.g|i\.e))[.!?]+(?=\s|$|["”')])|[;\n•]+|,? (?:but|whereas|while) (?=\w)|, and (?=(?:i|he|she|they|we|my|her|his|our|their|is|has|does|works|lives|wants|likes|hates|never)\b)/giu

/** A speaker's name or a date before the text: `Maya: I moved`, `[2026-05-02] Moved`. */
const PREFIX = /^(?:\[[^\]]{1,40}\]\s*[-:]?\s*|[-*•]\s+)/u

/** Splits a text into clauses. Linear in the length of the text, which is cut at 600 characters. */
export function clausesOf(text: string): Clause[] {
  const read = text
    .slice(0, TEXT_CHARS_MAX)
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .replace(PREFIX, '')
  const clauses: Clause[] = []
  let start = 0
  let continuesSentence = false
  const push = (end: number, mark: string) => {
    const text = read.slice(start, end).trim().slice(0, CLAUSE_CHARS_MAX)
    if (text) clauses.push({ text, plain: plainOf(text), isQuestion: mark.includes('?'), continuesSentence })
    continuesSentence = /^,? /.test(mark)
  }
  for (const match of read.matchAll(BOUNDARY)) {
    if (clauses.length === CLAUSES_MAX) return clauses
    push(match.index, match[0])
    start = match.index + match[0].length
  }
  push(read.length, '')
  return clauses
}

function plainOf(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replace(/[’‘ʼ]/gu, "'")
}
