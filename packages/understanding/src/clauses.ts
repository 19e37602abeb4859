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
  /** Whether it continues the clause before, also after a semicolon. */
  readonly continuesNote: boolean
}

/** Longer texts are read up to here. */
export const TEXT_CHARS_MAX = 600
/** The rest of a longer clause is not read: some patterns take time quadratic in the length of a clause. */
export const CLAUSE_CHARS_MAX = 200
export const CLAUSES_MAX = 12

/** Ends of sentences, and connectives before a new subject or after a semicolon. Tested where {@link canEnd} says so. */
const BOUNDARY =
  /(?<!^b|, co|\b(?:mr|mrs|ms|dr|st|prof|no|vs|e\.g|i\.e))[.!?]+(?=\s|$|["”')])|[;\n•]+|,? (?:but|whereas|while) (?=\w)|, and (?=(?:i|he|she|they|we|my|her|his|our|their|is|has|does|works|lives|wants|likes|hates|never)\b)/iuy

/** A speaker's name or a date before the text: `Maya: I moved`, `[2026-05-02] Moved`. */
const PREFIX = /^(?:\[[^\]]{1,40}\]\s*[-:]?\s*|[-*•]\s+)/u

/** Splits a text into clauses. Linear in the length of the text, which is cut at 600 characters. */
export function clausesOf(text: string): Clause[] {
  const cut = text.slice(0, TEXT_CHARS_MAX)
  const spaced = hasPlainSpaces(cut) ? cut : cut.replace(/[\s\u00a0]+/gu, ' ').trim()
  const read = PREFIX_STARTS.has(spaced.charCodeAt(0)) ? spaced.replace(PREFIX, '') : spaced
  const clauses: Clause[] = []
  let start = 0
  let before = '.'
  const push = (end: number, mark: string) => {
    const text = read.slice(start, end).trim().slice(0, CLAUSE_CHARS_MAX)
    if (text)
      clauses.push({
        text,
        plain: plainOf(text),
        isQuestion: mark.includes('?'),
        continuesSentence: /^,? /.test(before),
        continuesNote: /^[,; ]/.test(before),
      })
    before = mark
  }
  for (let at = 0; at < read.length; at++) {
    if (!canEnd(read, at)) continue
    BOUNDARY.lastIndex = at
    const match = BOUNDARY.exec(read)
    if (!match) continue
    if (clauses.length === CLAUSES_MAX) return clauses
    push(at, match[0])
    start = at + match[0].length
    at = start - 1
  }
  push(read.length, '')
  return clauses
}

const [SPACE, COMMA, FULL_STOP, SEMICOLON, DELETE] = [0x20, 0x2c, 0x2e, 0x3b, 0x7f]
/** `!`, `?` and `•`. */
const OTHER_ENDS = new Set([0x21, 0x3f, 0x2022])
/** What begins a prefix. */
const PREFIX_STARTS = new Set([...'[-*•'].map((char) => char.charCodeAt(0)))
/** First letters of connectives after a space, and after a comma. */
const AFTER_SPACE = new Set([...'bwBW'].map((char) => char.charCodeAt(0)))
const AFTER_COMMA = new Set([...'abwABW'].map((char) => char.charCodeAt(0)))

/** Whether a text of ASCII has single spaces only, and none at its ends. */
function hasPlainSpaces(text: string): boolean {
  let before = SPACE
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < SPACE || unit >= DELETE || (unit === SPACE && before === SPACE)) return false
    before = unit
  }
  return before !== SPACE
}

/** Whether a boundary can begin at a position: a few comparisons instead of a regular expression. */
function canEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit === SPACE) return AFTER_SPACE.has(text.charCodeAt(at + 1))
  if (unit === COMMA) return text.charCodeAt(at + 1) === SPACE && AFTER_COMMA.has(text.charCodeAt(at + 2))
  return unit === FULL_STOP || unit === SEMICOLON || OTHER_ENDS.has(unit)
}

const APOSTROPHE = /[’‘ʼ]/
const APOSTROPHES = /[’‘ʼ]/gu

function plainOf(text: string): string {
  const lower = text.toLowerCase()
  const plain = lower.length === text.length ? lower : text
  return APOSTROPHE.test(plain) ? plain.replace(APOSTROPHES, "'") : plain
}
