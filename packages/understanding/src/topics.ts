import { CONCEPTS, widerConcepts } from './concepts.ts'

/** Fields of life in which something must not be missed. */
export type Topic = 'food' | 'drink' | 'medicine' | 'health' | 'sport' | 'travel'

/** By topic: the concepts whose words touch it. */
const ROOTS: Readonly<Record<Topic, string>> = {
  food: 'food',
  drink: 'drink',
  medicine: 'medicine',
  health: 'health symptom',
  sport: 'sport',
  travel: 'travel',
}
const WORD = /[a-z\u00df-\u00ff]+/g
const PHRASE_WORDS_MAX = 3
/** Endings that a listed word may lack: plurals and verb forms. */
const ENDINGS = /(?:s|es|ing|ed)$/

const TOPICS_OF = topicsByMember()
/** By the first word of listed phrases: the most words of a phrase that begins with it. */
const PHRASE_WORDS = phraseWords()

/** The topics that a text touches, by the words and phrases of the lexicon. */
export function topicsOf(text: string): ReadonlySet<Topic> {
  const words = text.toLowerCase().match(WORD) ?? []
  const found = new Set<Topic>()
  words.forEach((_, at) => {
    for (const topic of topicsWith(words[at]!)) found.add(topic)
    const max = PHRASE_WORDS.get(words[at]!) ?? 1
    for (let length = 2; length <= max && at + length <= words.length; length++)
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

function phraseWords(): Map<string, number> {
  const most = new Map<string, number>()
  for (const member of TOPICS_OF.keys()) {
    const words = member.split(' ')
    const length = Math.min(PHRASE_WORDS_MAX, words.length)
    if (length > (most.get(words[0]!) ?? 1)) most.set(words[0]!, length)
  }
  return most
}

function topicsByMember(): Map<string, Topic[]> {
  const found = new Map<string, Topic[]>()
  for (const [topic, root] of Object.entries(ROOTS) as [Topic, string][])
    for (const member of new Set(root.split(' ').flatMap(membersUnder)))
      found.set(member, [...(found.get(member) ?? []), topic])
  return found
}
