import { Failure } from '../../foundation/errors.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'

/* How an attempt to extract memories from a transcript ends. */

/** An app whose model is unavailable, or asks to wait. */
const BUSY_MS = 60_000
/** A connection that is paused, or suspended. */
const PAUSED_MS = 3_600_000

/** An attempt that does not count, and when the next one is due; `isOfApp` if others of the app have to wait as long. */
interface Postponed {
  afterMs: number
  isOfApp?: boolean
}

/**
 * `retry` if the attempt failed, `failed` if another one would too, `gone` if the messages no longer exist, or another
 * process has leased them.
 */
export type Outcome = 'done' | 'retry' | 'failed' | 'gone' | Postponed

/** How an attempt ends that failed with an error; `undefined` if the error tells nothing about the next one. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof ModelFailure) {
    if (error.kind !== 'rate_limited' && error.kind !== 'unreachable') return undefined
    return waitOfApp(error.retryAfterMs)
  }
  if (!(error instanceof Failure)) return undefined
  switch (error.code) {
    case 'connection_revoked':
      return 'failed'
    case 'connection_paused':
    case 'account_suspended':
    case 'app_suspended':
      return { afterMs: PAUSED_MS }
    case 'rate_limited':
      return waitOfApp(undefined)
    default:
      return undefined
  }
}

/** At least a minute, at most an hour, and up to a tenth more, so that not all become due at once. */
function waitOfApp(asked: number | undefined): Postponed {
  const least = Math.min(Math.max(BUSY_MS, asked ?? 0), PAUSED_MS)
  return { afterMs: Math.round(least * (1 + Math.random() / 10)), isOfApp: true }
}
