import type { Attribute, Group } from './attributes.ts'
import type { Subject } from './subject.ts'

/* Whose fact it is: a clause about a thing, or about what another person has, is not about the person's body, home or number. */

const SELF: Subject = { who: 'self' }
/** Another person, who is not named. */
export const UNNAMED: Subject = { who: 'other', relation: undefined, name: undefined }
const GROUPS_OF_THINGS: ReadonlySet<Group> = new Set([
  'home',
  'pets',
  'possessions',
  'money',
  'travel',
  'schedule',
  'contact',
  'body',
])

/** Of these, the person has one, and so has everyone else. */
const PERSONAL: ReadonlySet<string> = new Set('phone email address website birthday age weight height'.split(' '))
const MATTER =
  '(?:(?:phone|mobile|telephone|cell|direct|e-?mail|mail|postal|web|new|old) )?(?:numbers?|phone|mobile|cell|landline|e-?mail|mail|address|website|birthday|age|weight|height)\\b'
/** "The landlord's number", "my dentist's address"; not "today's weight", nor "my phone's number". */
const OF_OWNER = new RegExp(
  `^(?:the |my |our |his |her |their |an? )(?!(?:phone|mobile|cell|landline|today|this)(?:'s|s') )[\\p{L}-]+(?: [\\p{L}-]+){0,2}(?:'s|s') ${MATTER}`,
  'u',
)
/** "The number of the vet". */
const OF_LATER = new RegExp(
  `^(?:the |an? )${MATTER} (?:of|for) (?!me\\b|mine\\b|my (?:phone|mobile|cell|landline)\\b|emergenc)`,
  'u',
)
/** "The landlord lives at 7 Oak Road". */
const LIVES = /^(?:the|an?|our|their|his|her) (?:[\p{L}-]+ ){1,3}(?:lives?|lived|resides?|stays?|moved|has moved)\b/u
/** "My suitcase weighs 23 kg", "the shelf is 180 cm tall", "our house is 120 years old"; the words of a reading are not those of a thing. */
const MEASURED =
  /^(?:the|my|our|his|her|an?|this|that) (?!(?:user|customer|client|patient|person)\b)(?!(?:.* )?(?:name|age|weight|scales?|height|size|bmi|nurse|doctor|midwife|body|passport)\b)(?:[\p{L}-]+ ){1,3}(?:weighs?|weighed|is|are|was|measures?|turns?|turned)\b/u
/** "Call the plumber on 0800 555 111", "Emergency contact: Tom, 086 555 343". */
const REACHES_OTHER =
  /(?:^|\b(?:please|to|should|must|always|then|emergency|happens|emergency,|happens,|please,) )(?:call|ring|text|phone|contact|dial|reach|e-?mail|message|whatsapp) (?!(?:me|us|him|her|them|back|on|at|under|via|this|that|user|number|is|or|and|changed|my (?:mobile|cell|landline|work|home|office|new))\b)(?:[\p{L}'-]+ ){1,4}?(?:on|at|under|via) |\bemergency contact\b|\bnext of kin\b/u
/** "My intern is from Chile": what another person has, too. */
const ORIGINS: ReadonlySet<string> = new Set(['hometown', 'birthplace', 'nationality', 'gender', 'star_sign'])
const ITS_ORIGIN =
  /^(?:(?:my|our|the|her|his|their) |favou?rite )(?!(?:user|customer|client|patient|person|home ?town|childhood|roots|upbringing|family|nationality|citizenship|star sign|sign|gender|sex)\b)(?:[\p{L}-]+ ){1,3}?(?:is|was|are|comes|came|grew|hails) /u
/** "My school friends live in Cork", but not "my family lives". */
const THEY_LIVE =
  /^(?:my|our|his|her|their) (?!.*\b(?:and|&) (?:i|me)\b)(?!(?:[\p{L}-]+ ){0,2}(?:family|household)\b)(?:[\p{L}-]+ ){1,3}?(?:lives?|lived|resides?|settled|stays?|moved|(?:has|have) moved|(?:is|are) moving)(?! (?:me|us|him|her|them)\b) /u
/** "This alarm works with my phone". */
const IT_WORKS =
  /^(?:this|that|these|it|(?:the|my|our|his|her) (?!(?:user|customer|client|patient)\b)(?:[\p{L}-]+ ){1,3}?)(?:also |always |never |no longer |still )?(?:works?|worked) /u
/** "Frontend is written in Svelte". */
const OF_SYSTEMS =
  /^(?:all |everything|services?|frontend|backend|infra|stack|ci|pipelines?|deployments?|database|api|staging|production|monitoring)\b/
/** "My gym is on Mill Road", "her hairdresser is Lulu on Mill Road": where a thing or another is. */
const IS_THERE =
  /^(?:(?:my|our|his|her|their|the) |[\p{L}-]+'s (?=\p{L}+ is))(?!(?:[\p{L}'-]+ ){0,2}?(?:home|house|flat|apartment|place|address|cottage|studio|room|bungalow|bedsit|condo|townhouse|maisonette|dorm|houseboat|street|door|residence|post|mail|family|user|person|customer|client|patient)\b)(?:[\p{L}'-]+ ){1,3}?(?:is|are) /u
/** "Shoe size is 41": no age. */
const NUMBERED_THING =
  /\b(?:size|number|line|bus|tram|room|flat|score|level|code|locker|seat|gate|platform|page|route|temperature|goal|target|limit|speed|channel|pin|pulse|rate|sugar|count|bmi|version|chapter|grade|mark|result|house|door|plot|berth|pitch) (?:is|was) (?:now )?\d/
const CALLS_ME = /\bcalls? me\b/
/** "My laptop is dead". */
const ITS_END = /^(?:my|our|the|his|her) /

const OF_COUPLE = /^(?:they|we)\b|\b(?:our|their)\b/

/** The owner of a fact that a clause about `of` states; `undefined` if it has none. */
export function ownerOf(attribute: Attribute, of: Subject, plain: string): Subject | undefined {
  const { name, group } = attribute
  const isUnknown = of.who === 'other' && of.relation === undefined
  if (name === 'software' && OF_SYSTEMS.test(plain)) return SELF
  if (
    name === 'household' ||
    name === 'landlord' ||
    (name === 'housemates' && of.who === 'other' && of.relation === 'roommate')
  )
    return SELF
  if (name === 'best_friend' && !isUnknown) return SELF
  // "Her husband is Imran; they married in 2016".
  if (name === 'anniversary' && of.who === 'other' && of.relation === 'partner' && OF_COUPLE.test(plain)) return SELF
  // "Dr Abreu is her cardiologist".
  if (name === 'doctor' && of.who === 'other' && /^(?:dr|prof)\b/.test(plain)) return SELF
  // "My sister calls me Bee".
  if (name === 'nickname' && CALLS_ME.test(plain)) return SELF
  // A clause about a dog does not state a pet of that dog.
  if (of.who === 'other') return of.relation === name ? undefined : of
  if ((name === 'phone' || name === 'email' || name === 'address') && REACHES_OTHER.test(plain)) return UNNAMED
  if (ORIGINS.has(name) && ITS_ORIGIN.test(plain)) return UNNAMED
  if ((name === 'home' || name === 'address') && THEY_LIVE.test(plain)) return UNNAMED
  if (group === 'work' && IT_WORKS.test(plain)) return undefined
  if (PERSONAL.has(name) && (OF_OWNER.test(plain) || OF_LATER.test(plain))) return UNNAMED
  if ((name === 'weight' || name === 'height' || name === 'age') && MEASURED.test(plain)) return undefined
  if (name === 'age' && NUMBERED_THING.test(plain)) return undefined
  if (name === 'death' && ITS_END.test(plain)) return undefined
  if (name === 'address' && IS_THERE.test(plain)) return UNNAMED
  if (of.who === 'self') return of
  if ((name === 'home' || name === 'address') && LIVES.test(plain)) return UNNAMED
  return name === 'marital_status' || GROUPS_OF_THINGS.has(group) ? SELF : undefined
}
