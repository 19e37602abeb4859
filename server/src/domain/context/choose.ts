import type { Memory } from '../memories/memory.ts'
import { whatIsSaid } from '../memories/said.ts'
import { covers } from '../vocabulary/scopes.ts'

/*
 * Which memories stand for a person when there is room for a few. Each weighs by what it matters, how near in time it
 * is, and what it answers of the query; then they are taken one by one, each time the one that weighs most once its
 * likeness to those already taken is counted against it (maximal marginal relevance, Carbonell and Goldstein 1998).
 * Pure: the same memories, scores and time give the same choice.
 */

/** A memory and what it weighs, 0 to about 1.3. */
export interface Weighed {
  memory: Memory
  weight: number
}

const DAY_MS = 24 * 60 * 60_000
// Of something this far from now, in the past or ahead, half of the nearness is left.
const HALF_LIFE_MS = 30 * DAY_MS
const ALONE = { relevance: 0, importance: 0.6, nearness: 0.4, pinned: 0.3 }
const ASKED = { relevance: 0.65, importance: 0.2, nearness: 0.15, pinned: 0.1 }
// Beyond these many of the best, nothing is compared: choosing stays within a few milliseconds.
const COMPARED_MAX = 200

/** Memories by what they weigh, heaviest first. `relevance` holds the scores of a search, 0 to 1, by id. */
export function weigh(
  memories: readonly Memory[],
  now: number,
  relevance?: ReadonlyMap<string, number> | undefined,
): Weighed[] {
  const share = relevance ? ASKED : ALONE
  return memories
    .map((memory) => {
      const apart = Math.abs(now - Date.parse(memory.occurredAt))
      const weight =
        share.relevance * (relevance?.get(memory.id) ?? 0) +
        share.importance * (memory.importance / 100) +
        share.nearness * 2 ** (-apart / HALF_LIFE_MS) +
        (memory.pinned ? share.pinned : 0)
      return { memory, weight }
    })
    .sort(byWeight)
}

// The newer id goes first among equals, so that an order never depends on how rows came in.
function byWeight(a: Weighed, b: Weighed): number {
  return b.weight - a.weight || (a.memory.id < b.memory.id ? 1 : -1)
}

/**
 * Chooses up to `limit`, different from each other before alike. Half of the places are open to the pinned first;
 * the rest of the pinned weigh in with everybody else. Saying the same in the same words is said once.
 */
export function chooseDiverse(weighed: readonly Weighed[], limit: number): Memory[] {
  const pinned = weighed.filter(({ memory }) => memory.pinned).slice(0, Math.floor(limit / 2))
  const others = weighed.filter((each) => !pinned.includes(each)).slice(0, COMPARED_MAX)
  const numbers = new Map<string, number>()
  const [first, rest] = [pinned, others].map((part) => part.map((each) => candidate(each, numbers)))
  const taken: Candidate[] = []
  takeFrom(first!, taken, limit, rest!)
  takeFrom(rest!, taken, limit, [])
  return taken.map(({ memory }) => memory)
}

interface Candidate extends Weighed {
  /** Its words as ascending numbers, the same number for the same word. */
  words: number[]
  /** All that tells it from a copy. */
  signature: string
  /** The likeness to the one taken that it is most like. */
  alike: number
  isCopy: boolean
}

function takeFrom(open: Candidate[], taken: Candidate[], limit: number, waiting: readonly Candidate[]): void {
  const left = new Set(open)
  while (taken.length < limit) {
    let best: Candidate | undefined
    for (const each of left) if (!each.isCopy && (!best || worth(each) > worth(best))) best = each
    if (!best) return
    left.delete(best)
    taken.push(best)
    for (const part of [left, waiting])
      for (const each of part) {
        each.isCopy ||= each.signature === best.signature
        each.alike = Math.max(each.alike, overlap(each.words, best.words))
      }
  }
}

// Squared, so that a shared word or two costs little and a near-copy nearly everything.
function worth({ weight, alike }: Candidate): number {
  return weight - alike * alike
}

function candidate({ memory, weight }: Weighed, numbers: Map<string, number>): Candidate {
  const { telling, all } = whatIsSaid(memory.content)
  const numberOf = (word: string) => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
  const words = telling.map(numberOf).sort((a, b) => a - b)
  return { memory, weight, words, signature: all.join(' '), alike: 0, isCopy: false }
}

/** Shared words over all words of two ascending lists, 0 to 1. */
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

/** Whether a memory tells of a kind of thing, by its own type or by where it lives. */
export function isOf(kind: 'preference' | 'goal' | 'relationship', { type, scope }: Memory): boolean {
  return type === kind || covers(`${kind}.*`, scope)
}
