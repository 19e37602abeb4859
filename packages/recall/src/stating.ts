import { attributeTerm } from './attribute-terms.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

/** Rows listed for one attribute. */
const ROWS_MAX = 8
/** Rows compared for one attribute; in longer lists only the last written ones count. */
const COMPARED_MAX = 5_000

/** The newest readable rows that state each attribute, of the user or as in `other:allergy`, without repetitions. */
export function rowsStating(attributes: readonly string[], view: View): string[] {
  const { index } = view
  const ids = new Set<string>()
  for (const attribute of attributes) {
    const term = index.vocabulary.find(attributeTerm(attribute.includes(':') ? attribute : `self:${attribute}`))
    if (term === undefined) continue
    const { cells, start, end } = view.postingsOf(term)
    const slots = Array.from(
      cells.subarray(Math.max(start, end - COMPARED_MAX), end),
      (posting) => view.standIns.get(posting >>> COUNT_BITS) ?? posting >>> COUNT_BITS,
    )
    slots.sort((a, b) => index.occurredAt[b]! - index.occurredAt[a]! || (index.ids[a]! < index.ids[b]! ? 1 : -1))
    for (const slot of slots.slice(0, ROWS_MAX)) ids.add(index.ids[slot]!)
  }
  return [...ids]
}
