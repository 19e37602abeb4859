import {
  DAY_MS,
  type DayRange,
  dayNumber,
  dayRange,
  easter,
  oneDay,
  season,
  thanksgiving,
  weekdayOf,
  wholeMonth,
  wholeYear,
  withAdjacentDays,
  yearOf,
} from './days.ts'
import {
  AMBIGUOUS_MONTHS,
  DAY_OFFSETS,
  HOLIDAYS,
  MONTHS,
  PERIOD_OFFSETS,
  QUANTITIES,
  SEASONS,
} from './lexicon/calendar.ts'
import { tokenOf } from './lexicon/token-records.ts'
import { lastOrNext, matchRelative, matchUpcoming, numberIn } from './relative-dates.ts'
import type { TokenisedText } from './tokens.ts'

/** A date in a query: a range, or a month (and day) of any year. */
export type QueryDate = DayRange | { month: number; day: number | undefined }

/** A date in a query and the range of its tokens. */
export interface DateInQuery {
  date: QueryDate
  start: number
  end: number
  /** Whether the words say nothing but the date. Names of months and days may also be words of the memory. */
  leaves: boolean
}

/** Stems of the names of the weekdays, Sunday first. */
const WEEKDAY_STEMS = 'sunday monday tuesday wednesday thursday friday saturday'
  .split(' ')
  .map((name) => tokenOf(name).stem)

/** The stems of the weekdays of single days from today on that a query names: "tomorrow", "next Thursday". */
export function weekdaysOf(dates: readonly DateInQuery[], today: number): string[] {
  return dates.flatMap(({ date, leaves }) =>
    leaves && 'from' in date && date.from === date.to && date.from >= today
      ? [WEEKDAY_STEMS[weekdayOf(date.from)]!]
      : [],
  )
}

interface MemoryDates {
  ranges: DayRange[]
  /** Number of tokens of a date at the beginning of the content. */
  leadingTokens: number
}

/** Texts with more dates are tables. */
const DATES_MAX = 4
const FIRST_YEAR = 1900
const LAST_YEAR = 2100
/** Smallest number that counts as a year on its own. */
const BARE_YEAR_FROM = 1950
/** Words after which an ambiguous month name is a month. */
const BEFORE_MONTH = new Set('in this since until till by of early late mid during im'.split(' '))

/** The day number of a time in ms since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** The month, 1 to 12, and the day of the month, 1 to 31, of a day number. */
export function monthAndDay(day: number): { month: number; day: number } {
  const date = new Date(day * DAY_MS)
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/**
 * The dates in a memory's content. Relative dates ("yesterday", "in May") refer to `day`, the day it occurred. Supports
 * English in full; month names, "today" and "yesterday" in seven more languages; ISO and numeric dates in any.
 */
export function datesInMemory(text: TokenisedText, day: number): DayRange[] {
  return memoryDates(text, day).ranges
}

/** `datesInMemory`, and where the content begins after a date. */
export function memoryDates(text: TokenisedText, day: number): MemoryDates {
  const ranges: DayRange[] = []
  let leadingTokens = 0
  for (const { date, start, end } of findDates(text, day, false)) {
    ranges.push('from' in date ? date : nearestOccurrence(date, day))
    if (start === 0) leadingTokens = end
  }
  return { ranges, leadingTokens }
}

/**
 * The dates in a query, with the tokens they consist of. Relative dates refer to `day`, the caller's day; a month without
 * a year means any year.
 */
export function datesInQuery(text: TokenisedText, day: number): DateInQuery[] {
  return findDates(text, day, true)
}

function findDates({ tokens }: TokenisedText, today: number, isQuery: boolean): DateInQuery[] {
  const found: DateInQuery[] = []
  let texts: string[] | undefined
  for (let at = 0; at < tokens.length && found.length < DATES_MAX; at++) {
    if (!tokens[at]!.startsDate) continue
    texts ??= tokens.map(({ text }) => text)
    const match =
      matchNumeric(texts, at) ??
      matchNamed(texts, at, today) ??
      matchRelative(texts, at, today) ??
      (isQuery ? matchUpcoming(texts, at, today) : undefined)
    if (!match) continue
    found.push({
      date: match.date,
      start: at - (match.before ?? 0),
      end: at + match.length,
      leaves: isRelative(texts[at]!),
    })
    at += match.length - 1
  }
  return found
}

interface DateMatch {
  date: QueryDate
  /** Number of tokens that the date consists of. */
  length: number
  /** Number of tokens before these that also belong to it. */
  before?: number
}

/** `2026-08-02`, `2026-08`, `02.08.2026`, `2006 to 2011`, a bare `2008`. */
function matchNumeric(texts: string[], at: number): DateMatch | undefined {
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
      return { date: dayRange(wholeYear(year).from, wholeYear(lastYear).to), length: until + 1 - at }
    return year >= BARE_YEAR_FROM ? { date: wholeYear(year), length: 1 } : undefined
  }
  const end = yearAt(texts, at + 2)
  const [a, b] = [numberIn(first, 31), numberIn(texts[at + 1], 31)]
  if (!end || !a || !b || (a > 12 && b > 12)) return undefined
  return { date: b > 12 ? oneDay(end, a, b) : oneDay(end, b, a), length: 3 }
}

/** `3 March 2025`, `2nd of August`, `Feb 9th, 2026`, `March 2025`, `spring 2025`, `Christmas`, `in May`. */
function matchNamed(texts: string[], at: number, today: number): DateMatch | undefined {
  let next = at
  const dayBefore = numberIn(texts[at], 31)
  if (dayBefore) {
    next++
    if (isOrdinal(texts[next])) next++
    if (texts[next] === 'of' || texts[next] === 'de') next++
    const month = MONTHS.get(texts[next] ?? '')
    if (!month) return undefined
    next++
    if (texts[next] === 'of' || texts[next] === 'de') next++
    const year = yearAt(texts, next)
    return {
      date: year ? oneDay(year, month, dayBefore) : { month, day: dayBefore },
      length: next + (year ? 1 : 0) - at,
    }
  }
  const word = texts[at]!
  return matchMonth(texts, at, today) ?? matchSeason(texts, at) ?? matchHoliday(texts, at, word, today)
}

function matchMonth(texts: string[], at: number, today: number): DateMatch | undefined {
  const month = MONTHS.get(texts[at]!)
  if (!month) return undefined
  let next = at + 1
  const day = texts[next]?.length !== 4 ? numberIn(texts[next], 31) : undefined
  if (day) next += isOrdinal(texts[next + 1]) ? 2 : 1
  if (texts[next] === 'of' || texts[next] === 'de') next++
  const year = yearAt(texts, next)
  if (year) return { date: day ? oneDay(year, month, day) : wholeMonth(year, month), length: next + 1 - at }
  if (day) return { date: { month, day }, length: next - at }
  const previous = texts[at - 1]
  if (previous === 'last' || previous === 'past' || previous === 'next')
    return { date: lastOrNext(today, previous === 'next', (y) => wholeMonth(y, month)), length: 1 }
  const ambiguous = AMBIGUOUS_MONTHS.has(texts[at]!) && !BEFORE_MONTH.has(previous ?? '')
  return ambiguous ? undefined : { date: { month, day: undefined }, length: 1 }
}

function matchSeason(texts: string[], at: number): DateMatch | undefined {
  const month = SEASONS.get(texts[at]!)
  if (!month) return undefined
  const next = texts[at + 1] === 'of' ? at + 2 : at + 1
  const year = yearAt(texts, next)
  return year ? { date: season(year, month), length: next + 1 - at } : undefined
}

function matchHoliday(texts: string[], at: number, word: string, today: number): DateMatch | undefined {
  const holiday = holidayOf(texts, at, word)
  if (!holiday) return undefined
  let next = at + holiday.length
  if (texts[next] === 'day' || texts[next] === 'eve') next++
  const year = yearAt(texts, next)
  if (year) return { date: holiday.of(year), length: next + 1 - at }
  const previous = texts[at - 1]
  if (previous === 'last' || previous === 'next')
    return { date: lastOrNext(today, previous === 'next', holiday.of), length: next - at }
  const { month, day } = monthAndDay(holiday.of(yearOf(today)).from + 1)
  return { date: { month, day: word === 'easter' || word === 'thanksgiving' ? undefined : day }, length: next - at }
}

/** A holiday includes the days before and after it. */
function holidayOf(texts: string[], at: number, word: string) {
  const fixed = HOLIDAYS.get(word)
  if (fixed) return { length: 1, of: (year: number) => withAdjacentDays(dayNumber(year, fixed[0], fixed[1])) }
  if (word === 'new' && (texts[at + 1] === 'year' || texts[at + 1] === 'years') && texts[at + 2] !== 'old')
    return { length: 2, of: (year: number) => withAdjacentDays(dayNumber(year, 1, 1)) }
  if (word === 'easter') return { length: 1, of: (year: number) => withAdjacentDays(easter(year)) }
  if (word === 'thanksgiving') return { length: 1, of: (year: number) => withAdjacentDays(thanksgiving(year)) }
  return undefined
}

/** The occurrence of a month or day that is nearest to today. */
function nearestOccurrence(date: { month: number; day: number | undefined }, today: number): DayRange {
  const year = yearOf(today)
  const choices = [year - 1, year, year + 1].map((y) =>
    date.day ? oneDay(y, date.month, date.day) : wholeMonth(y, date.month),
  )
  const distance = (range: DayRange) => Math.abs((range.from + range.to) / 2 - today)
  return choices.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best))
}

function isRelative(text: string): boolean {
  return DAY_OFFSETS.has(text) || PERIOD_OFFSETS.has(text) || QUANTITIES.has(text)
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

function isOrdinal(text: string | undefined): boolean {
  return text === 'st' || text === 'nd' || text === 'rd' || text === 'th'
}
