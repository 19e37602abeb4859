/** Searches of one user that may wait. */
const WAITING_MAX = 256

/** Thrown for a search of a user of whom too many searches wait already. */
export class TooManySearches extends Error {
  override name = 'TooManySearches'
}

/**
 * Items of several keys that take turns: `next` returns the oldest item of the key that has waited longest for its turn.
 * So the items of one key delay those of another by at most one item per turn.
 */
export class FairQueue<T> {
  // In order of turns: a key goes to the end when one of its items is taken.
  readonly #queues = new Map<string, T[]>()

  /** How many keys have waiting items. */
  get size(): number {
    return this.#queues.size
  }

  /** How many items of a key wait. */
  waiting(key: string): number {
    return this.#queues.get(key)?.length ?? 0
  }

  add(key: string, item: T): void {
    const queue = this.#queues.get(key)
    if (queue) queue.push(item)
    else this.#queues.set(key, [item])
  }

  /** Removes and returns the next item, of a key that may take its turn; `undefined` if none waits. */
  next(mayTake: (key: string) => boolean = () => true): T | undefined {
    for (const [key, queue] of this.#queues) {
      if (!mayTake(key)) continue
      const item = queue.shift()
      this.#queues.delete(key)
      if (queue.length) this.#queues.set(key, queue)
      return item
    }
    return undefined
  }
}

/** Searches that wait, by user. */
export class SearchQueue<T> extends FairQueue<T> {
  /** @throws TooManySearches if 256 searches of the user wait */
  override add(user: string, search: T): void {
    if (this.waiting(user) >= WAITING_MAX) throw new TooManySearches(`${WAITING_MAX} searches of this user wait`)
    super.add(user, search)
  }
}
