import { crc32 } from 'node:zlib'
import { covers } from '@memory-service/scopes'
import { DAY_MS } from '../../foundation/times.ts'
import { isOfUser, writerOf } from '../memories/authors.ts'
import type { Statement } from '../memories/duplicates.ts'
import { type ConsideredMemory, newestFirst } from '../memories/memory.ts'

/*
 * Ranks memories by importance and time, and selects different ones. Selection is by maximal marginal relevance (Carbonell
 * and Goldstein 1998): each step takes the memory with the highest weight minus its similarity to those already selected.
 * Pure: the same memories and time give the same selection.
 */

/** A memory with its words, and when it happened in ms since 1970. */
interface Rankable {
  readonly memory: ConsideredMemory
  readonly time: number
  readonly wording: Statement
}

/** A memory and its weight, 0 to 1. */
interface Ranked extends Rankable {
  readonly weight: number
  /** Whether it counts in full however similar what others have stated is. */
  readonly isKept: boolean
}

// At this distance from now, past or future, recency is one half.
const HALF_LIFE_MS = 30 * DAY_MS
const IMPORTANCE_SHARE = 0.6
const RECENCY_SHARE = 0.4
// Only so many of the best are compared with each other, to bound the time of a selection.
const COMPARED_MAX = 200

/** Sorts memories by weight, highest first. `isSafety` tells whether health or safety depends on one. */
export function rank<T extends Rankable>(
  memories: readonly T[],
  now: number,
  isSafety: (each: T) => boolean = () => false,
): Ranked[] {
  return memories
    .map((each) => {
      const { memory, time, wording } = each
      const recency = 2 ** (-Math.abs(now - time) / HALF_LIFE_MS)
      const weight = IMPORTANCE_SHARE * (memory.importance / 100) + RECENCY_SHARE * recency
      return { memory, time, wording, weight, isKept: writerOf(memory) === null && isSafety(each) }
    })
    .sort(byWeight)
}

// Among equals the newer is first, so that the order does not depend on the order of the input.
function byWeight(a: Ranked, b: Ranked): number {
  return b.weight - a.weight || newestFirst(a.memory, b.memory)
}

/**
 * Moves the memories of an app beyond half of `max` behind all others, so that no app can take everything by the
 * importance that it gives its own. Memories of the user and of a single source stay as they are.
 */
export function othersFirst<T extends { readonly memory: ConsideredMemory }>(
  list: readonly T[],
  max: number,
): readonly T[] {
  const counts = new Map<string, number>()
  const first = new Set(list.filter(({ memory }) => countOf(counts, writerOf(memory)) <= Math.max(1, max / 2)))
  return first.size === list.length ? list : [...first, ...list.filter((each) => !first.has(each))]
}

/** Counts a memory of an app; returns how many there are so far, 0 for the user. */
function countOf(counts: Map<string, number>, app: string | null): number {
  if (app === null) return 0
  const count = (counts.get(app) ?? 0) + 1
  counts.set(app, count)
  return count
}

/**
 * Selects up to `limit` memories, preferring those that differ from each other; of duplicates only one, and of one app
 * more than half only if there are no others.
 * @param taken what was selected before; it counts for its apps, in half of everything.
 */
export function selectDiverse(
  ranked: readonly Ranked[],
  limit: number,
  taken: readonly ConsideredMemory[] = [],
): ConsideredMemory[] {
  const compared = othersFirst(ranked, COMPARED_MAX).slice(0, COMPARED_MAX)
  const left = new Set(compared.map(candidateOf))
  const selected: ConsideredMemory[] = []
  const counts = new Map<string, number>()
  const exhausted = new Set<string | null>()
  const take = (memory: ConsideredMemory) => {
    const writer = writerOf(memory)
    if (countOf(counts, writer) >= Math.max(1, (taken.length + limit) / 2)) exhausted.add(writer)
  }
  for (const memory of taken) take(memory)
  const isBetter = (each: Candidate, best: Candidate) => {
    const [isLate, isBestLate] = [exhausted.has(each.writer), exhausted.has(best.writer)]
    return isLate === isBestLate ? gainOf(each) > gainOf(best) : isBestLate
  }
  while (selected.length < limit) {
    let best: Candidate | undefined
    for (const each of left) if (!each.isDuplicate && (!best || isBetter(each, best))) best = each
    if (!best) break
    left.delete(best)
    take(best.memory)
    selected.push(best.memory)
    for (const each of left) {
      each.isDuplicate ||= each.signature === best.signature
      if (each.isKept && !isOfUser(best.memory)) continue
      each.similarity = Math.max(each.similarity, overlap(each.terms, best.terms))
    }
  }
  return selected
}

interface Candidate extends Ranked, Comparable {
  /** The app whose words it is; null for the user. */
  readonly writer: string | null
  /** The highest similarity to a selected memory, 0 to 1. */
  similarity: number
  isDuplicate: boolean
}

// Squared, so that a few common words reduce the gain little and a near-duplicate almost completely.
function gainOf({ weight, similarity }: Candidate): number {
  return weight - similarity * similarity
}

function candidateOf({ memory, time, wording, weight, isKept }: Ranked): Candidate {
  const { terms, signature } = comparableOf(wording)
  return {
    memory,
    writer: writerOf(memory),
    time,
    wording,
    weight,
    isKept,
    terms,
    signature,
    similarity: 0,
    isDuplicate: false,
  }
}

/** What two texts are compared by. */
interface Comparable {
  /** The hashes of its terms, ascending. */
  readonly terms: Uint32Array
  /** Equal for duplicates. */
  readonly signature: string
}

// The words of a text are kept from one bundle to the next.
const comparable = new WeakMap<Statement, Comparable>()

function comparableOf(wording: Statement): Comparable {
  let known = comparable.get(wording)
  if (!known) {
    // Of 64 terms each, two texts share one by chance once in a million.
    const terms = Uint32Array.from(wording.terms, (term) => crc32(term)).sort()
    comparable.set(wording, (known = { terms, signature: wording.words.join(' ') }))
  }
  return known
}

/** The Jaccard similarity of two ascending lists, 0 to 1. */
function overlap(left: Uint32Array, right: Uint32Array): number {
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
export function isOfKind(kind: 'preference' | 'goal' | 'relationship', { type, scope }: ConsideredMemory): boolean {
  return type === kind || covers(`${kind}.*`, scope)
}
