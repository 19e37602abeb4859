/** Days are numbers, counted from 1970 in UTC; the calendar over them, pure. */

export const DAY_MS = 86_400_000

/** Days since 1970, both ends included. */
export interface DayRange {
  from: number
  to: number
}

export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export function days(from: number, to: number): DayRange {
  return { from, to }
}

export function around(day: number): DayRange {
  return days(day - 1, day + 1)
}

export function oneDay(year: number, month: number, day: number): DayRange {
  const number = dayNumber(year, month, day)
  return days(number, number)
}

export function wholeMonth(year: number, month: number): DayRange {
  return days(dayNumber(year, month, 1), dayNumber(year, month + 1, 1) - 1)
}

export function wholeYear(year: number): DayRange {
  return days(dayNumber(year, 1, 1), dayNumber(year, 12, 31))
}

export function season(year: number, first: number): DayRange {
  const start = first === 12 ? dayNumber(year - 1, 12, 1) : dayNumber(year, first, 1)
  return days(start, start + 91)
}

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

export function monthBefore(day: number, count: number): { year: number; month: number } {
  const date = new Date(day * DAY_MS)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - count
  return { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 }
}

/** The anonymous Gregorian algorithm, as Meeus gives it. */
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
  const first = dayNumber(year, 11, 1)
  return first + ((4 - weekdayOf(first) + 7) % 7) + 21
}
