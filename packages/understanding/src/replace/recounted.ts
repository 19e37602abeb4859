import { type Clause, isLasting, type Reading } from './reading.ts'
import { isDateWord, type Word } from './words.ts'

/* Two sentences that are equal but for a number, of which one is true at a time: "I own 18 hives", "I own 41 hives". */

const NUMBER = /^\d[\d.,]*$/
const SHARE = /^(?:%|percent|per cent)$/
const HOLDS =
  /^(?:own|owns|keep|keeps|have|has|hold|holds|employ|employs|manage|manages|rear|rears|farm|farms|tend|tends)$/
/** What is counted; illnesses end only when the person says so. */
const PLURAL = /^(?!allerg|intoleranc|disease|illness|condition)\p{L}{2,}s$/u

/** `series` for shares, `certain` for what is counted; `undefined` if the texts are not equal but for one number. */
export function isRecounted(newer: Reading, older: Reading): 'certain' | 'series' | undefined {
  const [next, ...more] = newer.clauses
  const [before, ...others] = older.clauses
  if (!next || !before || more.length || others.length || !isLastingCount(next) || !isLastingCount(before))
    return undefined
  const [said, known] = [next.assertion.words, before.assertion.words]
  const differing = said.flatMap((word, at) => (word.plain === known[at]?.plain ? [] : [at]))
  const [at = -1] = differing
  if (said.length !== known.length || differing.length !== 1) return undefined
  if (![said[at]!, known[at]!].every(({ plain }) => NUMBER.test(plain))) return undefined
  const counted = said[at + 1]?.plain ?? ''
  if (SHARE.test(counted)) return 'series'
  return PLURAL.test(counted) && holds(said, at) ? 'certain' : undefined
}

function holds(words: readonly Word[], at: number): boolean {
  return HOLDS.test(words[at - 1]?.plain ?? '')
}

/** Whether a clause lasts and names neither a day nor an earlier time. */
function isLastingCount(clause: Clause): boolean {
  const isDated = clause.assertion.words.some((word) => isDateWord(word) && !NUMBER.test(word.plain))
  return isLasting(clause) && !clause.cues().isPast && !isDated
}
