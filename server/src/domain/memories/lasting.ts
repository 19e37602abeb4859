import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { readFacts } from '@memory-service/understanding/statement'
import { DAY_MS } from '../../foundation/times.ts'
import { namesDate } from './everyday.ts'

/** What the author of a statement said of when it holds; `null` or left out where nothing. */
interface Validity {
  /** When it begins to hold: as its author said, or else when what it states happened. */
  validFrom: string
  validUntil: string | null
  expiresAt?: string | null | undefined
}

/** Whether a statement holds now and has no end. */
export function isEndless({ validFrom, validUntil, expiresAt = null }: Validity, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() + DAY_MS && validUntil === null && expiresAt === null
}

/**
 * Whether a statement can replace another for good: an app replaces nothing of others by what is over, ahead or for a time,
 * by its fields or by the dates that it names. Appointments end anyway, and lie ahead.
 */
export function isLasting(
  later: Validity & { content: string; givenFrom?: string | null | undefined },
  earlier: { content: string },
  now: Date,
): boolean {
  const { givenFrom = null, validUntil, expiresAt = null } = later
  const soon = now.getTime() + DAY_MS
  if (givenFrom !== null && Date.parse(givenFrom) > soon) return false
  if ([validUntil, expiresAt].some((end) => end !== null && Date.parse(end) <= now.getTime())) return false
  return (isEndless(later, now) && !namesYearAhead(later.content, now)) || isAppointment(earlier.content)
}

/** Whether a text names a date to come with its year: "since May" and "on Mondays" tell nothing of that. */
function namesYearAhead(content: string, now: Date): boolean {
  const today = dayOf(now.getTime())
  return datesInMemory(tokenise(content), today).some(
    ({ from }) => from > today + 1 && content.includes(String(new Date(from * DAY_MS).getUTCFullYear())),
  )
}

/** Whether a text states nothing but what takes place on a day that it names. */
function isAppointment(content: string): boolean {
  const { facts } = readFacts(content)
  return facts.length > 0 && facts.every(({ attribute }) => attribute.group === 'schedule') && namesDate(content)
}
