import { ENTITY_KINDS, type Entities } from './entities.ts'

/** What ties a memory to another: something both are about, one call that wrote both, or likeness of their words. */
export const LINKS = [...ENTITY_KINDS, 'subject', 'session', 'similar'] as const
export type Link = { relation: (typeof LINKS)[number]; weight: number }

// What sharing one of a kind is worth; sharing more is worth more, and never quite 1.
const WORTH = { person: 0.7, organisation: 0.6, place: 0.5, thing: 0.6, topic: 0.3 } as const
const SUBJECT_WORTH = 0.6
const SESSION_WORTH = 0.4
// Below this, two texts have no more in common than any two.
const SIMILAR_MIN = 0.3

export interface Ties {
  mine: Entities
  theirs: Entities
  /** Written in the same call. */
  together: boolean
  /** 0 to 1, by their words. */
  similarity: number
}

/** What ties two memories, the strongest first; nothing when nothing does. */
export function linksOf({ mine, theirs, together, similarity }: Ties): Link[] {
  const links: Link[] = []
  const add = (relation: Link['relation'], weight: number) => links.push({ relation, weight: round(weight) })
  const subject = mine.subject !== undefined && mine.subject === theirs.subject ? mine.subject : undefined
  for (const kind of ENTITY_KINDS) {
    const shared = mine[kind].filter((key) => theirs[kind].includes(key) && !(kind === 'topic' && key === subject))
    if (shared.length) add(kind, either(shared.map(() => WORTH[kind])))
  }
  if (subject !== undefined) add('subject', SUBJECT_WORTH)
  if (together) add('session', SESSION_WORTH)
  if (similarity >= SIMILAR_MIN) add('similar', similarity)
  return links.sort((a, b) => b.weight - a.weight || LINKS.indexOf(a.relation) - LINKS.indexOf(b.relation))
}

/** How near its links bring a memory: each alone may do, together they do more. */
export function nearness(links: readonly Link[]): number {
  return either(links.map(({ weight }) => weight))
}

function either(weights: readonly number[]): number {
  return 1 - weights.reduce((left, weight) => left * (1 - weight), 1)
}

function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000
}
