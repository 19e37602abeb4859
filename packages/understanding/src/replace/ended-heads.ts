import { DWELLINGS } from '../dwellings.ts'
import type { Assertion } from './assertions.ts'

/*
 * What is over can have a name that means little, and a place that means something else, too: "sold the flat in Leeds" ends
 * what is said of a home in Leeds, not of work there.
 */

const KINDS: readonly (readonly [heads: RegExp, of: RegExp])[] = [
  [
    /^(?:trip|journey|holiday|vacation)$/,
    /\b(?:trips?|journey|holidays?|vacation|travel\w*|going|go to|goes to|fly|flies|flying|flights?|visit\w*|book\w*|tickets?|plan\w*|wants?|hopes?|hoping|looking forward|saving|hotel|tour|cruise|will|spend\w*)\b/,
  ],
  [
    /^(?:place|house|flat|home|apartment|room)$/,
    new RegExp(
      `\\b(?:li(?:ve|ves|ving)|resid(?:e|es|ing)|stay(?:s|ing)?|rent(?:s|ed|ing)?|shar(?:e|es|ing)|moved|moving|settled|based|lodg\\w*|spend\\w*|tenant|address|homes?|${DWELLINGS})\\b`,
    ),
  ],
  [
    /^(?:school|college|degree|course|class|lessons?)$/,
    /\b(?:learn\w*|stud(?:y|ies|ying)|tak(?:e|es|ing)|attend\w*|go(?:es|ing)? to|schools?|college|university|degree|courses?|class(?:es)?|lessons?|enrolled|pupil|student|major\w*|teach\w*|does|doing|practi[sc]\w*|sings?|plays?|dances?|dancing|trains?|training|yoga|pilates)\b/,
  ],
]

/** "Sold the Leeds flat", and not "no room for the pigeons" or "cleared for flats". */
const ENDS =
  /\b(?:sold|cancel\w*|called off|gave up|given up|left|quit|finished|completed|lost|dropped|moved out of|ended|terminated|vacated|scrapped|abandoned) (?:(?:the|my|our|his|her|their|an?|that|this) )?(?:[\w'-]+ ){0,2}?(?<head>trip|journey|holiday|vacation|place|house|flat|home|apartment|room|school|college|degree|course|class|lessons?)\b/

/** Whether an older clause is about such a thing as a newer one says is over, where that has a general name. */
export function isOfSuchKind({ plain: newer }: Assertion, { plain }: Assertion): boolean {
  const head = ENDS.exec(newer)?.groups?.head
  return head === undefined || KINDS.every(([heads, of]) => !heads.test(head) || of.test(plain))
}
