import type { ScopeNumbers } from './scope-numbers.ts'

/** Orders slots: negative if the first one comes before the other. */
export type Order = (a: number, b: number) => number

/** Collects the `limit` first slots of an order, without repetitions: up to twice as many, then the better half. */
class Best {
  readonly #limit: number
  readonly #order: Order
  #slots: number[] = []
  #last = -1

  constructor(limit: number, order: Order) {
    this.#limit = limit
    this.#order = order
  }

  add(slot: number): void {
    if (this.#last >= 0 && this.#order(slot, this.#last) > 0) return
    this.#slots.push(slot)
    if (this.#slots.length < 2 * this.#limit) return
    this.#slots = this.slots()
    if (this.#slots.length === this.#limit) this.#last = this.#slots.at(-1)!
  }

  slots(): number[] {
    return [...new Set(this.#slots.sort(this.#order))].slice(0, this.#limit)
  }
}

/** By scope number: the number of the writer of its rows. Those whose words are the user's have 0. */
export function writerNumbers({ writers }: ScopeNumbers): Uint32Array {
  const numbers = new Map<string | null, number>([[null, 0]])
  return Uint32Array.from(writers, (writer) => {
    const number = numbers.get(writer) ?? numbers.size
    numbers.set(writer, number)
    return number
  })
}

/** Collects the first slots of an order for each writer, so that the rows of one app do not displace those of others. */
export class BestByWriter {
  readonly #limit: number
  readonly #order: Order
  readonly #writerOf: Uint32Array
  readonly #scopeOf: Uint32Array
  readonly #byWriter: Best[] = []

  /** `limit`: of each writer; `scopeOf`: scope numbers by slot; `writerOf`: see {@link writerNumbers}. */
  constructor(limit: number, order: Order, scopeOf: Uint32Array, writerOf: Uint32Array) {
    this.#limit = limit
    this.#order = order
    this.#scopeOf = scopeOf
    this.#writerOf = writerOf
  }

  add(slot: number): void {
    const best = (this.#byWriter[this.#writerOf[this.#scopeOf[slot]!]!] ??= new Best(this.#limit, this.#order))
    best.add(slot)
  }

  /** The user's own slots, then those of apps in turn: the first of each, the second of each and so on, at most `appsMax`. */
  inTurns(appsMax: number): number[] {
    const { own, apps } = this.#lists()
    const inTurn = Array.from({ length: this.#limit }, (_, at) => apps.flatMap((list) => list.slice(at, at + 1))).flat()
    return [...own, ...inTurn.slice(0, appsMax)]
  }

  /**
   * The first `limit` of all. Half are for the user's own, and each app has at most half, as far as others have so many.
   */
  shared(): number[] {
    const half = Math.ceil(this.#limit / 2)
    const { own, apps } = this.#lists()
    const sorted = (...lists: readonly number[][]) => lists.flat().sort(this.#order)
    const inOrder = [
      ...own.slice(0, half),
      ...sorted(own.slice(half), ...apps.map((list) => list.slice(0, half))),
      ...sorted(...apps.map((list) => list.slice(half))),
    ]
    return sorted(inOrder.slice(0, this.#limit))
  }

  #lists() {
    const [own, ...apps] = Array.from(this.#byWriter, (best?: Best) => best?.slots() ?? [])
    return { own: own ?? [], apps: apps.filter((list) => list.length) }
  }
}
