/**
 * Greetings, thanks, tasks for an assistant ("write a poem"), arithmetic and questions of general knowledge. They are no
 * questions about memories, whatever words they share with them.
 */
const SMALL_TALK = [
  /^(?:hi|hello|hey|thanks|thank you|ok|okay|great|cool|bye|goodbye|cheers|sorry|good (?:morning|afternoon|evening|night|day))\b/,
  /^(?:good )?(?:morning|afternoon|evening)[!,. ]+(?:how|all|everyone|everybody|there|to you|again|sunshine)\b/,
  /^(?:(?:hi|hey|so|and|well|morning|evening)\b[!,. ]*)?how(?:'s| is| are| have) (?:you|it going|things|life|everything|your day)\b/,
  /^(?:lol|haha|lmao|omg|wow|nice|awesome|perfect|brilliant|yay|yep|nope|sure|alright|right|ta|thx|congrats|see (?:you|ya)|never ?mind|no worries|sounds good|got it)\b.{0,16}$/,
  /^how far is it (?:from|to|between)\b/,
  /^(?:please |can you |could you )?(?:give|show|find|send|get) me (?:a|an|the|some) (?:[\w-]+ )?(?:recipe|recipes|poem|joke|jokes|riddle|haiku|quote|example|list of|summary of|synonym|definition)\b/,
  /^(?:what(?:'s| is)|how(?:'s| is)) the weather\b|^what time is it\b|^what(?:'s| is) the time (?:in|now)\b|^how do (?:you|i|we) say\b/,
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
