import { z } from 'zod'

/*
 * In which words it is told who is what to whom. The list is closed: what finds relationships, rules or a model, says
 * them in these words or not at all.
 */

/** What the person whose memories these are is called in relationships. */
export const USER = 'user'
/** A name is no longer. */
export const NAME_CHARS_MAX = 80

export const Relationship = z
  .object({
    subject: z.string().meta({ description: '`user` is the person whose memories these are.' }),
    relation: z.string().meta({ example: 'sister of' }),
    object: z.string(),
  })
  .meta({ id: 'Relationship' })
export type Relationship = z.output<typeof Relationship>

/** What somebody is to somebody, as people write it. */
export const KIN_WORDS =
  'mother mom mum father dad parent sister brother sibling twin wife husband spouse partner girlfriend boyfriend ' +
  'fiancee fiancée fiance fiancé son daughter child aunt uncle cousin niece nephew grandmother grandma grandfather ' +
  'grandpa grandson granddaughter stepmother stepfather stepsister stepbrother stepson stepdaughter mother-in-law ' +
  'father-in-law sister-in-law brother-in-law son-in-law daughter-in-law friend colleague coworker boss manager ' +
  'neighbour neighbor roommate flatmate teacher tutor doctor dentist therapist coach trainer mentor dog cat pet'

const SAME_KIN: Record<string, string> = {
  ...{ mom: 'mother', mum: 'mother', dad: 'father', grandma: 'grandmother', grandpa: 'grandfather' },
  ...{ fiancee: 'fiancée', fiance: 'fiancé', neighbor: 'neighbour' },
}

/** The relation that a word for somebody names, one for all ways to write it: `brother of`. */
export function kinOfWord(word = ''): string {
  return `${SAME_KIN[word] ?? word} of`
}

/** Every relation there is. */
export const RELATIONS: readonly string[] = [
  ...new Set(KIN_WORDS.split(' ').map(kinOfWord)),
  ...['married to', 'engaged to', 'works at', 'works with', 'studies at', 'lives in', 'lives with', 'comes from'],
  ...['born in', 'member of', 'owns', 'speaks'],
]

// Of these it is the same which of the two is named first.
const MUTUAL = new Set([
  ...['sibling of', 'twin of', 'spouse of', 'partner of', 'cousin of', 'friend of', 'colleague of', 'coworker of'],
  ...['neighbour of', 'roommate of', 'flatmate of', 'married to', 'engaged to', 'works with', 'lives with'],
])

/** What tells a relationship from others: the same for two that say the same. */
export function keyOf({ subject, relation, object }: Relationship): string {
  const parties = [subject.toLowerCase(), object.toLowerCase()]
  return [relation, ...(MUTUAL.has(relation) ? parties.sort() : parties)].join('\n')
}
