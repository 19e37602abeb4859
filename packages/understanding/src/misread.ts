import type { Attribute, Group } from './attributes.ts'
import { hasOtherSense } from './other-senses.ts'
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

/** "My business partner is Joan". */
const AT_WORK_TOGETHER = /\b(?:business|law|research|practice|trading) partner\b/

/** The attribute that a clause states where a pattern finds `name`; `undefined` if it states none. */
export function attributeRead(name: string, value: string, plain: string, facts: readonly Fact[]): string | undefined {
  const lead = value ? plain.slice(0, plain.indexOf(value)) : plain
  if (isSupposed(name, lead, plain) || hasOtherSense(name, value, lead, plain)) return undefined
  if (name === 'partner' && AT_WORK_TOGETHER.test(plain)) return 'colleague'
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

const DEBTS: ReadonlySet<string> = new Set(['debt', 'mortgage'])
const PAID_OFF =
  /(?<!\b(?:nearly|almost|half|partly|not|be|getting) )\bpaid (?:it )?off\b|\b(?:debt|mortgage)[- ]free\b|\bout of debt\b/
const DISBELIEF = /\bbelieve\b/
const DROPPED_OUT = /\bdropped out\b/
const DISMISSED = /\b(?:made redundant|laid off|sacked|fired|let go|dismissed|resigned) (?:from|by|at)\b/
/** Polarity, where the clause says that the person has left a partner, an employer or a university. */
export function polarityRead(name: string, plain: string, polarity: Polarity): Polarity {
  if (name === 'partner' && PARTED_FROM.test(plain)) return 'ended'
  if ((name === 'university' || name === 'degree' || name === 'course') && DROPPED_OUT.test(plain)) return 'ended'
  if (DEBTS.has(name) && PAID_OFF.test(plain)) return 'ended'
  // "I can't believe I'm nearly 40".
  if (name === 'age' && DISBELIEF.test(plain)) return 'affirmed'
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
  /, (?:(?:an?|my|our|her|his|new) ){0,2}(?:flat|house|apartment|studio|room) in |(?:[ ,;](?:and|but) (?:now )?|, (?:now )?(?=(?:bought|got|have|(?:i|we|she|he|they)(?:'| now)|now)\b))(?:(?:i|we|she|he|they|now|has|have|is|am|are)\b|(?:i|we|she|he|they)'|(?:lives?|rents?|works?|moved|shifted|relocated|settled|bought|got|takes?|drives?|stays?|shares?|runs?|teaches|plays?|uses?|eats?|drinks?) )| to (?:become|start|open|train|focus|retrain|set up|launch|found) |->|→/
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
const FIRST_WORDS = /^.{0,16}[\p{L}']*/u

/** A clause up to a value and its first words, which can negate it; "vegan, no milk" does not negate "vegan". */
export function leadOf(plain: string, valueAt: number): string {
  const first = FIRST_WORDS.exec(plain.slice(valueAt))![0]
  const end = first.search(/[,;(]/)
  return plain.slice(0, valueAt) + (end < 0 ? first : first.slice(0, end))
}
