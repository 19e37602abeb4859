import { setTimeout as sleep } from 'node:timers/promises'

const KEPT_MS = 5_000
const WAIT_MS = 1_000

/**
 * Something that is dear to look up, for those who ask often: looked up once in five seconds, once at a time, and waited
 * for a second at most. `undefined` while it is not known how it stands: a look-up failed, or takes longer than that.
 */
export function keepLooked<T>(look: () => Promise<T>): () => Promise<T | undefined> {
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
