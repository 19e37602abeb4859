import { ENTITY_KINDS, type Entities } from './entities.ts'

/** The kinds of links: an entity or subject both are about, the same call, or similar words. */
export const LINKS = [...ENTITY_KINDS, 'subject', 'session', 'similar'] as const
export type Link = { relation: (typeof LINKS)[number]; weight: number }

// The weight of one common entity; more of them weigh more, but always less than 1.
const ENTITY_WEIGHTS = { person: 0.7, organisation: 0.6, place: 0.5, thing: 0.6, topic: 0.3 } as const
const SUBJECT_WEIGHT = 0.6
const SESSION_WEIGHT = 0.4
// Two unrelated texts reach up to this similarity.
const SIMILAR_MIN = 0.3

export interface Pair {
  mine: Entities
  theirs: Entities
  /** Whether both were written in one batch. */
  sameBatch: boolean
  /** Similarity of their words, 0 to 1. */
  similarity: number
  /** Whether their texts have a word or a concept in common. */
  haveInCommon: boolean
}

/**
 * Computes the links of two memories, strongest first. That one call wrote both is a link only if they have something in
 * common, since a call often writes all that an app knows.
 */
export function linksOf({ mine, theirs, sameBatch, similarity, haveInCommon }: Pair): Link[] {
  const links: Link[] = []
  const add = (relation: Link['relation'], weight: number) => links.push({ relation, weight: round(weight) })
  const subject = mine.subject !== undefined && mine.subject === theirs.subject ? mine.subject : undefined
  for (const kind of ENTITY_KINDS) {
    const shared = mine[kind].filter((key) => theirs[kind].includes(key) && !(kind === 'topic' && key === subject))
    if (shared.length) add(kind, combine(shared.map(() => ENTITY_WEIGHTS[kind])))
  }
  if (subject !== undefined) add('subject', SUBJECT_WEIGHT)
  if (sameBatch && (haveInCommon || links.length > 0)) add('session', SESSION_WEIGHT)
  if (similarity >= SIMILAR_MIN) add('similar', similarity)
  return links.sort((a, b) => b.weight - a.weight || LINKS.indexOf(a.relation) - LINKS.indexOf(b.relation))
}

/** Combines the links of two memories into one: the relation of the strongest, and the weight of all, 0 to 1. */
export function strongestOf(links: readonly Link[]): Link | undefined {
  return links[0] && { relation: links[0].relation, weight: round(combine(links.map(({ weight }) => weight))) }
}

function combine(weights: readonly number[]): number {
  return 1 - weights.reduce((left, weight) => left * (1 - weight), 1)
}

function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000
}
