import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { DAY_MS } from '../../foundation/times.ts'

/** What the author of a statement said of when it holds; `null` or left out where nothing. */
interface Validity {
  givenFrom?: string | null | undefined
  validUntil: string | null
  expiresAt?: string | null | undefined
}

/**
 * Whether a statement holds now and has no end: an app replaces nothing of others by what is over, ahead or for a time. What
 * names a date, such as an appointment, ends anyway. When something happens does not say from when a text about it holds.
 */
export function isLasting(later: Validity, { content }: { content: string }, now: Date): boolean {
  const { givenFrom = null, validUntil, expiresAt = null } = later
  if (givenFrom !== null && Date.parse(givenFrom) > now.getTime() + DAY_MS) return false
  const ends = [validUntil, expiresAt].flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  if (!ends.length) return true
  return Math.min(...ends) > now.getTime() && datesInMemory(tokenise(content), dayOf(now.getTime())).length > 0
}
