import { type DayRange, dayRange, monthBefore, season, weekdayOf, wholeMonth, wholeYear, yearOf } from './days.ts'
import {
  DAY_OFFSETS,
  DAY_PARTS,
  PERIOD_OFFSETS,
  QUANTITIES,
  SEASONS,
  TIME_UNITS,
  WEEKDAYS,
} from './lexicon/calendar.ts'

/* Dates relative to a day, as they are found in the tokens of a text. */

const DIGIT_NINE = 0x39
const UNIT_DAYS: ReadonlyMap<string, number> = new Map([
  ['days', 1],
  ['nights', 1],
  ['weeks', 7],
  ['months', 31],
  ['years', 366],
])
/** Words that put a question into the past. */
const PAST_WORDS = new Set('did was were had happened went'.split(' '))

/** A date found at a token. */
export interface DateMatch {
  date: DayRange
  /** Number of tokens that the date consists of. */
  length: number
  /** Number of tokens before these that also belong to it. */
  before?: number
}

/** `yesterday`, `two weeks ago`, `last Friday`, `next Friday evening`, `next month`, `last summer`, `this year`, `the last three months`. */
export function matchRelative(texts: string[], at: number, today: number): DateMatch | undefined {
  const word = texts[at]!
  const dayOffset = DAY_OFFSETS.get(word)
  if (dayOffset !== undefined) return matchDay(texts, at, today, dayOffset)
  const sign = PERIOD_OFFSETS.get(word)
  if (sign === undefined) return matchAgo(texts, at, today)
  if (sign === 0 && DAY_PARTS.has(texts[at + 1] ?? '')) return { date: dayRange(today, today), length: 2 }
  const date = relativePeriod(texts[at + 1], sign, today)
  if (!date) return matchSpan(texts, at, sign, today)
  const isPartOfDay = WEEKDAYS.has(texts[at + 1]!) && DAY_PARTS.has(texts[at + 2] ?? '')
  return { date, length: isPartOfDay ? 3 : 2 }
}

/** `tomorrow`, `tomorrow evening`, `the day after tomorrow`. */
function matchDay(texts: string[], at: number, today: number, offset: number): DateMatch {
  const isNextButOne = texts[at - 2] === 'day' && texts[at - 1] === (offset > 0 ? 'after' : 'before')
  const day = today + (isNextButOne ? 2 * offset : offset)
  const length = DAY_PARTS.has(texts[at + 1] ?? '') ? 2 : 1
  return { date: dayRange(day, day), length, before: isNextButOne ? 2 : 0 }
}

/** `last three weeks`, `next few days`. */
function matchSpan(texts: string[], at: number, sign: number, today: number): DateMatch | undefined {
  const count = QUANTITIES.get(texts[at + 1] ?? '') ?? numberIn(texts[at + 1], 99)
  const days = UNIT_DAYS.get(texts[at + 2] ?? '')
  if (!count || !days || sign === 0) return undefined
  return { date: sign < 0 ? dayRange(today - count * days, today) : dayRange(today, today + count * days), length: 3 }
}

/** In queries: `in two days`, `a week from now`, `on Thursday` (the last or the next one, by the tense of the query). */
export function matchUpcoming(texts: string[], at: number, today: number): DateMatch | undefined {
  const weekday = WEEKDAYS.get(texts[at]!)
  if (weekday !== undefined) {
    const isPast = texts.some((text) => PAST_WORDS.has(text))
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    const day = today + (isPast ? ahead - 7 : ahead)
    return { date: dayRange(day, day), length: 1 }
  }
  const count = QUANTITIES.get(texts[at]!) ?? numberIn(texts[at], 99)
  const unit = TIME_UNITS.get(texts[at + 1] ?? '')
  if (!count || !unit) return undefined
  const isFromNow = texts[at + 2] === 'from' && (texts[at + 3] === 'now' || texts[at + 3] === 'today')
  if (!isFromNow && texts[at - 1] !== 'in') return undefined
  return { date: rangeAgo(unit, -count, today), length: isFromNow ? 4 : 2, before: isFromNow ? 0 : 1 }
}

function matchAgo(texts: string[], at: number, today: number): DateMatch | undefined {
  const count = QUANTITIES.get(texts[at]!) ?? numberIn(texts[at], 99)
  if (!count) return undefined
  let next = at + 1
  // In "a couple of weeks" and "a few days" the second word is the number.
  const refined = QUANTITIES.get(texts[next] ?? '')
  if (refined) next++
  if (texts[next] === 'of') next++
  const unit = TIME_UNITS.get(texts[next] ?? '')
  if (!unit || texts[next + 1] !== 'ago') return undefined
  return { date: rangeAgo(unit, refined ?? count, today), length: next + 2 - at }
}

/** The days around a number of units before today; after it for a negative count. */
function rangeAgo(unit: string, count: number, today: number): DayRange {
  const margin = Math.abs(count) > 2 ? 1 : 0
  if (unit === 'day') return dayRange(today - count - margin, today - count + margin)
  if (unit === 'week') return dayRange(today - count * 7 - 3, today - count * 7 + 3)
  if (unit === 'weekend') return count > 0 ? weekend(today - (count - 1) * 7, -1) : weekend(today - (count + 1) * 7, 0)
  if (unit === 'year') return wholeYear(yearOf(today) - count)
  const { year, month } = monthBefore(today, count)
  return wholeMonth(year, month)
}

/** The period before (-1), around (0) or after (1) today. */
function relativePeriod(name: string | undefined, sign: number, today: number): DayRange | undefined {
  if (!name) return undefined
  const weekday = WEEKDAYS.get(name)
  if (weekday !== undefined) {
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    const day = today + (sign > 0 ? ahead || 7 : sign < 0 ? ahead - 7 : ahead)
    return dayRange(day, day)
  }
  const first = SEASONS.get(name)
  if (first)
    return sign === 0 ? season(yearOf(today), first) : lastOrNext(today, sign > 0, (year) => season(year, first))
  const unit = TIME_UNITS.get(name)
  if (unit === 'day') return dayRange(today + sign, today + sign)
  if (unit === 'week') {
    const monday = today - ((weekdayOf(today) + 6) % 7) + sign * 7
    return dayRange(monday, monday + 6)
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
  return dayRange(start - 1, start + 1)
}

/** The next period that begins after today, or the last one that ended before it. */
export function lastOrNext(today: number, isNext: boolean, of: (year: number) => DayRange): DayRange {
  const year = yearOf(today)
  if (isNext) return of(year).from > today ? of(year) : of(year + 1)
  return of(year).to < today ? of(year) : of(year - 1)
}

/** A number from 1 to `max`; `undefined` for any other text. */
export function numberIn(text: string | undefined, max: number): number | undefined {
  if (!text || text.length > 4 || text.charCodeAt(0) > DIGIT_NINE) return undefined
  const number = Number(text)
  return number >= 1 && number <= max ? number : undefined
}
