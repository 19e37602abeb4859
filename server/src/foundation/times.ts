import { z } from 'zod'
import { nothing, type Sql, sql } from './sql.ts'

// A day inside the years 1 to 9999, so that no offset leads out of what ISO 8601 and PostgreSQL agree on.
const EARLIEST_MS = Date.parse('0001-01-02T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-30T00:00:00.000Z')
const DAY_CHARS = 10
const isInRange = (text: string) => Date.parse(text) >= EARLIEST_MS && Date.parse(text) <= LATEST_MS
const inRange = { message: 'takes a time in the years 1 to 9999' }

/** A time with any offset, handed on in UTC. */
export const Time = z.iso
  .datetime({ offset: true })
  .refine(isInRange, inRange)
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time', example: '2026-05-03T07:30:00Z' })

/** A UTC day, `YYYY-MM-DD`. */
export const Day = z.iso.date().refine(isInRange, inRange)

const moment = Day.or(Time)

/** The stretch of time a list can be cut to. */
export const Span = z.object({
  from: moment.optional().meta({ description: 'Not before this UTC day or time.', example: '2026-11-01' }),
  to: moment.optional().meta({ description: 'Before this time; a day is taken to its end.', example: '2026-11-30' }),
})
export type Span = z.output<typeof Span>

/** The conditions that a time lies in a span, none where the span is open. */
export function inSpan(time: Sql, { from, to }: Span): Sql[] {
  return [
    ...(from ? [sql`${time} >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${time} < ${to}::timestamptz ${to.length === DAY_CHARS ? sql`+ interval '1 day'` : nothing}`] : []),
  ]
}
