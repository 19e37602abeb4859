/**
 * Greetings, thanks, tasks for an assistant ("write a poem"), arithmetic and questions of general knowledge. They are no
 * questions about memories, whatever words they share with them.
 */
const SMALL_TALK = [
  /^(?:hi|hello|hey|thanks|thank you|ok|okay|great|cool|bye|goodbye|cheers|sorry|good (?:morning|afternoon|evening|night|day))\b/,
  /^(?:please |can you |could you |would you )?(?:write|translate|explain|sing|compose|calculate|compute|convert|summari[sz]e|generate|define|describe|tell me (?:a|an) |(?:recommend|suggest) (?:a|an|some) )\b/,
  /^how (?:do|can) (?:i|you|we) (?:convert|calculate|spell|pronounce)\b/,
  /^what(?:'s| is| are) (?:the )?(?:capital|population|speed|boiling point|melting point|square root|definition|meaning|currency|chemical symbol|formula) (?:of|for)\b/,
  /^how do \w+s work\W*$/,
  /^how far (?:away )?is the (?:moon|sun|earth)\b/,
  /^how many \w+ (?:are (?:there )?)?in an? \w+/,
  /^who (?:wrote|invented|discovered|painted|composed) \w/,
  /\b(?:\d[\d.,]{0,12}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?(?:times|plus|minus|divided by|percent of|% of|[x×*+]) ?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/,
]

/** Whether a query is small talk, a task for an assistant or a question of general knowledge. */
export function isSmallTalk(query: string): boolean {
  const text = query.trim().toLowerCase()
  return SMALL_TALK.some((pattern) => pattern.test(text))
}
