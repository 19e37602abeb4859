import { ATTRIBUTES, type Group } from '@memory-service/understanding/attributes'
import { attributeTerm } from './attribute-terms.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import type { View } from './view.ts'

/** The share of a superseded row's score that the row takes that stands for it. */
const STAND_IN_SHARE = 0.9
/** Statements that replace each other in turn are followed this far. */
const CHAIN_MAX = 8
/** The largest factor below 1 that lowers any 32-bit float. */
const JUST_BELOW = 1 - 2 ** -23

/**
 * Replaces superseded rows by the current rows that stand for them: who asks for "where I live" in the words of the old
 * statement finds the new one. A row takes the best score of those it stands for, if that is higher than its own.
 * Returns, by slot, the rows that scores came from.
 */
export function moveToSuccessors(candidates: number[], view: View, { values }: Scores): ReadonlyMap<number, number> {
  const sources = new Map<number, number>()
  if (!view.standIns.size) return sources
  const chosen = new Set<number>()
  for (const row of candidates) {
    const end = view.standIns.get(row)
    chosen.add(end ?? row)
    if (end === undefined || STAND_IN_SHARE * values[row]! <= values[end]!) continue
    values[end] = STAND_IN_SHARE * values[row]!
    sources.set(end, row)
  }
  candidates.length = 0
  candidates.push(...chosen)
  return sources
}

/**
 * Lists rows that have probably been superseded below their successors: a successor with a lower score takes the score of
 * the row, and the row follows it. Successors that the caller may not read do not count, nor do those that state only other
 * matters than what the query asks for and the row states: "the landlord put the rent up" says nothing of where that is.
 */
export function placeBelowSuccessors(
  { stated }: ParsedQuery,
  candidates: number[],
  view: View,
  { values }: Scores,
): void {
  const { index } = view
  const { successors } = index.validity
  if (!successors.size) return
  const chosen = new Set(candidates)
  const pairs: (readonly [row: number, successor: number])[] = []
  for (let at = 0; at < candidates.length; at++) {
    const row = candidates[at]!
    const id = successors.get(row)
    const successor = id === undefined ? undefined : view.slotOf(id)
    if (successor === undefined || !(values[row]! > 0)) continue
    if (isOfOtherMatters(row, successor, stated, view)) continue
    pairs.push([row, successor])
    if (!chosen.has(successor)) candidates.push(successor)
    chosen.add(successor)
  }
  let isChanged = true
  for (let pass = 0; isChanged && pass < CHAIN_MAX; pass++) {
    isChanged = false
    for (const [row, successor] of pairs) {
      if (values[successor]! > values[row]!) continue
      values[successor] = values[row]!
      values[row]! *= JUST_BELOW
      isChanged = true
    }
  }
}

function isOfOtherMatters(row: number, successor: number, stated: readonly number[], view: View): boolean {
  if (!stated.length) return false
  const { terms, vocabulary } = view.index
  const length = terms.read(row)
  if (!stated.some((term) => terms.values.subarray(0, length).includes(term))) return false
  const asked = new Set(stated.map((term) => groupOf(vocabulary.texts[term]!)))
  const end = terms.read(successor)
  const groups = new Set(Array.from(terms.values.subarray(0, end), (term) => groupOf(vocabulary.texts[term]!)))
  groups.delete(undefined)
  return groups.size > 0 && [...groups].every((group) => !asked.has(group))
}

const WHOSE = attributeTerm('').length
/** The group of an attribute such as `@self:home`; `undefined` for any other term. */
function groupOf(term: string): Group | undefined {
  if (!term.startsWith(attributeTerm(''))) return undefined
  const name = term.slice(Math.max(WHOSE, term.indexOf(':') + 1))
  return ATTRIBUTES.get(name)?.group
}
