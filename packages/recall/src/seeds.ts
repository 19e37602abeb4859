import { covers } from '@memory-service/scopes'
import { BestByWriter, type Order, writerNumbers } from './best.ts'
import type { SeedsRequest } from './types.ts'
import type { View } from './view.ts'

/** Rows above this importance count as important; it is the default of a row. */
const IMPORTANT_ABOVE = 50

/**
 * The current readable rows that matter whatever the query, without repetitions: the most important pinned ones, the most
 * important of the others, the newest, and the newest within each qualifier; so many of each, at most half of these of one app
 * while there are others.
 */
export function seedsOf({ rows, within }: SeedsRequest, view: View): string[] {
  const { index } = view
  const { ids, importance, createdAt, batches, pinned, scopeOf, scopes } = index
  const writerOf = writerNumbers(scopes)
  const byId = (a: number, b: number) => (ids[a]! < ids[b]! ? 1 : -1)
  const byImportance = (a: number, b: number) => importance[b]! - importance[a]! || byId(a, b)
  const byTime = (a: number, b: number) => createdAt[b]! - createdAt[a]! || batches.newerFirst(a, b) || byId(a, b)
  const groupBy = (order: Order) => new BestByWriter(rows, order, scopeOf, writerOf)
  const groups = [groupBy(byImportance), groupBy(byImportance), groupBy(byTime)] as const
  const [ofPinned, important, newest] = groups
  const covering = within.map((qualifier) => ({
    covered: Uint8Array.from(scopes.names, (name) => Number(covers(qualifier, name))),
    best: groupBy(byTime),
  }))
  // Newer rows usually have higher slots, so that most of the others are rejected at once.
  for (let slot = index.slots - 1; slot >= 0; slot--) {
    if (!view.canRead(slot) || view.standIns.has(slot)) continue
    if (pinned.has(slot)) ofPinned.add(slot)
    else if (importance[slot]! > IMPORTANT_ABOVE) important.add(slot)
    newest.add(slot)
    for (const { covered, best } of covering) if (covered[scopeOf[slot]!]) best.add(slot)
  }
  const found = new Set<string>()
  for (const best of [...groups, ...covering.map(({ best }) => best)])
    for (const slot of best.shared()) found.add(ids[slot]!)
  return [...found]
}
