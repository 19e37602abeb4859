import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from './db.ts'

/*
 * The embedded database has one connection. Background transactions, such as the batches of imports, run one at a time,
 * and each waits until the connection is not in use and no request waits for it. A request sends several statements: if a batch
 * came before each of them, the request would take as long as all of these batches. So the connection counts as unused
 * only after a pause that is longer than those between the statements of a request. While others keep it in use, the
 * background transactions get a fifth of the time.
 */

const PAUSE_MS = 5
const LOOK_MS = 1
/** How many times as long as the last transaction took the next one waits at most. */
const WAIT_FACTOR = 4
/** The shortest limit of a wait. */
const WAIT_MS = 20

export interface PaceClock {
  /** Monotonic, in milliseconds. */
  now(): number
  sleep(ms: number): Promise<unknown>
}

/** The same database, of one connection; its background transactions wait for all other statements and transactions. */
export function paceBackground(
  db: Database,
  { now, sleep: wait }: PaceClock = { now: () => performance.now(), sleep },
): Database {
  let inUse = 0
  let unusedSince = Number.NEGATIVE_INFINITY
  let waitMs = WAIT_MS
  let last: Promise<unknown> = Promise.resolve()

  async function use<T>(work: () => Promise<T>): Promise<T> {
    inUse++
    try {
      return await work()
    } finally {
      if (--inUse === 0) unusedSince = now()
    }
  }
  const isInUse = () => inUse > 0 || now() < unusedSince + PAUSE_MS
  const paced: Database['transaction'] = async (work, options) => {
    for (const until = now() + waitMs; isInUse() && now() < until; ) await wait(LOOK_MS)
    let begunAt: number | undefined
    try {
      return await db.transaction((inner) => {
        // It does not use the connection while it waits for it.
        begunAt = now()
        return work(inner)
      }, options)
    } finally {
      if (begunAt !== undefined) waitMs = Math.max(WAIT_MS, WAIT_FACTOR * (now() - begunAt))
    }
  }
  const statements: Pick<Db, 'rows' | 'one' | 'maybe' | 'count'> = {
    rows: (query) => use(() => db.rows(query)),
    one: (query) => use(() => db.one(query)),
    maybe: (query) => use(() => db.maybe(query)),
    count: (query) => use(() => db.count(query)),
  }
  return {
    ...db,
    ...statements,
    transaction(work, options) {
      if (!options?.background) return use(() => db.transaction(work, options))
      const result = last.then(() => paced(work, options))
      last = result.catch(() => undefined)
      return result
    },
  }
}
