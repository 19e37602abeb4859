import type { Attribute, Group } from './attributes.ts'
import { conceptsWith } from './concepts.ts'
import { hasOtherSense } from './other-senses.ts'
import { SUBSTANCES } from './patterns/listed.ts'
import { IT_BRINGS } from './patterns/reactions.ts'
import type { Fact, Polarity } from './statement.ts'
import { isSupposed } from './supposed.ts'
import { isTool } from './tools.ts'
import { topicsOf } from './topics.ts'
import { FOUND_BY_TESTS, isUnreal } from './unreal.ts'

/* What a pattern finds in words that say something else. */

/** "Swells after an hour of walking": an effort, and not a substance. */
const EFFORT =
  /^(?:(?:more than|over|about|just|only|even|a few|half) )*(?:(?:an?|\d+|one|two|three|four|five|six|ten|twenty|thirty|several) )?(?:minutes?|hours?|days?|weeks?|miles?|km|kilomet(?:re|er)s?|steps|flights? of stairs)\b|^(?:(?:long|too much|any|hard|heavy|prolonged) )?(?:walk|run|hike|exercise|effort|exertion|walking|running|standing|sitting|climbing|kneeling|cycling|lifting|typing|driving|swimming|gardening)s?\b/
const AFTER = /\b(?:after|when) /

/** "Gluten-free bread" of a list, or bought once: what a thing is like, not what the person keeps to. */
const PRODUCT =
  /\b(?:gluten|lactose|dairy|sugar|nut|wheat)[ -]free (?:(?!(?:diet|food|eating|household|lifestyle|living|only|since|because|for|due|and|or|but|at|on|in|all|as|when|if|now|always|please|kitchen|home|family|options?|menus?|meals?|products?)\b)\p{L}+)/u
/** "Had the vegan sausage roll", "got the kosher meal". */
const DISH =
  /\b(?:vegan|vegetarian|veggie|kosher|halal|paleo|keto) (?:[\p{L}-]+ )?(?:sausage|rolls?|meals?|burgers?|pizza|options?|menus?|brownies|cakes?|cookies|curry|wraps?|sandwich(?:es)?|salads?|stew|chilli|dish(?:es)?|starters?|mains?|recipes?|restaurants?|caf[eé]|cookbooks?|cheese|thali|bowls?|soups?|nuggets|kebabs?)\b/u
const KEEPS_TO =
  /\b(?:eats?|eating|needs?|must|has to|have to|only|always|can only|requires?|follows?|keeps?|am|is|i'm|diet|never|no|not|can't|cannot|coeliac|celiac|buys?|orders?|cooks?|prefers?)\b/
const IS_WITH = /\b(?:is|am|'m|been) (?:now )?with (?!the\b|an?\b)/
const PARTED_FROM =
  /\b(?:separated|divorced|split|parted|estranged) from\b|\b(?:signed|filed for|finali[sz]ed|got|getting) (?:an? |the |our |my |her |his )?divorce\b/

const PETS: ReadonlySet<string> = new Set(['pet', 'pet_breed'])
/** "Would love a dog one day", "thinking about getting a tattoo": not yet. */
const WISHED =
  /\b(?:wants?|wanted|would (?:like|love)|'d (?:like|love)|wish(?:es)? (?:for|i|he|she)|hop(?:es?|ing) (?:for|to)|dream(?:s|ing)? of|think(?:s|ing)? (?:of|about)|consider(?:s|ing)?|almost|nearly) (?:(?:to )?(?:get(?:ting)?|hav(?:e|ing)|adopt(?:ing|ed)?|own(?:ing)?|buy(?:ing)?|bought|got|had|keep(?:ing)?|be|being) )?(?:an?|another|some|two|one|my own|her own|his own)(?: [\w-]+){0,3} ?$|^(?:if|when|once|unless) (?:i|we|he|she|they) (?:ever |finally )?(?:get|gets|adopt|adopts|buy|buys|had|have) (?:[\w-]+ ){0,3}$/
/** "The neighbour's dog", "my sister's rabbit", "Mrs Doyle's cat": but "my daughter's hamster" and "my wife's dog". */
const OF_OTHERS =
  /(?<!\b(?:user|he|she|it|that|there|here|who|what|let|wife|husband|partner|girlfriend|boyfriend|son|daughter|kid|children|family))'s (?:[\w-]+ ){0,2}$|\b(?!(?:kids|sons|daughters|boys|girls|twins)')[a-z]+s' (?:[\w-]+ ){0,2}$|\b(?:minding|looking after|house-?sitting|(?:dog|cat|pet)-?sitting|drew|drawing|sketched|painted|saw|spotted|met|petted|stroked|photographed) (?:an?|the|some|two|three) (?:[\w-]+ ){0,2}$|\bchildhood $/
/** "The dog next door", "the office cat". */
const ELSEWHERE =
  /^(?:\S+ ){0,2}(?:from )?(?:next door|across the (?:road|street|hall|landing)|over the road|down the (?:road|street|hall)|upstairs|downstairs|at (?:number|no\.?) \d+|at work|at the (?:pub|shop|office|farm|stables?|shelter|caf[eé]|vet's?|hotel))\b/
const ITS_OWNERS = /\b(?:my|our|her|his) (?:[\w-]+ ){0,2}$/
const OF_A_PLACE =
  /\b(?:the|our|an?|[a-z]+) (?:resident|office|shop|pub|school|farm|station|library|ship's|class|barn|stable|yard) $/
/** A word for an animal that says what a place or a person is for: "a cat shelter". */
export const FOR_ANIMALS =
  /^(?:dog|cat|rabbit|horse|pony|pet|fish|donkey|bird|hen|chicken|labrador|greyhound|ferret|parrot)(?:s?'?|'s) (?:fur|eggs?|shelters?|rescue|home|caf[eé]|shows?|park|walk(?:er|ers|ing)|sitt(?:er|ers|ing)|groom(?:er|ers|ing)|food|litter|foods?|toys?|shop|owners?|lovers?|people|persons?|hair|dander|sanctuary|charity|kennels?|boarding|racing|races?|riding|tank|finger|trainers?|training|breeders?|curry|soup|salad|sandwich(?:es)?|wings?|breasts?|nuggets|pie)\b/

/** Whether a clause says of the pet or tattoo that it names at `at` that the person does not have it. */
export function isNotHad(name: string, plain: string, at: number): boolean {
  if (name === 'tattoo') return WISHED.test(plain.split(/ ?tattoo/, 1)[0]!)
  if (!PETS.has(name)) return false
  const lead = plain.slice(0, at)
  if (FOR_ANIMALS.test(plain.slice(at)) || OF_OTHERS.test(lead) || WISHED.test(lead) || OF_A_PLACE.test(lead))
    return true
  return ELSEWHERE.test(plain.slice(at)) && !ITS_OWNERS.test(lead)
}

/** "The river is dangerous for the kids" names nothing that they must not eat. */
const HARMS =
  / (?:is|are|be) (?:\w+ )?(?:dangerous|harmful|unsafe|bad|deadly|lethal|fatal|(?<poison>poison(?:ous)?|toxic)|(?<banned>off[- ]limits)) (?:for|to) /

function isHarmless(value: string, plain: string): boolean {
  const harm = HARMS.exec(plain)
  if (!harm) return false
  const isOwned = /^(?:the|my|our|this|that) /.test(value)
  if (harm.groups!.banned && !isOwned) return false
  const last = value.trim().split(' ').at(-1)!
  const isKnown = [last, last.replace(/s$/, ''), last.replace(/es$/, '')].some((word) => SUBSTANCES.has(word))
  return !isKnown && !(harm.groups!.poison && !conceptsWith(last).length && !isOwned)
}

/** "Allergic to penicillin" states no medicine, "cetirizine for the allergy" does. */
const ALLERGIC = /\ballerg(?:ic|y|ies)\b/
const TREATS =
  /\b(?:takes?|taking|took|on|uses?|using|prescribed|injects?|needs?|carr(?:y|ies)|started|for|against|daily|\d+ ?mg)\b/
/** "My business partner is Joan". */
const AT_WORK_TOGETHER =
  /\b(?:business|law|research|practice|trading) partner\b|\bpartner (?:at|in) (?:the|an?|my|our|his|her) (?:[\w-]+ )?(?:firm|practice|company|business|surgery|agency|studio|office)\b/
/** "My dance partner is Igor", "my partner in crime". */
const DOES_TOGETHER =
  /\b(?:danc(?:e|ing)|tennis|bridge|lab|training|gym|running|climbing|sparring|hiking|study|revision|drinking|chess|padel|squash|badminton|golf|writing|accountability|conversation|tandem|language|pen|doubles|bowling|riding|sailing|cycling|walking|swimming|reading|band|duet|song-?writing|co-?founding|sewing|crossword|ping-pong|table[- ]tennis|mixed|skating|rowing|practice|debate|project|workout|lifting|singing|acting|scene|quiz|fishing|shooting|surfing|diving|belay|rally|card|canasta|whist|birth|exchange) partner\b|\bpartners? in crime\b/

/** "Health card number is A5520917". */
const NUMBER_OF_OTHER =
  /\b(?:card|account|policy|member|membership|reference|passport|order|booking|serial|tax|insurance|id|licence|license|registration|customer|client|patient|student|staff|file|case|ticket|flight|tracking|vat|model|part|security|pension|race|invoice|contract|certificate|document) number\b/

/** The attribute that a clause states where a pattern finds `name`; `undefined` if it states none. */
export function attributeRead(name: string, value: string, plain: string, facts: readonly Fact[]): string | undefined {
  const lead = value ? plain.slice(0, plain.indexOf(value)) : plain
  if (isSupposed(name, lead, plain) || isUnreal(name, value, lead, plain)) return undefined
  if (hasOtherSense(name, value, lead, plain)) return undefined
  if (name === 'phone' && NUMBER_OF_OTHER.test(lead)) return undefined
  if (name === 'partner' && AT_WORK_TOGETHER.test(plain)) return 'colleague'
  if (name === 'partner' && DOES_TOGETHER.test(plain)) return 'friend'
  if (name === 'home' && RENT.test(plain)) return 'rent'
  if (name === 'job' && IS_TITLED.test(plain)) return undefined
  if (name === 'employer' && PURPOSE.test(value)) return undefined
  if (name === 'allergy' && (EFFORT.test(value) || EFFORT.test(plain.split(AFTER, 2)[1] ?? ''))) return 'injury'
  // "I have a studio at Rackarberget": where one lives.
  if (name === 'business' && /\bstudio$/.test(value) && facts.some(({ attribute }) => attribute.name === 'home'))
    return undefined
  if (name === 'medicine' && ALLERGIC.test(plain) && !TREATS.test(plain)) return undefined
  if (isNotHad(name, plain, plain.indexOf(value) + (name === 'pet_breed' ? value.length : 0))) return undefined
  if (name === 'intolerance' && isHarmless(value, plain)) return undefined
  // "They split up; she is with Callum".
  if (name === 'employer' && IS_WITH.test(plain) && facts.some(({ attribute }) => attribute.name === 'partner'))
    return undefined
  if (name !== 'diet' && name !== 'intolerance') return name
  if ((PRODUCT.test(plain) || DISH.test(plain)) && !KEEPS_TO.test(plain)) return undefined
  // "Check-up at 8, come fasting": how to prepare for it.
  return name === 'diet' && value === 'fasting' && facts.some(({ attribute }) => attribute.name === 'appointment')
    ? undefined
    : name
}

/** "Rent in Leipzig is 720 euros". */
const RENT =
  /^(?:(?:my|our|the|her|his) )?(?:monthly )?rent (?:in|at|for|on) [^,;]{1,60}? (?:is|was|costs?|rose|went up|will be)\b[^,;]*\d/
/** "Drives a van for the market runs". */
const PURPOSE = /^(?:the |a )?(?:[\w-]+ ){0,2}(?:runs|trips?|camping|shopping|errands|holidays?|outings|travels?)$/
/** "Dentist in Delft is Dr Bakker": who has the job. */
const IS_TITLED =
  /^(?:(?:my|our|her|his|the) )?[\p{L}-]+(?: (?:in|at|on|near|from) [^,;]{1,40}?)? is (?:now )?(?:called |named )?(?:dr|mr|mrs|ms|miss|prof)\b/u

const SMOKES_NO_LONGER =
  /\b(?:off|without|quit|gave up|given up|packed in|kicked|came off) (?:the |his |her |my )?(?:smok|cig|fags?\b|vap|nicotine\b|tobacco\b)|\bex-smoker|(?<!\b(?:has|have) |'(?:s|ve) )\bsmoked (?:for|until|till)\b/
const NEVER_SMOKED = /\bnon-?smoker|\b(?:(?:has|have)(?:n't| not)|never) smoked\b/

const TAKEN_OFF = /\b(?:took me|took him|took her|taken) off\b/
const RULED_OUT = /\bnegative for \w|\bruled out\b|\bfalse alarm\b/
const DEBTS: ReadonlySet<string> = new Set(['debt', 'mortgage'])
const PAID_OFF =
  /(?<!\b(?:nearly|almost|half|partly|not|be|getting) )\bpaid (?:it )?off\b|\b(?:debt|mortgage)[- ]free\b|\bout of debt\b/
const BRINGS = new RegExp(`,? ${IT_BRINGS} `)
const DISBELIEF = /\bbelieve\b/
const DROPPED_OUT = /\bdropped out\b/
const DISMISSED = /\b(?:made redundant|laid off|sacked|fired|let go|dismissed|resigned) (?:from|by|at)\b/

/** Polarity where other words than those of an end or a negation decide it. */
export function polarityRead(name: string, value: string, plain: string, polarity: Polarity): Polarity {
  if (RULED_OUT.test(plain) && FOUND_BY_TESTS.has(name)) return 'negated'
  if (name === 'medicine' && TAKEN_OFF.test(plain)) return 'ended'
  if (name === 'partner') return PARTED_FROM.test(plain) ? 'ended' : polarity
  if ((name === 'university' || name === 'degree' || name === 'course') && DROPPED_OUT.test(plain)) return 'ended'
  if (DEBTS.has(name) && PAID_OFF.test(plain)) return 'ended'
  // "I can't wear latex, it brings me out in hives".
  if (name === 'allergy' && BRINGS.test(plain)) return 'affirmed'
  // "I can't believe I'm nearly 40".
  if (name === 'age' && DISBELIEF.test(plain)) return 'affirmed'
  if (name === 'employer') return DISMISSED.test(plain) ? 'ended' : polarity
  // "Determined to quit sugar": the goal is not over.
  if (name === 'goal' || name === 'resolution') return /^quit\b/.test(value) ? 'affirmed' : polarity
  if (name !== 'smoking') return polarity
  return SMOKES_NO_LONGER.test(plain) ? 'ended' : NEVER_SMOKED.test(plain) ? 'negated' : polarity
}

const HOLDER = '(?:i|we|she|he|they)'
/** A wish, or what is only considered: "would like to", "when the knee heals I want to", "is thinking of". */
const WISH = new RegExp(
  `^(?:(?:when|once|if|before|after|until|as soon as|some ?day|one day)\\b[^.;]{2,60}? (?=${HOLDER}\\b))?(?:\\S+ ){0,3}?(?:(?:wants?|wanted|would (?:\\w+ )?(?:like|love|have (?:liked|loved))|\\S+'d (?:\\w+ )?(?:like|love)|hopes?|hoping|aims?|aiming|intends?|plans?|planning|looking|longs?|keen|itching|dying|determined) to|(?:dreams?|dreaming|thinking|hopes?) (?:of|about)|considering|contemplating|wish(?:es|ed)? (?:for|(?:that )?${HOLDER})|might|(?:was|were) going to|toying with|tempted (?:to|by)|(?:should|must) really)\\b`,
)
/** Whether a clause is a wish. */
export function isWished(plain: string): boolean {
  return WISH.test(plain)
}

/** What depends on something, or is only imagined: "When I'm 64 I'll move to the coast". */
const UNREAL = new RegExp(
  `^(?:suppos(?:e|ing)|imagin(?:e|ing))\\b|^(?:if|when|once|as soon as|unless|by the time|before long|ideally|in an ideal world|given (?:the|half a) chance|(?:had|were) ${HOLDER}|some ?day|one (?:fine )?day(?! (?:a|per) ))\\b.{2,80}?(?:'ll|\\b${HOLDER}'d| will| would| could| might)\\b|^${HOLDER}(?:'ll| will| would|'d (?!been\\b|had\\b|\\w+ed\\b)).{2,80}? (?:if|when|once|as soon as|some ?day|one day)\\b`,
)
/** "Wants a dog", "could do with a new car". */
const WISHED_THING =
  /^(?:\S+ ){0,3}?(?:wants?|wishes for|fancies|could do with|needs?|would (?:like|love)|\S+'d (?:like|love)) (?:an?|another|some|new|(?:her|his|my|our|their) own)\b/
/** What follows is so: "wants to move because she works in Leeds". */
const IS_SO =
  /\b(?:because|since|although|though|so (?:i|she|he|we|they))\b|, (?:but|and|has|is|already|currently|(?:i|she|he|we|they) (?!(?:wants?|would|hopes?|will)\b)|[a-z]+s (?:in|at|on|as|an?|the)\b)/
const NOT_WISHED: ReadonlySet<Group> = new Set<Group>([
  'home',
  'work',
  'pets',
  'fitness',
  'sleep',
  'tastes',
  'habits',
  'possessions',
])
const NOT_WISHED_NAMES: ReadonlySet<string> = new Set('children marital_status visited age languages tattoo'.split(' '))
/** Attributes that are stated before they hold. */
const WISHED_NAMES: ReadonlySet<string> = new Set(['retirement', 'workdays', 'job_search', 'move_date'])
const WISHED_THINGS: ReadonlySet<Group> = new Set(['pets', 'possessions'])

/** Whether a clause does not state an attribute as so: it is wished for, or would be so under a condition. */
export function isNotYet({ name, group }: Attribute, plain: string, lead: string): boolean {
  const thingFrom = WISHED_THINGS.has(group) ? endOf(WISHED_THING, plain) : 0
  if (thingFrom > 0) return !IS_SO.test(lead.slice(thingFrom))
  if (WISHED_NAMES.has(name) || !(NOT_WISHED.has(group) || NOT_WISHED_NAMES.has(name))) return false
  const from = endOf(WISH, plain) || endOf(UNREAL, plain)
  return from > 0 && !IS_SO.test(lead.slice(from))
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
export function isReadAnywhere({ name, group, isSafety }: Attribute): boolean {
  return isSafety || READ_ANYWHERE.has(group) || name === 'value'
}

/** "The bungalow is sold and I rent", "sold the van, bought a hatchback": what follows is not over. */
const GOES_ON =
  /, (?:(?:an?|my|our|her|his|new) ){0,2}(?:flat|house|apartment|studio|room) in |(?:[ ,;](?:and|but) (?:now )?|, (?:now )?(?=(?:bought|got|have|(?:i|we|she|he|they)(?:'| now)|now)\b))(?:(?:i|we|she|he|they|now|has|have|is|am|are)\b|(?:i|we|she|he|they)'|(?:lives?|rents?|works?|moved|shifted|relocated|settled|bought|got|takes?|drives?|stays?|shares?|runs?|teaches|plays?|uses?|eats?|drinks?) )| to (?:become|start|open|train|focus|retrain|set up|launch|found) |->|→/
/** "I quit the factory and make costumes": but "I used to sew and make costumes". */
const GOES_ON_PLAINLY =
  /[ ,;]and (?:now )?(?:make|sell|build|repair|clean|cook|teach|drive|study|write|sew|nurse|farm) /
/** "Gave up knitting because of arthritis": the reason is not over. */
const WHY = / (?:because|due to|owing to|on account of|after|when) /
/** "I used to ski and play tennis": both are over. */
const USED_TO = /\bused to$/
const AND_BARE = /^[^,;]* and (?:live|rent|work|take|drive|stay|share|run|teach|play|use|eat|drink) /
const OVER_PLAINLY = /\b(?:quit|left|sold|gave up|retired)\b[^,;]{0,40}$/

/** Whether a clause goes on with what is so after what has ended. `endedTo`: where the words for that end; `value`: what is read. */
export function goesOn(lead: string, endedTo: number, value: string): boolean {
  const rest = lead.slice(endedTo)
  const valueAt = rest.lastIndexOf(value.slice(0, rest.length).split(' ', 1)[0]!)
  if (USED_TO.test(lead.slice(0, endedTo)) && AND_BARE.test(rest)) return false
  return (
    WHY.test(rest.slice(0, valueAt < 0 ? undefined : valueAt)) ||
    GOES_ON.test(rest) ||
    (OVER_PLAINLY.test(lead.slice(0, endedTo)) && GOES_ON_PLAINLY.test(rest))
  )
}

/** Where the first match of a pattern ends; 0 if there is none. */
export function endOf(pattern: RegExp, plain: string): number {
  const match = pattern.exec(plain)
  return match ? match.index + match[0].length : 0
}

/** "Not religious, though she sings in a choir": what is negated before does not negate what follows. */
const NEGATED_BEFORE =
  /^.*(?:, (?:i|we|she|he|they)|,? (?:though|although|because)) (?!(?:says?|thinks?|said)\b)|^.*, (?=(?:loves|likes|prefers|enjoys|adores) )/

/** The part of a lead in which a negation is of what follows it. */
export function negatedIn(lead: string): string {
  return lead.replace(NEGATED_BEFORE, '')
}

/** A negation may begin a value: "doesn't drink". */
const FIRST_WORDS = /^.{0,16}[\p{L}']*/u

/** A clause up to a value and its first words, which can negate it; "vegan, no milk" does not negate "vegan". */
export function leadOf(plain: string, valueAt: number): string {
  const first = FIRST_WORDS.exec(plain.slice(valueAt))![0]
  const end = first.search(/[,;(]| without /)
  return plain.slice(0, valueAt) + (end < 0 ? first : first.slice(0, end))
}

/** "Shifted to nights" and "shifted to oat milk" name no home, unlike "shifted to Pune". */
const SHIFTED =
  /\b[Ss]hifted (?:[a-z]+ ){0,2}?to (?!\p{Lu}|.{0,30}\b(?:place|flat|house|home|apartment|room|cottage|farm|studio|town|village|city)\b)/u
const LIVES_ON = /\b[Ll]iv(?:es?|ed|ing) (?:only |mostly |entirely )?on (?<what>\p{Ll}\S*(?: \p{Ll}\S*){0,5})/u

/** "Lives on coffee" names no home, unlike "lives on Coffee Lane". */
function isFedOn(text: string): boolean {
  const what = LIVES_ON.exec(text)?.groups?.what
  if (what === undefined || /^(?:an?|the|his|her|my|our|their|this) /.test(what)) return false
  const topics = topicsOf(what)
  return topics.has('food') || topics.has('drink') || /^(?:plants|benefits|savings|welfare)\b/.test(what)
}

/** Whether a clause names no home, though a pattern finds one with this value: "moved to Notion". */
/** "Saw Metric live in Toronto". */
const LIVE_SHOW =
  /\b(?:saw|seen|see|watch(?:ed)?|heard|caught|recorded|performed|played|plays) (?:[\p{L}\d'-]+ ){1,5}live (?:in|at|on)\b/iu

export function isNoHome(value: string, text: string): boolean {
  return isTool(value.split(/[ ,.]/)[0]!) || isFedOn(text) || SHIFTED.test(text) || LIVE_SHOW.test(text)
}
