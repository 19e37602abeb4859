import { QUESTION } from './lexicon/answer-words.ts'
import type { Scores } from './select.ts'
import { Stamps } from './stamps.ts'
import type { View } from './view.ts'

const NEIGHBOUR_WEIGHT = 0.3
const NEIGHBOUR_DISTANCE = 2
/** Affinity is measured at this many best rows. It is full when their neighbours score this share above the mean. */
const AFFINITY_ROWS = 40
const AFFINITY_SPAN = 0.2
/** In tokens. Longer rows depend less on their neighbours. */
const SELF_CONTAINED_LENGTH = 60
/** The share of a question's score that the row after it takes, as its answer. */
const ANSWER_WEIGHT = 0.15

/** Terms of the row whose neighbours are visited. Shared by all searches of a thread, since searches are synchronous. */
const marked = new Stamps()

/**
 * Rows of one batch within a short distance pass a part of their scores to each other, if they have a term in common, in
 * the degree to which neighbours belong together in this store: in conversations, rows next to the best ones score above
 * the mean; in unrelated batches they do not. Long rows receive less. The row after a question receives more. Returns
 * what each slot received.
 */
export function addNeighbours(candidates: number[], view: View, { values }: Scores): Map<number, number> {
  const { index } = view
  const gains = new Map<number, number>()
  const affinity = neighbourAffinity(candidates, view, values)
  if (!affinity) return gains
  for (const slot of candidates) {
    let isMarked = false
    forNeighbours(slot, view, (other, distance) => {
      if (!isMarked) markTerms(slot, view)
      isMarked = true
      if (!hasMarkedTerm(other, view)) return
      const need = Math.min(1, SELF_CONTAINED_LENGTH / index.lengths[other]!)
      const isAnswer = distance === 1 && (index.answers[slot]! & QUESTION) !== 0
      const weight = (NEIGHBOUR_WEIGHT * need) / Math.abs(distance) + (isAnswer ? ANSWER_WEIGHT : 0)
      gains.set(other, (gains.get(other) ?? 0) + affinity * weight * values[slot]!)
    })
  }
  const chosen = new Set(candidates)
  for (const [slot, gain] of gains) {
    values[slot]! += gain
    if (!chosen.has(slot)) candidates.push(slot)
  }
  return gains
}

/** 0 to 1: by how much the neighbours of the best rows outscore the mean row. */
function neighbourAffinity(candidates: readonly number[], view: View, values: Float32Array): number {
  let total = 0
  for (let slot = 0; slot < view.index.slots; slot++) total += values[slot]!
  let sum = 0
  let pairs = 0
  for (const slot of candidates.slice(0, AFFINITY_ROWS))
    forNeighbours(slot, view, (other) => {
      sum += values[other]!
      pairs++
    })
  if (!pairs || !total) return 0
  const ratio = sum / pairs / (total / view.rows)
  return Math.min(1, Math.max(0, (ratio - 1) / AFFINITY_SPAN))
}

function forNeighbours(slot: number, view: View, visit: (other: number, distance: number) => void): void {
  view.index.batches.forNeighbours(slot, NEIGHBOUR_DISTANCE, (other) => view.canRead(other), visit)
}

/** Marks the words and concepts of a row, apart from function words. */
function markTerms(slot: number, { index: { terms, vocabulary } }: View): void {
  marked.reset(vocabulary.texts.length)
  const { cells } = terms
  const end = terms.start(slot) + terms.length(slot)
  for (let at = terms.start(slot); at < end; at++) if (!vocabulary.isFunctionTerm[cells[at]!]) marked.add(cells[at]!)
}

function hasMarkedTerm(slot: number, { index: { terms } }: View): boolean {
  const { cells } = terms
  const end = terms.start(slot) + terms.length(slot)
  for (let at = terms.start(slot); at < end; at++) if (marked.has(cells[at]!)) return true
  return false
}
