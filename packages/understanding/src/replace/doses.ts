import { conceptsWith } from '../concepts.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { stemOf } from './words.ts'

const AMOUNT =
  /(?<![\d.,/])(?<amount>\d[\d.,/]{0,8}) ?(?<unit>mg|mcg|µg|ug|milligrams?|micrograms?|ml|iu|units?|tablets?|pills?|capsules?|puffs?|drops?)\b/u
/** "Takes 20 mg of": the name follows. */
const TAKES = /\b(?:takes?|taking|uses?|injects?|prescribed|on|to)(?: (?:about|only|just|now))?$/
const OF =
  /^ (?:a day |daily |per day )?(?:of )?(?<name>(?!(?:a|per|in|at|every|each|twice|once|daily|before|after|with|for|now|and|since|until|instead)\b)\p{L}[\p{L}\d-]+(?: [a-z]\b(?! (?:day|week)))?)/u
/** "Takes citalopram, 20 mg": the name is before. */
const TAKES_NAMED = /\b(?:takes?|taking|uses?|injects?|prescribed|on) (?<name>\p{L}[\p{L}\d-]+),?$/u
/** "Citalopram was raised to 30 mg", "My insulin dose is 14 units". */
const IS =
  /^(?:my |her |his |their |the |[a-z]+'s )?(?:(?:morning|noon|evening|night|nightly|daily|weekly|bedtime|regular) )?(?:dos(?:e|age) of )?(?<name>\p{L}[\p{L}\d-]+)(?: dose| dosage)?:?(?: (?:is|was|has|have|had|been|now|went|gone|got)){0,3}(?: (?:raised|increased|put|taken|brought|lowered|reduced|cut|changed|adjusted|doubled|halved|set|upped|tapered|bumped|pushed|stepped|dropped|titrated))?(?: back)?(?: up| down)?(?: to)?(?: now)?$/u
/** "The doctor raised the sertraline to 100 mg". */
const RAISED =
  /\b(?:raised|increased|upped|lowered|reduced|cut|dropped|changed|adjusted|doubled|halved|tapered|bumped|titrated|put|took|brought) (?:up |down )?(?:(?:my|her|his|their|the) )?(?:dos(?:e|age) of )?(?<name>(?!up\b|down\b|back\b|to\b)\p{L}[\p{L}\d-]+)(?: dose| dosage)?(?: up| down)?(?: from [^ ]+(?: mg| mcg| ml| units)?)? to$/u
const TIME_OF_DAY = /\b(?:morning|noon|lunch|afternoon|evening|night|bed(?:time)?|breakfast|dinner)\b/
const NO_NAMES = new Set(
  'up down back over i my her his their the dose dosage it weight this that drink drinks water coffee'.split(' '),
)

/** The dose of a medicine that a person takes; a person takes each at one dose for a time of day. */
export function doseOf({ owner, plain }: Assertion): Claim | undefined {
  const found = AMOUNT.exec(plain)
  if (!found) return undefined
  const { amount, unit } = found.groups!
  const before = plain.slice(0, found.index).trimEnd()
  const after = TAKES.test(before) ? OF.exec(plain.slice(found.index + found[0].length)) : null
  const name = (after ?? TAKES_NAMED.exec(before) ?? RAISED.exec(before) ?? IS.exec(before))?.groups?.name
  if (!name || NO_NAMES.has(name)) return undefined
  // "The cardiologist halved the bisoprolol" is about the patient.
  const isPrescriber = owner?.name !== undefined && (owner.name.startsWith('dr') || conceptsWith(owner.name).length > 0)
  const of = isPrescriber || owner?.name?.split(' ')[0] === name.split(' ')[0] ? SELF : owner
  const time = TIME_OF_DAY.exec(plain)?.[0]
  return {
    key: `${keyOf(of ?? SELF)}|dose ${stemOf(name)}${time ? ` ${time}` : ''}`,
    value: new Set([`${amount} ${stemOf(unit!)}`]),
    strength: 'certain',
    needsChange: false,
  }
}
