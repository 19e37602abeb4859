import { covers } from '@memory-service/scopes'
import { parseStatement } from '../memories/duplicates.ts'
import { type Memory, newestFirst } from '../memories/memory.ts'

/*
 * Ranks memories and selects the few that go before a model. The weight of a memory combines its importance, its
 * distance in time and its relevance to the query. Selection is by maximal marginal relevance (Carbonell and Goldstein
 * 1998): each step takes the memory with the highest weight minus its similarity to those already selected. Pure: the
 * same memories, scores and time give the same selection.
 */

/** A memory and its weight, 0 to about 1.3. */
export interface Ranked {
  memory: Memory
  weight: number
}

const DAY_MS = 24 * 60 * 60_000
// At this distance from now, past or future, recency is one half.
const HALF_LIFE_MS = 30 * DAY_MS
const WITHOUT_QUERY = { relevance: 0, importance: 0.6, recency: 0.4, pinned: 0.3 }
const WITH_QUERY = { relevance: 0.65, importance: 0.2, recency: 0.15, pinned: 0.1 }
// Only so many of the best are compared with each other, to bound the time of a selection.
const COMPARED_MAX = 200

/** Sorts memories by weight, highest first. `relevance` is the scores of a search, 0 to 1, by memory id. */
export function rank(
  memories: readonly Memory[],
  now: number,
  relevance?: ReadonlyMap<string, number> | undefined,
): Ranked[] {
  const shares = relevance ? WITH_QUERY : WITHOUT_QUERY
  return memories
    .map((memory) => {
      const distance = Math.abs(now - Date.parse(memory.occurredAt))
      const weight =
        shares.relevance * (relevance?.get(memory.id) ?? 0) +
        shares.importance * (memory.importance / 100) +
        shares.recency * 2 ** (-distance / HALF_LIFE_MS) +
        (memory.pinned ? shares.pinned : 0)
      return { memory, weight }
    })
    .sort(byWeight)
}

// Among equals the newer is first, so that the order does not depend on the order of the input.
function byWeight(a: Ranked, b: Ranked): number {
  return b.weight - a.weight || newestFirst(a.memory, b.memory)
}

/**
 * Selects up to `limit` memories, preferring those that differ from each other; of duplicates only one. Pinned memories
 * take up to half of the slots first; further pinned ones compete with the rest.
 */
export function selectDiverse(ranked: readonly Ranked[], limit: number): Memory[] {
  const pinned = ranked.filter(({ memory }) => memory.pinned).slice(0, Math.floor(limit / 2))
  const others = ranked.filter((each) => !pinned.includes(each)).slice(0, COMPARED_MAX)
  const numbers = new Map<string, number>()
  const [first, rest] = [pinned, others].map((part) => part.map((each) => candidateOf(each, numbers)))
  const selected: Candidate[] = []
  selectFrom(first!, selected, limit, rest!)
  selectFrom(rest!, selected, limit, [])
  return selected.map(({ memory }) => memory)
}

interface Candidate extends Ranked {
  /** Its terms as ascending numbers, the same number for the same term. */
  terms: number[]
  /** Equal for duplicates. */
  signature: string
  /** The highest similarity to a selected memory, 0 to 1. */
  similarity: number
  isDuplicate: boolean
}

/** Moves candidates to `selected`, best first, and updates the similarity of the others and of `later` ones. */
function selectFrom(
  candidates: readonly Candidate[],
  selected: Candidate[],
  limit: number,
  later: readonly Candidate[],
): void {
  const left = new Set(candidates)
  while (selected.length < limit) {
    let best: Candidate | undefined
    for (const each of left) if (!each.isDuplicate && (!best || gainOf(each) > gainOf(best))) best = each
    if (!best) return
    left.delete(best)
    selected.push(best)
    for (const part of [left, later])
      for (const each of part) {
        each.isDuplicate ||= each.signature === best.signature
        each.similarity = Math.max(each.similarity, overlap(each.terms, best.terms))
      }
  }
}

// Squared, so that a few common words reduce the gain little and a near-duplicate almost completely.
function gainOf({ weight, similarity }: Candidate): number {
  return weight - similarity * similarity
}

function candidateOf({ memory, weight }: Ranked, numbers: Map<string, number>): Candidate {
  const statement = parseStatement(memory.content)
  const numberOf = (word: string) => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
  const terms = statement.terms.map(numberOf).sort((a, b) => a - b)
  return { memory, weight, terms, signature: statement.words.join(' '), similarity: 0, isDuplicate: false }
}

/** The Jaccard similarity of two ascending lists, 0 to 1. */
function overlap(left: readonly number[], right: readonly number[]): number {
  let shared = 0
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const difference = left[i]! - right[j]!
    if (!difference) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared ? shared / (left.length + right.length - shared) : 0
}

/** Whether a memory is of a kind, by its type or its scope. */
export function isOfKind(kind: 'preference' | 'goal' | 'relationship', { type, scope }: Memory): boolean {
  return type === kind || covers(`${kind}.*`, scope)
}
