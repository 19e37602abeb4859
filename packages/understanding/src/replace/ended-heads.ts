import { DWELLINGS } from '../dwellings.ts'
import type { Assertion } from './assertions.ts'

/*
 * What is over can have a name that means little, and a place that means something else, too: "sold the flat in Leeds" ends
 * what is said of a home in Leeds, not of work there.
 */

const KINDS: readonly (readonly [stems: readonly string[], of: RegExp])[] = [
  [
    ['trip', 'journey', 'holiday', 'vacation'],
    /\b(?:trips?|journey|holidays?|vacation|travel\w*|going|go to|goes to|fly|flies|flying|flights?|visit\w*|book\w*|tickets?|plan\w*|wants?|hopes?|hoping|looking forward|saving|hotel|tour|cruise|will|spend\w*)\b/,
  ],
  [
    ['plac', 'hous', 'flat', 'hom', 'apartment', 'room'],
    new RegExp(
      `\\b(?:li(?:ve|ves|ving)|resid(?:e|es|ing)|stay(?:s|ing)?|rent(?:s|ed|ing)?|shar(?:e|es|ing)|moved|moving|settled|based|lodg\\w*|tenant|address|homes?|${DWELLINGS})\\b`,
    ),
  ],
  [
    ['school', 'colleg', 'degre', 'cours', 'class', 'lesson'],
    /\b(?:learn\w*|stud(?:y|ies|ying)|tak(?:e|es|ing)|attend\w*|go(?:es|ing)? to|schools?|college|university|degree|courses?|class(?:es)?|lessons?|enrolled|pupil|student|major\w*|teach\w*|does|doing|practi[sc]\w*|sings?|plays?|dances?|dancing|trains?|training|yoga|pilates)\b/,
  ],
]

/** Whether an older clause is about such a thing as the words name that were left out of what is over. */
export function areOfKind(leftOut: ReadonlySet<string>, { plain }: Assertion): boolean {
  return KINDS.every(([stems, of]) => !stems.some((stem) => leftOut.has(stem)) || of.test(plain))
}
