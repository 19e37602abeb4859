import { HAVE, NAME, OF, WHO, type Wording, wording } from './wording.ts'
import { WORDINGS_OF_SWAPS } from './wordings-of-swaps.ts'

/* Rewrites how people and apps tell that a value has changed: "shoe size updated: 41" becomes "new shoe size: 41". */

/** Not of a bound, a part of the week or another person: those are other values. */
const LABEL = String.raw`(?![^:]*\b(?:goal|limit|target|weekends?|max|min|meeting|event|list|status|notes?|calendar|reminder|task|project|order|of)\b)\p{L}[\p{L}\p{N} '-]{1,39}?`
const VALUE = String.raw`(?=[^ ])(?!(?:none|missing|unknown|not|no|old|mum|mom|dad)\b)`
/** Where "gave the choir up" ends: "for Lent" it would be for a time, and "in the van" it would be things. */
const END = '(?=$|[.;!]|,? (?:because|since|as|too|couldn|could|no time|it was|my (?:knees?|back|hips?|shoulders?))\\b)'
const SHIFT = '(?:early|late|night|day|swing|graveyard|evening|morning|weekend)'
const LASTS = '(?=$|[.;,]| (?:now|since|from|permanently|for good)\\b)'
/** No work, or beside work. */
const NOT_WORK =
  'board|trustee|committee|treasurer|blog|guest|speaking|midfield|goalkeeper|keeper|forward|lead|supporting|holiday|summer|weekend|evening|side|short|long|firm|strong|clear|neutral'
const ACTIVITY = String.raw`(\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}?)`

export const WORDINGS_OF_UPDATES: readonly Wording[] = [
  ...WORDINGS_OF_SWAPS,
  // Hours, days and dates.
  wording(
    'takes take catches catch',
    String.raw`^(${WHO})(?:now )?(?:[Tt]akes?|[Cc]atch(?:es)?) the (\d{1,2}[:.]\d\d)(?: (?:train|bus|tram|ferry|one))?(?: (?:to work|to the office|to school|in the mornings?))?( now| since .{3,40}| these days)?$`,
    'My train leaves at $2$3',
  ),
  wording(
    'sleeps sleep',
    String.raw`^(${WHO})(?:now )?(?:[Ss]leeps?|[Ss]leeps? in) (?:in )?(?:until|till) (\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|half past \p{L}+|(?:six|seven|eight|nine|ten|noon))( now| these days| since .{3,40})?$`,
    '$1wakes up at $2$3',
  ),
  wording(
    'went gone dropped cut back',
    String.raw`^(${WHO})${HAVE}(?:[Ww]ent|[Gg]one|[Dd]ropped|[Cc]ut) (?:up|down|back) to ((?:three|four|five|six|two|\d) days)(?: a week| at work)?( now| since .{3,30}| from .{3,30}| in .{3,20})?$`,
    '$1now works $2 a week$3',
  ),
  wording(
    'renewed extended',
    String.raw`^(?:${WHO})${HAVE}(?:[Rr]enewed|[Ee]xtended) (?:(?:my|the|her|his|our) )?(passport|visa|permit|residence permit|licen[cs]e|driving licen[cs]e|id card|lease|contract|warranty|insurance|membership|pass|season ticket) (?:until|till|to|through) (?=\p{L}+ \d|\d)`,
    'My $1 now expires in ',
  ),
  // Records of apps.
  wording('file record', `^(${LABEL}) on (?:file|record): ${VALUE}`, '$1: ', 'iu'),
  wording(
    'updated changed',
    `^(?!(?:new|our|the) )(${LABEL}) (?:has been |was )?(?:updated|changed)(?: to)?: ${VALUE}`,
    'New $1: ',
    'iu',
  ),
  wording('updated', `^updated (?!(?:to|the|my|our|her|his)\\b)(${LABEL}): ${VALUE}`, 'New $1: ', 'iu'),
  // "Spotify upgraded to the Family plan."
  wording(
    'plan package tier tariff',
    String.raw`^(\p{Lu}[\p{L}\p{N}-]{1,24}(?: \p{Lu}[\p{L}\p{N}-]{1,24})?) (?:has been |was |is )?(?:now )?(?:upgraded|downgraded|switched|changed|moved) to (?:the |a )?(?!(?:annual|yearly|monthly|weekly)\b)([\p{L}\p{N}-]{2,24}) (plan|package|tier|tariff)\b`,
    'New $1 $3: $2',
  ),
  // Giving up.
  wording(
    'chucked',
    String.raw`^(${WHO})${HAVE}[Cc]hucked (?!(?:out|away|up|in|it|him|her|me)\b)(?:(?:the|my|her|his|our) )?(?=\p{L}+(?: \p{L}+)?(?:$|[.,;!]| (?:because|since|as|after|for good)\b))`,
    '$1gave up ',
  ),
  wording('packed jacked chucked', `\\b(?:packed|jacked|chucked) the ${ACTIVITY} in${END}`, 'gave up the $1', 'iu'),
  wording('gave given', `\\b(?:gave|given) (?:the |my |our |her |his )${ACTIVITY} up${END}`, 'gave up the $1', 'iu'),
  wording(
    'free vape-free vaping-free',
    `^(${WHO}|user )(?:(?:has|have) been|am|is|went|has gone|have gone) (?:now )?(?:vape|vaping)-free\\b(?! (?:today|for)\\b)`,
    '$1no longer vapes ',
    'iu',
  ),
  wording('stood', String.raw`\b(?:stood|stand|standing) down (?=(?:as|from)\b|$|[,;.])`, 'stepped down ', 'iu'),
  wording(
    'drop',
    `^(${WHO}|user )(?:has|have) not (?:touched|had) a drop(?: of (?:alcohol|drink))?\\b(?! (?:of|today|tonight|all (?:day|evening|week))\\b)`,
    '$1no longer drinks alcohol ',
    'iu',
  ),
  // Deaths and new homes.
  wording(
    'passed',
    String.raw`\bpassed (?=(?:peacefully(?=$|[,;.]| (?:at home|in hospital|in (?:his|her|their) sleep|on \p{L}+day|last|this|yesterday)\b)|in (?:his|her|their) sleep\b))`,
    'passed away ',
    'iu',
  ),
  wording(
    'new forever',
    String.raw`\bwent (?:off )?to (?:(?:his|her|its|their) )(?:new|forever) (?:family|families|owners?)\b(?! with)`,
    'were given away to new owners',
    'iu',
  ),
  // Work.
  wording(
    'position job role',
    `^(${WHO})${HAVE}(?:took|taken|accepted|landed|started) (?:on )?an? (?:new )?(?:full-time|permanent) (?!(?:${NOT_WORK})\\b)([\\p{Ll}][\\p{Ll} -]{2,30}?) (?:position|job|role) (?:with|at|for) (?=${NAME})`,
    '$1started a new job as a $2 at ',
  ),
  wording(
    'shift shifts',
    `^(${WHO})(?:have |has )?(?:been |was |got |am |is )?(?:just |now )?(?:bumped|moved|put|switched|bounced|reassigned|changed) (?:back )?(?:on ?to|to|on) (?:the )?(${SHIFT}) shifts?${LASTS}`,
    '$1now works the $2 shift',
    'iu',
  ),
  wording(
    'days nights lates earlies',
    `^they(?:['’]ve| have)? (?:put|moved|switched) me (?:back )?(?:on ?to|to|on) (days|nights|lates|earlies)${LASTS}`,
    'I now work $1',
    'iu',
  ),
  // Dates.
  wording(
    'shifted bumped nudged',
    `^((?:${OF} )?[\\p{L}' -]{3,40}?) (?:got|has been|was|is|has) (?:shifted|bumped|nudged)(?: back| forward| out)? to (?=[^ ])`,
    '$1 was moved to ',
    'iu',
  ),
  // At home.
  wording(
    'bed',
    String.raw`^((?:the |my |our )?(?:kids|children|boys|girls|twins|little ones)) (?:now )?go to bed at (?=(?:half |(?:a )?quarter (?:past|to) |\d|(?:five|six|seven|eight|nine|ten)\b))(?!.*\b(?:weekends?|school|on|at)\b)`,
    "$1' bedtime is ",
    'iu',
  ),
]
