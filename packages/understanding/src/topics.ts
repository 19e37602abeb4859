import { CONCEPTS, widerConcepts } from './concepts.ts'

/** Fields of life in which something must not be missed. */
export type Topic = 'food' | 'drink' | 'medicine' | 'health' | 'sport' | 'travel'

const ROOTS: Readonly<Record<Topic, string>> = {
  food: 'food',
  drink: 'drink',
  medicine: 'medicine',
  health: 'health',
  sport: 'sport',
  travel: 'travel',
}
const WORD = /[a-z\u00df-\u00ff]+/g
const PHRASE_WORDS_MAX = 3
/** Endings that a listed word may lack: plurals and verb forms. */
const ENDINGS = /(?:s|es|ing|ed)$/

const TOPICS_OF = topicsByMember()

/** The topics that a text touches, by the words and phrases of the lexicon. */
export function topicsOf(text: string): ReadonlySet<Topic> {
  const words = text.toLowerCase().match(WORD) ?? []
  const found = new Set<Topic>()
  words.forEach((_, at) => {
    for (let length = 1; length <= PHRASE_WORDS_MAX && at + length <= words.length; length++)
      for (const topic of topicsWith(words.slice(at, at + length).join(' '))) found.add(topic)
  })
  return found
}

/** All words and phrases of a concept and the narrower ones. */
export function membersUnder(name: string): string[] {
  const members = CONCEPTS.filter((concept) => concept.name === name || widerConcepts(concept.name).has(name)).flatMap(
    ({ words, phrases }) => [...words, ...phrases],
  )
  return [...new Set(members)]
}

function topicsWith(member: string): readonly Topic[] {
  return TOPICS_OF.get(member) ?? TOPICS_OF.get(member.replace(ENDINGS, '')) ?? []
}

function topicsByMember(): Map<string, Topic[]> {
  const found = new Map<string, Topic[]>()
  for (const [topic, root] of Object.entries(ROOTS) as [Topic, string][])
    for (const member of membersUnder(root)) found.set(member, [...(found.get(member) ?? []), topic])
  return found
}
