import type { Clause } from './clauses.ts'
import { KIN_ATTRIBUTES } from './kin.ts'
import { NOT_NAMES } from './names.ts'
import { isVerbLike } from './subject.ts'
import { startsWithPerson } from './subject-phrases.ts'

const OWNER = /^[a-z\u00df-\u00ff-]+(?: [a-z\u00df-\u00ff-]+)?'s? (?=[a-z])/
const THE_USER = /^(?:the )?(?:user|customer|client)$/
/** A name and an age: "Kofi (9) plays", "Kofi, 9, plays". */
const AGED = /^(?!(?:m|f|male|female),)(?<name>[a-z\u00df-\u00ff'-]+)(?: \(\d{1,3}\)|, (?:aged? )?\d{1,3},)(?= [a-z])/

/** "Eight-year-old twins: Ada and Obi". */
const AGES =
  /^(?:[a-z]+|\d{1,2})-(?:year|month|week)-old (?=(?:twins?|triplets|sons?|daughters?|kids|children|boys|girls)\b)/

/** A name in full before what belongs to that person: "Huw Jones's mobile", "Dr Bell's number". */
const IN_FULL = /^(?<first>\p{Lu}[\p{Ll}-]+)(?<last> \p{Lu}[\p{Ll}-]+)(?=['’]s? (?!disease\b|syndrome\b)\p{Ll})/u
const TITLE = /^(?:dr|mr|mrs|ms|miss|prof|sir)$/

const HAS_DIGIT = /\d/
/** The most characters of a name and an age. */
const AGE_CHARS = 40

/**
 * The clause with "my" for the user's own name and before a bare word for a person, with one name for another's, and without
 * an age after a name: "Ada's wife" is "my wife" for Ada, and "landlord has moved" is "my landlord has moved".
 */
export function plainOpening(clause: Clause, ownNames: ReadonlySet<string>): Clause {
  const { text, plain } = clause
  const ages = plain.includes('-old ') ? AGES.exec(plain) : null
  if (ages) return plainOpening(without(clause, 0, ages[0].length), ownNames)
  if (startsWithPerson(plain, isVerbLike)) return { ...clause, text: `My ${text}`, plain: `my ${plain}` }
  const owner = plain.includes("'") ? OWNER.exec(plain)?.[0] : undefined
  const names = owner?.replace(/'s? $/, '')
  if (owner && names && (THE_USER.test(names) || names.split(' ').every((name) => ownNames.has(name))))
    return { ...clause, text: `My ${text.slice(owner.length)}`, plain: `my ${plain.slice(owner.length)}` }
  const full = owner ? IN_FULL.exec(text)?.groups : undefined
  if (full) {
    const first = full.first!.toLowerCase()
    if (TITLE.test(first)) return without(clause, 0, first.length + 1)
    // Relatives may share the last name.
    if (!ownNames.has(first) && !NOT_NAMES.has(first) && !KIN_ATTRIBUTES.has(first))
      return without(clause, first.length, first.length + full.last!.length)
  }
  const aged = HAS_DIGIT.test(plain.slice(0, AGE_CHARS)) ? AGED.exec(plain) : null
  if (!aged) return clause
  const [{ length }, name] = [aged[0], aged.groups!.name!]
  return without(clause, name.length, length)
}

function without(clause: Clause, from: number, to: number): Clause {
  const cut = (text: string) => text.slice(0, from) + text.slice(to)
  return { ...clause, text: cut(clause.text), plain: cut(clause.plain) }
}
