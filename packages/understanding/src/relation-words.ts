/*
 * The vocabulary of relations. The list is closed: rules and models that extract relations use only these words.
 */

/** The name of the user in relations. */
export const USER = 'user'
/** Maximum length of a name. */
export const NAME_CHARS_MAX = 80

/** Who is related to whom: `{ subject: 'Tom', relation: 'brother of', object: 'user' }`. */
export interface Relation {
  subject: string
  relation: string
  object: string
}

/** Words for relatives, friends, others and pets. */
const KIN_WORDS = (
  'mother father parent sister brother sibling twin wife husband spouse partner girlfriend boyfriend fiancée fiancé son ' +
  'daughter child aunt uncle cousin niece nephew grandmother grandfather grandparent grandson granddaughter grandchild ' +
  'stepmother stepfather stepsister stepbrother stepson stepdaughter mother-in-law father-in-law sister-in-law ' +
  'brother-in-law son-in-law daughter-in-law friend colleague coworker boss manager neighbour roommate flatmate teacher ' +
  'tutor doctor dentist therapist coach trainer mentor dog cat pet'
).split(' ')

/** Other spellings, short forms and plurals that are not formed with "s", as `word: others`. */
const VARIANTS = `
mother: mom mum mommy mummy mam
father: dad daddy papa
grandmother: grandma granny gran nana
grandfather: grandpa grandad granddad
husband: hubby
wife: wives
fiancée: fiancee
fiancé: fiance
child: kid kids children toddler twins
grandchild: grandchildren grandkids
aunt: auntie
friend: buddy pal
coworker: co-worker
neighbour: neighbor
roommate: housemate
son-in-law: sons-in-law
daughter-in-law: daughters-in-law
sister-in-law: sisters-in-law
brother-in-law: brothers-in-law
dog: puppy retriever labrador poodle terrier beagle dachshund spaniel collie corgi
cat: kitten
pet: rabbit hamster parrot tortoise pony
`
const PLURALS = new Set(
  'kids children twins grandchildren grandkids wives sons-in-law daughters-in-law sisters-in-law brothers-in-law'.split(
    ' ',
  ),
)

/** A word for a close person. */
export interface KinWord {
  /** As it stands in a relation: `mother` for "mum". */
  readonly word: string
  readonly isPlural: boolean
  readonly gender: Gender | undefined
}
export type Gender = 'male' | 'female'

const MALE =
  /^(?:father|brother|husband|boyfriend|fiancé|son|uncle|nephew|grandfather|grandson|step(?:father|brother|son)|(?:father|brother|son)-in-law)$/
const FEMALE =
  /^(?:mother|sister|wife|girlfriend|fiancée|daughter|aunt|niece|grandmother|granddaughter|step(?:mother|sister|daughter)|(?:mother|sister|daughter)-in-law)$/

/** By each spelling in lower case, plurals included. */
export const KIN_WORDS_BY_SPELLING: ReadonlyMap<string, KinWord> = bySpelling()

/** Words for animals. */
export const PET_WORDS: ReadonlySet<string> = new Set(['dog', 'cat', 'pet'])

/** Words for people known from work or a practice, who are often called by title: "Coach Carter", "Doctor Who". */
export const TITLE_WORDS: ReadonlySet<string> = new Set(
  'boss manager teacher tutor doctor dentist therapist coach trainer mentor pet'.split(' '),
)

/** The relation of a word as it stands in relations: `brother of` for `brother`. */
export function kinRelation(word: string): string {
  return `${word} of`
}

/** All relations. */
export const RELATIONS: readonly string[] = [
  ...KIN_WORDS.map(kinRelation),
  ...['married to', 'engaged to', 'works at', 'works with', 'studies at', 'lives in', 'lives with', 'comes from'],
  ...['born in', 'member of', 'owns', 'speaks'],
]

// Symmetric relations: the order of the parties is irrelevant.
const SYMMETRIC = new Set([
  ...['sibling of', 'twin of', 'spouse of', 'partner of', 'cousin of', 'friend of', 'colleague of', 'coworker of'],
  ...['neighbour of', 'roommate of', 'flatmate of', 'married to', 'engaged to', 'works with', 'lives with'],
])

/** A key that is equal for relations with the same meaning. */
export function relationKey({ subject, relation, object }: Relation): string {
  const parties = [subject.toLowerCase(), object.toLowerCase()]
  return [relation, ...(SYMMETRIC.has(relation) ? parties.sort() : parties)].join('\n')
}

function bySpelling(): Map<string, KinWord> {
  const others = new Map(
    VARIANTS.trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string])
      .map(([word, variants]) => [word, variants.split(' ')]),
  )
  const found = new Map<string, KinWord>()
  for (const word of KIN_WORDS) {
    const gender = MALE.test(word) ? 'male' : FEMALE.test(word) ? 'female' : undefined
    for (const spelling of [word, ...(others.get(word) ?? [])]) {
      const isPlural = PLURALS.has(spelling)
      found.set(spelling, { word, isPlural, gender })
      if (!isPlural) found.set(pluralOf(spelling), { word, isPlural: true, gender })
    }
  }
  return found
}

function pluralOf(word: string): string {
  if (/(?:ss|ch)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
