import { HAVE, NAME, OF, WHO, type Wording, wording } from './wording.ts'

/* Rewrites how people and apps tell that a value has changed: "shoe size updated: 41" becomes "new shoe size: 41". */

const LABEL = String.raw`\p{L}[\p{L}\p{N} '-]{1,39}?`
const DAY = '(?:last night|this (?:morning|week)|yesterday|today|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)'
const POSITION = '(?:position|post|role|job|spot)'
const SHIFT = '(?:early|late|night|day|swing|graveyard|evening|morning|weekend)'
const NOT_WORK = 'choir|team|band|club|squad|class|course|gym'
const ACTIVITY = String.raw`(\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}?)`

export const WORDINGS_OF_UPDATES: readonly Wording[] = [
  // Records of apps.
  wording('file record', `^(${LABEL}) on (?:file|record): (?=[^ ])`, '$1: ', 'iu'),
  wording(
    'updated changed revised corrected replaced renewed',
    `^(?!new |our |the )(${LABEL}) (?:has been |was )?(?:updated|changed|revised|corrected|replaced|renewed)(?: to)?: (?=[^ ])`,
    'New $1: ',
    'iu',
  ),
  wording(
    'updated revised changed',
    `^(?:updated|revised|changed) (?!to\\b|the\\b|my\\b|our\\b|her\\b|his\\b)(${LABEL}): (?=[^ ])`,
    'New $1: ',
    'iu',
  ),
  // "Spotify upgraded to the Family plan."
  wording(
    'plan package tier tariff',
    String.raw`^(\p{Lu}[\p{L}\p{N}-]{1,24}(?: \p{Lu}[\p{L}\p{N}-]{1,24})?) (?:has been |was |is )?(?:now )?(?:upgraded|downgraded|switched|changed|moved) to (?:the |a )?([\p{L}\p{N}-]{2,24}) (plan|package|tier|tariff)\b`,
    'New $1 $3: $2',
  ),
  // Giving up.
  wording(
    'packed jacked chucked',
    `\\b(?:packed|jacked|chucked) (?:the |my |our |her |his )${ACTIVITY} in(?=$|[,;.:]| (?:because|since|as|after|for|this|last)\\b)`,
    'gave up the $1',
    'iu',
  ),
  wording(
    'gave given',
    `\\b(?:gave|given) (?:the |my |our |her |his )${ACTIVITY} up(?=$|[,;.:]| (?:because|since|as|after|for|this|last)\\b)`,
    'gave up the $1',
    'iu',
  ),
  wording(
    'free vape-free vaping-free nicotine-free',
    `^(${WHO}|user )(?:(?:has|have|am|is) )?(?:now )?(?:been |gone |going |went )?(?:vape|vaping|nicotine)-free\\b`,
    '$1no longer vapes ',
    'iu',
  ),
  // Deaths and new homes.
  wording(
    'passed',
    `\\bpassed (?=(?:peacefully|in (?:his|her|their) sleep|(?:very )?suddenly|at home|after a (?:long|short|brief)|${DAY})\\b)`,
    'passed away ',
    'iu',
  ),
  wording(
    'new forever',
    String.raw`\bwent (?:off )?to (?:(?:a|an|the|his|her|its|their) )(?:new|forever) (?:famil(?:y|ies)|homes?|owners?)\b`,
    'were given away to new owners',
    'iu',
  ),
  // Work.
  wording(
    'position post role job spot',
    `^(${WHO})${HAVE}(?:took|taken|accepted|landed|started) (?:on )?an? (?:new )?(?:(?:full|part)-time |permanent |temporary )?(?!new\\b)(?!\\p{L}+ (?:${NOT_WORK})\\b)([\\p{Ll}][\\p{Ll} -]{2,30}?) ${POSITION} (?:with|at|for) (?=${NAME})`,
    '$1started a new job as a $2 at ',
  ),
  wording(
    'shift shifts',
    `^(${WHO})(?:have |has )?(?:been |was |got |am |is )?(?:just |now )?(?:bumped|moved|put|switched|bounced|reassigned|changed) (?:back )?(?:on ?to|to|on) (?:the )?(${SHIFT}) shifts?\\b`,
    '$1now works the $2 shift',
    'iu',
  ),
  wording(
    'days nights lates earlies',
    `^they(?:['’]ve| have)? (?:put|moved|switched) me (?:back )?(?:on ?to|to|on) (days|nights|lates|earlies)\\b`,
    'I now work $1',
    'iu',
  ),
  // Dates.
  wording(
    'shifted bumped nudged bounced',
    `^((?:${OF} )?[\\p{L}' -]{3,40}?) (?:got|has been|was|is|has) (?:shifted|bumped|nudged|bounced)(?: back| forward| out)? to (?=[^ ])`,
    '$1 was moved to ',
    'iu',
  ),
  // Money and homes.
  wording('remortgaged', `^(?:(?:we|i|${NAME}) )?${HAVE}remortgaged (?:with|to) `, 'The mortgage is now with ', 'iu'),
  wording(
    'bed',
    String.raw`^((?:the |my |our )?(?:kids|children|boys|girls|twins|little ones)) (now )?go to bed at (?=\p{L}|\d)`,
    "$1' bedtime is ",
    'iu',
  ),
]
