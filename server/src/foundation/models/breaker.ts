const FAILURES_MAX = 3
const COOL_MS = 5_000
const COOL_MS_MAX = 20_000

/** `closed` lets calls through, `open` refuses them, `half_open` waits for the outcome of the one call it let through. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** Keeps calls away from something that is down, and notices when it is up again. */
export interface Breaker {
  readonly state: BreakerState
  /** Whether to call now. Past the cool-down this is true once: that caller is the probe and tells how it went. */
  allows(): boolean
  succeeded(): void
  /** @param retryAfterMs how long the other side asked us to wait; it opens at once, for `coolMsMax` at most. */
  failed(retryAfterMs?: number): void
}

interface BreakerOptions {
  clock: () => Date
  /** How many failures in a row open it. */
  failuresMax?: number
  /** The first cool-down; it doubles with each probe that fails. */
  coolMs?: number
  /** The longest cool-down, and so the longest an end of the trouble goes unnoticed. */
  coolMsMax?: number
}

/**
 * Opens a circuit breaker, closed at first. After `failuresMax` failures in a row it refuses calls for a cool-down,
 * then lets one through as a probe; its success closes the breaker, its failure doubles the cool-down. What calls that
 * began before tell while it is open changes nothing, but a success closes it whenever it comes.
 */
export function openBreaker({
  clock,
  failuresMax = FAILURES_MAX,
  coolMs = COOL_MS,
  coolMsMax = COOL_MS_MAX,
}: BreakerOptions): Breaker {
  let state: BreakerState = 'closed'
  let failures = 0
  let cool = coolMs
  let since = 0
  let wait = 0

  function open(retryAfterMs: number): void {
    state = 'open'
    since = clock().getTime()
    wait = Math.min(coolMsMax, Math.max(cool, retryAfterMs))
    cool = Math.min(coolMsMax, cool * 2)
  }

  return {
    get state() {
      return state
    },
    allows() {
      if (state === 'closed') return true
      // A probe that never tells leaves its place to another after the same time. A clock set back counts as well.
      const waited = clock().getTime() - since
      if (waited >= 0 && waited < wait) return false
      state = 'half_open'
      since = clock().getTime()
      return true
    },
    succeeded() {
      state = 'closed'
      failures = 0
      cool = coolMs
    },
    failed(retryAfterMs = 0) {
      failures += 1
      if (state === 'half_open' || (state === 'closed' && (failures >= failuresMax || retryAfterMs > 0)))
        open(retryAfterMs)
    },
  }
}
