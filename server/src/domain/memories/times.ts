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
export function checkTimes(
  { occurredAt, validFrom = occurredAt, validUntil, expiresAt }: Times,
  now: string,
  path = '',
) {
  checkInterval(validFrom ?? now, validUntil, path)
  if (expiresAt != null && expiresAt <= now)
    throw invalid(`${path}expiresAt`, `must be in the future; it is ${now} now`)
}

/** @throws Failure `validation_failed` unless the end is after the beginning. */
export function checkInterval(validFrom: string, validUntil: string | null | undefined, path = '') {
  if (validUntil == null || validUntil > validFrom) return
  throw invalid(`${path}validUntil`, `must be after validFrom, which is ${validFrom} (occurredAt, unless set)`)
}
