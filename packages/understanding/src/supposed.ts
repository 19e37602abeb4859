/* What a clause only supposes or wishes, or dates by an age: it states no home, work, studies or money of the person. */

/** What is so only once: a new home or job replaces the old one, so a supposed one must not be read. */
const SUPPOSABLE: ReadonlySet<string> = new Set(
  (
    'home address housing housemates move_date job employer business retirement salary degree university school course licence ' +
    'rent mortgage bank debt savings investment pension'
  ).split(' '),
)
/** "If I lose my job at the plant", "we'll move out if the rent goes above 900". */
const CONDITION =
  /(?:^|[ ,(])(?:if|unless|whether|suppose|supposing|assuming|imagine|in case|provided)\b|^should (?:i|we|he|she|they)\b/
/** "When I'm 64 I'll move to the coast". */
const SOME_DAY =
  /^(?:when|once|as soon as|after|until|till|by the time|before|one day|some ?day)\b.{1,80}?\b(?:(?:i|we|he|she|they)'ll|will|(?:i'm|am|is|are|(?:he|she)'s|(?:we|they)'re) (?:going|hoping|planning) to)\b/
/** "I might take a job at the mill", "she'd live in Japan"; not "in May work begins". */
const MAYBE =
  /(?<!\b(?:in|since|of|this|last|until|from|by|early|late|mid|every|next) )\b(?:might|may|could|would|wouldn't|(?:i|we|he|she|they)'d) (?:well |just |even |also |one day |never |really |dearly |absolutely |gladly |love to |like to |rather |prefer to |happily )*(?:live|move|settle|emigrate|relocate|buy|rent|retire|stay|work|take|join|become|study|do|go|apply|run|open|start|quit|leave|earn|get|have|be)\b/
/** "Thinking of moving to Porto", "wishes he lived in Rome", "keen to work at sea". */
const CONSIDERED =
  /\b(?:ask(?:s|ed|ing)? (?:about|whether|if|for|how)|wonder(?:s|ed|ing)? (?:about|whether|if)|research(?:es|ed|ing)?|inquir(?:es|ed|ing) about|curious about|interested in|advice on|(?:thinking|dreaming|talking|daydreaming) (?:of|about)|(?:thinks|dreams|talks|daydreams|thought|talked) (?:of|about)|considering|considers?|contemplating|fanc(?:y|ies)|tempted to|toying with|wish(?:es)?|keen to|itching to|longs? to|longing to|hoping to|hopes? to|planning to|would rather|looking (?:to|for|at)|searching for|hunting for|appl(?:y|ies|ied|ying) (?:for|to)|interview(?:s|ed|ing)? (?:for|at|with)|turned down|declined|rejected|refused|offered)\b/
/** What is sought is no job yet: "looking for work as a translator". */
const SOUGHT: ReadonlySet<string> = new Set(['home', 'housing', 'job', 'employer', 'business', 'university', 'degree'])

/** What is saved or hoped for is not there yet: "saves for a second-hand Land Rover". */
const HOPED: ReadonlySet<string> = new Set(
  'car bicycle phone_model computer camera home housing job employer business'.split(' '),
)
const HOPES_FOR =
  /\b(?:sav(?:es?|ed|ing)(?: up)?|(?:puts?|putting|sets?|setting) (?:(?:some|a little|a bit of) )?money aside|negotiat(?:es?|ing)|haggl(?:es?|ing)|bid(?:s|ding)?|hop(?:es?|ed|ing)|raising money|shopping) for\b[^,;]{0,60}$/

/**
 * Whether a clause does not state the value of an attribute as being so.
 * @param lead the clause up to the value.
 */
export function isSupposed(name: string, lead: string, plain: string): boolean {
  if (name === 'age') return DATES_BY_AGE.test(lead)
  if (HOPED.has(name) && HOPES_FOR.test(lead)) return true
  if (!SUPPOSABLE.has(name)) return false
  if (CONDITION.test(lead) || SOME_DAY.test(plain)) return true
  const part = lead.slice(endOfLast(GOES_ON, lead))
  return MAYBE.test(part) || (SOUGHT.has(name) && CONSIDERED.test(part))
}

/** "Applied for a job and works at Aldi", "was offered a place and took it": what follows is so. */
const GOES_ON =
  /[,;]|\b(?:and|but) (?:now |currently |still )?(?:i|she|he|they|we|lives?|works?|studies|study|is|am|has|have|runs?|owns?|rents?)\b|\b(?:accepted|took|taken|started|joined|became)\b/g

function endOfLast(pattern: RegExp, text: string): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}

/** "Before he is 45", "by the time I'm 40", "at age 9", "feels like she is 80". */
const DATES_BY_AGE =
  /(?:^|[ ,(])(?:before|by the time|once|until|till|when(?:ever)?|while|after|since|if|unless|as soon as|like|as though|wish(?:es)?|imagine)\b[^,;]*$|\b(?:at|from|since|by|until|till|under|over|between|above|below) (?:the )?aged?(?: of)? $/
