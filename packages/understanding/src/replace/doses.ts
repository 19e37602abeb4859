import { conceptsWith } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, assertionsOf, keyOf, type Owner, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { SAME_UNIT } from './dose-remarks.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf } from './words.ts'

const AMOUNT =
  /(?<![\d.,/])(?<amount>\d[\d.,/]{0,8}) ?(?<unit>ditto|mg|mcg|[µμu]g|g|milligrams?|micrograms?|grams?|ml|millilit(?:re|er)s?|iu|units?|tablets?|pills?|capsules?|puffs?|drops?)\b/u
/** "Takes 20 mg of": the name follows. */
const TAKES = /\b(?:takes?|taking|uses?|injects?|prescribed|on|to)(?: (?:about|only|just|now))?$/
const OF =
  /^ (?:a day |daily |per day )?(?:of )?(?<name>(?!(?:a|per|in|at|every|each|twice|once|daily|before|after|with|for|now|and|since|until|instead)\b)\p{L}[\p{L}\d-]+(?: [a-z]\b(?! (?:day|week)))?)/u
/** "Takes citalopram, 20 mg": the name is before. */
const TAKES_NAMED = /\b(?:takes?|taking|uses?|injects?|prescribed|on) (?<name>\p{L}[\p{L}\d-]+(?: [a-z]\d{0,2})?),?$/u
/** "Citalopram was raised to 30 mg", "My insulin dose is 14 units". */
const IS =
  /^(?:my |her |his |their |the |[a-z]+'s )?(?:(?:morning|noon|evening|night|nightly|daily|weekly|bedtime|regular) )?(?:dos(?:e|age) of )?(?<name>\p{L}[\p{L}\d-]+)(?: dose| dosage)?:?(?: (?:is|was|has|have|had|been|now|went|gone|got)){0,3}(?: (?:raised|increased|put|taken|brought|lowered|reduced|cut|changed|adjusted|doubled|halved|set|upped|tapered|bumped|pushed|stepped|dropped|titrated))?(?: back)?(?: up| down)?(?: to)?(?: now)?(?: (?:an?|one))?$/u
/** "The doctor raised the sertraline to 100 mg". */
const RAISED =
  /\b(?:raised|increased|upped|lowered|reduced|cut|dropped|changed|adjusted|doubled|halved|tapered|bumped|titrated|put|took|brought) (?:up |down )?(?:(?:my|her|his|their|the) )?(?:dos(?:e|age) of )?(?<name>(?!up\b|down\b|back\b|to\b)\p{L}[\p{L}\d-]+)(?: dose| dosage)?(?: up| down)?(?: from [^ ]+(?: mg| mcg| ml| units)?)? to$/u
const TIME_OF_DAY = /\b(?:morning|noon|lunch|afternoon|evening|night|bed(?:time)?|breakfast|dinner)s?\b/g
/** Of times that mean the same, one. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ['breakfast', 'morning'],
  ['lunch', 'noon'],
  ['dinner', 'evening'],
  ['bed', 'night'],
  ['bedtime', 'night'],
])
/** "Met Marta, who takes 10 mg". */
const OF_ANOTHER = /\bwho (?:now )?(?:is |was )?(?:takes?|took|taking|uses?|injects?|on|prescribed)\b/
const NO_NAMES = new Set(
  'up down back over i my her his their the dose dosage it weight this that drink drinks water coffee'.split(' '),
)

/** Each unit in one spelling. */
const UNITS: ReadonlyMap<string, string> = new Map(
  'µg:mcg μg:mcg ug:mcg microgram:mcg milligram:mg gram:g millilitre:ml milliliter:ml'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** How much of a medicine is taken, and when. */
export interface Dose {
  readonly owner: Owner
  /** The stem of its name. */
  readonly medicine: string
  /** The number and the unit: "75 mcg". */
  readonly amount: string
  /** The time of day, if one is named. */
  readonly time: string | undefined
}

/** The doses that a text states. `ownNames`: of the person whose statement it is, in lower case. */
export function dosesIn(text: string, ownNames: ReadonlySet<string>): Dose[] {
  if (!AMOUNT.test(text.toLowerCase())) return []
  return assertionsOf(text, ownNames).flatMap((assertion) => doseIn(assertion) ?? [])
}

/** The dose of a medicine that a person takes; a person takes each at one dose for a time of day. */
export function doseOf(assertion: Assertion): Claim | undefined {
  const dose = doseIn(assertion)
  return (
    dose && {
      key: `${keyOf(dose.owner)}|dose ${dose.medicine}${dose.time ? ` ${dose.time}` : ''}`,
      value: new Set([dose.amount]),
      strength: 'certain',
      needsChange: false,
    }
  )
}

function doseIn({ owner, plain }: Assertion): Dose | undefined {
  const found = AMOUNT.exec(plain)
  if (!found) return undefined
  const { amount, unit } = found.groups!
  const before = plain.slice(0, found.index).trimEnd()
  const after = TAKES.test(before) ? OF.exec(plain.slice(found.index + found[0].length)) : null
  const name = (after ?? TAKES_NAMED.exec(before) ?? RAISED.exec(before) ?? IS.exec(before))?.groups?.name
  if (!name || NO_NAMES.has(name) || OF_ANOTHER.test(before)) return undefined
  // "The cardiologist halved the bisoprolol" is about the patient.
  const isPrescriber = owner?.name !== undefined && (owner.name.startsWith('dr') || conceptsWith(owner.name).length > 0)
  const of = isPrescriber || owner?.name?.split(' ')[0] === name.split(' ')[0] ? SELF : owner
  const stem = stemOf(unit!)
  return {
    owner: of ?? SELF,
    medicine: stemOf(name),
    amount: `${amount} ${UNITS.get(stem) ?? UNITS.get(unit!) ?? stem}`,
    time: timeIn(plain),
  }
}

/** The time of day that a text names; none for several: "morning and evening". */
export function timeIn(plain: string): string | undefined {
  const named = plain.match(TIME_OF_DAY)?.map((word) => word.replace(/s$/, '')) ?? []
  const times = new Set(named.map((word) => TIMES.get(word) ?? word))
  return times.size === 1 ? [...times][0] : undefined
}

const CHANGES =
  /\b(?:raised|increased|upped|lowered|reduced|cut|dropped|changed|adjusted|doubled|halved|tapered|bumped (?:up|my|her|his|the|to)|titrated|went (?:up|down)|(?:up|down) (?:to|from))\b/
/** What was only asked for, or has been so before. */
const NOT_DONE =
  /\b(?:never|not|n't|no|asked|asks?|asking|suggest\w*|propos\w*|wants?|wanted|refused?|might|may|could|should|would|if|unless|consider\w*|thinking|plans?|planning|offered|recommend\w*|in (?:19|20)\d\d|ago|last (?:year|month)|back in)\b/

/**
 * Whether a newer claim is a dose of the same medicine as an older one: for the same time of day, or for none if the newer text says
 * that the dose has changed.
 */
export function isDoseOf(newer: string, older: string, text: string): boolean {
  if (!newer.includes('|dose ')) return false
  return newer === older || (older.startsWith(`${newer} `) && CHANGES.test(text) && !NOT_DONE.test(text))
}

/** "20" after "20 mg": whether a dose without a unit is the one that is known. */
export function isSameDose(newer: Claim, older: Claim): boolean {
  if (!newer.key.includes('|dose ')) return false
  const [next, before] = [newer, older].map(({ value }) => [...value].join(' ').split(' '))
  return next!.at(-1) === SAME_UNIT && next![0] === before![0]
}

/** Names a multiple of the dose before, without an amount: "halved the prednisone". */
const SCALED =
  /\b(?:halved|doubled|tripled|trebled|quadrupled) (?:(?:the|my|her|his|their|\p{L}+'s) )?(?:dos(?:e|age) of )?(?<name>\p{L}[\p{L}\d-]{3,})(?: dose| dosage)?(?=$|[.,;!]| (?:now|yesterday|today|again|since|because|last|this|from|as|on|for)\b)|^(?:the |my )?(?<of>\p{L}[\p{L}\d-]{3,})(?: dose| dosage)? (?:has been |was |is |got )(?:now )?(?:halved|doubled|tripled|trebled)\b|\bcut (?:the|my|her|his) (?<half>\p{L}[\p{L}\d-]{3,}) in half\b/u
/** "Doubled Dad's furosemide". */
const SCALED_FOR = /\b(?:halved|doubled|tripled|trebled|quadrupled) (?<who>\p{L}+)'s /u

/** The key of the medicine whose dose a clause says is a multiple of the one before. */
export function scaledDoseOf({ plain, owner, isQuestion }: Assertion): string | undefined {
  const found = isQuestion ? undefined : SCALED.exec(plain)?.groups
  const name = found?.name ?? found?.of ?? found?.half
  if (name === undefined || NO_NAMES.has(name) || NOT_DONE.test(plain)) return undefined
  const who = SCALED_FOR.exec(plain)?.groups?.who
  const relation = who === undefined ? undefined : KIN_ATTRIBUTES.get(who)
  const whose = who === undefined ? undefined : { relation, name: relation === undefined ? who : undefined }
  const isCarer = owner?.relation === undefined
  return `${keyOf(whose ?? (isCarer ? SELF : owner))}|dose ${stemOf(name)}`
}

/** Whether a newer text says that the dose of an older clause is a multiple of it now. */
export function isScaledDose(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  return newer.clauses.some(({ assertion, cues }) => {
    const key = cues().isHypothetical ? undefined : scaledDoseOf(assertion)
    return key !== undefined && before.claims.some((claim) => claim.key === key || timelessDose(claim.key) === key)
  })
}

/** Whether the newer text states a dose of the same medicine as an older clause. */
export function isOtherDose(newer: Reading, { claims }: Clause): boolean {
  return claims.some(({ key }) =>
    newer.clauses.some((clause) => clause.claims.some((claim) => isDoseOf(claim.key, key, newer.normal()))),
  )
}

/** The key of a dose of a medicine at any time of day; `undefined` for what is none, or of no time of day. */
export function timelessDose(key: string): string | undefined {
  return TIMED.exec(key)?.[1]
}
const TIMED = /^(.*\|dose .*) (?:morning|noon|afternoon|evening|night)$/
