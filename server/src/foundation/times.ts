import { z } from 'zod'
import { nothing, type Sql, sql } from './sql/sql.ts'

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000

// One day within the years 1 to 9999, so that no UTC offset leaves the range that both ISO 8601 and PostgreSQL support.
const EARLIEST_MS = Date.parse('0001-01-02T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-30T00:00:00.000Z')
const DAY_CHARS = 10
const isInRange = (text: string) => Date.parse(text) >= EARLIEST_MS && Date.parse(text) <= LATEST_MS
const inRange = { message: 'must be a time from 0001-01-02 to 9999-12-30' }

const DAY = 'a day such as 2026-05-03'
const TIME = 'a time with its offset from UTC, such as 2026-05-03T07:30:00Z'

// Variants that ISO 8601 allows: no seconds, a decimal comma, lower case, offsets `+0530` and `+05`.
const PARTS = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?(?:z|([+-]\d\d)(?::?(\d\d))?)$/i

// Normalizes a time to RFC 3339; returns any other text unchanged.
function spelled(text: string): string {
  const [, day, minute, second = ':00', fraction, hours, minutes = '00'] = PARTS.exec(text) ?? []
  if (day === undefined) return text
  return `${day}T${minute}${second}${fraction ? `.${fraction}` : ''}${hours ? `${hours}:${minutes}` : 'Z'}`
}

/** An ISO 8601 time with any offset; callers check the range. Requests may also have a day: see `instants.ts`. */
export const Moment = z
  .string()
  .transform(spelled)
  .pipe(z.iso.datetime({ offset: true, abort: true, error: `must be ${DAY}, or ${TIME}` }))

/** A time with any offset, converted to UTC. */
export const Time = Moment.refine(isInRange, inRange)
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time', example: '2026-05-03T07:30:00Z' })

/** A UTC day, `YYYY-MM-DD`. */
export const Day = z.iso.date({ abort: true, error: `must be ${DAY}` }).refine(isInRange, inRange)

const moment = z.union([Day, Time], { error: `must be ${DAY}, or ${TIME}` })

/** The optional time range of a list query. */
export const TimeRange = z.object({
  from: moment.optional().meta({ description: 'Not before this UTC day or time.', example: '2026-11-01' }),
  to: moment.optional().meta({ description: 'Before this time; a day includes all of it.', example: '2026-11-30' }),
})
export type TimeRange = z.output<typeof TimeRange>

/** SQL conditions for a time range; an open end adds none. */
export function inTimeRange(time: Sql, { from, to }: TimeRange): Sql[] {
  return [
    ...(from ? [sql`${time} >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${time} < ${to}::timestamptz ${to.length === DAY_CHARS ? sql`+ interval '1 day'` : nothing}`] : []),
  ]
}
