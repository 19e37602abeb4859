import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db.ts'

/*
 * The embedded database has one connection. Background transactions, such as the batches of imports, run one at a time.
 * While requests wait for the connection, they rest after each for as long as it took, so that all of them together use it
 * for half of the time at most.
 */

/** How long after a request has waited the transactions rest. */
const CONTENDED_MS = 1_000

export interface PaceClock {
  /** Monotonic, in milliseconds. */
  now(): number
  sleep(ms: number): Promise<unknown>
}

/** The same database, of one connection; its background transactions rest while others wait. */
export function paceBackground(
  db: Database,
  { now, sleep: wait }: PaceClock = { now: () => performance.now(), sleep },
): Database {
  let restsUntil = 0
  let contendedUntil = 0
  let last: Promise<unknown> = Promise.resolve()
  const paced: Database['transaction'] = async (work, options) => {
    for (let left = restsUntil - now(); left > 0; left = restsUntil - now()) await wait(left)
    let begunAt: number | undefined
    try {
      return await db.transaction(async (inner) => {
        // It does not use the connection while it waits for it.
        begunAt = now()
        const result = await work(inner)
        if (db.pool().waiting > 0) contendedUntil = now() + CONTENDED_MS
        return result
      }, options)
    } finally {
      const endedAt = now()
      if (begunAt !== undefined && endedAt < contendedUntil) restsUntil = endedAt + (endedAt - begunAt)
    }
  }
  return {
    ...db,
    transaction(work, options) {
      if (!options?.background) return db.transaction(work, options)
      const result = last.then(() => paced(work, options))
      last = result.catch(() => undefined)
      return result
    },
  }
}
