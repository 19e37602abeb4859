import type { Clause } from './clauses.ts'
import { isNotHad } from './misread.ts'
import { NOT_NAMES } from './names.ts'
import { MONTHS_AND_DAYS } from './replace/words.ts'
import { animalNamed, SPECIES_PATTERN } from './species.ts'
import { FINITE_WORDS, isVerbLike, type Subject } from './subject.ts'
import { isSupposed } from './supposed.ts'
import { isPast } from './verb-starts.ts'

/** A pet of the user that a clause names. */
export interface NamedPet {
  readonly species: string
  /** In lower case. */
  readonly name: string
  /** Where in the clause the name is. */
  readonly at: number
}

/** Names of species and breeds: "golden retriever puppy". */
const ANIMALS = new RegExp(
  `(?<!\\bhot[ -])\\b(?:${SPECIES_PATTERN})(?:[ -](?<last>${SPECIES_PATTERN})){0,2}\\b(?!-)`,
  'g',
)
const NAME = '\\p{Lu}\\p{Ll}[\\p{L}-]*(?![\\p{L}-])'
const TITLE = '(?:(?:Mrs?|Miss|Ms|Sir|Lady|Lord) )?'
const ONE = `${TITLE}(?<names>${NAME})`
const SEVERAL = `${TITLE}(?<names>${NAME}(?:(?:, and | and |, | & )${NAME}){0,5})`
const CALLED =
  "^(?:(?:'s|,? (?:who|which|that) (?:is|are|was|were)|,? (?:is|are|was|were)|,)? (?:called|named)|(?:'s?|,? (?:and )?(?:her|his|its|their|whose)) names? (?:is|are|was|were)) "
const CALLED_ONE = new RegExp(`${CALLED}${ONE}`, 'u')
const CALLED_SEVERAL = new RegExp(`${CALLED}${SEVERAL}`, 'u')
/** "My dog Rex", "Dog: Rex", "our dog, Rex, is"; "walked the dog, Tom and Ana came" lists people. */
const BESIDE_ONE = new RegExp(
  `^(?: | \\(|: (?=[^ ,.;]+(?:$|[,.;]| and\\b))|, (?=[^ ,]+(?:$|[.;]|,(?! (?:and|or)\\b))))${ONE}(?! \\p{Lu})`,
  'u',
)
const BESIDE_SEVERAL = new RegExp(
  `^(?:(?: | \\()${SEVERAL}(?! \\p{Lu})|(?:: |, )${SEVERAL.replace('names', 'listed')}(?=$|[.;)]|, \\p{Ll}))`,
  'u',
)
const ADJECTIVES = '(?:[\\p{L}\\d-]+ ){0,3}'
/** "Luna the", "Bruno (", "Nacho, our" and "Max is our" before the animal, and what follows the animal. */
const BEFORE: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [new RegExp(`${ONE} the (?:[\\p{L}-]+ )?$`, 'u'), /^(?!')/],
  [new RegExp(`${ONE} \\((?:(?:an?|the|our|my|her|his) )?${ADJECTIVES}$`, 'u'), /^[),]/],
  [new RegExp(`${ONE}, (?:the|our|my|her|his|their|an?) ${ADJECTIVES}$`, 'u'), /^(?:$|[,.;)])/],
  [
    new RegExp(`^${ONE} (?:is|was) (?:an?|our|my|her|his|their) ${ADJECTIVES}$`, 'u'),
    /^(?:$|[,.;)]| (?:and|who|that|from|with)\b)/,
  ],
]
/** The last determiner before an animal, and up to three words between. */
const DETERMINED =
  /(?:^|[ (])(?<determiner>my|our|her|his|their|the|user's|an?) (?:(?!(?:an?|the|my|our|her|his|their|and|user's|has|have|is) )[\p{L}\d'-]+ ){0,3}$/u
const HAVING =
  /\b(?:has|have|had|i've|we've|got|gets?|adopted|rescued|bought|owns?|keeps?|took in|picked up|brought home|looks? after|lives? with|shares? (?:the|a|my|our|her|his) \w+ with|named|called) /
/** "A film about a dog called Bob". */
const NOT_HAD = /\b(?:about|like|of|for|by|featuring|starring|near|at|met|saw|sees?|know|knew) (?:[\p{L}\d-]+ ){0,3}$/u
/** "Ana and her cat". */
const OF_NAMED = /(?<owner>\p{Lu}\p{Ll}[\p{L}-]*) and (?:his|her|their) (?:[\p{L}\d-]+ ){0,3}$/u
/** Between "our dog" and "Labrador" in "our dog, a yellow Labrador": whose it is, is said before. */
const APPOSITION = /^, an? (?:[\p{L}\d-]+ ){0,3}$/u
/** "The cat Ana gave us". */
const OF_GIVER = /^ \S+ (?:gave|bought|brought|adopted|rescued|wants?|wanted|sold|chose|picked)\b/
const WORDS = /^(?:pets?: )?(?:[\p{L}\d'-]+ ){0,4}$/u
/** With whom the user shares a household. */
const HOUSEHOLD: ReadonlySet<string> = new Set(['partner', 'children'])

/** The pets of the user that a clause names with their species. `subject`: whom the clause is about. */
export function petsIn({ text, plain }: Clause, subject: Subject, ownNames: ReadonlySet<string>): NamedPet[] {
  const pets: NamedPet[] = []
  let determiner: string | undefined
  let before = 0
  for (const { 0: animal, index, groups } of plain.matchAll(ANIMALS)) {
    const owner = OF_NAMED.exec(text.slice(0, index))?.groups?.owner
    if (owner && !ownNames.has(owner.toLowerCase())) continue
    if (isNotHad('pet', plain, index) || isSupposed('pet', plain.slice(0, index), plain)) continue
    const { species, isPlural } = animalNamed(groups!.last ?? animal)!
    const [lead, rest] = [text.slice(0, index), text.slice(index + animal.length)]
    if (!APPOSITION.test(plain.slice(before, index)))
      determiner = DETERMINED.exec(plain.slice(0, index))?.groups?.determiner
    before = index + animal.length
    const names = nameBefore(lead, rest) ?? namesAfter(lead, rest, determiner, isPlural, animal === 'fish')
    for (const written of names?.split(/, and | and |, | & /) ?? []) {
      const name = written.toLowerCase()
      if (isName(name, ownNames) && isOfUser(subject, determiner, name))
        pets.push({ species, name, at: plain.indexOf(name) })
    }
  }
  return pets
}

/** "Luna the dog", and not "feed the dog". */
function nameBefore(lead: string, rest: string): string | undefined {
  for (const [before, after] of BEFORE) {
    const name = before.exec(lead)?.groups?.names
    if (name === undefined || !after.test(rest)) continue
    if (/, an? [^,]*$/.test(lead) && !HAVING.test(lead.toLowerCase())) continue
    const next = /^ ([\p{L}']+)/u.exec(rest)?.[1]
    if (!lead.startsWith(`${name} the `) || FINITE_WORDS.has(next ?? '') || /^ and \p{Lu}\p{Ll}+ the /u.test(rest))
      return name
  }
  return undefined
}

function namesAfter(lead: string, rest: string, determiner = '', isPlural: boolean, isFood: boolean) {
  const plain = lead.toLowerCase()
  const isStart = WORDS.test(plain) && !plain.split(' ').some((word) => isVerbLike(word) || isPast(word))
  const isHad =
    /^(?:my|our|her|his|their|user's)$/.test(determiner) ||
    (!NOT_HAD.test(plain) && (determiner === 'the' || isStart || HAVING.test(plain)))
  const called = (isPlural ? CALLED_SEVERAL : CALLED_ONE).exec(rest)?.groups?.names
  if (called) return isHad ? called : undefined
  const beside = isFood ? undefined : (isPlural ? BESIDE_SEVERAL : BESIDE_ONE).exec(rest)?.groups
  if (!beside || (determiner === 'the' && OF_GIVER.test(rest))) return undefined
  if (rest.startsWith(':'))
    return (isStart || HAVING.test(plain)) && !isPast(rest.slice(2).split(/[ ,.]/, 1)[0]!.toLowerCase())
      ? (beside.names ?? beside.listed)
      : undefined
  // "Cat Stevens": a name by itself.
  const isBare = determiner === '' && rest.startsWith(' ')
  if (rest.startsWith(' ') && lead === '') return undefined
  return isHad || (isBare && !NOT_HAD.test(plain)) ? (beside.names ?? beside.listed) : undefined
}

function isName(name: string, ownNames: ReadonlySet<string>): boolean {
  return !ownNames.has(name) && !MONTHS_AND_DAYS.has(name) && !NOT_NAMES.has(name) && !animalNamed(name)
}

/** "Tom and his dog Rex" names no pet of the user, "Tom walks my dog Rex" does. */
function isOfUser(subject: Subject, determiner: string | undefined, name: string): boolean {
  if (subject.who !== 'other' || determiner === 'my' || determiner === 'our' || subject.name === name) return true
  if (subject.relation === 'pet') return !/^(?:his|her|their)$/.test(determiner ?? '')
  return HOUSEHOLD.has(subject.relation ?? '')
}
