import { MemoryServiceError } from './errors.ts'

const RETRY_AFTER_MAX_SECONDS = 60
// What a timer can hold; beyond it fires at once.
const TIMER_MAX_MS = 2 ** 31 - 1

/** How often and after which delays a request is sent again. */
export interface RetryOptions {
  /** How many times it is sent at most; 1 is no retry. 3 unless said. */
  attempts?: number
  /** The delay before the second attempt, in milliseconds; it doubles from there. 200 unless said. */
  initialDelayMs?: number
  /** No delay of our own is longer. 4000 unless said. */
  maxDelayMs?: number
  /** The part by which a delay is shortened or lengthened at random, so that clients spread. 0.25 unless said. */
  jitter?: number
  /** Waits; for tests. It rejects when the signal aborts. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1, below 1; for tests. */
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

/** What was asked for, on top of what holds otherwise. */
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
 * What a request may be sent again after. `always`: it changes nothing the second time, because it only reads, sets
 * values or carries a key. `refused`: only after an answer that says that nothing was begun.
 */
export type Repeatable = 'always' | 'refused'

/** Milliseconds to wait before the next attempt, or `undefined` when there is to be none. */
export function delayBefore(
  error: MemoryServiceError,
  attempt: number,
  repeatable: Repeatable,
  retry: Retry,
): number | undefined {
  if (attempt >= retry.attempts || !isPassing(error, attempt, repeatable)) return undefined
  const { retryAfter } = error
  if (retryAfter !== undefined) return retryAfter > RETRY_AFTER_MAX_SECONDS ? undefined : retryAfter * 1_000
  const delay = Math.min(retry.maxDelayMs, retry.initialDelayMs * 2 ** (attempt - 1))
  return Math.min(retry.maxDelayMs, delay * (1 + retry.jitter * (2 * retry.random() - 1)))
}

function isPassing({ code, status = 0 }: MemoryServiceError, attempt: number, repeatable: Repeatable): boolean {
  if (repeatable === 'refused') return status === 429 || status === 503
  // The attempt before was cut off from us and is still at work under the same key: its answer is worth waiting for.
  if (code === 'idempotency_in_progress') return attempt > 1
  return code === 'unreachable' || code === 'timeout' || status === 429 || status >= 500
}

/** What a `Retry-After` header says, in seconds: a number or a date. */
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
 * Does something that can be aborted, for so long and no longer.
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
      // Said first, so that the race is decided before what is aborted complains of it.
      reject(reason)
      controller.abort(reason)
    }
    leave = () => stop(signal?.reason)
    timer = setTimeout(
      () => stop(new MemoryServiceError('timeout', `No answer within ${ms} ms.`)),
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
