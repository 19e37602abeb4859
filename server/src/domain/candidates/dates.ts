import { datesInMemory } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { dayNumberOf, localDay, localNoon } from '../../foundation/local-dates.ts'

const DAY_CHARS = 10
const YEAR_MIN = 1900
const YEARS_AHEAD_MAX = 100
/** A longer range, such as a month without a year, does not date what a candidate states. */
const RANGE_DAYS_MAX = 7

/** When a turn takes place: now, in the person's time zone. */
export interface Moment {
  at: Date
  timezone: string
}

/**
 * When what a candidate states happened or will happen: the day that the model names, otherwise the first date in the
 * text, relative dates such as "tomorrow" taken from today; otherwise now. A day stands for its noon.
 * @param named the model's `YYYY-MM-DD`; ignored if there is no such day or it is implausible.
 */
export function occurredAtOf(content: string, named: string | null, { at, timezone }: Moment): string {
  const today = dayNumberOf(localDay(at, timezone)) ?? 0
  const day = plausibleDay(named?.trim().slice(0, DAY_CHARS), at) ?? dayIn(content, today)
  if (day === undefined || day === today) return at.toISOString()
  return localNoon(day, timezone).toISOString()
}

function plausibleDay(named: string | undefined, at: Date): number | undefined {
  if (!named) return undefined
  const year = Number(named.slice(0, 4))
  return year >= YEAR_MIN && year <= at.getUTCFullYear() + YEARS_AHEAD_MAX ? dayNumberOf(named) : undefined
}

function dayIn(content: string, today: number): number | undefined {
  return datesInMemory(tokenise(content), today).find(({ from, to }) => to - from < RANGE_DAYS_MAX)?.from
}

/** Whether a text names a date. */
export function namesDate(text: string): boolean {
  return datesInMemory(tokenise(text), 0).length > 0
}
