/**
 * Greetings, thanks and tasks for an assistant ("write a poem", "translate …"). They are no questions about memories,
 * whatever words they share with them.
 */
const SMALL_TALK =
  /^(?:hi|hello|hey|thanks|thank you|ok|okay|great|cool|bye|goodbye|cheers|sorry|good (?:morning|afternoon|evening|night|day))\b|^(?:please |can you |could you |would you )?(?:write|translate|explain|sing|compose|calculate|compute|convert|summari[sz]e|generate|define|describe|tell me (?:a|an) )\b|^how (?:do|can) (?:i|you|we) (?:convert|calculate|spell|pronounce)\b/

/** Whether a query is small talk or a task for an assistant. */
export function isSmallTalk(query: string): boolean {
  return SMALL_TALK.test(query.trim().toLowerCase())
}
