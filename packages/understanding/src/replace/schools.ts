import type { Source } from './rules.ts'

const SCHOOL =
  '(?:school|university|college|academy|uni|institute|primary|grammar|gymnasium|lycée|comprehensive|kindergarten|nursery|kita|colegio|escuela|escola|école|liceo|liceum|lyceum|grundschule|gesamtschule|realschule|hauptschule|(?<=\\p{L} )high$)'
/** What is beside a school or in it: "the university club", "college hospital". */
const PART =
  '(?!.* (?:as an? (?!pupil|student|boarder|day|first)|for (?:an? |the )(?!first|second|third|whole|year)))(?! (?:club|gym|library|pool|hospital|clinic|canteen|cafeteria|choir|orchestra|band|bus|run|fair|reunion|sports?|hall|board|governors?|plays?|concerts?|nurse|lunch(?:es)?|trips?|gates?|theatre|theater|bookshop|museum|team|radio|paper|press|bar|disco|dance|prom|ball|debate|chapel|church|mosque|district|holidays?|uniform|meetings?|parties|party|friends?|debts?|fees?|pickup|pick-up|assembl(?:y|ies)|staff)\\b)'
/** "To school by tram": how and when, and not which. */
const UNNAMED = `(?:(?:my|her|his|their|our|the) )?(?:school|university|college|uni|kindergarten|nursery) (?:by|on|with|via|every|only|until|till|at(?! .*\\b${SCHOOL}\\b)|from|alone|early|late|hungry|tired|twice|once|after|before|when|again$|and|but|without|as|because)\\b`
/** Names no school of a statement such as "attends": places of worship, courses and meetings. */
const NO_SCHOOL =
  '(?!.*\\b(?:church|mosque|temple|synagogue|chapel|cathedral|minster|abbey|parish|gurdwara|mandir|mass|services?|worship|prayers?|class|classes|courses?|lessons?|workshops?|groups?|meetings?|meet-?ups?|club|choir|clinic|therapy|physio\\w*|conferences?|congress|summit|lectures?|concerts?|match|matches|games?|training|events?|festival|practice|rehearsals?|sessions?|seminars?|webinars?|retreats?|rally|protests?|parties|dinners?|funerals?|weddings?|anonymous|aa|na|al-anon|weight watchers|slimming world|parkrun|comic-?con|court|physiotherapy|dialysis|counselling|council)\\b)'
const TO_SCHOOL = '(?:transferred|moved|switched|changed)(?: (?:her |his |my )?schools?)? to'
const WORSHIP =
  '(?:church|mosque|temple|synagogue|chapel|cathedral|minster|abbey|parish|gurdwara|mandir|tabernacle|assembly|congregation)'
/** A name that stands alone: "switched to Lakeside", but not "switched to a Samsung", "to Dr Nair". */
const BARE_NAME =
  "(?!(?:an?|my|her|his|our|their|dr|mr|mrs|ms|miss|prof|professor|using|only|eating|drinking|team)\\b)[\\p{L}'’.-]+(?: [\\p{L}'’.-]+){0,2}?(?= now\\b| instead\\b| again\\b| in \\p{L}+$| this \\p{L}+$| last \\p{L}+$| at half-term|$)"

/** The school or church that a person goes to, of which there is one at a time. */
export const SCHOOL_RULES: readonly Source[] = [
  [
    'school',
    'attend attends goes go studies study enrolled studying transferred switched changed moved started starts at in joined',
    new RegExp(
      `^(?:attends?|start(?:s|ed) (?:at|in)|goes to|go to|studies at|study at|enrolled at|studying at|at(?= \\p{L}+(?:'s)? )|in(?= (?:school|grundschule|gymnasium|kindergarten|kita|colegio|escuela|liceo|lycée) )|joined(?= .*\\b${SCHOOL}$)|${TO_SCHOOL}) (?!${UNNAMED})(?<v>(?:(?!(?:at|for|with|by|near|twice|once|every|after|before|to)\\b)\\S+ ){0,7}?\\b${SCHOOL}\\b${PART}.*)`,
      'u',
    ),
  ],
  ['school', 'attends', new RegExp(`^attends (?!an? )${NO_SCHOOL}(?<v>.+)`, 'u'), 'change', 'name'],
  [
    'school',
    'transferred switched changed',
    new RegExp(
      `^(?:transferred to|(?:switched|transferred|changed) schools? to|(?:switched|changed) to(?= (?:st\\.? \\p{L}+['’]?s\\b|\\p{L}*(?:schule|skole|skola|skolan|koulu|gymnasium)\\b))) ${NO_SCHOOL}(?!(?:an?|dr|mr|mrs|ms) |\\p{L}+ \\d)(?<v>.+)`,
      'u',
    ),
    'change',
    'name',
  ],
  // "Moved up to Hillside High", "moved on to Bede College".
  [
    'school',
    'moved went graduated',
    /^(?:moved|went|graduated) (?:up|on|over|across) to (?!(?:an?|the|dr|mr|mrs|ms) )(?<v>(?:[\p{L}'’.-]{1,20} ){1,3}?(?:high|primary|secondary|elementary|middle|prep|juniors?|infants?|sixth form|school|college|academy|grammar|gymnasium|lyc[ée]e|liceo|liceum|university|uni)(?: school)?|st \p{L}{2,20})(?: now| in \p{L}{3,10})?$/u,
    'name',
  ],
  // A saint names a school or a church: which of them, both statements leave open.
  [
    'school or church',
    'go goes attend attends at',
    /^(?:goe?s? to|attends?|at) (?<v>(?:st|saint|san|santa|sankt|sint)\.? \p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)?)(?= now$| these days$| instead$| again$|$)/u,
    'name',
  ],
  [
    'school',
    'switched changed',
    new RegExp(`^(?:switched|changed) to ${NO_SCHOOL}(?<v>${BARE_NAME})`, 'u'),
    'likely',
    'change',
    'name',
  ],
  [
    'church',
    'attend attends switched changed moved goes go',
    new RegExp(
      `^(?:attends?|goe?s? to|(?:switched|changed|moved)(?: (?:churches|church|parish|parishes))? to) (?!(?:church|mosque|temple|chapel|mass)\\b)(?<v>.*\\b${WORSHIP}\\b.*)`,
      'u',
    ),
    'change',
    'name',
  ],
]

const DEGREE =
  "(?:degree|master['’]?s?|bachelor['’]?s?|ph\\.?d|doctorate|mba|ba|b\\.?sc|m\\.?sc|ma|llb|llm|beng|meng|diploma|apprenticeship|undergraduate|postgraduate|foundation year)"
/** Learned beside a degree, unless a university is named: "enrolled in Spanish". */
const HOBBIES =
  'swimming|yoga|pilates|karate|judo|taekwondo|pottery|ceramics|ballet|tennis|golf|guitar|piano|violin|cooking|baking|sailing|first aid|zumba|knitting|crochet|gardening|salsa|surfing|riding|spanish|french|german|italian|english|portuguese|dutch|polish|arabic|mandarin|japanese|korean|russian|turkish|greek|hindi'
/** "Enrolled in medicine", "in a law degree", but not "in a weekend course", "in Medicare". */
export const ENROLLED = new RegExp(
  `^enrolled (?:in|on|for) (?!.*\\b(?:class|classes|course|lessons?|workshop|school|gym|kindergarten|programme|program|weekend|week|day|evenings?|certificat\\w*|bootcamp|boot camp|seminar|webinar|retreat|masterclass|mooc|tutorial|training|sessions?|club|trial|studies of|study of|scheme|one|another|lottery|plan|insurance|medicare|medicaid|benefits?|rewards?|pension|lists?|camp|league|tournament|raffle|waitlist|module|taster|duolingo|coursera|udemy|skillshare|masterclasses|auto-?pay|401)\\b)(?!(?:${HOBBIES})(?=$| (?:on|for|with|this|every|again|now|online|at the)\\b))(?!an? (?!.*\\b${DEGREE}\\b))(?<v>.+)`,
  'u',
)
