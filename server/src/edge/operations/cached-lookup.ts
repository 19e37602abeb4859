import { setTimeout as sleep } from 'node:timers/promises'

const KEPT_MS = 5_000
const WAIT_MS = 1_000

/**
 * Caches an expensive lookup for 5 s. Concurrent callers share one lookup and wait at most 1 s. Returns `undefined` if
 * the lookup failed or takes longer.
 */
export function cachedLookup<T>(look: () => Promise<T>): () => Promise<T | undefined> {
  let known: { value: T | undefined; at: number } | undefined
  let underWay: Promise<T | undefined> | undefined

  async function lookNow(): Promise<T | undefined> {
    const value = await look().catch(() => undefined)
    known = { value, at: performance.now() }
    underWay = undefined
    return value
  }
  return async () => {
    if (known && performance.now() - known.at < KEPT_MS) return known.value
    underWay ??= lookNow()
    return Promise.race([underWay, sleep(WAIT_MS, undefined, { ref: false })])
  }
}
