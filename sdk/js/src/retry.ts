import { MemoryServiceError } from './errors.ts'

const RETRY_AFTER_MAX_SECONDS = 60
// The maximum of a timer; a larger delay fires immediately.
const TIMER_MAX_MS = 2 ** 31 - 1

/** How often requests are retried, and after which delays. */
export interface RetryOptions {
  /** The maximum number of attempts; 1 means no retry. Default 3. */
  attempts?: number
  /** The delay before the second attempt, in milliseconds; it doubles with each attempt. Default 200. */
  initialDelayMs?: number
  /** The maximum delay, in milliseconds; `Retry-After` may be longer. Default 4000. */
  maxDelayMs?: number
  /** The fraction by which delays vary at random, so that clients do not retry together. Default 0.25. */
  jitter?: number
  /** Waits; rejects when the signal aborts. For tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). For tests. */
  random?: () => number
}

export type Retry = Required<RetryOptions>

const DEFAULTS: Retry = {
  attempts: 3,
  initialDelayMs: 200,
  maxDelayMs: 4_000,
  jitter: 0.25,
  sleep,
  random: Math.random,
}

/** The given options, with defaults for the others. */
export function retryOf(options: RetryOptions = {}, otherwise: Retry = DEFAULTS): Retry {
  return {
    attempts: options.attempts ?? otherwise.attempts,
    initialDelayMs: options.initialDelayMs ?? otherwise.initialDelayMs,
    maxDelayMs: options.maxDelayMs ?? otherwise.maxDelayMs,
    jitter: options.jitter ?? otherwise.jitter,
    sleep: options.sleep ?? otherwise.sleep,
    random: options.random ?? otherwise.random,
  }
}

/**
 * When a request may be retried. `always`: it is idempotent, because it reads, sets values or has an idempotency key.
 * `refused`: only after a response that means that the service did not process it.
 */
export type Repeatable = 'always' | 'refused'

/** The delay before the next attempt in milliseconds, or `undefined` if there is none. */
export function delayBefore(
  error: MemoryServiceError,
  attempt: number,
  repeatable: Repeatable,
  retry: Retry,
): number | undefined {
  if (attempt >= retry.attempts || !isTransient(error, attempt, repeatable)) return undefined
  const { retryAfter } = error
  if (retryAfter !== undefined) return retryAfter > RETRY_AFTER_MAX_SECONDS ? undefined : retryAfter * 1_000
  const delay = Math.min(retry.maxDelayMs, retry.initialDelayMs * 2 ** (attempt - 1))
  return Math.min(retry.maxDelayMs, delay * (1 + retry.jitter * (2 * retry.random() - 1)))
}

function isTransient({ code, status = 0 }: MemoryServiceError, attempt: number, repeatable: Repeatable): boolean {
  if (repeatable === 'refused') return status === 429 || status === 503
  // A previous attempt whose connection was lost is still running under the same key, so waiting for it helps.
  if (code === 'idempotency_in_progress') return attempt > 1
  return code === 'unreachable' || code === 'timeout' || status === 429 || status >= 500
}

/** Parses a `Retry-After` header, a number or a date, into seconds. */
export function secondsOf(retryAfter: string | null, now: number = Date.now()): number | undefined {
  if (!retryAfter) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1_000)
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  })
}

/**
 * Runs abortable work with a time limit.
 * @throws MemoryServiceError `timeout`; the reason of `signal` when that aborts
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let leave = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      // Rejected first, so that the race ends with this reason and not with the abort error of the work.
      reject(reason)
      controller.abort(reason)
    }
    leave = () => stop(signal?.reason)
    timer = setTimeout(
      () => stop(new MemoryServiceError('timeout', `No response within ${ms} ms.`)),
      Math.min(ms, TIMER_MAX_MS),
    )
    signal?.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work(controller.signal), left])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
