import { z } from 'zod'

/*
 * The vocabulary of relationships. The list is closed: rules and models that extract relationships use only these
 * words.
 */

/** The name of the user in relationships. */
export const USER = 'user'
/** Maximum length of a name. */
export const NAME_CHARS_MAX = 80

export const Relationship = z
  .object({
    subject: z.string().meta({ description: '`user` is the person whose memories these are.' }),
    relation: z.string().meta({ example: 'sister of' }),
    object: z.string(),
  })
  .meta({ id: 'Relationship' })
export type Relationship = z.output<typeof Relationship>

/** Words for relatives, friends and others, as people write them. */
export const KIN_WORDS =
  'mother mom mum father dad parent sister brother sibling twin wife husband spouse partner girlfriend boyfriend ' +
  'fiancee fiancée fiance fiancé son daughter child aunt uncle cousin niece nephew grandmother grandma grandfather ' +
  'grandpa grandson granddaughter stepmother stepfather stepsister stepbrother stepson stepdaughter mother-in-law ' +
  'father-in-law sister-in-law brother-in-law son-in-law daughter-in-law friend colleague coworker boss manager ' +
  'neighbour neighbor roommate flatmate teacher tutor doctor dentist therapist coach trainer mentor dog cat pet'

const KIN_VARIANTS: Record<string, string> = {
  ...{ mom: 'mother', mum: 'mother', dad: 'father', grandma: 'grandmother', grandpa: 'grandfather' },
  ...{ fiancee: 'fiancée', fiance: 'fiancé', neighbor: 'neighbour' },
}

/** The relation of a word, normalised for spelling variants: `brother of` for `brother`. */
export function kinRelation(word = ''): string {
  return `${KIN_VARIANTS[word] ?? word} of`
}

/** All relations. */
export const RELATIONS: readonly string[] = [
  ...new Set(KIN_WORDS.split(' ').map(kinRelation)),
  ...['married to', 'engaged to', 'works at', 'works with', 'studies at', 'lives in', 'lives with', 'comes from'],
  ...['born in', 'member of', 'owns', 'speaks'],
]

// Symmetric relations: the order of the parties is irrelevant.
const SYMMETRIC = new Set([
  ...['sibling of', 'twin of', 'spouse of', 'partner of', 'cousin of', 'friend of', 'colleague of', 'coworker of'],
  ...['neighbour of', 'roommate of', 'flatmate of', 'married to', 'engaged to', 'works with', 'lives with'],
])

/** A key that is equal for relationships with the same meaning. */
export function relationshipKey({ subject, relation, object }: Relationship): string {
  const parties = [subject.toLowerCase(), object.toLowerCase()]
  return [relation, ...(SYMMETRIC.has(relation) ? parties.sort() : parties)].join('\n')
}
