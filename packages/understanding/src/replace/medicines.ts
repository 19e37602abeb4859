import { KIN_ATTRIBUTES } from '../kin.ts'
import { computedOnce } from './computed-once.ts'
import { timeIn } from './doses.ts'
import { isAboutSame } from './parties.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf, withoutPossessive } from './words.ts'

/*
 * Finds that a medicine is no longer taken, however the older statement says that it is: "the iron was stopped" after "takes
 * 65 mg of iron a day for anaemia".
 */

/** Where the name of a medicine ends: "… every day for my acne". */
const NAME_END =
  /,| (?:every|each|daily|nightly|weekly|monthly|once|twice|\w+ times|a|per|in|at|on|with|before|after|for|against|because|due|since|as|when|if|until|to|morning|evening|dose|dosage|is|was|has|went|now|increased|raised|upped|doubled|halved|reduced|lowered|tapered|cut|changed|adjusted|stepped|bumped)\b/
/** Stand before or after a name and are none. */
const FORMS = new Set(
  (
    'mg mcg g ml iu unit milligram microgram gram of low dos low-dos mini slow-releas extended-releas baby liquid tablet pill ' +
    'capsul injection shot jab drop cream ointment spray patch inhaler puff syrup cours treatment therapy medication medicin ' +
    'prescription new old her his my their the som'
  ).split(' '),
)
const FORM =
  '(?: (?:tablets?|pills?|capsules?|injections?|shots|drops|cream|ointment|spray|patch(?:es)?|inhaler|syrup|course|treatment|therapy|medication|prescription|dose))?'
/** "§ was stopped": the sign stands for the name. */
const IS_OVER = new RegExp(
  `§${FORM}(?: (?:is|was|are|were|has|have|had|been|being|now|just|finally|since|all))* ` +
    '(?:stopped(?! (?:working|helping|doing))|discontinued|dropped|withdrawn|ended|over|finished|replaced|swapped|phased out|' +
    'tapered off|weaned off|gone|history|cancelled|no longer (?:needed|necessary|taken|required|prescribed))\\b',
)
/** "Took her off the §". */
const ENDS =
  /\b(?:stopped|dropped|discontinued|ended|finished|quit|replaced|swapped|cancelled|(?:gave|given) up|(?:came|come|gone|went|got|weaned|tapered)(?: \w+)? off|(?:took|taken)(?: \w+)? off|(?:is|am|are|now|been) off|no longer (?:takes?|needs?|uses?|on|has to take|have to take|had to take)|done with|no more|(?:switched|changed|moved|put|went)(?: (?:me|him|her|them|over))? from|instead of)(?: (?:taking|using|needing|with|on|the|my|his|her|their|all|any|a|daily|course of|treatment with))* §/
/** "The § course": nothing of another matter follows, as in "the § reminders". */
const NAMED_ALONE = new RegExp(
  `§${FORM}(?= (?:and|but|so|because|since|after|when|as|on|in|at|by|with|last|this|now|today|yesterday|altogether|completely|entirely|too|due|to|is|was|are|were|has|have|had|for good|a|two|three)\\b|,|$)`,
)
/** What is not so, not yet so or soon over. */
const UNSURE =
  /\b(?:not|never|should|must|may|might|could|would|wants?|wishes|plans?|hopes?|will|going to|if|whether|unless|asks?|asked|consider\w*|thinking|nearly|almost|temporarily|paused?|tomorrow|next|until|during|before|for (?:now|a|the|two|three|four|some|several|\d+) \w+)\b/

/** Of what has run out, more is bought. */
export const RAN_OUT = /\b(?:ran|run|runs|running) (?:out of|low on)\b/
/** Any of the words by which a medicine ends: most statements have none. */
const MAY_END =
  /\b(?:stopped|dropped|discontinued|ended|over|finished|quit|replaced|swapped|cancelled|up|off|out|no|done|from|instead|gone|history|withdrawn)\b/

/** What {@link UNSURE} must not read as such: "no longer", and the month of May. */
const SURE = /\bno longer\b|\b(?:in|since|on|of) may\b|\b\d{1,2} may\b|\bmay \d/g

/** Whether a newer statement says that the one medicine of an older one is no longer taken. */
export function stopsMedicine(newer: Reading, older: Reading): boolean {
  if (!mayEnd(newer)) return false
  const [before, ...others] = older.clauses
  if (!before || others.length || before.cues().isPast || before.cues().isHypothetical) return false
  const taken = medicinesIn(older)
  const [medicine] = taken
  if (!medicine || medicine.polarity !== 'affirmed' || new Set(taken.map(({ value }) => value)).size > 1) return false
  const name = nameIn(medicine.value)
  if (!name.size || ![...name].every((stem) => newer.stems().has(stem))) return false
  if (medicine.subject.who !== 'self' && !namesSame(newer, older)) return false
  return newer.clauses.some((clause) => endsIn(clause, before, name, medicine.subject.who === 'self'))
}

const mayEnd = computedOnce(({ normal }: Reading) => MAY_END.test(normal()))

const medicinesIn = computedOnce(({ facts }: Reading) =>
  facts().filter(({ attribute: { name } }) => name === 'medicine'),
)

/** The stems of the name of a medicine in "20 mg of isotretinoin every day"; none if there are several. */
function nameIn(value: string): ReadonlySet<string> {
  const named = value.split(NAME_END)[0] as string
  if (/ (?:and|or|plus) |[/+&]/.test(named)) return new Set()
  const stems = named.split(' ').map(stemOf)
  return new Set(stems.filter((stem) => stem.length > 2 && !FORMS.has(stem) && !/\d/.test(stem)))
}

function endsIn(clause: Clause, older: Clause, name: ReadonlySet<string>, isOwn: boolean): boolean {
  const { assertion, cues } = clause
  const { plain } = assertion
  const time = timeIn(plain)
  if (time !== undefined && time !== timeIn(older.assertion.plain)) return false
  if (isOwn && !isAboutSame(assertion, older.assertion) && !isOfMedicine(older, name)) return false
  const said = saidOf(name, plain)
  if (UNSURE.test(said.replace(SURE, '')) || cues().isTemporary || (said === plain && cues().isHypothetical))
    return false
  const words = plain.split(' ')
  if (isOwn && words.some((word) => KIN_ATTRIBUTES.has(withoutPossessive(word)))) return false
  const marked = words
    .map((word) =>
      name.has(stemOf(word.replace(/[^\p{L}\p{N}-]/gu, ''))) ? `§${/[,;:]$/.test(word) ? ',' : ''}` : word,
    )
    .join(' ')
    .replace(/§(?: §)+/g, '§')
  return IS_OVER.test(marked) || (ENDS.test(marked) && NAMED_ALONE.test(marked))
}

/** "Sertraline increased to 100 mg": the medicine is its subject. */
function isOfMedicine({ assertion: { owner } }: Clause, name: ReadonlySet<string>): boolean {
  return owner?.relation === undefined && owner?.name !== undefined && name.has(stemOf(owner.name))
}

/** The part of a clause, between commas, in which the name of a medicine stands: what follows may be a wish. */
function saidOf(name: ReadonlySet<string>, plain: string): string {
  const parts = plain.split(/[,;] /)
  const first = parts.findIndex((part) =>
    part.split(' ').some((word) => name.has(stemOf(word)) && !word.endsWith('ing')),
  )
  return first < 0 || RESERVED.test(parts.slice(first + 1).join(', ')) ? plain : parts.slice(0, first + 1).join(', ')
}
/** Takes back what was said before it: "stopped metformin, will be back on it on Monday". */
const RESERVED =
  /\b(?:if|unless|until|till|when|maybe|perhaps|probably|just|only|or|again|restart\w*|resum\w*|back|might|may|should|wanted|will|for)\b/

/** Whether both name the same relative, or the same person by name. */
function namesSame(newer: Reading, older: Reading): boolean {
  const [next, before] = [newer, older].map(({ clauses }) => new Set(clauses.flatMap(personsIn)))
  return [...next!].some((person) => before!.has(person))
}

function personsIn({ assertion: { words, owner } }: Clause): string[] {
  const kin = words
    .map(({ plain }) => KIN_ATTRIBUTES.get(withoutPossessive(plain)))
    .filter((each) => each !== undefined)
  return [...kin, ...(owner?.name?.split(' ') ?? [])]
}
