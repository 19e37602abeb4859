import { covers } from '@memory-service/scopes'
import type { SeedsRequest } from './types.ts'
import type { View } from './view.ts'

/** Rows above this importance count as important; it is the default of a row. */
const IMPORTANT_ABOVE = 50

/**
 * The current readable rows that matter whatever the query, without repetitions: the most important pinned ones, the most
 * important of the others, the newest, and the newest within each qualifier; so many of each.
 */
export function seedsOf({ rows, within }: SeedsRequest, view: View): string[] {
  const { index } = view
  const { ids, importance, createdAt, batches, pinned, scopeOf, scopes } = index
  const byId = (a: number, b: number) => (ids[a]! < ids[b]! ? 1 : -1)
  const byImportance = (a: number, b: number) => importance[b]! - importance[a]! || byId(a, b)
  const byTime = (a: number, b: number) => createdAt[b]! - createdAt[a]! || batches.newerFirst(a, b) || byId(a, b)
  const groups = [new Best(rows, byImportance), new Best(rows, byImportance), new Best(rows, byTime)] as const
  const [ofPinned, important, newest] = groups
  const covering = within.map((qualifier) => ({
    covered: Uint8Array.from(scopes.names, (name) => Number(covers(qualifier, name))),
    best: new Best(rows, byTime),
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
    for (const slot of best.slots()) found.add(ids[slot]!)
  return [...found]
}

/** Collects the `limit` first slots of an order: up to twice as many, then the better half. */
class Best {
  readonly #limit: number
  readonly #order: (a: number, b: number) => number
  #slots: number[] = []
  #last = -1

  constructor(limit: number, order: (a: number, b: number) => number) {
    this.#limit = limit
    this.#order = order
  }

  add(slot: number): void {
    if (this.#last >= 0 && this.#order(slot, this.#last) > 0) return
    this.#slots.push(slot)
    if (this.#slots.length < 2 * this.#limit) return
    this.#slots = this.slots()
    this.#last = this.#slots.at(-1)!
  }

  slots(): number[] {
    return this.#slots.sort(this.#order).slice(0, this.#limit)
  }
}
