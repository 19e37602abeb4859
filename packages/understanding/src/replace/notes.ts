/*
 * The short forms of notes in the form that the rules read: "fav." for "favourite", and a label with a value and a remark on
 * who or what it replaces, "Tutor: Ode, Marsh has left", as two sentences.
 */

const FAVOURITE = /(?<!\p{L})(f|F)av[es]?\b\.?(?= \p{L})/gu

const GONE =
  'on (?:[\\p{Ll}]+ )?leave|gone|left|leaving|retired|retiring|resigned|quit|moved|moving|transferred|promoted|travell?ed|emigrated|relocated|died|dead|passed away|closed|closing|shut|sold|stopped|fired|sacked|dismissed|replaced|history|finished|expelled|deported|unavailable|no longer|went (?:bust|bankrupt|back|abroad|downhill|away|home)|broke|broken|ruined|bores|let (?:me|us) down|used to|is out|is over|is off'
/** "Tutor: Ode, Marsh has left", "Tutor: Ode (Marsh has left)". */
const WITH_REMARK = new RegExp(
  `^(\\p{L}[\\p{L} '’/-]{1,40}: [^,;(.:]{2,40}?)(?:[,;] | \\(| [-–—] )((?:(?:the|our|my) )?(?:old |former )?\\p{Lu}[\\p{L}\\p{N}'’-]{0,30}(?: [\\p{L}\\p{N}'’-]{1,30}){0,3}? (?:(?:is|was|are|has|have|had|been|got|now|just) ){0,3}(?:${GONE})\\b[^()]{0,40}?)\\)?([.!]?)$`,
  'u',
)
/** Says that it is so for a time only, or beside the other. */
const FOR_A_TIME =
  /\b(?:until|till|today|tomorrow|this (?:week|month|morning|afternoon|evening)|for now|for the (?:day|week|moment)|back (?:on|in|next)|also|too|still|sometimes|both|as well)\b/

/** A text in which short forms of notes are written out. */
export function writtenOut(text: string): string {
  const said = /fav/i.test(text) ? text.replace(FAVOURITE, (_, first: string) => `${first}avourite`) : text
  const found = remarkIn(said)
  return found ? `${found[1]}; ${found[2]}${found[3]}` : said
}

/** Whether a text is a label, a value and a remark on what is over. */
export function hasRemark(text: string): boolean {
  return remarkIn(text) !== null
}

function remarkIn(text: string): RegExpExecArray | null {
  const found = text.includes(': ') ? WITH_REMARK.exec(text) : null
  return found && FOR_A_TIME.test(found[0]) ? null : found
}
