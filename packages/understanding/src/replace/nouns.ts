import { COPULA } from './grammar.ts'
import type { Word } from './words.ts'

/** "GP is Dr Lee", "Cleaner is Mrs Novak": a word for the role of a person towards the user. */
export function isRole([noun, verb, title]: readonly Word[]): boolean {
  return (
    COPULA.has(verb?.plain ?? '') &&
    (/^(?:mr|mrs|ms|miss|dr|prof)$/.test(title?.plain ?? '') || /^\p{Lu}{2,4}$/u.test(noun!.text))
  )
}

/** "Savings are 4,000": what has a number is a thing. */
export function isMeasured([, verb, value, unit]: readonly Word[]): boolean {
  return (
    COPULA.has(verb?.plain ?? '') &&
    /^[€$£]?\d/.test(value?.plain ?? '') &&
    (/\d\D\d/.test(value!.plain) || unit !== undefined)
  )
}

/** "Ada and Tom", where one of them is the person whose statement it is. */
export function isWithOwn([one, and, other]: readonly Word[], ownNames: ReadonlySet<string>): boolean {
  return and?.plain === 'and' && other?.isCapital === true && (ownNames.has(one!.plain) || ownNames.has(other.plain))
}
