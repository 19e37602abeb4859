import { z } from 'zod'

// A day inside the years 1 to 9999, so that no offset leads out of what ISO 8601 and PostgreSQL agree on.
const EARLIEST_MS = Date.parse('0001-01-02T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-30T00:00:00.000Z')
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
