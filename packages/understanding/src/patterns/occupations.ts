import { STATES_TRADE, TRADE_WORDS } from '../trades.ts'
import type { Pattern } from './pattern.ts'

/** What people do for an employer, and seldom for themselves at the same place. */
const VERBS =
  'administer advise alter analyse analyze animate answer archive arrange assemble assess audit bake bind book breed brew build butcher calibrate caption carry catalogue check clean clear code coach collect compile compose conduct control cook coordinate copy-edit curate cut deliver design develop direct dispatch distil dock draft draw drive dub dye edit engrave examine excavate file film fit fix fly forge forward glaze grade groom grow guard guide handle harvest head host illustrate inspect install insure interpret investigate invoice issue label lay lead light load log maintain make manage manufacture map measure mend mill mix model monitor operate organise organize oversee pack paint park patch pilot plan plant polish pour press price print process procure produce program proofread prune purchase quarry reconcile record recruit rehearse repair research restore review roast route run scan schedule score screen sell service sew shear sign skipper slaughter solder sort source staff stage steer stitch stock subtitle supervise survey tailor tan teach test time track train transcribe translate transport treat tune type unload upholster validate value wash weave weld wire wrap write'
    .split(' ')
    .flatMap((verb) => [verb, thirdPerson(verb)])

/** Who employs people, as the last word of a name or a description. */
const EMPLOYERS =
  '(?:hospital|infirmary|clinic|hospice|school|college|university|academy|museum|library|brewery|bakery|factory|plant|mill|mine|quarry|abattoir|slaughterhouse|port|harbour|harbor|airport|terminal|airline|railways?|hotel|hostel|restaurant|canteen|café|cafe|gene bank|bank|pawn shop|shop|store|supermarket|garage|theatre|theater|opera(?: house)?|orchestra|ballet|circus|broadcaster|publisher|newspaper|magazine|ministry|department|council|county|municipality|city|town|region|state|authority|parliament|court|embassy|institute|laboratory|lab|observatory|agency|studios?|firm|company|contractor|manufacturer|supplier|wholesaler|exporter|importer|retailer|insurer|carrier|operator|start-?up|charity|foundation|union|service|hotline|helpline|office|station|depot|warehouse|shipyard|yard|dock|farm|vineyard|winery|dairy|zoo|aquarium|botanical gardens?|nursery|kindergarten|crèche|creche|day ?care|cathedral|archives?|salon|pharmacy|surgery|practice|call cent(?:re|er)|data cent(?:re|er)|prison|barracks|laundry|foundry|tannery|ice rink|care home|nursing home|film set|building sites?|construction sites?)'
/** What a person has of their own, or does for company. */
const PRIVATE = '(?!(?:my|her|his|our|their|your|an? few|lunch|dinner|breakfast|coffee)\\b)'
const SUBJECT =
  "(?:^|^(?:i|we|she|he|they|the user|[\\p{L}'-]+) |\\b(?:now|and|who|currently|still|mainly|mostly) |[;,] )"
const AND_NOT_AT_HOME = '(?!.*\\b(?:volunteer\\w*|for fun|hobby|spare time|my children|once|yesterday|tomorrow)\\b)'

/** Occupations that are stated by what a person does for whom: "plans timetables for a ferry company". */
/** Titles of two words, of which neither is an occupation by itself. */
const TITLES = [
  '(?:social|care|support|youth|case|community|outreach|aid|farm|factory|warehouse|shop|bar|construction|council|health|childcare|nursery|play|key|steel|shift|postal|sex) worker',
  '(?:estate|letting|travel|insurance|booking|call[- ]centre|ticket|customs|shipping|literary|talent|gate) agent',
  '(?:tour|city|mountain|museum|safari|fishing|hiking) guide',
  '(?:teaching|shop|sales|dental|nursing|healthcare|classroom|legal|personal|executive|research|store|library|production|admin|administrative|kitchen) assistant',
  '(?:crane|forklift|lathe|machine|camera|radio|switchboard|boom|plant|cnc) operator',
  '(?:baggage|ground|food|dog) handler',
  '(?:border|security|prison|crossing|coast) ?guard',
  '(?:sign language|court|conference) interpreter',
  '(?:lollipop|dinner|tea) lady',
  '(?:air )?traffic controller',
  "(?:shelf|warehouse) stacker|(?:order|warehouse|fruit) picker|cabin crew|(?:kennel|stable|deck) ?hand|(?:ship's|school|line|pastry|short-order|fry) cook|piano tuner|sub-?editor|bank teller",
].join('|')
const BEFORE_TITLE =
  "(?:(?:i|she|he)(?: am| is|'m|'s)? |am |is |works? (?:now )?as |working as |became )?(?:now |still |also )?(?:an? |the )?(?:(?:qualified|trained|certified|part-time|full-time|freelance|night|senior|junior|head|chief|newly|registered|licensed) ){0,2}"

export const OCCUPATIONS: readonly Pattern[] = [
  ['job', TRADE_WORDS, STATES_TRADE],
  [
    'job',
    'work works working',
    /(?<!\bused to )\bwork(?:s|ing)? (?<v>on an? (?:[\w-]+ ){0,2}(?:farm|ranch|ship|boat|ferry|trawler|rig|building site|construction site|ward|estate|plantation|vineyard|orchard|barge)\b.*)/,
  ],
  [
    'job',
    VERBS.join(' '),
    new RegExp(
      `${SUBJECT}${AND_NOT_AT_HOME}(?<v>(?:${VERBS.join('|')}) ${PRIVATE}(?:[\\p{L}'-]+ ){1,6}?(?:at|for|in|of|on|with|from|through) (?:(?!home|my|her|his|our|their)[\\p{L}\\d'-]+ ){0,4}?${EMPLOYERS}(?: (?:in|of|on|near) [\\p{L} '-]+)?(?: now)?)$`,
      'u',
    ),
  ],
  [
    'job',
    'look looks looking after care cares',
    new RegExp(
      `${SUBJECT}${AND_NOT_AT_HOME}(?<v>(?:(?:looks?|looking) after|(?:takes?|taking) care of|cares? for) ${PRIVATE}(?:[\\p{L}'-]+ ){1,5}?(?:at|in|for) (?:(?!home|my|her|his|our|their)[\\p{L}'-]+ ){0,4}?${EMPLOYERS}(?: (?:in|of|on|near) [\\p{L} '-]+)?)$`,
      'u',
    ),
  ],
  [
    'job',
    'bake breed build cut design fit fix grow install make paint repair restore sell service test train tune write',
    new RegExp(
      `(?:^i |\\band )(?:now )?${AND_NOT_AT_HOME}(?<v>(?:bake|breed|build|cut|design|fit|fix|grow|install|make|paint|repair|restore|sell|service|test|train|tune|write) (?!it\\b|up\\b|sure\\b|to\\b)${PRIVATE}[\\p{L} -]{2,40} (?:for|at) (?!(?:the |an? )?(?:home|weekends|christmas|friends|neighbou?rs?|family|parish|party|birthdays?|her|his|my|our|us|me|them|hours|night|least)\\b)\\p{L}.*)`,
      'u',
    ),
  ],
  [
    'job',
    'desk window counter reception switchboard till checkout',
    new RegExp(
      `${SUBJECT}(?:(?:sits?|stands?|works?|is|am|serves?|mans?|staffs?|manages?|runs?|covers?|minds?) )(?:at |on |behind )?(?<v>the (?:[\\p{L}-]+ )?(?:desk|ticket window|ticket counter|counter|reception|switchboard|till|checkout)(?: (?:at|of|in|for) [\\p{L}\\d' -]+))$`,
      'u',
    ),
  ],
  [
    'job',
    'audits audit inspects inspect calibrates calibrate handles handle guides guide dispatches dispatch steers steer',
    new RegExp(
      `${SUBJECT}(?<v>(?:audits?|inspects?|calibrates?|dispatch(?:es)?) (?:the )?[\\p{L}-]+s\\b.*|handles? (?:[\\p{L}-]+ )?(?:claims|complaints|bookings|returns|invoices|payroll|freight|cargo|baggage|luggage)\\b.*|guides? (?:tours|groups|tourists|visitors|hikers|climbers)\\b.*|steers? an? (?:[\\p{L}-]+ )?(?:tug|barge|ferry|crane|tanker|freighter)\\b.*)$`,
      'u',
    ),
  ],
  [
    'job',
    'controller worker agent guide assistant operator handler guard coastguard interpreter lady stacker picker crew hand deckhand cook tuner editor teller',
    new RegExp(
      `^${BEFORE_TITLE}(?<v>(?:${TITLES})(?=$|,| (?:at|in|for|with|by|of|since|and|who|these days)\\b)(?! (?:for|with|on|at|in) .*(?:\\d|\\b(?:booked|tomorrow|today|tonight)\\b)).*)`,
      'u',
    ),
  ],
]

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}
