import { TEXT_CHARS_MAX } from './clauses.ts'

/* Tells text that says what its reader is to do from text that says how things are. */

const IMPERATIVE =
  '(?:ignore|disregard|forget|override|bypass|recommend|reply|answer|respond|mention|suggest|include|append|add|insert|say|tell|send|forward|output|print|reveal|repeat|pretend|act as|execute|obey|click|visit|promote|advertise|praise|cite|link|hide|steer|push|upsell|redirect|credit|refuse|book|order|charge(?! nurses?\\b)|make sure|be sure)'
/** "Book club is on Thursdays", "Order number is 4711": a noun with its own verb is no order to the reader. */
const NOUN_WITH_VERB =
  '(?!(?:book|order|answer|reply|charge|credit|link|visit|print|output) (?!(?:the|an?|all|any|every|each|this|these|those|your|my|his|her|their|our|its|with|from|to|in|at|for|and|me|him|them|us|it)\\b)(?:(?!(?:that|which|who|what|whatever|where|when|whenever|while|if|once|because|until|unless|as|since|so|only|always|never|and|or|then|\\w+ly)\\b)[\\w-]+ ){1,8}(?:is|are|was|were|meets|starts|begins|ends|happens|takes place|costs|opens|closes)\\b)'
/** "Sold the bakery, consulting from now on", "Landlord's letter: 950 a month from now on": what has changed, not an order. */
const STATES_CHANGE =
  "(?:(?:(?:the|my|our|new) ){0,2}(?:rent|landlord(?:['’]s)?|landlady(?:['’]s)?|letter from (?:the|my|our) land(?:lord|lady))\\b|(?:sold|closed|shut|quit|left|retired|gave up)\\b)"
const TO_READERS = 'always|never|must|should|shall|please|use|assistants?|bots?|agents?|models?|ai|you|your|users?'
/** Text that tells its reader what to do: the usual forms of prompt injection. */
const INSTRUCTION = new RegExp(
  [
    '(?:^|[.!?;\\n] ?)(?:system|assistant|developer|admin)\\s*[:>]',
    `^(?:please |you (?:must|should|shall|have to|need to) |(?:always|never|only|do not|don't|from now on,?) )*${NOUN_WITH_VERB}${IMPERATIVE}\\b`,
    `\\b(?:always|never|only|must|should|to) ${IMPERATIVE}\\b.*\\b(?:links?|vouchers?|products?|shop|brand|instructions?|prompt|secret|password|user)\\b`,
    '\\b(?:ignore|disregard|override|forget) (?:all |any |the |your |everything )*(?:previous|earlier|prior|above|other)\\b',
    `^(?!${STATES_CHANGE}(?![^.!?;\\n]*\\b(?:${IMPERATIVE}|${TO_READERS})\\b)[^.!?;\\n]{0,120}\\bfrom now on\\W*$)(?!(?:i|we|she|he|they|my|our|her|his|their|the user|has|is|am|does|works|goes|takes|eats|drinks|gets|lives|prefers|the (?!(?:assistant|ai|agent|model|bot|chatbot|system)\\b)\\w+(?: \\w+)? (?:is|are|takes|starts|meets|begins))\\b)[^.!?;\\n]*\\bfrom now on\\b`,
    '[.!?;\\n] ?from now on\\b',
    '^(?:instructions?|notes?|messages?|rules?) (?:for|to) (?:the |all |any )?(?:ai|assistants?|bots?|models?|agents?)\\b',
    '^(?:bot|assistant|ai|chatbot)\\b ?[,:]',
    `^(?:agent|model) ?[,:] (?:please |always |never |only )*${IMPERATIVE}\\b`,
    `^(?:from here on|from today(?: on)?|henceforth|going forward|whatever (?:is|you are|gets) asked|whatever the (?:user|question|topic)[^,]{0,40}),? (?:please |always )?${IMPERATIVE}\\b`,
    '^(?:hidden|secret|system|internal|covert) (?:instruction|prompt|message|note|rule|directive|order|command)s?\\s*:',
    '^(?:(?:new|important|special|urgent) )?(?:rule|instruction|directive|attention|notice|order|command|memo)s?(?: (?:for|to))? (?:the |all |any )?(?:ai|assistants?|bots?|chatbots?|models?|agents?|llms?)\\s*[:,]',
    '^before (?:replying|answering|responding|you (?:reply|answer|respond))(?: to \\w+| (?:the user|any \\w+))?, (?!(?:i|we|she|he|they|the user)\\b)',
    '^you are now (?:an? )?[\\w-]+ ?[:,.]',
    `^${IMPERATIVE} [^.!?\\n]{1,60} (?:before (?:anything|everything) else|above (?:all|any) others?|over (?:all|any) others?|in (?:any|every) comparison)\\b`,
    '\\b(?:assistants?|bots?|agents?|models?|the ai) (?:must|should|shall|has to|have to|is to|are to)\\b',
    '\\b(?:assistants?|bots?|chatbots?|the ai|the model) (?:is|are) (?:required|obliged|instructed|expected|supposed) to\\b',
    `\\b(?:the assistant|assistants|the ai|the model|chatbots?) will (?:always |only )?${IMPERATIVE}\\b`,
    '\\b(?:assistants?|bots?|agents?|models?|ai) reading this\\b',
    `\\b(?:when|whenever|if) (?:the )?(?:user|person|customer|they|she|he) .{0,60},? (?:always )?${IMPERATIVE}\\b`,
    `\\binstead,? ${IMPERATIVE}\\b`,
    '\\b(?:in|to|(?:at|on) the (?:top|end|bottom|start|beginning) of) (?:every|all|each) (?:your |its )?(?:answers?|repl(?:y|ies)|responses?|messages?)\\b',
    // "Always ask the user to rate the app": the user is whom the reader is to deal with.
    "^(?:please |(?:always|never|only|do not|don't) )*(?:ask|remind|encourage|urge|invite|convince|persuade|nudge|prompt|direct|lead|warn|inform|notify|push|help|let|get|make|give|offer|show|keep|refer|point) (?:the )?user\\b(?! (?:interface|guide|manual|id|name|account|group|stor(?:y|ies)|research|tests?|testing|data|experience|stud(?:y|ies)))",
    '\\b(?:every|all|each|any) (?:(?:e-?)?mails?|messages?|answers?|repl(?:y|ies)|conversations?) (?:\\w+ )*(?:forwarded|sent|copied|shared|posted)\\b',
    '\\byou (?:must|should|shall|have to|are to)\\b',
    '\\b(?:user|person|customer|client|patient|everyone|everybody|people) (?:should|ought to|needs to|is (?:advised|recommended) to)\\b.{0,60}?\\b(?:buy|purchase|subscribe|sign up|download|install|upgrade|invest)\\b',
  ].join('|'),
  'u',
)

/** Whether a text tells its reader what to do. */
export function isInstruction(text: string): boolean {
  return INSTRUCTION.test(text.slice(0, TEXT_CHARS_MAX).toLowerCase())
}
