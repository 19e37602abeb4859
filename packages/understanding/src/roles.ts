/*
 * Who people are to one another, as a small algebra: each word for a person is a kind of tie and perhaps a gender, and two
 * ties in a row are often a third: a son's wife is a daughter-in-law.
 */

export type TieGender = 'f' | 'm' | ''

/** What one person is to another: `{ kind: 'child', gender: 'f' }` of "daughter". */
export interface Role {
  readonly kind: string
  readonly gender: TieGender
  readonly isPlural: boolean
}

/** Words by kind, in the singular, with their gender behind a slash. Kinds up to `godparent` are of family. */
const WORDS: Readonly<Record<string, string>> = {
  partner:
    'husband/m wife/f spouse partner boyfriend/m girlfriend/f fiance/m fiancé/m fiancee/f fiancée/f hubby/m missus/f',
  child: 'son/m daughter/f child kid boy/m girl/f toddler youngest eldest stepson/m stepdaughter/f stepchild',
  parent: 'mother/f mum/f mom/f mommy/f mummy/f mam/f mama/f mamma/f father/m dad/m daddy/m papa/m parent',
  stepparent: 'stepmother/f stepmum/f stepmom/f stepfather/m stepdad/m',
  sibling: 'brother/m sister/f sibling stepbrother/m stepsister/f half-brother/m half-sister/f',
  grandparent:
    'grandmother/f grandfather/m grandma/f grandpa/m granny/f gran/f nana/f nan/f oma/f opa/m abuela/f abuelo/m nonna/f nonno/m ' +
    'grandad/m granddad/m grandparent',
  grandchild: 'grandson/m granddaughter/f grandchild grandkid grandbaby',
  parent_in_law: 'mother-in-law/f father-in-law/m parent-in-law',
  child_in_law: 'son-in-law/m daughter-in-law/f',
  sibling_in_law: 'brother-in-law/m sister-in-law/f',
  nibling: 'nephew/m niece/f',
  pibling: 'uncle/m aunt/f auntie/f aunty/f',
  cousin: 'cousin',
  godchild: 'godson/m goddaughter/f godchild',
  godparent: 'godfather/m godmother/f godparent',
  ex_partner: 'ex ex-husband/m ex-wife/f ex-boyfriend/m ex-girlfriend/f ex-partner',
  friend: 'friend buddy pal mate mucker',
  best_friend: 'bestie',
  neighbour: 'neighbour neighbor',
  roommate: 'roommate flatmate housemate lodger',
  colleague: 'colleague coworker co-worker teammate workmate',
  bandmate: 'bandmate',
  boss: 'boss manager supervisor',
  landlord: 'landlord/m landlady/f',
  dentist: 'dentist orthodontist hygienist',
  doctor: 'doctor gp physician',
  therapist: 'therapist counsellor counselor psychologist psychiatrist',
  physio: 'physio physiotherapist',
  cleaner: 'cleaner',
  carer: 'carer caregiver',
  childminder: 'childminder nanny babysitter',
  plumber: 'plumber',
  electrician: 'electrician',
  builder: 'builder handyman carpenter',
  accountant: 'accountant',
  lawyer: 'lawyer solicitor notary',
  vet: 'vet',
  coach: 'coach trainer',
  teacher: 'teacher tutor',
  hairdresser: 'hairdresser barber',
  gardener: 'gardener',
  mechanic: 'mechanic',
  priest: 'priest vicar imam rabbi',
  mentor: 'mentor',
  assistant: 'assistant pa secretary',
}
const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  child: 'children',
  stepchild: 'stepchildren',
  grandchild: 'grandchildren',
  godchild: 'godchildren',
  wife: 'wives',
}
/** Words that are several people without an ending. */
const GROUPS: Readonly<Record<string, string>> = {
  child: 'kids twins triplets',
  bandmate: 'band',
  colleague: 'team',
  friend: 'crew gang',
  parent_in_law: 'in-laws',
}

const FAMILY_END = 'ex_partner'
const FAMILY = new Set<string>()
for (const kind of Object.keys(WORDS)) {
  FAMILY.add(kind)
  if (kind === FAMILY_END) break
}
/** Kinds of which "a" is enough: "Nico is a friend from school", unlike "Nico is a teacher". */
const SOCIAL = new Set('friend best_friend neighbour roommate colleague bandmate cousin'.split(' '))

/** Words that name other things as often: they need a possessive, or a list after them. */
export const AMBIGUOUS: ReadonlySet<string> = new Set('boy boys girl girls team crew gang band ex pa'.split(' '))

/** Whether it is a kind of family, by marriage too. */
export const isFamily = (kind: string): boolean => FAMILY.has(kind)
/** Whether it is a kind of ties that people have with many. */
export const isSocial = (kind: string): boolean => SOCIAL.has(kind)

/** By each word for a person in lower case: what it says. */
export const ROLES: ReadonlyMap<string, Role> = rolesByWord()

function rolesByWord(): Map<string, Role> {
  const found = new Map<string, Role>()
  for (const [kind, words] of Object.entries(WORDS))
    for (const each of words.split(' ')) {
      const [word, gender = ''] = each.split('/') as [string, TieGender?]
      found.set(word, { kind, gender, isPlural: false })
      found.set(pluralOf(word), { kind, gender, isPlural: true })
    }
  for (const [kind, words] of Object.entries(GROUPS))
    for (const word of words.split(' ')) found.set(word, { kind, gender: '', isPlural: true })
  return found
}

function pluralOf(word: string): string {
  if (word.endsWith('-in-law')) return word.replace('-in-law', 's-in-law')
  if (IRREGULAR_PLURALS[word]) return IRREGULAR_PLURALS[word]
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch)$/.test(word) ? `${word}es` : `${word}s`
}

/** What the second tie of a person is who has the first one: a child's partner is a child-in-law. */
const COMPOSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    partner: 'child=child parent=parent_in_law sibling=sibling_in_law',
    child: 'partner=child_in_law child=grandchild sibling=child',
    parent: 'sibling=pibling parent=grandparent child=sibling partner=stepparent',
    sibling: 'partner=sibling_in_law child=nibling sibling=sibling parent=parent',
    grandchild: 'sibling=grandchild parent=child',
    pibling: 'child=cousin partner=pibling',
    nibling: 'sibling=nibling',
    grandparent: 'partner=grandparent child=pibling',
    cousin: 'sibling=cousin',
  }).flatMap(([first, pairs]) =>
    pairs.split(' ').map((pair) => {
      const [second, both] = pair.split('=') as [string, string]
      return [`${first} ${second}`, both] as const
    }),
  ),
)

/** The kind of tie that two ties in a row are; `undefined` if there is no word for it. */
export function composed(first: string, second: string): string | undefined {
  return COMPOSED.get(`${first} ${second}`)
}

const INVERSE: Readonly<Record<string, string>> = {
  partner: 'partner',
  child: 'parent',
  parent: 'child',
  sibling: 'sibling',
  grandchild: 'grandparent',
  grandparent: 'grandchild',
  cousin: 'cousin',
  nibling: 'pibling',
  pibling: 'nibling',
  friend: 'friend',
}

/** What the other one of a tie is to the first; `undefined` if there is no word for it. */
export function inverse(kind: string): string | undefined {
  return INVERSE[kind]
}

/** Kinds that a word of a wider sense also means: one asks for "parents" of a stepfather, too, and for friends the best one. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  friend: ['best_friend'],
  parent: ['stepparent'],
  stepparent: ['parent'],
  colleague: ['boss'],
}

/** Whether a tie is one that a role asks for. */
export function isOfRole({ kind, gender }: Role, tie: { readonly kind: string; readonly gender: TieGender }): boolean {
  return (
    (tie.kind === kind || (ALSO[kind]?.includes(tie.kind) ?? false)) &&
    (!gender || !tie.gender || gender === tie.gender)
  )
}
