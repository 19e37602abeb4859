import { isOwnName } from '@memory-service/understanding/names'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../foundation/entry-limit.ts'

/*
 * Entity extraction with a part-of-speech tagger (compromise): people, places, organisations, named things and topics.
 * It takes about 0.5 ms per 100 characters, so texts are truncated, results are cached, and a long extraction yields to
 * the event loop. The tagger is for English; in other languages it finds names.
 */

export const ENTITY_KINDS = ['person', 'place', 'organisation', 'thing', 'topic'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** The entities of one text by kind, as keys that are equal in texts about the same entity. */
export interface Entities extends Record<EntityKind, readonly string[]> {
  /** The subject of the first sentence; `undefined` if that is the user, as in most. */
  subject: string | undefined
}

const TEXT_CHARS_MAX = 300
const CACHE_MAX = 5_000
const SLICE_MS = 4
const NOTHING: Entities = { person: [], place: [], organisation: [], thing: [], topic: [], subject: undefined }

// By memory and text, so an edit needs no invalidation.
const cache = new LRUCache<string, Entities>(entryLimit(CACHE_MAX))

/**
 * Extracts the entities of each memory, in the order of the memories. The user is none of them: memories are not related
 * because they name the person they are about.
 * @param ownNames the user's own names in lower case.
 */
export async function readEntities(
  memories: readonly { id: string; content: string }[],
  ownNames: ReadonlySet<string>,
): Promise<Entities[]> {
  const entitiesOf = await openTagger()
  const read: Entities[] = []
  let until = performance.now() + SLICE_MS
  for (const { id, content } of memories) {
    const text = content.slice(0, TEXT_CHARS_MAX)
    const key = `${id}\n${text}`
    let entities = cache.get(key)
    if (!entities) {
      if (performance.now() > until) {
        await new Promise((resolve) => setImmediate(resolve))
        until = performance.now() + SLICE_MS
      }
      cache.set(key, (entities = entitiesOf(text)))
    }
    read.push(withoutUser(entities, ownNames))
  }
  return read
}

function withoutUser(entities: Entities, ownNames: ReadonlySet<string>): Entities {
  const others = (keys: readonly string[]) => keys.filter((key) => !isOwnName(key, ownNames))
  const { person, place, organisation, thing, topic, subject } = entities
  return {
    person: others(person),
    place: others(place),
    organisation: others(organisation),
    thing: others(thing),
    topic: others(topic),
    subject: subject !== undefined && isOwnName(subject, ownNames) ? undefined : subject,
  }
}

interface Term {
  text: string
  normal: string
  tags: string[]
}

// In order of precedence: the name of a person is not also a place.
const NAMED: [EntityKind, string][] = [
  ['person', 'Person'],
  ['place', 'Place'],
  ['organisation', 'Organization'],
  ['thing', 'ProperNoun'],
]
const NEVER = ['Date', 'Pronoun', 'Value', 'Unit', 'Url', 'Email', 'PhoneNumber', 'Money']
const HONORIFICS = new Set('mr mrs ms miss dr prof professor sir dame lord lady rev'.split(' '))
// Nouns too general to be a topic.
const VAGUE = new Set(
  (
    'user person people man woman thing time day night week weekend month year hour minute morning evening afternoon ' +
    'way lot kind sort bit part number place home life today tomorrow yesterday plan need idea reason something ' +
    'anything everything someone one name fact'
  ).split(' '),
)

/** Loads the tagger on first use, which takes half a second of CPU time; returns the function that extracts entities. */
export async function openTagger(): Promise<(text: string) => Entities> {
  const { default: nlp } = await import('compromise/two')
  return (text) => entitiesOf(nlp, text)
}

function entitiesOf(nlp: typeof import('compromise/two').default, text: string): Entities {
  if (!/\p{L}/u.test(text)) return NOTHING
  const sentences = nlp(text).json({ terms: { text: true, normal: true, tags: true } }) as { terms: Term[] }[]
  const found: Record<EntityKind, Set<string>> = {
    ...{ person: new Set(), place: new Set(), organisation: new Set(), thing: new Set(), topic: new Set() },
  }
  for (const { terms } of sentences)
    for (const { kind, run } of runsOf(terms)) {
      const key = kind === 'topic' ? topicOf(run.at(-1)!) : nameKey(kind, run)
      if (key) found[kind].add(key)
    }
  const { person, place, organisation, thing, topic } = found
  return {
    person: [...person],
    place: [...place],
    organisation: [...organisation],
    thing: [...thing],
    topic: [...topic],
    subject: subjectOf(sentences[0]?.terms ?? []),
  }
}

/** Groups consecutive terms of one kind. */
function runsOf(terms: readonly Term[]): { kind: EntityKind; run: Term[] }[] {
  const runs: { kind: EntityKind; run: Term[] }[] = []
  let before: EntityKind | undefined
  for (const term of terms) {
    const kind = kindOf(term)
    if (kind && kind === before) runs.at(-1)!.run.push(term)
    else if (kind) runs.push({ kind, run: [term] })
    // Punctuation ends a name.
    before = kind && /[\p{L}\p{N}]$/u.test(term.text) ? kind : undefined
  }
  return runs
}

function kindOf({ tags }: Term): EntityKind | undefined {
  if (NEVER.some((tag) => tags.includes(tag))) return undefined
  for (const [kind, tag] of NAMED) if (tags.includes(tag)) return kind
  return tags.includes('Noun') ? 'topic' : undefined
}

/** The key of a name: of a person the first name, so that "Ada" and "Ada Byron" are equal; otherwise the whole name. */
function nameKey(kind: EntityKind, run: readonly Term[]): string | undefined {
  const capital = run.filter(({ text }) => /^\p{Lu}/u.test(text))
  const words = (capital.length ? capital : run).map(plain).filter((word) => !HONORIFICS.has(word))
  const key = kind === 'person' ? words[0] : words.join(' ')
  return key && key.length > 1 && !VAGUE.has(key) ? key : undefined
}

function topicOf(term: Term): string | undefined {
  const word = plain(term)
  const key = term.tags.includes('Plural') ? word.replace(/ies$/, 'y').replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, '') : word
  return key.length > 2 && !VAGUE.has(key) ? key : undefined
}

function plain({ normal }: Term): string {
  return normal.replace(/['’]s?$/u, '').replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
}

/** The noun before the first verb: the car in "The old car needs oil"; `undefined` for a pronoun as in "She runs". */
function subjectOf(terms: readonly Term[]): string | undefined {
  const verb = terms.findIndex(({ tags }) => tags.includes('Verb'))
  if (verb < 1) return undefined
  const last = terms[verb - 1]!
  const kind = kindOf(last)
  if (!kind) return undefined
  return kind === 'topic' ? topicOf(last) : nameKey(kind, runsOf(terms.slice(0, verb)).at(-1)!.run)
}
