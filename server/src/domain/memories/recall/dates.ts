import {
  around,
  DAY_MS,
  type DayRange,
  dayNumber,
  days,
  easter,
  monthBefore,
  oneDay,
  season,
  thanksgiving,
  weekdayOf,
  wholeMonth,
  wholeYear,
  yearOf,
} from './days.ts'
import {
  BESIDE,
  COUNTS,
  DOUBTFUL_MONTHS,
  FEASTS,
  MONTHS,
  NEAR_DAYS,
  SEASONS,
  UNITS,
  WEEKDAYS,
} from './lexicon/calendar.ts'
import type { Pieces } from './tokens.ts'

/** What a query asks for: a range, or a month (and day) of whatever year. */
export type AskedDate = DayRange | { month: number; day: number | undefined }

/** A text tells more dates than this only when it is a table. */
const DATES_MAX = 4
const FIRST_YEAR = 1900
const LAST_YEAR = 2100
/** Without a year, a bare number from here on may be one. */
const BARE_YEAR_FROM = 1950
const DIGIT_NINE = 0x39

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** The month, 1 to 12, and the day of the month of a day number. */
export function monthAndDay(day: number): { month: number; day: number } {
  const date = new Date(day * DAY_MS)
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/**
 * The dates a memory tells, "yesterday" and "in May" seen from the day it speaks of.
 * English in full; month names, today and yesterday in seven more languages; ISO and numeric forms in any.
 */
export function datesTold(pieces: Pieces, day: number): DayRange[] {
  const found: DayRange[] = []
  for (const date of read(pieces, day)) found.push('from' in date ? date : nearest(date, day))
  return found
}

/** The dates a query asks for, seen from the caller's day; a month without a year asks for that month of any year. */
export function datesAsked(pieces: Pieces, day: number): AskedDate[] {
  return read(pieces, day)
}

function read({ base }: Pieces, today: number): AskedDate[] {
  const found: AskedDate[] = []
  let texts: string[] | undefined
  for (let at = 0; at < base.length && found.length < DATES_MAX; at++) {
    if (!base[at]!.startsDate) continue
    texts ??= base.map(({ text }) => text)
    const hit = numeric(texts, at) ?? named(texts, at, today) ?? relative(texts, at, today)
    if (!hit) continue
    found.push(hit.date)
    at += hit.length - 1
  }
  return found
}

interface Hit {
  date: AskedDate
  /** Pieces it took. */
  length: number
}

/** `2026-08-02`, `2026-08`, `02.08.2026`, `2006 to 2011`, a bare `2008`. */
function numeric(texts: string[], at: number): Hit | undefined {
  const first = texts[at]!
  const year = yearAt(texts, at)
  if (year) {
    const month = twoDigits(texts[at + 1], 12)
    const day = month && twoDigits(texts[at + 2], 31)
    if (month && day) return { date: oneDay(year, month, day), length: 3 }
    if (month) return { date: wholeMonth(year, month), length: 2 }
    const until = texts[at + 1] === 'to' || texts[at + 1] === 'until' || texts[at + 1] === 'bis' ? at + 2 : at + 1
    const lastYear = yearAt(texts, until)
    if (lastYear && lastYear > year)
      return { date: days(wholeYear(year).from, wholeYear(lastYear).to), length: until + 1 - at }
    return year >= BARE_YEAR_FROM ? { date: wholeYear(year), length: 1 } : undefined
  }
  const end = yearAt(texts, at + 2)
  const [a, b] = [numberIn(first, 31), numberIn(texts[at + 1], 31)]
  if (!end || !a || !b || (a > 12 && b > 12)) return undefined
  return { date: b > 12 ? oneDay(end, a, b) : oneDay(end, b, a), length: 3 }
}

/** `3 March 2025`, `2nd of August`, `Feb 9th, 2026`, `March 2025`, `spring 2025`, `Christmas`, `in May`. */
function named(texts: string[], at: number, today: number): Hit | undefined {
  let next = at
  const before = numberIn(texts[at], 31)
  if (before) {
    next++
    if (isOrdinal(texts[next])) next++
    if (texts[next] === 'of' || texts[next] === 'de') next++
    const month = MONTHS.get(texts[next] ?? '')
    if (!month) return undefined
    next++
    if (texts[next] === 'of' || texts[next] === 'de') next++
    const year = yearAt(texts, next)
    return { date: year ? oneDay(year, month, before) : { month, day: before }, length: next + (year ? 1 : 0) - at }
  }
  const word = texts[at]!
  return namedMonth(texts, at, today) ?? namedSeason(texts, at) ?? feast(texts, at, word, today)
}

function namedMonth(texts: string[], at: number, today: number): Hit | undefined {
  const month = MONTHS.get(texts[at]!)
  if (!month) return undefined
  let next = at + 1
  const day = texts[next]?.length !== 4 ? numberIn(texts[next], 31) : undefined
  if (day) next += isOrdinal(texts[next + 1]) ? 2 : 1
  if (texts[next] === 'of' || texts[next] === 'de') next++
  const year = yearAt(texts, next)
  if (year) return { date: day ? oneDay(year, month, day) : wholeMonth(year, month), length: next + 1 - at }
  if (day) return { date: { month, day }, length: next - at }
  const lead = texts[at - 1]
  if (lead === 'last' || lead === 'past' || lead === 'next')
    return { date: besideToday(today, lead === 'next', (y) => wholeMonth(y, month)), length: 1 }
  const doubtful = DOUBTFUL_MONTHS.has(texts[at]!) && !MONTH_LEADS.has(lead ?? '')
  return doubtful ? undefined : { date: { month, day: undefined }, length: 1 }
}

const MONTH_LEADS = new Set([
  'in',
  'this',
  'since',
  'until',
  'till',
  'by',
  'of',
  'early',
  'late',
  'mid',
  'during',
  'im',
])

function namedSeason(texts: string[], at: number): Hit | undefined {
  const month = SEASONS.get(texts[at]!)
  if (!month) return undefined
  const next = texts[at + 1] === 'of' ? at + 2 : at + 1
  const year = yearAt(texts, next)
  return year ? { date: season(year, month), length: next + 1 - at } : undefined
}

function feast(texts: string[], at: number, word: string, today: number): Hit | undefined {
  const days = feastDay(texts, at, word)
  if (!days) return undefined
  let next = at + days.length
  if (texts[next] === 'day' || texts[next] === 'eve') next++
  const year = yearAt(texts, next)
  if (year) return { date: days.of(year), length: next + 1 - at }
  const lead = texts[at - 1]
  if (lead === 'last' || lead === 'next')
    return { date: besideToday(today, lead === 'next', days.of), length: next - at }
  const { month, day } = monthAndDay(days.of(yearOf(today)).from + 1)
  return { date: { month, day: word === 'easter' || word === 'thanksgiving' ? undefined : day }, length: next - at }
}

/** People who say Christmas mean the days around it: one day either side counts. */
function feastDay(texts: string[], at: number, word: string) {
  const fixed = FEASTS.get(word)
  if (fixed) return { length: 1, of: (year: number) => around(dayNumber(year, fixed[0], fixed[1])) }
  if (word === 'new' && (texts[at + 1] === 'year' || texts[at + 1] === 'years') && texts[at + 2] !== 'old')
    return { length: 2, of: (year: number) => around(dayNumber(year, 1, 1)) }
  if (word === 'easter') return { length: 1, of: (year: number) => around(easter(year)) }
  if (word === 'thanksgiving') return { length: 1, of: (year: number) => around(thanksgiving(year)) }
  return undefined
}

/** `yesterday`, `two weeks ago`, `last Friday`, `next month`, `last summer`, `this year`. */
function relative(texts: string[], at: number, today: number): Hit | undefined {
  const word = texts[at]!
  const near = NEAR_DAYS.get(word)
  if (near !== undefined) return { date: days(today + near, today + near), length: 1 }
  const sign = BESIDE.get(word)
  if (sign !== undefined) {
    const date = beside(texts[at + 1], sign, today)
    return date && { date, length: 2 }
  }
  return longAgo(texts, at, today)
}

function longAgo(texts: string[], at: number, today: number): Hit | undefined {
  const count = COUNTS.get(texts[at]!) ?? numberIn(texts[at], 99)
  if (!count) return undefined
  let next = at + 1
  // "a couple of weeks", "a few days": the second word says how many.
  const closer = COUNTS.get(texts[next] ?? '')
  if (closer) next++
  if (texts[next] === 'of') next++
  const unit = UNITS.get(texts[next] ?? '')
  if (!unit || texts[next + 1] !== 'ago') return undefined
  return { date: ago(unit, closer ?? count, today), length: next + 2 - at }
}

function ago(unit: string, count: number, today: number): DayRange {
  if (unit === 'day') return days(today - count - (count > 2 ? 1 : 0), today - count + (count > 2 ? 1 : 0))
  if (unit === 'week') return days(today - count * 7 - 3, today - count * 7 + 3)
  if (unit === 'weekend') return weekend(today - (count - 1) * 7, -1)
  if (unit === 'year') return wholeYear(yearOf(today) - count)
  const { year, month } = monthBefore(today, count)
  return wholeMonth(year, month)
}

/** The period one before (-1), at (0) or one after (1) today. */
function beside(name: string | undefined, sign: number, today: number): DayRange | undefined {
  if (!name) return undefined
  const weekday = WEEKDAYS.get(name)
  if (weekday !== undefined) {
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    const day = today + (sign > 0 ? ahead || 7 : sign < 0 ? ahead - 7 : ahead)
    return days(day, day)
  }
  const first = SEASONS.get(name)
  if (first)
    return sign === 0 ? season(yearOf(today), first) : besideToday(today, sign > 0, (year) => season(year, first))
  const unit = UNITS.get(name)
  if (unit === 'day') return days(today + sign, today + sign)
  if (unit === 'week') {
    const monday = today - ((weekdayOf(today) + 6) % 7) + sign * 7
    return days(monday, monday + 6)
  }
  if (unit === 'weekend') return weekend(today, sign)
  if (unit === 'year') return wholeYear(yearOf(today) + sign)
  if (unit !== 'month') return undefined
  const { year, month } = monthBefore(today, -sign)
  return wholeMonth(year, month)
}

function weekend(today: number, sign: number): DayRange {
  const saturday = today + ((6 - weekdayOf(today) + 7) % 7)
  const start = sign < 0 ? saturday - 7 : saturday
  return days(start - 1, start + 1)
}

/** The latest period that began before today, or the first that begins after it. */
function besideToday(today: number, next: boolean, of: (year: number) => DayRange): DayRange {
  const year = yearOf(today)
  if (next) return of(year).from > today ? of(year) : of(year + 1)
  return of(year).to < today ? of(year) : of(year - 1)
}

/** A month or day of no year, put where it lies nearest. */
function nearest(asked: { month: number; day: number | undefined }, today: number): DayRange {
  const year = yearOf(today)
  const choices = [year - 1, year, year + 1].map((y) =>
    asked.day ? oneDay(y, asked.month, asked.day) : wholeMonth(y, asked.month),
  )
  const distance = (range: DayRange) => Math.abs((range.from + range.to) / 2 - today)
  return choices.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best))
}

function yearAt(texts: string[], at: number): number | undefined {
  const text = texts[at]
  if (text?.length !== 4) return undefined
  const year = numberIn(text, LAST_YEAR)
  return year && year >= FIRST_YEAR ? year : undefined
}

function twoDigits(text: string | undefined, max: number): number | undefined {
  return text?.length === 2 ? numberIn(text, max) : undefined
}

function numberIn(text: string | undefined, max: number): number | undefined {
  if (!text || text.length > 4 || text.charCodeAt(0) > DIGIT_NINE) return undefined
  const number = Number(text)
  return number >= 1 && number <= max ? number : undefined
}

function isOrdinal(text: string | undefined): boolean {
  return text === 'st' || text === 'nd' || text === 'rd' || text === 'th'
}
