import { bareOf, saidIn } from './bare.ts'
import { areOfOnePerson, isOfEarlierYear } from './persons.ts'
import { lastingClauseOf, onlyClauseOf, type Reading } from './reading.ts'

/* The subject of a course of studies, which a student changes: "switched to economics" after "studies law". */

const FIELDS =
  '(?:law|economics|medicine|history|english|maths?|mathematics|physics|chemistry|biology|biochemistry|geography|geology|philosophy|psychology|sociology|politics|political science|anthropology|archaeology|architecture|art|art history|fine arts?|music|drama|theatre|film studies|media studies|journalism|linguistics|literature|classics|theology|education|nursing|midwifery|pharmacy|dentistry|veterinary (?:medicine|science)|computer science|computing|informatics|engineering|(?:civil|mechanical|electrical|chemical|software|aerospace) engineering|business|business studies|marketing|accounting|finance|management|design|graphic design|fashion|agriculture|forestry|environmental science|statistics|data science|international relations|social work|sports science|translation|romance studies|german|french|spanish|italian|japanese|chinese)'
const STUDIES = new RegExp(
  `^(?:stud(?:ies|y|ying)|(?:reads?|reading)(?= .* at )|majors? in|majoring in|doing (?:an? )?(?:degree|ba|bsc|master's) in|(?:an? )?(?:\\p{L}+ )?student of|enrolled in|does(?= .* at )) (?<field>${FIELDS})(?: (?:at|in) .{2,40})?$`,
  'u',
)
const SWITCHED = new RegExp(
  `^(?:switched|changed|transferred|moved|swapped)(?: (?:(?:my|her|his) )?(?:course|courses|degree|degrees|major|majors|subject|from ${FIELDS}))? to (?:studying )?(?<field>${FIELDS})(?: (?:at|in) .{2,40})?$`,
  'u',
)

/** Lessons beside work or school, and books: no course of studies. */
const BY_THE_WAY =
  /\b(?:evenings?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|at (?:work|home|school|night)|online|duolingo|app|books?)\b/

/** Whether a newer text says that another subject is studied now. */
export function studiesOther(newer: Reading, older: Reading, olderYear?: number): boolean {
  const [next, before] = [onlyClauseOf(newer), lastingClauseOf(older)]
  if (!next || !before || !areOfOnePerson(next, before) || next.cues().isHypothetical) return false
  if (isOfEarlierYear(next, olderYear) || [next, before].some(({ assertion }) => BY_THE_WAY.test(assertion.plain)))
    return false
  const known = STUDIES.exec(bareOf(saidIn(before)))?.groups?.field
  const field = SWITCHED.exec(bareOf(saidIn(next)))?.groups?.field
  return known !== undefined && field !== undefined && field !== known
}
