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

/** Whether a statement held until a time that has passed. */
export function hasEnded({ validUntil, expiresAt = null }: Validity, now: Date): boolean {
  return [validUntil, expiresAt].some((end) => end !== null && Date.parse(end) <= now.getTime())
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
  const { givenFrom = null } = later
  const soon = now.getTime() + DAY_MS
  if (givenFrom !== null && Date.parse(givenFrom) > soon) return false
  if (hasEnded(later, now)) return false
  return (isEndless(later, now) && !namesDateAhead(later.content, now)) || isAppointment(earlier.content)
}

/** "From 5 December", "starting in March": what is said to begin. "Since May" has begun. */
const BEGINS = /\b(?:from|starting|starts|as of|beginning|effective)\b/i
/** "In 2031", "5 December 2031", "2031-12-05", but not "555 2031". */
const YEARS =
  /\b(?:(?:in|by|from|until|till|of|on|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|\d{1,2},?) (20\d\d)|(20\d\d)-\d\d)\b/gi

/**
 * Whether a text names a date to come: with its year, or as a beginning. Without a year, the nearest date of the name is meant,
 * which may be the one that has passed.
 */
function namesDateAhead(content: string, now: Date): boolean {
  const today = dayOf(now.getTime())
  const years = new Set([...content.matchAll(YEARS)].map(([, named, ofDate]) => Number(named ?? ofDate)))
  return datesInMemory(tokenise(content), today).some(
    ({ from }) => from > today + 1 && (BEGINS.test(content) || years.has(new Date(from * DAY_MS).getUTCFullYear())),
  )
}

/** Whether a text states nothing but what takes place on a day that it names. */
export function isAppointment(content: string): boolean {
  const { facts } = readFacts(content)
  return facts.length > 0 && facts.every(({ attribute }) => attribute.group === 'schedule') && namesDate(content)
}
