import { OF } from '../replace/wording.ts'
import { DEGREES, SUBJECTS } from '../subjects.ts'
import { BE, type Clipping, clipping, PLACE, WHO } from './clipping.ts'

/* Notes of what a person studies, where and in which year. */

const ORDINAL =
  '(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ss]eventh|[Ee]ighth|[Ff]inal|[Ll]ast|\\d{1,2}(?:st|nd|rd|th)?)'
const YEAR = '(?:year|yr|semester|sem|trimester|term)'
const STUDY = `(?:degree|student|undergrad|uni|university|college|apprenticeship|bachelor['’]?s?|master['’]?s?|course|studies|thesis|${DEGREES}|${SUBJECTS})`
const NOT_YET =
  '(?!.*\\b(?:appl\\w+|auditions?|interviews?|open day|fair|reunion|teach\\w*|works?|working|fees|starts|from (?:next|september|october|january)|next (?:year|autumn)|offer\\w*|rejected|accepted|invited|turned|if|was|were|dropped)\\b)'

export const CLIPPED_STUDIES: readonly Clipping[] = [
  // "Third year of the BFA in film animation at Concordia".
  clipping(
    'year yr semester sem trimester term',
    `^(?:[Ii]n (?:my |her |his |the )?|[Mm]y )?(?<nth>${ORDINAL})[- ](?<year>${YEAR}) (?<of>(?:of|in) (?:(?:the|an?|my|her|his) )?|at |)(?=.*\\b${STUDY}\\b)(?![^,]*\\b(?:student|undergrad)\\b)(?!.*\\b(?:evening (?:course|class)|hobby|anniversary|ago|since|results?|exams?|reunion|fees)\\b)${NOT_YET}`,
    'Is in the $<nth> $<year> $<of>',
    undefined,
    'iu',
  ),
  // "BSc physics, Leeds, 2nd year".
  clipping(
    'year yr semester sem',
    `^(?:(?:[Dd]oing|[Ss]tudying) (?:an? |my )?)?(?<what>(?:(?:[Pp]art-time|[Ee]xecutive) )?(?:${DEGREES})\\b[^;:]{2,70}?), (?:now )?(?:in )?(?:(?:my|her|his|the) )?(?<nth>${ORDINAL}) (?<year>${YEAR})\\b(?<rest>.*)`,
    'Is in the $<nth> $<year> of the $<what>$<rest>',
  ),
  clipping(
    'year yr semester',
    `^(?<what>(?:${DEGREES})\\b[^;:]{2,70}?)(?:,| \\() ?(?<year>[Yy]ear|[Ss]emester) (?<n>\\d|one|two|three|four|five|six)\\)?`,
    'Is in $<year> $<n> of the $<what>',
  ),
  // "Year 11 at Hillcrest".
  clipping(
    'year grade class form klasse',
    `^(?:[Ii]n )?(?<class>(?:[Yy]ear|[Gg]rade|[Cc]lass|[Ff]orm|Klasse) \\d{1,2}\\p{L}?|\\d{1,2}(?:st|nd|rd|th) (?:grade|form))(?:,| (?:at|in)) (?:the )?(?=\\p{Lu})(?!(?:Gym|Museum|Zoo|Pool|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b)(?!.*\\b(?:teach\\w*|reunion|tutor|trip|play|parents['’] evening|head of)\\b)`,
    'Is in $<class> at ',
  ),
  clipping(
    'reading reads',
    `^(?<who>${WHO})${BE}[Rr]ead(?:s|ing) (?<what>(?:${SUBJECTS})(?:(?: and|,) (?:${SUBJECTS}))?) (?<at>at|in) (?=${PLACE})`,
    '$<who>studies $<what> $<at> ',
  ),
  clipping(
    'reading reads',
    `^(?<who>${WHO})${BE}[Rr]ead(?:s|ing) for (?<what>(?:an?|${OF}) (?:[\\p{L}]+ )?(?:${DEGREES})\\b)`,
    '$<who>studies for $<what>',
  ),
  // "Law school, 2L at Georgetown", "Drama school in Bristol".
  clipping(
    'school conservatoire conservatory academy',
    `^(?<who>${WHO})${BE}(?:[Aa]t )?(?<what>(?:[Ll]aw|[Mm]ed(?:ical)?|[Dd]rama|[Aa]rt|[Nn]ursing|[Bb]usiness|[Vv]et(?:erinary)?|[Dd]ental|[Ff]ilm|[Mm]usic|[Gg]rad(?:uate)?|[Aa]cting|[Cc]ulinary|[Pp]harmacy|[Dd]ance|[Aa]rchitecture) school|[Cc]onservatoire|[Cc]onservatory)(?=,? (?:in|at) \\p{Lu}|, )(?!.*\\b(?:roof|glass|plants|friends?)\\b)${NOT_YET}`,
    '$<who>student at $<what>',
  ),
  // "Clinical year now, on the surgery ward".
  clipping(
    'year',
    `^(?<who>${WHO})${BE}(?:in (?:my |her |his |the )?)?(?<year>(?:[Cc]linical|[Pp]re-?clinical|[Pp]lacement|[Ff]oundation|[Ii]ntern(?:ship)?|[Hh]ouse officer) year)(?: now)?(?=(?:,| on| at| in) ?.*\\b(?:ward|surgery|hospital|clinic|medicine|nursing|placement|theatre|rotation|uni|university)\\b)`,
    'Is in the $<year> of studies now',
  ),
]
