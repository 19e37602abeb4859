import { invalid } from '../../foundation/errors.ts'

interface Times {
  occurredAt?: string | undefined
  validFrom?: string | undefined
  validUntil?: string | null | undefined
  expiresAt?: string | null | undefined
}

/**
 * Checks that the times of a memory do not contradict each other. `path` is that of the memory, with a dot at its end.
 * @throws Failure `validation_failed`
 */
export function checkTimes(times: Times, now: string, path: string): void {
  const { occurredAt = now, validFrom = occurredAt, validUntil } = times
  checkInterval(validFrom, validUntil, path)
  checkExpiry(times, now, path)
}

/** @throws Failure `validation_failed` unless the end is after the beginning. */
export function checkInterval(validFrom: string, validUntil: string | null | undefined, path = ''): void {
  if (validUntil == null || validUntil > validFrom) return
  throw invalid(`${path}validUntil`, `must be after validFrom, which is ${validFrom} (occurredAt, unless set)`)
}

/** @throws Failure `validation_failed` unless the expiry is in the future. */
export function checkExpiry({ expiresAt }: Pick<Times, 'expiresAt'>, now: string, path = ''): void {
  if (expiresAt != null && expiresAt <= now)
    throw invalid(`${path}expiresAt`, `must be in the future; it is ${now} now`)
}
