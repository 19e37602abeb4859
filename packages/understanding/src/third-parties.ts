import { conceptsWith, widerConcepts } from './concepts.ts'
import { KIN_PATTERN } from './kin.ts'
import { ALSO_NAMES } from './names.ts'
import { ANIMALS } from './patterns/notes.ts'

/*
 * Others in notes of work and of the household whose health is not that of the person: "Patient in bed 4 is on warfarin", "a boy in my class
 * has epilepsy", "new client, allergic to latex", "one with a nut allergy", "a daughter, Ida, 7, allergic to eggs".
 */

const PEOPLE =
  '(?:patient|client|customer|guest|resident|tenant|visitor|passenger|participant|student|pupil|trainee|apprentice|player|member|diner|boy|girl|lad|kid|child|toddler|baby|lady|gentleman|woman|man|guy|bloke|couple)'
/** What follows if a clause is about the health or diet of whom it has named. */
const HEALTH =
  "(?:(?:is|are|was|were|has|had|have) (?:(?!(?:i|my|me)\\b)[\\w'-]+ ){0,4}?(?:allerg\\w+|intoleran\\w+|vegan|vegetarian|halal|kosher|diabet\\w+|coeliac|celiac|pregnant|asthma\\w*|epilep\\w*|seizures?|dementia|autis\\w+|adhd|deaf|blind|on (?!time\\b|leave\\b|holiday\\b|the\\b|an?\\b|my\\b|his\\b|her\\b)[a-z]+)\\b|(?:takes|needs) (?:an? |his |her |their )?(?:\\w+ )?(?:insulin|inhaler|epi-?pen|medication|medicines?|tablets|injections?)\\b|(?:can't|cannot|mustn't|must not|doesn't) (?:eat|have|drink)\\b)"
const WHERE =
  "(?:,? (?:in|at|on|from|next to|opposite) (?!his\\b|her\\b|their\\b|this\\b)[\\w':.-]+(?: [\\w':.-]+){0,3}?)?"
const WHEN = '(?: (?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening)|last night))?'
/** "One patient has epilepsy", "my patient Mr Kelly is on warfarin", "a boy in my class has a nut allergy". */
const ONE_OF_MANY = new RegExp(
  `^(?:an?|one|another|some|two|three|my|our|the (?:new|next|first|last|other|little)|new|first|next|last) (?:[\\w'-]+ ){0,2}?${PEOPLE}s?(?: (?:mr|mrs|ms|miss)\\.? [\\w'-]+)?${WHERE}${WHEN} ${HEALTH}`,
)
/** "Boy in reception has a sting allergy", "student in my seminar is deaf": not "student at Leeds". */
const WITHIN = new RegExp(
  `^${PEOPLE} (?:(?:in|on|at|from) (?:my|our|the \\d)|in (?:year|reception|class|bed|bay|room|seat|ward)) ?(?:[\\w':.-]+ ){0,4}?${HEALTH}`,
)
/** "New patient: allergic to penicillin". */
const NEW_ONE = new RegExp(
  `^(?:(?:a|my|our|the) )?(?:new|next|first|last|another|regular|walk-in) ${PEOPLE}${WHEN}(?::|,| [-–—]| with| on) `,
)

/** Whether a clause begins with one of many people that the person has to do with. */
export function isOneOfMany(plain: string): boolean {
  return ONE_OF_MANY.test(plain) || WITHIN.test(plain) || NEW_ONE.test(plain)
}

const COUNT = '(?:one|two|three|four|five|six|seven|eight|\\d{1,2})'
const DIETS = '(?:vegan|vegetarian|veggie|pescatarian|coeliac|celiac|diabetic)'
/** "Two vegans and a coeliac", "six for dinner, one with a nut allergy". */
const COUNTED = new RegExp(
  `\\b${COUNT} (?:strict )?${DIETS}s\\b|\\bone (?:of (?:them|whom|the [a-z]+) |guest |person |child )?(?:who (?:is|has) |is |has |with )?(?:an? )?(?:(?:severe|bad|strict|[a-z]+) )?(?:allerg\\w+|intoleran\\w+|${DIETS}\\b)`,
)
/** "I have one allergy", "has one severe intolerance". */
const OWN_COUNT =
  /\b(?:i|i'm|me|my)\b|^(?:has|have|had|only|just|is|was)\b|\bone (?:(?:severe|bad|known|food|drug|serious|mild) )*(?:allerg|intoleran)/

/** Whether people are counted by what they may not eat. */
export function countsDiners(plain: string): boolean {
  return COUNTED.test(plain) && !OWN_COUNT.test(plain)
}

/** "A son allergic to", "a labrador, moss, 11, on", "her mother, 84, on": up to what is stated of them. */
const HAD = new RegExp(
  `\\b(?:an?|my|our|his|her|their|the|one|two|three|four) (?:[\\w-]+ ){0,2}?(?<kin>${KIN_PATTERN}|${ANIMALS})(?:[,:]? (?:called |named )?(?<name>(?!aged?\\b|with\\b|on\\b|in\\b|and\\b|allergic\\b)[a-z][\\w'-]*))?(?:,? \\(?(?:(?:now|just|only) )?(?<age>(?:aged? )?\\d{1,3})(?: months| weeks| years old)?\\)?)?(?<comma>,)? \\(?(?:(?<state>(?:(?:severely|badly|highly|very) )?(?:allergic|sensitive|intolerant) to|with|on|in an?) (?!me\\b|my\\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b)(?:(?! (?:i|i'm|i've|we)\\b| and (?:she|he|also|has|have|is|am|takes?)\\b)[^,;])*|[\\w-]+ )?$`,
)

/**
 * The word for kin or an animal, up to the end of `before`, of which the rest is stated: "with a daughter, ida, 7, allergic to", and where
 * it stands. A bare quality after it ("coeliac") is theirs only after an age.
 */
export function hadBefore(before: string): { kin: string; at: number } | undefined {
  const found = HAD.exec(before)
  const { kin, name, age, comma, state } = found?.groups ?? {}
  if (kin === undefined || (comma && !name && !age) || (!state && (!age || !comma))) return undefined
  if (name !== undefined && (!state || !age) && !canName(name)) return undefined
  return { kin, at: found!.index }
}

function canName(word: string): boolean {
  return ALSO_NAMES.has(word) || !conceptsWith(word).length
}

const ON = /^(?:bed|room|bay|cabin|suite|cubicle) (?:no\.? ?|number )?#?[a-z]?\d{1,4}[a-z]?,? on (?<medicine>[a-z]+)/

/** "Bed 3 on warfarin". */
export function isTreatedThere(plain: string): boolean {
  const { medicine } = ON.exec(plain)?.groups ?? {}
  return (
    medicine !== undefined &&
    conceptsWith(medicine).some(({ name }) => name === 'medicine' || widerConcepts(name).has('medicine'))
  )
}
