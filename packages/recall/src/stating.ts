import { ATTRIBUTES } from '@memory-service/understanding/attributes'
import { attributeTerm } from './attribute-terms.ts'
import { BestByWriter, writerNumbers } from './best.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

/** Rows of one writer that are listed for one attribute, and for one that health or safety depends on. */
const ROWS_MAX = 8
const SAFETY_ROWS_MAX = 24
/** Rows of all apps together, as a multiple of the rows of one writer. */
const WRITERS_MAX = 2

/**
 * The newest readable rows that state each attribute, of the user or as in `other:allergy`, without repetitions. Each writer
 * has rows of its own, so that an app cannot displace what others state; what is dated ahead counts as of when it was written.
 */
export function rowsStating(attributes: readonly string[], view: View): string[] {
  const { index, standIns } = view
  const { ids, occurredAt, createdAt, scopeOf } = index
  const writerOf = writerNumbers(index.scopes)
  const timeOf = (slot: number) => Math.min(occurredAt[slot]!, createdAt[slot]!)
  const newestFirst = (a: number, b: number) => timeOf(b) - timeOf(a) || (a === b ? 0 : ids[a]! < ids[b]! ? 1 : -1)
  const found = new Set<string>()
  for (const attribute of attributes) {
    const term = index.vocabulary.find(attributeTerm(attribute.includes(':') ? attribute : `self:${attribute}`))
    if (term === undefined) continue
    const max = isSafety(attribute) ? SAFETY_ROWS_MAX : ROWS_MAX
    const best = new BestByWriter(max, newestFirst, scopeOf, writerOf)
    const { cells, start, end } = view.postingsOf(term)
    // Newer rows usually have higher slots, so that most of the others are rejected at once.
    for (let at = end - 1; at >= start; at--) {
      const slot = cells[at]! >>> COUNT_BITS
      best.add(standIns.get(slot) ?? slot)
    }
    for (const slot of best.inTurns(WRITERS_MAX * max)) found.add(ids[slot]!)
  }
  return [...found]
}

function isSafety(attribute: string): boolean {
  const known = ATTRIBUTES.get(attribute.slice(attribute.indexOf(':') + 1))
  return known !== undefined && (known.isSafety || known.group === 'health')
}
