import { DEGREES, SUBJECTS } from '../subjects.ts'
import type { Pattern } from './pattern.ts'

const ABBREVIATED = DEGREES.split('|').filter((degree) => /^[a-z]/.test(degree))
/** Degrees that mean nothing else; "ba" and "ma" only before a subject. */
const PLAIN = ABBREVIATED.filter(
  (degree) => !/^(?:ba|ma|med|bed|mph|phd|masters?|master.*|bachelor.*|doctorate|diploma)$/.test(degree),
).join('|')
const HOLDS =
  '(?:^|\\b(?:doing|does|studying|studies|taking|pursuing|finishing|started|starting|of|the|my|her|his|an?|for|on) )'
const SCHOOLS =
  '(?:sixth[- ]form|a-?levels?|as levels?|highers|gcses?|international baccalaureate|abitur|matura|leaving cert)'

/** What people study, where, and how far they have come. */
export const STUDIES: readonly Pattern[] = [
  [
    'degree',
    `${PLAIN.replaceAll('|', ' ')} ba ma bsc`,
    new RegExp(
      `${HOLDS}(?:part-time |full-time |executive |online )?(?<v>(?:(?:${PLAIN})(?: \\(?hons\\)?)?(?: (?:in|of))? (?!degrees?$)\\p{L}[\\p{L}&' -]{2,}|(?:ba|ma)(?: \\(?hons\\)?)?(?: in| of)? (?:${SUBJECTS})\\b(?! of\\b)).*)`,
      'u',
    ),
  ],
  ['degree', 'mba', /\b(?<v>mba (?:at|from|with|through) .+)/],
  [
    'degree',
    'majoring majors majored major',
    /\b(?:majoring|majors?|majored|minoring|double-majoring) in (?!the\b)(?<v>.+)|^(?:(?:my|her|his) )?(?:college |university |double )?major(?: is|:|,) (?<w>(?!key\b|chord\b|scale\b).+)/,
  ],
  [
    'degree',
    'switched changed transferred moved',
    new RegExp(
      `\\b(?:switched|changed|transferred|moved)(?: over| courses?| degrees?| majors?| subjects?)? from (?:${SUBJECTS}) to (?<v>(?:${SUBJECTS})\\b.*)`,
    ),
  ],
  [
    'university',
    'dropped',
    new RegExp(
      `\\bdropped out of (?<v>(?:(?:my|her|his|the) )?(?:uni|university|college|school|sixth form|grad school|med school|law school|(?:${SUBJECTS})|(?:[\\p{L}]+ )?(?:degree|course|programme|program))\\b.*)`,
      'u',
    ),
  ],
  [
    'university',
    `phd freshman sophomore junior senior ${PLAIN.replaceAll('|', ' ')} masters master bachelor bachelors doctorate diploma`,
    new RegExp(
      `^(?:(?:i'm|i am|she's|he's|is) )?(?:an? )?(?:(?:freshman|sophomore) (?:at|in) (?<v>.{1,80})|(?:junior|senior) at (?<w>.{0,60}?\\b(?:university|college|major(?:ing)?|state|uc|high|tech|campus)\\b.{0,60}))|(?:${PLAIN}|phd|master's|masters|bachelor's|doctorate|diploma)\\b[^.;]{0,60}? at (?<x>(?!(?:home|night|the moment|least|weekends|last|the same|once|first|\\d)\\b)\\p{L}.{0,80})`,
      'u',
    ),
  ],
  [
    'university',
    'year semester',
    new RegExp(
      `\\bin (?:the|my|her|his) (?:[\\p{L}\\d-]+) (?:year|semester|sem|trimester|term) (?:(?:of|in|at) )?(?:(?:the|an?|my|her|his) )?(?<v>(?=.*\\b(?:${SUBJECTS}|${DEGREES}|uni|university|college|degree|apprenticeship|studies)\\b).+)|\\bin the (?<w>(?:clinical|pre-?clinical|placement|foundation|intern(?:ship)?) year\\b.*)`,
      'u',
    ),
  ],
  [
    'university',
    'student undergrad',
    /(?:^|\b(?:am|is|i'm|she's|he's|an?) )(?<v>(?:1st|2nd|3rd|4th|5th|6th|first|second|third|fourth|fifth|sixth|final)[- ]year (?:[\p{L}-]+ ){0,3}?(?:student|undergrad)\b.*)/u,
  ],
  [
    'university',
    'student',
    /^(?:(?:i|she|he|we) )?(?:(?:am|is|are) )?(?:an? )?student at (?<v>(?:law|med|medical|drama|art|nursing|business|vet|veterinary|dental|film|music|grad|graduate|acting|culinary|pharmacy|dance|architecture) school\b.*|conservato.+)/,
  ],
  [
    'school',
    'class klasse year grade form',
    /^(?:is |i'm |i am )?in (?<v>(?:class|klasse|year|grade|form) \d{1,2}[a-z]? at .+)/,
  ],
  ['school', 'sixth levels level highers gcses abitur matura cert', new RegExp(`\\b(?:${SCHOOLS}) at (?<v>.+)`)],
]
