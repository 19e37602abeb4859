const FAILURES_MAX = 3
const COOL_MS = 5_000
const COOL_MS_MAX = 20_000

/** `closed` allows calls, `open` rejects them, `half_open` waits for the result of a single probe. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** A circuit breaker. */
export interface Breaker {
  readonly state: BreakerState
  /** Whether a call may start. After the cool-down this is true once: that call is the probe and must report its result. */
  allows(): boolean
  succeeded(): void
  /** @param retryAfterMs the delay the server asks for; a positive value opens the breaker at once, up to `coolMsMax`. */
  failed(retryAfterMs?: number): void
}

interface BreakerOptions {
  clock: () => Date
  /** The number of consecutive failures that opens it. */
  failuresMax?: number
  /** The first cool-down; each failed probe doubles it. */
  coolMs?: number
  /** The longest cool-down, and so the longest delay until a recovery is noticed. */
  coolMsMax?: number
}

/**
 * Opens a circuit breaker in state `closed`. After `failuresMax` consecutive failures it rejects calls for a cool-down,
 * then allows one probe: success closes it, failure doubles the cool-down. While it is open, failures of calls that
 * started earlier are ignored; a success closes it at any time.
 */
export function openBreaker({
  clock,
  failuresMax = FAILURES_MAX,
  coolMs = COOL_MS,
  coolMsMax = COOL_MS_MAX,
}: BreakerOptions): Breaker {
  let state: BreakerState = 'closed'
  let failures = 0
  let coolDown = coolMs
  let since = 0
  let wait = 0

  function open(retryAfterMs: number): void {
    state = 'open'
    since = clock().getTime()
    wait = Math.min(coolMsMax, Math.max(coolDown, retryAfterMs))
    coolDown = Math.min(coolMsMax, coolDown * 2)
  }

  return {
    get state() {
      return state
    },
    allows() {
      if (state === 'closed') return true
      // A probe that never reports is replaced after the same time. A clock that was set back also ends the wait.
      const waited = clock().getTime() - since
      if (waited >= 0 && waited < wait) return false
      state = 'half_open'
      since = clock().getTime()
      return true
    },
    succeeded() {
      state = 'closed'
      failures = 0
      coolDown = coolMs
    },
    failed(retryAfterMs = 0) {
      failures += 1
      if (state === 'half_open' || (state === 'closed' && (failures >= failuresMax || retryAfterMs > 0)))
        open(retryAfterMs)
    },
  }
}
