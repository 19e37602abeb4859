import type { Attribute, Group } from './attributes.ts'
import type { Fact, Polarity } from './statement.ts'
import { isSupposed } from './supposed.ts'

/* What a pattern finds in words that say something else. */

/** "Swells after an hour of walking": an effort, and not a substance. */
const EFFORT =
  /^(?:(?:more than|over|about|just|only|even|a few|half) )*(?:(?:an?|\d+|one|two|three|four|five|six|ten|twenty|thirty|several) )?(?:minutes?|hours?|days?|weeks?|miles?|km|kilomet(?:re|er)s?|steps|flights? of stairs)\b|^(?:(?:long|too much|any|hard|heavy|prolonged) )?(?:walk|run|hike|exercise|effort|exertion|walking|running|standing|sitting|climbing|kneeling|cycling|lifting|typing|driving|swimming|gardening)s?\b/
const AFTER = /\b(?:after|when) /

/** "Gluten-free bread" of a list, or bought once: what a thing is like, not what the person keeps to. */
const PRODUCT =
  /\b(?:gluten|lactose|dairy|sugar|nut|wheat)[ -]free (?:(?!(?:diet|food|eating|household|lifestyle|living|only|since|because|for|due|and|or|but|at|on|in|all|as|when|if|now|always|please|kitchen|home|family|options?|menus?|meals?|products?)\b)\p{L}+)/u
const KEEPS_TO =
  /\b(?:eats?|eating|needs?|must|has to|have to|only|always|can only|requires?|follows?|keeps?|am|is|i'm|diet|never|no|not|can't|cannot|coeliac|celiac|buys?)\b/
const IS_WITH = /\b(?:is|am|'m|been) (?:now )?with (?!the\b|an?\b)/
const PARTED_FROM =
  /\b(?:separated|divorced|split|parted|estranged) from\b|\b(?:signed|filed for|finali[sz]ed|got|getting) (?:an? |the |our |my |her |his )?divorce\b/

/** "Settled by the time", "moved to next week": a time and not a home. */
const NO_PLACE =
  /^(?:(?:the|this|next|last) (?:time|end|age|start|beginning|moment|meantime|next|(?:\p{L}+ )?(?:week|month|year|spring|summer|autumn|winter)s?)\b|(?:now|then|next|christmas|easter)\b|(?:an? )?(?:good|bad|great|poor|perfect|terrible|excellent|decent|mint|need|fear|debt|trouble|shock|limbo|mess|state|nightmare|bubble)\b|(?:my|our|her|his|their) (?:\p{L}+ )?(?:price|budget|name|head|dreams?|element|prime|twenties|thirties|forties|fifties|sixties)\b|(?:nights?|days|earlies|lates|decaf|oat|soya|almond|part[- ]time|full[- ]time|marketing|sales|finance|hr|procurement|operations|management|product|support|accounts|payroll|linux|android|tablets|insulin)\b|(?:a|an|\d+|two|three|four|five|six) (?:week|month|year|day|hour)s?\b)/u
/** A room to work in: "a recording studio", "rents a studio where she paints", "shares a studio with a bookbinder". */
const WORKROOM =
  /\b(?:recording|art|artists?|artist's|dance|ballet|pottery|ceramics?|yoga|pilates|photo|photography|music|design|painting|tattoo|sound|film|glass|weaving|print|television|tv|radio|podcast|sewing|pole) studios?\b|\bstudio\b(?! (?:flat|apartment)).*\b(?:where (?:i|she|he|we|they) (?!live|sleep|stay|eat|cook|grew)|to (?:paint|work|record|teach|draw|sculpt|weave|print|film|rehearse) in|for (?:my|her|his|our|their) (?:paint|pott|work|art|music|sculpt|print|photo|ceramic|weav|record|sew|class|lesson|business)|with (?:an?|two|three|four|five|several|some|other|another) (?:[\w-]+ ){0,2}?[\w-]*(?:binder|maker|artist|ist|er|or)s?\b(?<!(?:partner|other|mother|father|brother|sister|lover|daughter|flatmate)s?\b))/
/** "I owe you one", "owes his life to a nurse". */
const NO_DEBT =
  /^ ?(?:(?!to\b)\p{L}+ )?(?:one$|an (?:apology|explanation|answer)|a (?:favou?r|drink|pint|coffee|call|letter|visit|lot)\b|(?:my|her|his|their|our) (?:life|success|career|love|health|sanity)\b|everything|it (?:all )?to)/u
const SCHOOLING =
  /^(?:[\p{L}'’.-]+ ){0,5}?(?:school|college|university|uni|academy|gymnasium)\b(?! (?:reunion|trip|play|fair|concert|camp))/u
const AT_SCHOOL_FOR_WORK =
  /\b(?:teach(?:es|er|ing)?|taught|works?|working|worked|jobs?|employed|headteacher|principal|caretaker|janitor|cooks?|nurse|secretary|librarian|assistant|tutors?|coach(?:es)?|volunteers?|cleans?|governor)\b[^,;]* (?:at|for|in) /
const AT_WORK =
  /\b(?:works?|worked|working|jobs?|employed|interview\w*|intern\w*|teller|cashier|manager|clerk|analyst|started|hired|shifts?|career|position|role) (?:[\w-]+ ){0,3}?(?:at|for|with|in|by|from|of) /

/** The attribute that a clause states where a pattern finds `name`; `undefined` if it states none. */
export function attributeRead(name: string, value: string, plain: string, facts: readonly Fact[]): string | undefined {
  if (isSupposed(name, value ? plain.slice(0, plain.indexOf(value)) : plain, plain)) return undefined
  if (name === 'home' && WORKROOM.test(plain)) return undefined
  if ((name === 'home' || name === 'previous_home') && NO_PLACE.test(value)) return undefined
  // "Went to St Mary's secondary school" is no trip, and who teaches at a school is no pupil.
  if (name === 'trip' && SCHOOLING.test(value)) return undefined
  if (name === 'school' && AT_SCHOOL_FOR_WORK.test(plain)) return undefined
  if (name === 'housing' && WORKROOM.test(plain)) return undefined
  if (name === 'debt' && NO_DEBT.test(value)) return undefined
  // "Quit his job at the bank": where a person works.
  if (name === 'bank' && AT_WORK.test(plain)) return undefined
  if (name === 'allergy' && (EFFORT.test(value) || EFFORT.test(plain.split(AFTER, 2)[1] ?? ''))) return 'injury'
  // "They split up; she is with Callum".
  if (name === 'employer' && IS_WITH.test(plain) && facts.some(({ attribute }) => attribute.name === 'partner'))
    return undefined
  if (name !== 'diet' && name !== 'intolerance') return name
  if (PRODUCT.test(plain) && !KEEPS_TO.test(plain)) return undefined
  // "Check-up at 8, come fasting": how to prepare for it.
  return name === 'diet' && value === 'fasting' && facts.some(({ attribute }) => attribute.name === 'appointment')
    ? undefined
    : name
}

const DROPPED_OUT = /\bdropped out\b/
const DISMISSED = /\b(?:made redundant|laid off|sacked|fired|let go|dismissed|resigned) (?:from|by|at)\b/
/** Polarity, where the clause says that the person has left a partner, an employer or a university. */
export function polarityRead(name: string, plain: string, polarity: Polarity): Polarity {
  if (name === 'partner' && PARTED_FROM.test(plain)) return 'ended'
  if ((name === 'university' || name === 'degree' || name === 'course') && DROPPED_OUT.test(plain)) return 'ended'
  return name === 'employer' && DISMISSED.test(plain) ? 'ended' : polarity
}

/** Begins with what a person thinks, feels or says of something, not that something is so: "values", "recommended". */
const OPINION =
  /^(?:(?:the )?[\p{L}'’-]+ (?:and [\p{L}'’-]+ )?)?(?:(?:also|really|always|often|recently|once|has|have|had|is|was|are|were) )*(?:finds(?! .{3,30} (?:hard|difficult|easy|tough|tricky)\b)|values|valued|appreciates?|appreciated|admires?|admired|express(?:es|ed|ing)|mention(?:s|ed)|believe[sd]?|sees(?= .{1,60} as )|views|viewed|feels|felt|describe[sd]|recommend(?:s|ed)|suggest(?:s|ed)|encourage[sd]|thank(?:s|ed)|congratulate[sd]|consider(?:s|ed|ing)|contemplat(?:es|ed|ing)|discuss(?:es|ed|ing)|acknowledge[sd]|emphasi[sz]e[sd]|explain(?:s|ed)|share[sd](?= (?:advice|stories|ideas|tips|photos?|pictures?|memories|knowledge|love|thoughts|excitement|(?:an?|the) (?:story|photo|picture|moment|memory|experience))\b)|imagine[sd]|visuali[sz]e[sd]|cherishe[sd]|reminisce[sd]|reflect(?:s|ed)|inspire[sd]|motivate[sd]|inquire[sd]|wonder(?:s|ed|ing)|advise[sd])(?![\p{L}'’-])(?! (?:that )?(?:he|she|they|i|we|it|his|her|their|my|our)\b)/u
/** Read from an opinion too: what must not be missed, and the people and animals close to a person. */
const READ_ANYWHERE: ReadonlySet<Group> = new Set(['health', 'family', 'friends', 'pets', 'goals'])

/**
 * How far a clause only says what a person thinks, feels or says: what it names after that is no fact about the person. "Values
 * the work of Maria at a shelter" names no employer. 0 if it states facts.
 */
export function opinionEnd(plain: string): number {
  return OPINION.exec(plain)?.[0].length ?? 0
}

/** Whether an attribute is read even from an opinion. */
export function isReadAnywhere({ group, isSafety }: Attribute): boolean {
  return isSafety || READ_ANYWHERE.has(group)
}

/** "The bungalow is sold and I rent", "sold the van, bought a hatchback": what follows is not over. */
const GOES_ON =
  /, (?:(?:an?|my|our|her|his|new) ){0,2}(?:flat|house|apartment|studio|room) in |(?:[ ,;](?:and|but) (?:now )?|, (?:now )?(?=(?:bought|got|have|(?:i|we|she|he|they)(?:'| now)|now)\b))(?:(?:i|we|she|he|they|now|has|have|is|am|are)\b|(?:i|we|she|he|they)'|(?:lives?|rents?|works?|moved|shifted|relocated|settled|bought|got|takes?|drives?|stays?|shares?|runs?|teaches|plays?|uses?|eats?|drinks?) )|->|→/
/** "I quit the factory and make costumes": but "I used to sew and make costumes". */
const GOES_ON_PLAINLY =
  /[ ,;]and (?:now )?(?:make|sell|build|repair|clean|cook|teach|drive|study|write|sew|nurse|farm) /
const OVER_PLAINLY = /\b(?:quit|left|sold|gave up|retired)\b[^,;]{0,40}$/

/** Whether a clause goes on with what is so after what has ended. `endedTo`: where the words for that end. */
export function goesOn(lead: string, endedTo: number): boolean {
  const rest = lead.slice(endedTo)
  return GOES_ON.test(rest) || (OVER_PLAINLY.test(lead.slice(0, endedTo)) && GOES_ON_PLAINLY.test(rest))
}

/** Where the first match of a pattern ends; 0 if there is none. */
export function endOf(pattern: RegExp, plain: string): number {
  const match = pattern.exec(plain)
  return match ? match.index + match[0].length : 0
}

/** A negation may begin a value: "doesn't drink". */
const NEGATION_CHARS = 16

/** A clause up to a value and its first words, which can negate it; "vegan, no milk" does not negate "vegan". */
export function leadOf(plain: string, valueAt: number): string {
  const first = plain.slice(valueAt, valueAt + NEGATION_CHARS)
  const end = first.search(/[,;(]/)
  return plain.slice(0, valueAt) + (end < 0 ? first : first.slice(0, end))
}
