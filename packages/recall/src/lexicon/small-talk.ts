import { generalKeys } from './general-knowledge.ts'

/*
 * Queries that are no questions about memories, whatever words they share with them: greetings and chit-chat, tasks for an
 * assistant ("write a poem"), arithmetic, and questions of general knowledge. Whatever mentions the person is none of them.
 */

/** Words that chit-chat consists of. */
const PHATIC = new Set(
  `hi hello hey hiya howdy greetings there thanks thank thx ta cheers ok okay k great cool nice one wow omg lol haha hahaha lmao
  awesome perfect brilliant yay yes yep yeah no nope sure alright right fine congrats sorry please bye goodbye ciao welcome
  good morning afternoon evening night day mate buddy friend dear all everyone everybody folks again later soon tomorrow
  today tonight then now so very much too a an lot lots really that that's thats this it it's its is was how's what's how are
  you you're your u ya doing going things life everything up and i i'm im am me my mistake bad bored tired well to meet see
  talk chat let's lets helpful funny lovely love hate glad happy sunshine never mind worries problem got sounds for the help
  million bunch ton heaps loads amazing helped robot bot human real alive nothing just testing test with been have having one who what can do feel feeling`.split(
    /\s+/,
  ),
)
const PHATIC_WORDS_MAX = 10
/** What makes such words chit-chat. */
const CORE =
  /^(?:hi|hello|hey|hiya|howdy|greetings|thanks|thank|thx|ta|cheers|ok|okay|great|cool|nice (?:to|one)|wow|omg|lol|haha|hahaha|lmao|awesome|perfect|brilliant|yay|yes|yep|yeah|no|nope|sure|alright|right|fine|congrats|sorry|bye|goodbye|ciao|good (?:morning|afternoon|evening|night|day)|morning|evening|never ?mind|got it|see (?:you|ya)|sounds good|let['’]?s (?:talk|chat)|i(?: a|['’])?m (?:bored|tired|fine|happy)|i (?:love|hate) you|that(?:['’]| i)?s|you(?: a|['’])?re|(?:so )?how (?:are|is|have)|how['’]s|what['’]?s up|(?:who|what|how) are you|are you|what can you|can you (?:help|talk|chat))\b/
const GREETING =
  /^(?:(?:hi|hello|hey|hiya|thanks|thank you|ok|okay|great|cool|sorry|cheers|good (?:morning|afternoon|evening|day)|morning|well|so|and|please)\b(?: there| again| everyone| all| so much)?[\s!,.:;–-]*)+/
/** Asks the assistant about itself. */
const ASSISTANT =
  /^(?:(?:who|what|how old|where|how|why) )?(?:are|were) you\b|^what(?:['’]s| is) your \w+\W*$|^do you (?:have (?:feelings|a name|emotions)|dream|sleep|speak|understand)\b|^what can you\b|^where do you (?:live|come from)\b|^who (?:made|built|created|trained) you\b/

const POLITE =
  /^(?:please |kindly |(?:can|could|would|will) you (?:please )?|i (?:want|need|would like) you to |help me (?:to )?)+/
/** "Tell us a joke" asks for no more than "tell me a joke". */
const ASKS_US = /^(tell|give|show|find|send|get) us\b/
/** Tasks on a text or a number, and things that an assistant makes up. */
const TASKS = [
  /^(?:translate|proofread|calculate|compute|convert|rewrite|rephrase|paraphrase|conjugate|debug|refactor|spell|pronounce|solve|simplify|compose|sing|generate|define|write|draft|explain|describe|summari[sz]e|invent|imagine|pretend|brainstorm)\b/,
  /^(?:correct|fix|shorten|improve|edit) (?:this|these|the following)\b/,
  /^tell (?:me|us) (?:a|an|another|some|something) /,
  /^(?:recommend|suggest|name|list) (?:me )?(?:a|an|some|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) /,
  /^(?:make|create|design|build|plan|draw) (?:me )?(?:a|an|some) (?:\w+ )?(?:list|plan|logo|website|quiz|story|song|table|slogan|picture|game) (?:for|of|about|to|on)\b/,
  /^(?:give|show|find|send|get) (?:me|us) (?:(?:a|an|the|some|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) )(?:[\w-]+ )?(?:recipes?|poems?|jokes?|riddles?|haikus?|quotes?|examples?|lists? of|summary of|synonyms?|definitions?|names? for|ideas? for|titles? for|words? for|reasons? (?:to|why)|facts? about|tips? (?:for|on))\b/,
]
/** They name what the user wrote, which no memory holds. */
const OWN_TEXT = /^(?:correct|proofread|fix|improve|check) my (?:grammar|spelling|english|sentence|text)\b/
const SUMS = [
  /\b(?:\d[\d.,]{0,12}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?(?:times|plus|minus|divided by|percent of|% of|[x×*+/÷]|to the power of) ?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/,
  /\b\d[\d.,]{0,12} (?:squared|cubed)\b|\b(?:square|cube) root of\b/,
  /^(?:how much|how many|what)(?:['’]s| is| are) \d[\d.,]{0,12} ?[a-z°]{1,12} (?:in|to|into) [a-z]{1,12}\W*$/,
]

/** Words for the person. */
const PERSONAL = /\b(?:my|mine|our|ours|i|we|myself|her|hers|his|their|theirs|she|he|him|them|us)\b/
const LIKE_A_CHILD = /\blike i(?:'m| am) (?:a|five|5|\w+ years?)\b/
/** Of this length at the most; longer queries are texts to compare with, rather than requests. */
const CHARS_MAX = 300

/**
 * Whether a query is certainly none about memories (`true`), or one if the best memory lacks some word: the words, in lower
 * case. `undefined` for any other.
 */
export function smallTalkIn(query: string): true | readonly string[] | undefined {
  const text = query.trim().toLowerCase().replaceAll('’', "'")
  if (text.length > CHARS_MAX) return undefined
  if (isPhatic(text)) return true
  const rest = text.replace(GREETING, '')
  if (SUMS.some((pattern) => pattern.test(rest))) return true
  const request = rest.replace(POLITE, '').replace(ASKS_US, '$1 me')
  if (OWN_TEXT.test(request)) return true
  if (isPhatic(rest)) return true
  if (!PERSONAL.test(request.replace(LIKE_A_CHILD, ''))) {
    if (ASSISTANT.test(rest) && !/\b(?:me|this|that)\b/.test(rest)) return true
    if (TASKS.some((pattern) => pattern.test(request))) return true
  }
  return generalKeys(rest, PERSONAL.test(rest))
}

function isPhatic(text: string): boolean {
  if (!CORE.test(text)) return false
  const words = text.split(/[^\p{L}\p{N}']+/u).filter(Boolean)
  return words.length <= PHATIC_WORDS_MAX && words.every((word) => PHATIC.has(word))
}
