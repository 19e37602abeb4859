import type { Scores } from './select.ts'
import type { View } from './view.ts'

/** Statements that replace each other in turn are followed this far. */
const CHAIN_MAX = 8
/** The largest factor below 1 that lowers any 32-bit float. */
const JUST_BELOW = 1 - 2 ** -23

/**
 * Lists rows that have probably been superseded below their successors: a successor with a lower score takes the score of
 * the row, and the row follows it. Successors that the caller may not read do not count.
 */
export function placeBelowSuccessors(candidates: number[], view: View, { values }: Scores): void {
  const { index } = view
  const { successors } = index.validity
  if (!successors.size) return
  const chosen = new Set(candidates)
  const pairs: (readonly [row: number, successor: number])[] = []
  for (let at = 0; at < candidates.length; at++) {
    const row = candidates[at]!
    const id = successors.get(row)
    const successor = id === undefined ? undefined : index.slotOf(id)
    if (successor === undefined || !(values[row]! > 0) || !view.canRead(successor)) continue
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
