import { ROLES } from './roles.ts'

/*
 * Occupations that statements show by what a person does or by a noun: "Brother Nelson mends shoes", "Adaeze, midwife, lives in
 * Houston". Weaker evidence than facts, since many do the same for pleasure: it helps searches that ask what a person does, and
 * replaces nothing.
 */

const NOTE_CHARS_MAX = 240
/** Words before the verb that belong to the subject. */
const LEAD_WORDS_MAX = 8
const LEAD = new Set(
  (
    'my our his her their the best old older elder eldest oldest younger youngest little big twin close good former ex next-door ' +
    'and also now still currently mainly mostly who from apprentice trainee host stepson i we she he grand great half middle only ' +
    'next door school childhood university college upstairs downstairs in law'
  ).split(' '),
)
/** What a person does to anything for a living, as a rule. */
const WITH_ANY =
  'repairs mends fixes restores builds tunes trains teaches translates interprets designs sells sews edits breeds herds shears inspects ' +
  'audits installs fits welds prints binds carves photographs produces programs directs conducts delivers sorts packs loads mines ' +
  'prunes fells guards patrols brews distils engraves upholsters renovates decorates plasters tiles dyes weaves casts moulds grinds ' +
  'sharpens dispatches catalogues curates coaches tutors counsels prosecutes defends researches arranges grooms treats nurses maintains ' +
  'services operates calibrates surveys maps assembles manufactures imports exports styles braids launders butchers guts ferries pilots ' +
  'captains commands staffs mans tends presents narrates dubs animates illustrates composes choreographs paints bakes grows raises ' +
  'farms drills lays digs blows throws stuffs rents lends hires leases supervises manages heads leads directs chairs studies smelts ' +
  'quarries logs hauls tows salvages demolishes excavates insulates glazes rewires thatches gilds embroiders tattoos pierces shoes ' +
  'runs tests assesses investigates examines teaches hosts caters milks harvests picks cures tans makes'
const ANY_VERB = new Set(WITH_ANY.split(' '))
const VEHICLE =
  '(?:lorry|lorries|trucks?|bus(?:es)?|trams?|trains?|taxis?|cabs?|minicab|ambulances?|cranes?|ploughs?|plows?|snowploughs?|snowplows?|tractors?|' +
  'forklifts?|diggers?|coach(?:es)?|hearses?|excavators?|metros?|minibus|vans?|tankers?|rickshaws?|bulldozers?|combines?|tuk-?tuks?|limousines?|locomotives?|steamrollers?|gritters?|rigs?|freight)'
const BUSINESS =
  '(?:baker(?:y|ies)|shops?|stores?|stalls?|kiosk|farms?|ranch|vineyards?|winery|brewery|restaurants?|café|cafe|bars?|pub|inn|hotels?|hostel|guest ?house|b&b|salon|' +
  'studio|school|kindergarten|nursery|crèche|clinic|practice|pharmacy|surgery|garage|workshop|factory|mill|company|firm|business|agency|gallery|theatre|cinema|museum|library|' +
  "gym|dojo|laundry|launderette|butcher's|baker's|tailor's|florist's|barber's|hairdresser's|stables|kennels?|campsite|ferry|truck|boatyard|shipyard|sawmill|dairy|" +
  'orchard|plantation|market|supermarket|bookshop|bookstore|pizzeria|tavern|taverna|canteen|catering|startup|start-up|charity|lab|laboratory|team|department|unit|ward|desk|branch|office|kitchen|franchise|deli|delicatessen|newspaper|magazine|publisher)'
/** What else a person does for a living, with what it is done to. */
const WITH_SOME = [
  `drives (?:for|an? (?:[\\p{L}-]+ ){0,3}?${VEHICLE}|the (?:[\\p{L}-]+ ){0,3}?${VEHICLE}|(?:[\\p{L}-]+ ){0,2}?${VEHICLE})(?![\\p{L}-])`,
  'flies (?:for|(?:[\\p{L}-]+ ){0,3}?(?:planes?|cargo|jets?|helicopters?|airliners?|freight|passengers|jumbos?|boeings?|airbus(?:es)?|with))\\b',
  `(?:runs|owns) (?:an?|the|her own|his own|their own|their|two|three|several) (?:[\\p{L}'’-]+ ){0,4}?${BUSINESS}(?![\\p{L}-])`,
  'catches (?!colds?\\b|the\\b|a\\b|up\\b)|fishes (?:for|off|in|on)\\b',
  "writes (?:for|about|(?:[\\p{L}'’-]+ ){0,2}?(?:novels|books|code|software|games|scripts|plays|columns|songs|screenplays|speeches|textbooks|reviews|thrillers|poetry|music|apps|manuals|programs|subtitles|crime|obituaries))\\b",
  'sings (?:opera|jazz|professionally|(?:in|at|with) (?:the |an? )?(?:[\\p{L}-]+ ){0,2}?(?:opera|weddings|clubs|bars|cruise|hotels?))\\b',
  'dances (?:professionally|(?:with|for|at|in) (?:the |an? )?(?:[\\p{L}-]+ ){0,3}?(?:ballet|opera|company|theatre|musicals?))\\b',
  'acts (?:in|on|at|for)\\b',
  'plays (?:for (?!fun|us|me)|professionally|(?:[\\p{L}-]+ ){1,4}?(?:in|with|for) (?:the |an? )?(?:[\\p{L}-]+ ){0,4}?(?:orchestra|philharmonic|symphony|opera))\\b',
  'works\\b(?! (?:out|hard|well|too))',
  'answers (?:phones|calls|the phones)|serves (?:tables|coffee|drinks|customers|as|in|on|at)|waits (?:on )?tables|waits at|pours (?:pints|drinks)',
  '(?:looks after|takes care of|cares for) (?!(?:the )?(?:kids|children|twins|baby|dogs?|cats?|house|garden|plants|himself|herself|grandchildren)\\b)',
  'does (?:nails|hair|payroll|accounts|accounting|tattoos|make-?up|removals|odd jobs|tech support|translations?|interpreting|the books|shifts|night shifts|research|voice-overs?|building work|roofing|landscaping)\\b',
  'cuts (?:hair|stone|glass|gems|diamonds|lawns|cloth|hedges|trees|meat|peat)\\b|cleans (?!up\\b|the (?:house|kitchen|flat)\\b)',
  'keeps (?:the books|bees|sheep|goats|cattle|cows|pigs|llamas|alpacas|ostriches|reindeer|the accounts|the lighthouse|goal for)\\b',
  'deals in|trades in|trades (?:shares|stocks|grain|oil|metals|cattle|spices|currencies)|cooks (?:at|in|on|for (?:an?|the)|professionally)|reads the news|pulls teeth|extracts',
  'is (?:in|at) (?:medical|law|nursing|drama|art|catering) school|is training to|is (?:studying|apprenticed|employed|a partner in|in charge of|head of|self-employed)|earns (?:his|her|their) living|makes (?:his|her|their) living',
  'is (?:on|behind|at|in) (?:the )?(?:tills?|checkouts?|counter|bar|reception|switchboard|front desk|sea|night shift|force|army|navy|coast guard|police|fire brigade)\\b|is with the (?:\\p{L}+ )?(?:brigade|police|army|navy|coast guard|railways?|post|council|service|force)|is (?:doing|finishing|writing) (?:an? |his |her |their )?(?:[Pp][Hh]\\.?[Dd]|doctorate|apprenticeship|traineeship|masters?|residency)|handles (?:payroll|claims|complaints|bookings|returns|invoices|freight|cargo|baggage|refunds|logistics|sales|accounts)|processes|reports (?:for|from)|commentates|preaches|ministers|serves|freelances|temps|farms|nurses|consults|lectures|practises (?:law|medicine)',
]
const SOME = new RegExp(`^(?:${WITH_SOME.join('|')})`, 'u')
/** After a verb that goes with anything: it is done for one's own people, or it is a phrase. */
const NO_OBJECT =
  /^(?:my|me|her|his|him|it|its|us|our|them|their|you|your|himself|herself|themselves|up|out|on|off|down|away|around|too|very|so|well|nice|delicious|the best|everything|nothing|something|anything|lots?|every|all|only|that|to|like|because|sure|love|fun|friends|mistakes|noises?|faces|jokes|sense|do|good|great|lovely|excellent|wonderful|amazing|me|an effort|time|trouble|money|puns|lists?|at home|a (?:lot|bit|fuss|mess|good|great|lovely|mean|wonderful|point)|the (?:bed|dinner|bins|dishes|house|garden|kids|dog)|tantrums?|balls?|parties|a party|parties|an? \p{L}+ (?:tantrum|wobbly)|kisses|hot and cold)(?![\p{L}-])/u
/** What is done for pleasure, seldom, or by others' leave. */
const FOR_PLEASURE =
  /\b(?:hobb(?:y|ies)|for (?:fun|pleasure|charity|free|me|us|him|her|them|himself|herself|friends|christmas|the (?:family|kids|children|church|neighbours?|grandchildren))|(?:spare|free) time|(?:at|on) weekends|once|used to|sometimes|always|often|never|not|no longer|when|if|with (?:me|us)|loves?|likes?|wants? to|last|yesterday|tomorrow|volunteers?|hopes? to|would|could)\b|n['’]t\b/
/** Words that end like those for occupations. */
const NO_OCCUPATION =
  /^(?:lover|eater|drinker|sleeper|smoker|non-smoker|runner|swimmer|believer|teenager|toddler|stranger|brother|sister|daughter|mother|father|grandmother|grandfather|stepmother|stepfather|stepdaughter|stepsister|stepbrother|godmother|godfather|member|minor|senior|junior|survivor|supporter|follower|riser|worrier|loner|talker|listener|reader|walker|hiker|jogger|skier|climber|cyclist|collector|sufferer|widower|partner|neighbor|parent|grandparent|resident|adolescent|infant|migrant|immigrant|vegetarian|pescatarian|civilian|atheist|feminist|pacifist|optimist|pessimist|perfectionist|idealist|realist|buddhist|tourist|hoarder|gamer|beginner|newcomer|foreigner|outsider|insider|character|monster|winner|loser|danger|number|matter|dinner|summer|winter|corner|letter|paper|water|flower|river|tower|power|owner|user|donor|visitor|tenant|patient|elephant|giant|fighter|spender|saver|dreamer|snorer|helper|lodger|homeowner|twitcher|carer|commuter|liar|master|sitter|better|former|other|another|older|elder|younger|taller|later|over|after|under|ever|never|together|rather|either|offer|order|cancer|fever|sweater|computer|scooter|trailer|camper|border|gender|disaster|adviser to|retriever|terrier|setter|pointer|hamster|badger|tiger|error|mirror|horror|doctor of|labrador|humor|motor|tumor|plant|restaurant|grant|aunt|descendant|assistant to|vegan|human|woman|man|guardian|comedian fan)$/
const OCCUPATION =
  '(?:[a-zé-]{2,}(?:er|or|ist|ian|man|woman|wright|smith|ant|eur|euse|ress|herd|grapher|monger|keeper)|agent|nurse|chef|sous-chef|cook|vet|judge|pilot|barista|priest|monk|nun|clerk|guard|maid|coach|guide|host|groom|sheriff|marine|mechanic|cop|professor|gp|ceo|dj|au pair|apprentice|intern|student|trainee|midwife|rabbi|imam|vicar|pastor|deacon|bishop|mp|diplomat|acrobat|poet|architect|magistrate|advocate|notary|secretary|missionary|concierge|paramedic|critic|medic|nanny|receptionist|lifeguard|bodyguard|chauffeur|fisherman|seamstress|housewife|househusband|(?:chimney |street )sweep|farmhand|stagehand|deckhand|busboy|page boy|stunt double|au-pair|blacksmith|president|superintendent|docker|stevedore|foreman|usher|vigneron|astronaut|sergeant|lieutenant|civil servant|ph\\.?d student|lawyer|sales ?rep|librarian|teaching assistant)'
const STATES_ROLE = new RegExp(
  `(?:\\b(?:is|was|now|works as|(?:[Ss]tarted|[Ww]orking|[Ee]mployed|[Hh]ired) as) (?:now |still |currently |both )?(?:an? |the |also an? )|, (?:an? |the )?)(?:(?!lover|fan|bit|lot)[\\p{Ll}'’-]+ ){0,3}?(?<noun>${OCCUPATION})(?=$|[,.;!)]| (?:at|in|for|from|with|by|near|who|and|there|now|on|of)(?![\\p{L}-]))`,
  'u',
)
/** Before nouns for what one does for pleasure, or how one is. */
const AMATEUR =
  /\b(?:keen|avid|amateur|hobby|passionate|enthusiastic|occasional|weekend|good|bad|great|terrible|decent|heavy|light|picky|fussy|fast|slow|early|late|big|born|lifelong|huge|former|trained) (?:[\p{L}-]+ )?[\p{L}-]+(?:er|or|ist|ian|ant)\b|\bnot an?\b/u
/** Where or for whom people do for a living what others do for pleasure. */
const PLACE_OF_WORK =
  /\b(?:in|at|for|from) (?:an? |the |my |our |her |his |their |its )?(?:own )?(?:[\p{L}'’-]+ ){0,3}?(?:workshop|studio|shop|factory|atelier|station|market|harbou?r|port|airport|shipyard|boatyard|garage|salon|clinic|hospital|philharmonic|orchestra|opera|theatre|university|museum|hotel|restaurant|bakery|company|firm|agency|council|city|government|ministry|railways?|airline|school|publisher|bank|mine|mill|foundry|laboratory|institute|a living)(?![\p{L}-])/iu

/** What is done on one day of the week is seldom a living. */
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i
const SAYS_TRADE = /\b(?:professionally|for a living|by trade|by profession)\b/
/** The user by a noun: "I'm a chimney sweep". */
const OWN_ROLE =
  /^(?:(?:i am|i'm|[\p{L}-]{2,20} is|is|am)|works as|(?:i )?(?:have )?(?:just )?started (?:working )?as) (?:now |still |currently )?an? /iu
const MOVED_TO_WORK =
  /\b(?:moved|gone|went|goes|emigrated) (?:to|abroad) [^,.]{0,40}?\bto (?:work|teach|nurse|cook|study)\b/u

/**
 * Whether a text shows what a person does for a living. Of the user, it must say where or for whom; of another whom it names,
 * the verb with what is done is enough.
 */
export function showsJob(text: string, isOfOther: boolean): boolean {
  if (text.length > NOTE_CHARS_MAX) return false
  const plain = text.replace(/[’‘ʼ]/gu, "'").replace(/[.!]+\s*$/, '')
  if (isOfOther && SAYS_TRADE.test(plain) && !/\b(?:not|never|no longer|would|wants? to)\b/.test(plain)) return true
  const noun = isOfOther || OWN_ROLE.test(plain) ? STATES_ROLE.exec(plain)?.groups?.noun : undefined
  if (noun !== undefined && !NO_OCCUPATION.test(noun) && !AMATEUR.test(plain)) return true
  if (isOfOther && MOVED_TO_WORK.test(plain)) return true
  const predicates = predicatesOf(plain, isOfOther)
  return predicates.some(
    (each) =>
      !FOR_PLEASURE.test(each) &&
      doesForLiving(each) &&
      (isOfOther || (PLACE_OF_WORK.test(each) && !WEEKDAY.test(each))),
  )
}

function doesForLiving(predicate: string): boolean {
  if (SOME.test(predicate)) return true
  const [verb = ''] = predicate.split(' ', 1)
  return ANY_VERB.has(verb) && predicate.length > verb.length && !NO_OBJECT.test(predicate.slice(verb.length + 1))
}

/** The text from its first verb, and from each verb after "and" or "who"; verbs of the user are given the ending "s". */
function predicatesOf(text: string, isOfOther: boolean): string[] {
  const [sentence = ''] = text.split(/[.;!?](?: |$)/, 1)
  const words = sentence.split(' ')
  let at = 0
  if (isOfOther)
    while (at < Math.min(words.length, LEAD_WORDS_MAX) && isOfSubject(words[at]!.replace(/[,()]/g, ''))) at++
  else if (/^(?:i|we|she|he|they|user)$/i.test(words[0]!)) at = 1
  if (at >= words.length) return []
  const first = words[at]!
  const isFirstPerson = !isOfOther && /^(?:i|we|they)$/i.test(words[0]!)
  const verb = isFirstPerson ? `${first}s` : first.toLowerCase()
  const rest = words.slice(at + 1)
  const found = [[verb, ...rest].join(' ')]
  if (!isOfOther) return found
  for (const [i, word] of words.entries())
    if (i > at && /^(?:and|who|but|now)$/.test(word)) found.push(words.slice(i + 1).join(' '))
  return found
}

function isOfSubject(word: string): boolean {
  const lower = word.toLowerCase()
  return /^\p{Lu}/u.test(word) || LEAD.has(lower) || ROLES.has(lower) || /['’]s$/.test(lower)
}
