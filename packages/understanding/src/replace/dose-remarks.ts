import { conceptsWith, widerConcepts } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'

/*
 * Doses that are stated beside a remark: "Dr Okafor doubled it: sertraline 100 mg" becomes "Takes sertraline 100 mg". Where the
 * remark names another patient, the dose is that person's.
 */

/** Stands for a unit that is not said: that of the dose before. */
export const SAME_UNIT = 'ditto'
const UNIT = '(?:mg|mcg|[µμu]g|g|ml|iu|units?|tablets?|pills?|puffs?|drops?)'
const AMOUNT = `(?<amount>\\d[\\d.,]{0,6} ?${UNIT}\\b)`
const BARE = `(?<amount>\\d[\\d.]{0,5}(?: ?${UNIT}\\b)?)`
const NAME = '(?<name>\\p{L}[\\p{L}-]{2,30}(?: [A-Z]\\d{0,2}\\b)?)'
const CARER =
  'doctor|doc|gp|dr\\.? \\p{L}{2,20}|nurse|consultant|specialist|psychiatrist|paediatrician|pharmacist|clinic|surgery|hospital|\\p{L}{3,14}ologist|vet|they|we|i|review|check-?up'
const CHANGED =
  '(?:doubled|tripled|trebled|halved|upped|raised|increased|lowered|reduced|cut|dropped|changed|adjusted|stepped|bumped|tapered|swapped|moved|put|gone|went|going|goes)'
const REASON =
  '(?:doubled|tripled|trebled|halved|upped|raised|increased|lowered|reduced|changed|adjusted|stepped|bumped|tapered|swapped the tablets|more|less|agreed|reckons|ready|notch|step|flare|levels?|results?|bloods?|bp|blood pressure|sleep|pain|symptoms|side effects|clinic|nurse|doctor|gp|dr|consultant|psychiatrist|\\p{L}{3,14}ologist|half a (?:tablet|pill))'
const TAIL = '(?<tail>(?:,? [^.!?;:]{1,60})?)[.!]?$'
/** Says of a dose that it is one of several, or not certain. */
const NOT_ALONE = /\b(?:and|plus|or|if|until|till|unless|maybe|would|could|might)\b/iu
const TO = "(?:(?: (?:is|was|has been|are|went|goes|gone|now|up|down|back|put|to|at|only|just))|['’]s){0,5}"
/** "Nurse at the clinic changed it: metformin 1000 mg". */
const AFTER_REMARK = new RegExp(
  `^(?<remark>(?:(?:dr|prof)\\. )?[^:;.]{3,70}?)(?::|[;,.](?: so| and| then| but)?| so) (?:on |it is |it['’]s |the |my )?${NAME}${TO} ${AMOUNT}${TAIL}`,
  'iu',
)
/** "Gout flare, so 300 of allopurinol these days", "down from 40 to 20 of propranolol". */
const OF_NAME = new RegExp(
  `^(?<remark>(?:[^:;.,]{3,60}(?:[:;,] ?|\\. )|(?:${CARER})(?: says?| said)? )?)(?:(?:so|and|now|back|i am|i['’]m|it is|it['’]s|i|came|went|gone|come|moved) ){0,3}(?<way>(?:(?:up|down)(?: from \\d[\\d.]*(?: ?${UNIT})?)? to )?)${BARE} of (?:my |the )?${NAME}${TAIL}`,
  'iu',
)
/** "Upped the methotrexate, 15 mg now", "went up a step with the venlafaxine: 150 mg". */
const CHANGED_NAME = new RegExp(
  `^(?<remark>(?:(?:the |my )?(?:\\p{L}+ )?(?:${CARER}) (?:has |have )?)?)${CHANGED}(?: (?:me|it))?(?: up| down)?(?: a (?:step|notch|bit))?(?: (?:with|on))? (?:the|my) ${NAME}[:,;] (?:to |it is |it['’]s |now )?${AMOUNT}${TAIL}`,
  'iu',
)
/** "Lamotrigine stepped up, 150 mg as of this week", "Ramipril is at 5 mg since Monday". */
const NAME_CHANGED = new RegExp(
  `^${NAME}(?: (?:has been|was|is|got)|['’]s)?(?:(?: ${CHANGED})(?: been)?(?: up| down)?[,:;]| at| (?:goes|went)(?: up| down)? to) (?:now )?${AMOUNT}${TAIL}`,
  'iu',
)
/** "Duloxetine's gone from 30 to 60". */
const FROM_TO = new RegExp(
  `^${NAME}(?:['’]s| has| is| was)?(?: (?:now|been))?(?: ${CHANGED})?(?: up| down)? from \\d[\\d.]*(?: ?${UNIT})? to ${BARE}${TAIL}`,
  'iu',
)
/** "Amlodipine now 10" at the end: only a dose of the same name makes it one. */
const NOW_BARE = new RegExp(
  `^(?<remark>[^:;.]{3,60}?[,;:.] (?:so )?)${NAME}(?: is)?(?: now| up to| down to)+ ${BARE}${TAIL}`,
  'iu',
)
/** "Dad's clinic cut his warfarin to 2 mg". */
const FOR_PATIENT = new RegExp(
  `^(?<who>\\p{Lu}\\p{L}{1,20})['’]s (?:\\p{Ll}{2,12} )?(?:${CARER}) (?:has )?${CHANGED} (?:her|his|their|the) ${NAME}(?: up| down)?(?: from \\d[\\d.]*(?: ?${UNIT})?)? to ${AMOUNT}${TAIL}`,
  'u',
)
const FORMS = [FOR_PATIENT, CHANGED_NAME, NAME_CHANGED, FROM_TO, OF_NAME, AFTER_REMARK, NOW_BARE]
/** What is not so, not yet so, or was so once; and what only mentions a medicine. */
const NOT_SO =
  /\b(?:may|might|could|would|should|wants?|wanted|if|whether|asked|asks|next|never|hopes?|suggest\w*|thinking|consider\w*|maybe|perhaps|will|shall|plans?|recommend\w*|refused|before|used to|ago|last (?:year|month)|in (?:19|20)\d\d|recipe|max(?:imum)?|allowed|allowance|packs?|boxes|ran out|read|forum|leaflet|article|study|list|shop|bought|collected|label|stock|fridge|found|price|costs?|order(?:ed)?|delivery|lost|spilled|fee|discontinued|stopped|ended|cancelled|meter)\b|(?:\bnot|n['’]t) (?:yet|been|chang\w+|doubl\w+|rais\w+|increas\w+|lower\w*|want|suggest|allow|need|sure|so)\b/iu
const IS_REASON = new RegExp(`\\b${REASON}\\b`, 'iu')
/** Begins a remark and is no name of a person. */
const STARTER =
  /^(?:dr|gp|bp|psychiatrist|nurse|doctor|the|my|our|we|they|i|after|since|new|blood|bloods|sleep|pain|gout|told|dropped|halved|upped|doubled|tripled|raised|lowered|reduced|cut|changed|more|less|half|results?|levels?|lab|clinic|pharmacist|consultant|specialist|hospital|surgery|only|still|because|due|side|symptoms|\p{L}{2,14}(?:ologist|olone|ine|ide|ol|il|in|am|one|um) ?.*)\b/iu
/** A remark in which a name is the subject: "Klara says", "Peder is on". */
const SAYS =
  /^\p{L}+ (?:says?|said|takes?|took|is|has|got|gets|went|came|needs?|was|sees?|wrote|rang|called|now|also|and|on)\b/iu
const NO_MEDICINES =
  /^(?:one|two|half|tablets?|pills?|used?|uses|takes?|reading|waist|pulse|came|come|went|gone|moved|got|am|is|was|up|the|my|it|that|this|them|dose|dosage|weight|water|milk|coffee|tea|wine|beer|flour|sugar|rice|butter|meat|salt|protein|carbs|fat|fibre|fiber|now|down|back|from|only|about|total|price)$/iu
const FOR_WHOM = /(?:^| )(?:for|of) (?<who>\p{Lu}\p{L}{1,20})$/u
const WHOSE = /(?:^|[ (])(?<who>\p{Lu}\p{L}{1,20})['’]s?(?= |$)/u
const KIN_WORD = /\p{L}+/gu

/** Says only that the dose has changed, and by whom. */
const IS_OF_CHANGE = new RegExp(
  `\\b(?:${CHANGED}|bumping|stepping|raising|lowering|doubling|halving|says?|said|reckons|agreed|told|rang|called|phoned|wrote|review|cardiologist|doctor|gp)\\b`,
  'iu',
)
const ENDINGS_OF_MEDICINES =
  /(?:ine|ol|il|in|am|one|ide|ate|an|arin|zole|mab|ium|oxin|ex|ax|pam|lin|mide|done|phen|profen)$/i

function isMedicineLike(name: string): boolean {
  const isKnown = conceptsWith(name.toLowerCase()).some(
    (concept) => concept.name === 'medicine' || widerConcepts(concept.name).has('medicine'),
  )
  return isKnown || (name.length > 5 && ENDINGS_OF_MEDICINES.test(name) && !conceptsWith(name.toLowerCase()).length)
}

/** A text in which a dose beside a remark has the form that the rules read. */
export function withPlainDose(text: string): string {
  if (!/\d/.test(text) || text.length > 160 || NOT_SO.test(text)) return text
  for (const form of FORMS) {
    const found = form.exec(text)?.groups
    if (!found || NO_MEDICINES.test(found.name!)) continue
    const remark = found.remark ?? ''
    const { way, tail } = found
    if (NOT_ALONE.test(tail!)) continue
    if (form === OF_NAME && !way && !/\b(?:now|these days|nowadays)\b/.test(tail!)) continue
    if (form === AFTER_REMARK && !IS_REASON.test(remark) && !/ /.test(remark.trim())) continue
    const isLabel = form === AFTER_REMARK && text[remark.length] === ':'
    if (isLabel && !IS_REASON.test(remark) && !IS_OF_CHANGE.test(remark)) continue
    const who = found.who ?? patientIn(remark)
    if (who === undefined) return text
    const hasUnit = /\d ?(?:mg|mcg|[µμu]g|ml|iu)\b/iu.test(found.amount!)
    if (!hasUnit && !isMedicineLike(found.name!)) continue
    const amount = new RegExp(UNIT, 'iu').test(found.amount!) ? found.amount : `${found.amount} ${SAME_UNIT}`
    const dose = `${who ? `${who} now takes` : 'Now takes'} ${found.name} ${amount}${tail}`
    // What else is said must not be lost with a dose: "atrial fibrillation, apixaban 5 mg".
    return !remark || IS_OF_CHANGE.test(remark) ? dose : `${remark.replace(/[:;,.] ?$/, '')}; ${dose}`
  }
  return text
}

/** Whom a remark is about: a name, nothing for the user, and `undefined` for a remark that names several people or none known. */
export function patientIn(remark: string): string | undefined {
  const own = WHOSE.exec(remark)?.groups?.who
  const of = FOR_WHOM.exec(remark)?.groups?.who ?? (own && !/^(?:dr|gp)$/i.test(own) ? own : undefined)
  if (of !== undefined) return of
  const words = remark.match(KIN_WORD) ?? []
  if (words.some((word) => KIN_ATTRIBUTES.has(word.toLowerCase()))) return undefined
  const isStranger = words.some(
    (word, at) =>
      /^\p{Lu}\p{Ll}/u.test(word) &&
      (at > 0
        ? !/^(?:dr|prof|professor|mr|mrs|ms|doctor|nurse|from)$/i.test(words[at - 1]!)
        : !STARTER.test(word) && SAYS.test(remark)),
  )
  return isStranger ? undefined : ''
}
