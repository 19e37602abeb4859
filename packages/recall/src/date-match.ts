import { dayOf, monthAndDay, type QueryDate } from './dates.ts'
import { HAPPENED } from './lexicon/answer-words.ts'
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
function dateWeight(isDateOnly: boolean, hasRelativeDate: boolean): number {
  if (isDateOnly) return ONLY_DATE_WEIGHT
  return hasRelativeDate ? RELATIVE_DATE_WEIGHT : DATE_WEIGHT
}

const ASKS_WHAT_HAPPENED = /\b(?:did|happened|went|was|were|been|done)\b/i
/** Of a habit, wish or trait that was noted within the dates of a question about what happened. */
const STATE_FACTOR = 0.5

/**
 * Adds a bonus, `weight` of `top`, to rows whose dates (or else the day they occurred) overlap the query's dates. A period such as
 * "last week" outweighs what rows have gained otherwise.
 */
export function addDates(
  { query, dates, isDateOnly, hasRelativeDate }: ParsedQuery,
  top: number,
  view: View,
  scores: Scores,
): void {
  if (!dates.length) return
  const { index } = view
  const asksWhatHappened = hasRelativeDate && ASKS_WHAT_HAPPENED.test(query)
  const bonus =
    dateWeight(isDateOnly, hasRelativeDate) *
    (hasRelativeDate ? Math.max(top, scores.values[scores.top(index, 1)[0] ?? 0]!) : top)
  for (let slot = 0; slot < index.slots; slot++) {
    if (!view.canRead(slot)) continue
    let overlap = 0
    const count = index.dates.length(slot)
    if (!count) {
      const isState = asksWhatHappened && !(index.answers[slot]! & HAPPENED)
      const day = dayOf(index.occurredAt[slot]!)
      overlap = dateOverlap(dates, day, day) * (isState ? STATE_FACTOR : 1)
    }
    const start = index.dates.start(slot)
    for (let at = start; at < start + count; at += 2) {
      const [from, to] = [index.dates.cells[at]! - DAY_OFFSET, index.dates.cells[at + 1]! - DAY_OFFSET]
      overlap = Math.max(overlap, dateOverlap(dates, from, to))
    }
    if (overlap > 0) scores.add(slot, bonus * overlap)
  }
}

const ASKS_NEXT = /\b(?:next|upcoming|coming up)\b/i
const ASKS_NEXT_EVENT =
  /\b(?:next|upcoming) (?:\p{L}+ )?(?:gig|concert|show|performance|recital|match|race|trip|appointment|visit)/iu
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
    if (ASKS_NEXT_EVENT.test(query) && index.answers[slot]! & HAPPENED) values[slot]! *= PASSED_FACTOR
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
