import { OF } from '../replace/wording.ts'
import { type Clipping, clipping, isPlace, MONTH, NOT_LASTING, PLACE, SINCE, WHO } from './clipping.ts'

/* Notes of where a person lives. */

const BE = '(?:(?:am|is|are|now|still|just|been|got) ){0,3}'
const ROOM =
  '(?:flat|apartment|house|rooms?|studio|cottage|bungalow|bedsit|loft|condo|terrace|maisonette|caravan|houseboat|narrowboat|townhouse|basement|attic|(?:one|two|three|four|five|[1-5])[- ]bed(?:room)?(?: flat| apartment| house)?|(?:ground|first|second|third|fourth|fifth|sixth|top|\\d+(?:st|nd|rd|th)) floor)'
const DWELLING = `(?:(?:an?|one|two|three|my|our|the) )?(?:[\\p{Ll}-]+ ){0,2}?${ROOM}`
const WHERE = '(?= (?:in|on|at|near|by|off|above|over|behind|opposite|overlooking|next to|close to|with)\\b|[,.;!)]|$)'
const NOW = `(?:${SINCE}|since [^,;.:]{3,30}|now)`
const OTHER_MATTERS =
  '(?!.*\\b(?:team|club|fan|supporters?|jobs?|office|shift|work\\w*|contract|posting|course|studying|league|season|every|each|embargo|closed|tour|flights?)\\b)'
const KIN =
  'parents|[Mm]um|[Mm]om|[Mm]am|[Mm]other|[Dd]ad|father|folks|family|brother|sister|grandparents|gran|grandma|nan|aunt|uncle|in-laws'
const BARRACKS =
  'barracks|garrison|base|quarters|mess|camp|regiment|battalion|squadron|platoon|ship|naval|living|sleeping|until further notice'
const OTHER_ROOMS =
  /\b(?:meeting|conference|guest|waiting|holiday|office|rehearsal|music|recording|yoga|dance|class|escape|reading|changing|photo|film|tattoo|art|pottery|show|spare|dining|living|engine|server|summer|second|rental)\b/i
const isNoOther = (name: string | undefined) => name === undefined || isPlace(name) !== false
const isKnown = (name: string | undefined) => name !== undefined && isPlace(name) === true

export const CLIPPED_HOMES: readonly Clipping[] = [
  // "Bristol since last autumn, a flat on Gloucester Road".
  clipping(
    'since now days nowadays months years good',
    `^(?:[Ii]n )?(?<city>${PLACE})(?:, ${PLACE})? ${NOW}(?=(?:,| [–-]| \\(|:) ?${DWELLING}${WHERE})${NOT_LASTING}`,
    'Lives in $&',
    ({ city }) => isNoOther(city),
  ),
  // "Lyon since 2023": only of places that the lexicon knows.
  clipping(
    'since days nowadays months years good',
    `^(?:[Ii]n |[Nn]ow in )?(?<city>${PLACE})(?:, ${PLACE})? (?:since (?:(?:last|early|late|the|this|mid|end|of) ){0,3}(?:${MONTH}|(?:19|20)\\d\\d|spring|summer|autumn|fall|winter|year)\\b|for good(?=[,.]|$)|these days|nowadays)(?! .*\\d)${OTHER_MATTERS}${NOT_LASTING}`,
    'Lives in $&',
    ({ city }) => isKnown(city),
  ),
  // "Porto has been home since the spring".
  clipping(
    'home',
    `^(?<city>${PLACE}) (?:has been|has become|became|is now|is) (?:(?:my|our|her|his|their) )?(?:new )?home(?= (?:since|for \\p{L}+ (?:years|months)|now|these days)|[.,!]|$)${NOT_LASTING}`,
    'Lives in $<city>',
    ({ city }) => isNoOther(city),
  ),
  clipping('sweet', '^[Hh]ome,? sweet home is (?:now )?', 'Home is now '),
  // The services.
  clipping(
    'stationed garrisoned billeted',
    `^(?<who>${WHO})${BE}(?:[Ss]tationed|[Gg]arrisoned|[Bb]illeted) (?:in|at|near|on) (?=${PLACE})(?!.* (?:in|during|from|between) (?:19|20)\\d\\d)(?!.*\\b(?:until|till)\\b(?! further))`,
    '$<who>lives in ',
  ),
  clipping(
    'posted',
    `^(?<who>${WHO})${BE}[Pp]osted (?:to|at|in) (?<city>${PLACE})(?=(?:,| ).*\\b(?:${BARRACKS})\\b)(?!.* (?:during|between) (?:19|20)\\d\\d)`,
    '$<who>lives in $<city>',
    ({ city }) => isNoOther(city),
  ),
  // Shared flats.
  clipping(
    'share shares sharing',
    `(?<share>\\b[Ss]har(?:es?|ing) (?:an?|the|our|my) (?:\\p{Ll}+ )?(?:one|two|three|four|five|six|[1-6])[- ]?bed(?:room)?(?:ed)?)(?= (?:in|on|at|near|off|with))`,
    '$<share> flat',
  ),
  clipping(
    'share flatshare houseshare wg shared',
    `^(?:[Ff]lat[- ]?share|[Hh]ouse[- ]?share|[Ss]hared (?:flat|house|apartment)|WG) (?<at>in|on|near|off) (?=${PLACE})(?!.*\\b(?:wanted|ads?|looking|available|search\\w*)\\b)${NOT_LASTING}`,
    'Shares a flat $<at> ',
  ),
  clipping(
    'digs',
    `^(?<who>${WHO})${BE}(?:[Mm]y |[Hh]er |[Hh]is |[Nn]ew )?[Dd]igs (?:are |is )?(?:now )?(?<at>near|in|at|on|above|off) `,
    '$<who>lives in digs $<at> ',
  ),
  // "Back at my parents' in Osijek".
  clipping(
    'back',
    `^(?<who>${WHO})${BE}[Bb]ack (?:home )?(?:living )?(?:at|in|with) (?:(?<of>${OF}) )?(?<kin>${KIN})(?:['’]s?)?(?: (?:place|house|home|flat|farm|spare room))?(?<place>,? (?:in|near|outside) ${PLACE}|(?= (?:since|again|for good|now)\\b|, (?:in )?my old (?:bed)?room))(?!.*\\b(?:for (?:the |an? )?(?:[Cc]hristmas|[Ee]aster|weekend|weeks?|holidays?|few|night|funeral|wedding|[Tt]hanksgiving|summer|birthday|[Ee]id|[Dd]iwali|break|days?)|over|today|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|last (?:week|night|weekend)|from)\\b)${NOT_LASTING}`,
    '$<who>lives with my $<kin>$<place>',
  ),
  // "One-bed in Fitzroy, third floor".
  clipping(
    'flat apartment room studio bedsit loft bed cottage bungalow maisonette house bedroom',
    `^(?:[Aa] |[Mm]y |[Oo]ur )?(?<dwelling>(?:\\p{L}[\\p{Ll}-]+ ){0,2}?(?:[Ff]lat|[Aa]partment|[Rr]oom|[Ss]tudio|[Bb]edsit|[Ll]oft|[Cc]ottage|[Bb]ungalow|[Mm]aisonette|[Hh]ouse|(?:[Oo]ne|[Tt]wo|[Tt]hree|[1-4])[- ][Bb]ed(?:room)?)) (?<at>in|on|off|near|above) (?=${PLACE})(?=.*(?:\\b(?:now|since|these days|(?:flat|house|room)mates?|landlord|landlady|rent|pcm|a month|shared with|commute)\\b))(?!.*\\b(?:meeting|conference|hotel|parking)\\b)${NOT_LASTING}`,
    'Lives in a $<dwelling> $<at> ',
    ({ dwelling }) => !OTHER_ROOMS.test(dwelling!),
  ),
  clipping(
    'flat apartment room studio bedsit loft bed cottage bungalow maisonette bedroom',
    `^(?<dwelling>(?:\\p{L}[\\p{Ll}-]+ ){0,1}?(?:[Ff]lat|[Aa]partment|[Rr]oom|[Ss]tudio|[Bb]edsit|[Ll]oft|[Cc]ottage|[Bb]ungalow|[Mm]aisonette|(?:[Oo]ne|[Tt]wo|[Tt]hree|[1-4])[- ][Bb]ed(?:room)?)) (?<at>in|near) (?=${PLACE}(?:, [^:;]{3,60})?[.]?$)(?!.*\\b(?:mould|leak\\w*|smells?|price|rent|sold|cold|prices|market|fire)\\b)${NOT_LASTING}`,
    'Has a $<dwelling> $<at> ',
    ({ dwelling }) => !OTHER_ROOMS.test(dwelling!),
  ),
  clipping(
    'rents renting rent',
    `^(?<who>${WHO})(?:(?:am|is|are|now) ){0,2}(?<rent>[Rr]ent(?:s|ing)?) an? (?:bed|bunk|berth|mattress|box room|sofa|corner) (?=(?:in|at|near|by|off) )${NOT_LASTING}`,
    '$<who>$<rent> a room ',
  ),
  clipping(
    'left goodbye farewell bye long',
    `^(?:(?<who>${WHO})[Ll]eft|[Gg]oodbye,?|[Ff]arewell,?|[Bb]ye,?|[Ss]o long,?) (?<from>${PLACE})(?: behind)?[,;:] (?:and )?(?:(?:hello|hi|welcome to|it['’]s|now it is) (?<to>${PLACE})|(?<it>${PLACE}) it is(?: now)?)(?=.*\\b(?:now|since|for good|new (?:flat|house|home|job|place)|settled|moved|unpack\\w*|keys)\\b)(?!.*\\b(?:hotel|trip|holiday|conference|tour|next stop)\\b)`,
    '$<who>moved to $<to>$<it>',
    ({ from, to, it }) => isNoOther(from) && isNoOther(to ?? it) && (isKnown(from) || isKnown(to ?? it)),
  ),
  clipping(
    'moored',
    `^(?<who>${WHO})(?=.*\\b(?:now|full[- ]time|for good|these days)\\b)(?:(?:[Aa]m|[Ii]s|[Nn]ow|[Ll]iving|[Ff]ull[- ]time) ){0,3}[Oo]n (?<boat>(?:an?|the|my|our|her|his) (?:narrowboat|houseboat|boat|barge|yacht|sailboat))(?: (?:now|full[- ]time|for good|these days))?,? (?:and )?moored (?=(?:at|in|on|near|by|off) )`,
    '$<who>lives on $<boat> ',
  ),
  clipping(
    'halls dorm dorms student',
    `^(?<who>${WHO})${BE}(?:[Ll]iv(?:es?|ing) )?(?:[Ii]n )?(?<hall>(?:[Ss]tudent |[Uu]ni(?:versity)? )?[Hh]alls(?: of residence)?|[Ss]tudent (?:accommodation|housing|residence|dorm|house)|[Dd]orms?) (?<at>at|in|near|on) (?=${PLACE})(?!.*\\b(?:tour|night|concert|event|party)\\b)${NOT_LASTING}`,
    '$<who>lives in $<hall> $<at> ',
  ),
  clipping(
    'home housing accommodation',
    `^(?<home>[Cc]are home|[Nn]ursing home|[Rr]etirement (?:home|village)|[Ss]heltered (?:housing|accommodation)|[Aa]ssisted living|[Oo]ld people['’]s home) (?<at>in|near|at) (?=${PLACE})(?=.*\\b(?:since|now|room|these days)\\b)(?!.*\\b(?:visits?|visiting|work\\w*|shift|job|mum|mother|dad|father|gran\\w*|aunt|uncle)\\b)`,
    'Lives in a $<home> $<at> ',
  ),
  clipping(
    'landed settled ended wound washed',
    `^(?<who>${WHO})(?:(?:have|has|had|just|finally) ){0,2}(?:[Ll]anded|[Ss]ettled|[Ee]nded up|[Ww]ound up|[Ww]ashed up) in (?<city>${PLACE}) for good\\b`,
    '$<who>moved to $<city> for good',
  ),
  // "Relocated: Perth", "New flat: Mill Lane 9".
  clipping(
    'relocated moved new where living base based',
    `^(?:(?:[Rr]elocated|[Mm]oved(?: house)?|[Nn]ew (?:home|place|flat|apartment|house|town|city|digs)|[Ww]here (?:I|we|she|he) lives?(?: now)?|[Nn]ow living(?: in)?|[Ll]iving(?: in)?|[Bb]ased?|[Hh]ome base): (?:in )?|[Nn]ew (?:place|flat|apartment|digs) in )(?=(?<city>${PLACE})(?: \\d{1,4}\\p{Ll}?)?(?:, ${PLACE}(?: \\d{1,4})?)?(?:,? (?:since|from|as of|now) [^,;]{3,20}| now)?[.!]?$)`,
    'Home: ',
    ({ city }) => isNoOther(city),
  ),
  clipping(
    'rooms',
    `\\b(?<rent>[Rr]ent(?:s|ing)?) (?:two|three|a couple of|some) rooms (?:off|from|with|at) (?:${PLACE}|an? [\\p{Ll} ]{3,20}) in (?=${PLACE})`,
    '$<rent> a room in ',
  ),
  clipping(
    'up down over out back',
    `^(?<who>${WHO})${BE}(?:[Uu]p|[Dd]own|[Oo]ver|[Oo]ut|[Bb]ack) in (?<city>${PLACE})(?= (?:these days|nowadays|for good(?=[,.]|$)|since (?:(?:last|early|late|the|this) ){0,2}(?:${MONTH}|(?:19|20)\\d\\d|spring|summer|autumn|winter)))${OTHER_MATTERS}${NOT_LASTING}`,
    '$<who>lives in $<city>',
    ({ city }) => isNoOther(city),
  ),
]
