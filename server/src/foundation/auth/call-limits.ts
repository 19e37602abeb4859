import { LRUCache } from 'lru-cache'
import { entryLimit } from '../entry-limit.ts'
import { Failure } from '../errors.ts'

const MINUTE_MS = 60_000
const KEYS_MAX = 50_000

/** Counts calls in the memory of this process, where a round trip per call would cost too much. */
export interface CallLimits {
  /** Counts one call of a key in the current clock minute; returns how many were counted in it. */
  count(key: string): number
  /**
   * Counts one call of a key in the current clock minute.
   * @throws Failure `rate_limited` if it is beyond `max`
   */
  admit(key: string, max: number): void
  /**
   * Checks a key without counting a call.
   * @throws Failure `rate_limited` if `max` calls of it were counted in the current clock minute
   */
  check(key: string, max: number): void
  /**
   * Takes an amount from what a key may spend: up to `atOnce`, of which `perMinute` becomes available again, evenly.
   * (The generic cell rate algorithm, ITU-T I.371.)
   * @throws Failure `rate_limited` if less is available, until the amount is
   */
  spend(key: string, amount: number, rate: SpendingRate): void
  /** Refuses a key for so many seconds. */
  refuse(key: string, seconds: number): void
  /** @throws Failure `rate_limited` as long as a key is refused */
  checkRefused(key: string): void
}

/** What may be spent at once, and how much of it is available again after each minute. */
export interface SpendingRate {
  atOnce: number
  perMinute: number
}

/** Opens the counters. Beyond 50,000 keys, the least recently used ones are dropped. */
export function openCallLimits(clock: () => Date): CallLimits {
  const windows = new LRUCache<string, { minute: number; calls: number }>(entryLimit(KEYS_MAX))
  /** When all that a key may spend at once is available again. */
  const availableAt = new LRUCache<string, number>(entryLimit(KEYS_MAX))
  const refusedUntil = new LRUCache<string, number>(entryLimit(KEYS_MAX))
  const refusalFor = (ms: number) => new Failure('rate_limited', { retry_after: Math.ceil(ms / 1000) })
  const refusal = (now: number) => refusalFor(MINUTE_MS - (now % MINUTE_MS))
  const count = (key: string, now = clock().getTime()) => {
    const minute = Math.floor(now / MINUTE_MS)
    let window = windows.get(key)
    if (window?.minute !== minute) windows.set(key, (window = { minute, calls: 0 }))
    return ++window.calls
  }
  return {
    count: (key) => count(key),
    admit(key, max) {
      const now = clock().getTime()
      if (count(key, now) > max) throw refusal(now)
    },
    check(key, max) {
      const now = clock().getTime()
      const window = windows.get(key)
      if (window?.minute === Math.floor(now / MINUTE_MS) && window.calls >= max) throw refusal(now)
    },
    spend(key, amount, { atOnce, perMinute }) {
      const now = clock().getTime()
      const msOf = (part: number) => (part / perMinute) * MINUTE_MS
      const [longest, cost] = [msOf(atOnce), msOf(amount)]
      // After the clock was set back, nothing is owed for longer than for all of it.
      const owedFor = Math.min(longest, Math.max(0, (availableAt.get(key) ?? 0) - now))
      const isRefused = owedFor + cost > longest
      availableAt.set(key, now + owedFor + (isRefused ? 0 : cost))
      if (isRefused) throw refusalFor(owedFor + cost - longest)
    },
    refuse(key, seconds) {
      refusedUntil.set(key, clock().getTime() + seconds * 1000)
    },
    checkRefused(key) {
      // After the clock was set back, a key is refused for no longer than a minute.
      const left = Math.min(MINUTE_MS, (refusedUntil.get(key) ?? 0) - clock().getTime())
      if (left > 0) throw refusalFor(left)
    },
  }
}
