/* Calendar arithmetic on day numbers: days since 1970-01-01, in UTC. */

export const DAY_MS = 86_400_000

/** A range of day numbers, both included. */
export interface DayRange {
  from: number
  to: number
}

/** `month`: 1 to 12. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export function dayRange(from: number, to: number): DayRange {
  return { from, to }
}

/** A day, the day before and the day after. */
export function withAdjacentDays(day: number): DayRange {
  return dayRange(day - 1, day + 1)
}

export function oneDay(year: number, month: number, day: number): DayRange {
  const number = dayNumber(year, month, day)
  return dayRange(number, number)
}

export function wholeMonth(year: number, month: number): DayRange {
  return dayRange(dayNumber(year, month, 1), dayNumber(year, month + 1, 1) - 1)
}

export function wholeYear(year: number): DayRange {
  return dayRange(dayNumber(year, 1, 1), dayNumber(year, 12, 31))
}

/** The three months from `firstMonth` on. A winter (`firstMonth` 12) begins in the December before `year`. */
export function season(year: number, firstMonth: number): DayRange {
  const start = firstMonth === 12 ? dayNumber(year - 1, 12, 1) : dayNumber(year, firstMonth, 1)
  return dayRange(start, start + 91)
}

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** 0 (Sunday) to 6. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The month that is `count` months before a day; after it if `count` is negative. */
export function monthBefore(day: number, count: number): { year: number; month: number } {
  const date = new Date(day * DAY_MS)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - count
  return { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 }
}

/** Easter Sunday, by the anonymous Gregorian algorithm (Meeus, "Astronomical Algorithms"). */
export function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return dayNumber(year, month, ((h + l - 7 * m + 114) % 31) + 1)
}

/** The fourth Thursday of November. */
export function thanksgiving(year: number): number {
  const firstMonth = dayNumber(year, 11, 1)
  return firstMonth + ((4 - weekdayOf(firstMonth) + 7) % 7) + 21
}
