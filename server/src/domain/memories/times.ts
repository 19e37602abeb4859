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

/**
 * Checks an interval. The error names its beginning, unless that is of a memory that the caller may not read.
 * @throws Failure `validation_failed` unless the end is after the beginning
 */
export function checkInterval(
  validFrom: string,
  validUntil: string | null | undefined,
  path = '',
  isReadable = true,
): void {
  if (validUntil == null || validUntil > validFrom) return
  const which = isReadable ? `, which is ${validFrom}` : ''
  throw invalid(`${path}validUntil`, `must be after validFrom${which} (occurredAt, unless set)`)
}

/** @throws Failure `validation_failed` unless the expiry is in the future. */
export function checkExpiry({ expiresAt }: Pick<Times, 'expiresAt'>, now: string, path = ''): void {
  if (expiresAt != null && expiresAt <= now)
    throw invalid(`${path}expiresAt`, `must be in the future; it is ${now} now`)
}
