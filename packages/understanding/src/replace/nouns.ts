import { COPULA } from './grammar.ts'
import { NOUNS } from './role-nouns.ts'
import type { Word } from './words.ts'

const ROLES = new Set(NOUNS.split('|'))

/** "GP is Dr Lee", "Cleaner is Mrs Novak": a word for the role of a person towards the user. */
export function isRole([noun, verb, title]: readonly Word[]): boolean {
  return (
    COPULA.has(verb?.plain ?? '') &&
    ((ROLES.has(noun!.plain) && title?.isCapital === true) ||
      /^(?:mr|mrs|ms|miss|dr|prof)$/.test(title?.plain ?? '') ||
      /^\p{Lu}{2,4}$/u.test(noun!.text))
  )
}

/** "HbA1c", "LDL". */
const CODE = /^(?:\p{Lu}{2,5}|\p{Lu}\p{L}*\d\p{L}*)$/u
/** Between a thing and its value. */
const TO_VALUE = /^(?:now|back|up|down|at|to|in|out|about|around|only|still|came|comes|has|gone|risen|fallen|dropped)$/

/** "Savings are 4,000", "LDL is back at 118": what has a number is a thing. */
export function isMeasured([noun, verb, value, unit, ...rest]: readonly Word[]): boolean {
  if (CODE.test(noun?.text ?? '') && (COPULA.has(verb?.plain ?? '') || TO_VALUE.test(verb?.plain ?? ''))) {
    const at = [value, unit, ...rest].findIndex((word) => !TO_VALUE.test(word?.plain ?? ''))
    return /^\d/.test([value, unit, ...rest][at]?.plain ?? '')
  }
  return (
    COPULA.has(verb?.plain ?? '') &&
    /^[€$£¥₹₽₩₺]?\d/.test(value?.plain ?? '') &&
    (/\d\D\d/.test(value!.plain) || unit !== undefined)
  )
}

/** "Ada and Tom", where one of them is the person whose statement it is. */
export function isWithOwn([one, and, other]: readonly Word[], ownNames: ReadonlySet<string>): boolean {
  return and?.plain === 'and' && other?.isCapital === true && (ownNames.has(one!.plain) || ownNames.has(other.plain))
}
