import { conceptsWith, widerConcepts } from '../concepts.ts'
import { SUBSTANCE_ENDING } from '../names.ts'

/*
 * What a person takes now, where the medicine or the doctor is the subject of the clause: "Elvanse is now 70 mg", "the doctor
 * changed amlodipine to losartan 50", "Fostair stopped, on Symbicort".
 */

const NAME = '[\\p{L}][\\p{L}-]{3,}'
const UNIT = '(?:mg|mcg|µg|ug|micrograms?|milligrams?|iu|units?)'
const AMOUNT = `\\d[\\d.,]{0,6}(?: ?${UNIT}\\b)?`
const CHANGED =
  '(?:increased|raised|upped|reduced|lowered|cut|doubled|halved|tripled|changed|adjusted|bumped(?: up)?|stepped (?:up|down)|dropped|tapered|titrated|put (?:up|down)|turned (?:up|down)|moved (?:up|down))'
const DOSE = new RegExp(
  `^(?:(?:my|the) )?(?:dose of )?(?<what>${NAME})(?:'s)?(?: (?:dose|dosage|tablets?|pills?|capsules?|inhaler|injections?))?(?: (?:is|was|are|has been|have been|has gone|went|goes|got|gets)(?: (?:now|still|back|up|down|just))*)(?: ${CHANGED})?(?: now)?(?: from \\d[\\d.,]{0,6}(?: ?${UNIT})?)?(?: (?:up |down )?(?:to|at))? (?<dose>${AMOUNT}).*`,
  'u',
)
const UNIT_FOUND = new RegExp(`\\d ?${UNIT}$`)
const NO_DOSE =
  /^(?:\/| ?(?:per|in (?:the|every|each|an?)|percent|%|kg\b|kilos?\b|euros?|pounds?|dollars?|times\b|of\b|minutes|hours|km\b))/
const PRESCRIBER =
  '(?:(?:(?:my|the|our|her|his|a) )?(?:new )?(?:doc|doctor|gp|consultant|specialist|psychiatrist|cardiologist|neurologist|endocrinologist|rheumatologist|nurse|pharmacist|clinic|hospital|dr\\.? [\\p{L}-]+)|they|she|he|i|we|(?:the )?user)'
const SWAP = '(?:switched|changed|moved|swapped|transferred|went|gone|converted)'
const SWAPPED = new RegExp(
  `^(?:${PRESCRIBER} (?:(?:has|have|was|were|been|just|now|finally) ){0,3})?${SWAP} (?:(?:me|us|over) )?(?:(?:from|my|the) ){0,2}(?<old>${NAME})(?: ${AMOUNT})? (?:to|for|with|onto|over to) (?:the )?(?<new>(?<what>${NAME}).*)`,
  'u',
)
const SWAPPED_TO = new RegExp(
  `^(?:${PRESCRIBER} (?:(?:has|have|was|were|been|just|now|finally) ){0,3})?${SWAP} (?:(?:me|over) )?to (?<new>(?<what>${NAME})(?: ${AMOUNT})?),? (?:from|instead of|because|as) (?:the )?(?<old>${NAME})`,
  'u',
)
const STOPPED = new RegExp(
  `^(?:off |stopped |came off |no more )?(?:the )?(?<old>${NAME})(?: (?:was |has been |is )?(?:stopped|discontinued|gone|out|off))?(?:,| and|;) (?:now |so |went |started )?(?:on|onto|taking) (?:the )?(?<new>(?<what>${NAME}).*)`,
  'u',
)

/** The medicine that a clause says is taken now, and where its name begins. */
export function prescribedIn(plain: string): { value: string; at: number } | undefined {
  const dose = DOSE.exec(plain)?.groups
  if (dose) {
    const at = plain.indexOf(dose.what!)
    const rest = plain.slice(plain.lastIndexOf(dose.dose!) + dose.dose!.length)
    if (!NO_DOSE.test(rest) && (isMedicine(dose.what!) || (UNIT_FOUND.test(dose.dose!) && !isOther(dose.what!))))
      return { value: plain.slice(at), at }
  }
  for (const pattern of [SWAPPED, SWAPPED_TO, STOPPED]) {
    const { old, new: now, what } = pattern.exec(plain)?.groups ?? {}
    if (what && (isMedicine(old!) || isMedicine(what)) && !isOther(what))
      return { value: now!, at: plain.indexOf(now!) }
  }
  return undefined
}

function isMedicine(word: string): boolean {
  return SUBSTANCE_ENDING.test(word) || conceptsWith(word).some(({ name }) => isOfMedicine(name))
}

function isOfMedicine(concept: string): boolean {
  return concept === 'medicine' || widerConcepts(concept).has('medicine')
}

/** Whether a word is known as something else: "caffeine is 80 mg". */
function isOther(word: string): boolean {
  const concepts = conceptsWith(word)
  return MEASURED.test(word) || (concepts.length > 0 && !concepts.some(({ name }) => isOfMedicine(name)))
}

const MEASURED =
  /^(?:caffeine|sodium|potassium|glucose|cholesterol|calcium|ferritin|creatinine|protein|salt|sugar|level|result|reading|urea|triglycerides|bilirubin|nicotine|alcohol|serving|portion|limit|total|average|dose|target|maximum|minimum|nothing|something|surgery|hospital|other|another|tablets?|pills?)$/
