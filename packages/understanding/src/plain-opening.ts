import type { Clause } from './clauses.ts'

const OWNER = /^[a-z\u00df-\u00ff-]+(?: [a-z\u00df-\u00ff-]+)?'s? (?=[a-z])/
const THE_USER = /^(?:the )?(?:user|customer|client)$/
/** A name and an age: "Kofi (9) plays", "Kofi, 9, plays". */
const AGED = /^(?!(?:m|f|male|female),)(?<name>[a-z\u00df-\u00ff'-]+)(?: \(\d{1,3}\)|, (?:aged? )?\d{1,3},)(?= [a-z])/

const HAS_DIGIT = /\d/
/** The most characters of a name and an age. */
const AGE_CHARS = 40

/** The clause with "my" for the user's own name, and without an age after a name: "Ada's wife" is "my wife" for Ada. */
export function plainOpening(clause: Clause, ownNames: ReadonlySet<string>): Clause {
  const { text, plain } = clause
  const owner = plain.includes("'") ? OWNER.exec(plain)?.[0] : undefined
  const names = owner?.replace(/'s? $/, '')
  if (owner && names && (THE_USER.test(names) || names.split(' ').every((name) => ownNames.has(name))))
    return { ...clause, text: `My ${text.slice(owner.length)}`, plain: `my ${plain.slice(owner.length)}` }
  const aged = HAS_DIGIT.test(plain.slice(0, AGE_CHARS)) ? AGED.exec(plain) : null
  if (!aged) return clause
  const [{ length }, name] = [aged[0], aged.groups!.name!]
  return { ...clause, text: text.slice(0, name.length) + text.slice(length), plain: name + plain.slice(length) }
}
