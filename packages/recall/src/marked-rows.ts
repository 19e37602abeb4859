import type { Stamps } from './stamps.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

/** Marks the rows with one of these terms. */
export function markRows(rows: Stamps, terms: readonly (number | undefined)[], view: View): void {
  rows.reset(view.index.slots)
  for (const term of terms) {
    if (term === undefined) continue
    const { cells, start, end } = view.postingsOf(term)
    for (let at = start; at < end; at++) rows.add(cells[at]! >>> COUNT_BITS)
  }
}
