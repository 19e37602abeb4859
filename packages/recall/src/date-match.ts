import { dayOf, monthAndDay, type QueryDate } from './dates.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { DAY_OFFSET } from './user-index.ts'
import type { View } from './view.ts'

const DATE_WEIGHT = 0.3
/** "Last week" leaves out more rows than "in May", which may be a word of the memory. */
const RELATIVE_DATE_WEIGHT = 1.8
const ONLY_DATE_WEIGHT = 2
/** If even the best row matches less than this share of the query, the date bonus is measured by this share instead. */
export const DATE_SHARE = 0.5
/** Ranges longer than this, in days, do not match a month or day without a year. */
const YEARLESS_DAYS_MAX = 31
/** The bonus of rows in the dates of a query, as a share of the best score. */
export function dateWeight({ isDateOnly, hasRelativeDate }: ParsedQuery): number {
  if (isDateOnly) return ONLY_DATE_WEIGHT
  return hasRelativeDate ? RELATIVE_DATE_WEIGHT : DATE_WEIGHT
}

/** Adds a bonus, `weight` of `top`, to rows whose dates (or else the day they occurred) overlap the query's dates. */
export function addDates(
  queryDates: readonly QueryDate[],
  top: number,
  weight: number,
  view: View,
  scores: Scores,
): void {
  if (!queryDates.length) return
  const { index } = view
  for (let slot = 0; slot < index.slots; slot++) {
    if (!view.canRead(slot)) continue
    let overlap = 0
    const count = index.dates.length(slot)
    if (!count) overlap = dateOverlap(queryDates, dayOf(index.occurredAt[slot]!), dayOf(index.occurredAt[slot]!))
    const start = index.dates.start(slot)
    for (let at = start; at < start + count; at += 2) {
      const [from, to] = [index.dates.cells[at]! - DAY_OFFSET, index.dates.cells[at + 1]! - DAY_OFFSET]
      overlap = Math.max(overlap, dateOverlap(queryDates, from, to))
    }
    if (overlap > 0) scores.add(slot, weight * top * overlap)
  }
}

const ASKS_NEXT = /\b(?:next|upcoming|coming up)\b/i
/** Of a plan whose day has passed, if the query asks for the next one. */
const PASSED_FACTOR = 0.5

/** Lowers rows that were written before a day which has passed by `today`, if the query asks for what is next. */
export function lowerPassed(
  query: string,
  today: number,
  candidates: readonly number[],
  { index }: View,
  { values }: Scores,
): void {
  if (!ASKS_NEXT.test(query)) return
  for (const slot of candidates) {
    const count = index.dates.length(slot)
    if (!count) continue
    const start = index.dates.start(slot)
    let last = -Infinity
    for (let at = start; at < start + count; at += 2) last = Math.max(last, index.dates.cells[at + 1]! - DAY_OFFSET)
    if (last < today && last > dayOf(index.occurredAt[slot]!)) values[slot]! *= PASSED_FACTOR
  }
}

/** 0 to 1: the square root of the share of the row's days inside a query date, so long ranges still match single days. */
function dateOverlap(queryDates: readonly QueryDate[], from: number, to: number): number {
  let best = 0
  for (const date of queryDates) {
    if ('from' in date) {
      const days = Math.min(to, date.to) - Math.max(from, date.from) + 1
      if (days > 0) best = Math.max(best, Math.sqrt(days / (to - from + 1)))
      continue
    }
    if (to - from > YEARLESS_DAYS_MAX) continue
    const { month, day } = monthAndDay(from)
    if (month === date.month && (date.day === undefined || (from === to && day === date.day))) best = 1
  }
  return best
}
