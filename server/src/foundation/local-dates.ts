/* Days and times of a person: instants in an IANA time zone. Pure. */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const NOON_HOURS = 12

/** The day of an instant in a time zone, as `YYYY-MM-DD`. */
export function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** An instant as a model reads it: `Tuesday, 3 November 2026, 14:05 (Europe/Berlin)`. */
export function describeInstant(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(at).replace(/^(\w+) /, '$1, ')
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at)
  return `${day}, ${time} (${timeZone})`
}

/** The number of a day, as `YYYY-MM-DD`, since 1970-01-01; `undefined` if there is no such day. */
export function dayNumberOf(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : ms / DAY_MS
}

/** The instant of noon of a day in a time zone. `dayNumber` counts days since 1970-01-01. */
export function localNoon(dayNumber: number, timeZone: string): Date {
  const noon = dayNumber * DAY_MS + NOON_HOURS * HOUR_MS
  return new Date(noon - offsetMs(new Date(noon), timeZone))
}

/** Before it, `Date.UTC` takes years for those of the 20th century. */
const ZONED_DAY_MIN = '1000-01-01'

/**
 * The first instant of a day, as `YYYY-MM-DD`, in a time zone; of days before the year 1000 in UTC. `undefined` if there is
 * no such day.
 */
export function startOfDay(day: string, timeZone: string): Date | undefined {
  const dayNumber = dayNumberOf(day)
  if (dayNumber === undefined) return undefined
  const midnight = dayNumber * DAY_MS
  if (day < ZONED_DAY_MIN) return new Date(midnight)
  // A change of the clock around midnight: with the offset before it or after it, one of them begins the day.
  const offsets = [-DAY_MS, 0, DAY_MS].map((away) => offsetMs(new Date(midnight + away), timeZone))
  const starts = offsets.map((offset) => midnight - offset).sort((a, b) => a - b)
  return new Date(starts.find((start) => localDay(new Date(start), timeZone) === day) ?? midnight)
}

function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone)
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return local - Math.floor(at.getTime() / 1_000) * 1_000
}

function partsOf(at: Date, timeZone: string): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
    timeZone,
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as never
}
