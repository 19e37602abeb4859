import type { Clause } from './clauses.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { NOT_NAMES } from './names.ts'
import { UNNAMED } from './owner.ts'
import type { Fact } from './statement.ts'
import type { Subject } from './subject.ts'
import { isUserAgain } from './subject-phrases.ts'

/* Whom "he" and "she" mean at the beginning of a clause. */

const SELF: Subject = { who: 'self' }
const PRONOUN = /^(?:he|she)\b/
/** A person who says so is no "he" or "she". */
const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our)\b/
const THIRD_PERSON = /\b(?:the )?(?:user|patient|client|customer)\b/
/** Has a subject of its own: "Ada is married to Tom. She works". */
const HAS_SUBJECT = /^(?:he|she|they|(?:the )?user)\b/
/** Where a clause names another person: "with Sam", "Yusuf and I". */
const NAMED =
  /^(?<first>\p{Lu}[\p{L}-]+) and (?:I|me)\b|\b(?:with|to|and|is|from|met|saw|loves?|see|visit|called|named) (?<name>\p{Lu}[\p{L}-]+)/u
/** Where it introduces another person: "met Sam in May and he is a nurse". */
const INTRODUCED =
  /\b(?:[Mm]et|[Rr]an into|[Bb]umped into|[Ii]nterviewed|[Hh]ired|[Cc]oached) (?<name>\p{Lu}[\p{L}-]+)/u
/** Before what the same sentence says of "he" or "she": "divorced from Emeka; he lives", "lives with Ana; she is". */
const BESIDE =
  /^(?!.*\b(?:[Ss]he|[Hh]e|[Tt]hey|I|user|who)\b)(?:[\p{Ll}\p{Lu}][\p{Ll}]+ ){0,6}?(?:(?:[Mm]arried|[Ee]ngaged|[Rr]elated) to|(?:[Dd]ivorced|[Ss]eparated|[Ss]plit(?: up)?) from|[Dd]ating|[Ss]eeing|(?:[Ll]ives?|[Ll]iving|[Ff]riends|[Tt]ogether|[Ww]orks?|[Ss]tays?|[Ss]hares \p{L}+ \p{L}+) with|[Cc]ares for|[Ll]ooks after|[Bb]roke up with|[Ww]orks for) (?<name>\p{Lu}[\p{L}-]+)(?!['’\p{L}])/u
/** "Has a brother, Tom; he lives", "met Ola at work; she lives". */
const RELATIVE_BESIDE = new RegExp(
  `^(?!.*\\b(?:[Ss]he|[Hh]e|[Tt]hey|I|user|who)\\b)(?:[\\p{Ll}\\p{Lu}]\\p{Ll}+ ){0,5}?(?:(?:an?|the|one|my|our) (?:\\p{Ll}+ )?${KIN_PATTERN}(?:,| called| named)? |[Mm]et |[Vv]isits |[Tt]o see )(?<name>\\p{Lu}[\\p{L}-]+)(?!['’\\p{L}])`,
  'u',
)

/** The name, in lower case, of another whom a clause without a subject names beside the user: "divorced from Emeka". */
export function namedBeside(text: string, ownNames: ReadonlySet<string>): string | undefined {
  const name = (BESIDE.exec(text) ?? RELATIVE_BESIDE.exec(text))?.groups?.name?.toLowerCase()
  return name && !ownNames.has(name) && !NOT_NAMES.has(name) ? name : undefined
}

const RELATIONS: ReadonlySet<string> = new Set(KIN_ATTRIBUTES.values())

/**
 * The subject to which a pronoun at the beginning of a clause refers.
 * @param subject of the clause before.
 * @param text all clauses, as written.
 * @param facts that the clauses before state.
 */
export function meantBy(
  { plain, continuesNote }: Clause,
  before: Clause | undefined,
  subject: Subject,
  text: string,
  facts: readonly Fact[],
  ownNames: ReadonlySet<string>,
): Subject {
  if (!before || !PRONOUN.test(plain)) return subject
  if (isUserAgain(before.plain, plain)) return SELF
  if (subject.who !== 'self') return subject
  const said = text.toLowerCase()
  if (THIRD_PERSON.test(said)) return subject
  const isFirstPerson = FIRST_PERSON.test(said)
  const first = before.plain.split(' ', 1)[0]!
  if (!isFirstPerson && (HAS_SUBJECT.test(before.plain) || ownNames.has(first))) return subject
  const stated = facts.findLast(
    ({ attribute, subject: of, value }) =>
      of.who === 'self' && RELATIONS.has(attribute.name) && isNamedIn(value, before),
  )
  if (stated) return { who: 'other', relation: stated.attribute.name, name: stated.value.toLowerCase() }
  const found = (
    (isFirstPerson ? NAMED : INTRODUCED).exec(before.text) ?? (continuesNote ? BESIDE.exec(before.text) : null)
  )?.groups
  if (!isFirstPerson && !found) return subject
  const name = (found?.first ?? found?.name)?.toLowerCase()
  return name && !ownNames.has(name) && !NOT_NAMES.has(name) ? { who: 'other', relation: undefined, name } : UNNAMED
}

const THEIRS = new RegExp(`^(?<whose>his|her|their) (?:[\\w-]+ ){0,2}?${KIN_PATTERN}\\b`)

/**
 * Whether a clause begins with kin of another than the user: "my father remarried; his wife is called Gisela". Who says "my" says
 * "my wife" of their own.
 * @param text all clauses, as written.
 */
export function isOfTheirs(plain: string, before: Clause | undefined, text: string): boolean {
  const whose = before && THEIRS.exec(plain)?.groups?.whose
  if (!whose) return false
  const said = text.toLowerCase()
  if (THIRD_PERSON.test(said)) return false
  if (FIRST_PERSON.test(said)) return true
  return whose === 'his' ? before.plain.startsWith('her ') : whose === 'her' && before.plain.startsWith('his ')
}

/** Whether a value is one name, which a clause has with a capital. */
function isNamedIn(value: string, { text }: Clause): boolean {
  const name = value.charAt(0).toUpperCase() + value.slice(1)
  return value.length > 1 && !value.includes(' ') && text.includes(name)
}
