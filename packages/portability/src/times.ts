/* Reads the times of exports. Everything unreadable is `undefined`; a time without a zone is taken as UTC. */

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const SECONDS_MAX = 100_000_000_000
const YEAR_MIN = 1
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** 1970-01-01 in days since 1899-12-30. */
const SERIAL_EPOCH_DAYS = 25_569
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Languages of which month names are read, beside English. */
const MONTH_LANGUAGES = 'de fr es it pt nl sv da nb fi pl cs hu ro tr ru uk id'.split(' ')
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([ap])?\.?m?\.?$/i
const OFFSET = /^(?:GMT|UTC|Z)?(?:([+-])(\d{1,2}):?(\d{2})?)?$/i

/** Milliseconds of an ISO 8601 time or date. */
export function isoMs(text: unknown): number | undefined {
  const match = typeof text === 'string' ? ISO.exec(text.trim()) : null
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  return utcMs(
    +year!,
    +month!,
    +day!,
    +hour,
    +minute,
    +second,
    +fraction.padEnd(3, '0').slice(0, 3),
    offsetMinutes(zone),
  )
}

/** Milliseconds of seconds since 1970, with a fraction; those of milliseconds if the number is too large for seconds. */
export function epochMs(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined
  const ms = Math.floor(value < SECONDS_MAX ? value * 1000 : value)
  return ms <= 8.64e15 && ms < Date.UTC(10_000, 0) ? ms : undefined
}

/** Milliseconds of a date as tables store it: days since 1899-12-30, with a fraction. */
export function serialDateMs(text: string | undefined): number | undefined {
  if (!text || !/^\d{5}(?:\.\d{1,20})?$/.test(text)) return undefined
  return Math.round((Number(text) - SERIAL_EPOCH_DAYS) * DAY_MS)
}

/** An ISO 8601 time in UTC with milliseconds. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** The time of an ISO 8601 text in our form. */
export function timeIn(text: unknown): string | undefined {
  const ms = isoMs(text)
  return ms === undefined ? undefined : isoOf(ms)
}

/**
 * Reads the dates that people and models write: `2025`, `2025-06`, `June 2, 2025`, `3 May 2025`, `11 févr. 2026`,
 * `14.03.2025`. With slashes, a date whose day could be its month is not read.
 */
export function writtenDateMs(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/ de /g, ' ')
  const partial =
    /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(plain) ??
    /^(\d{4})年(\d{1,2})月(?:(\d{1,2})日)?$/.exec(plain)
  if (partial) return utcMs(+partial[1]!, +(partial[2] ?? 1), +(partial[3] ?? 1))
  const numeric = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(plain)
  if (numeric) return numericDateMs(+numeric[1]!, +numeric[3]!, +numeric[4]!, numeric[2] === '.')
  const monthFirst = /^(\p{L}{3,12})\.? (?:(\d{1,2}),? )?(\d{4})$/u.exec(plain)
  if (monthFirst) return utcMs(+monthFirst[3]!, monthOf(monthFirst[1]!), +(monthFirst[2] ?? 1))
  const dayFirst = /^(\d{1,2})\.? (\p{L}{3,12})\.?,? (\d{4})$/u.exec(plain)
  if (dayFirst) return utcMs(+dayFirst[3]!, monthOf(dayFirst[2]!), +dayFirst[1]!)
  return isoMs(plain)
}

function numericDateMs(first: number, second: number, year: number, isDayFirst: boolean): number | undefined {
  if (isDayFirst || first > 12) return utcMs(year, second, first)
  return second > 12 || first === second ? utcMs(year, first, second) : undefined
}

/** Reads a date with a clock time and a zone: `Feb 11, 2026, 3:07:02 PM GMT+02:00`, `11.02.2026, 09:15:04 MEZ`. */
export function spokenTimeMs(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()
  const match = /^(.{6,28}?),? (\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?)(?: (\S{1,9}))?$/.exec(plain)
  return match ? clockMs(writtenDateMs(match[1]!), match[2]!, match[3]) : undefined
}

/** Reads a date with the month first and a clock time: `2/11/2026 7:11 AM`, `2/11/2026 7:11:00 +00:00`. */
export function slashedTimeMs(text: string): number | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?)(?: (\S{1,9}))?$/.exec(
    text.trim(),
  )
  if (!match) return undefined
  const [, month, day, year, clock, zone] = match
  return clockMs(utcMs(+year!, +month!, +day!), clock!, zone)
}

/** The time of a day at midnight with a clock time and a zone. */
function clockMs(date: number | undefined, written: string, zone: string | undefined): number | undefined {
  const clock = CLOCK.exec(written)
  const offset = offsetOf(zone)
  if (date === undefined || !clock || offset === undefined) return undefined
  const [, hour, minute, second = '0', half] = clock
  const hours = half ? (+hour! % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : +hour!
  if (hours > 23 || +minute! > 59 || +second > 60) return undefined
  return date + ((hours * 60 + +minute! - offset) * 60 + +second) * 1000
}

function offsetOf(zone: string | undefined): number | undefined {
  if (!zone) return 0
  const known = ZONES[zone.toUpperCase()]
  if (known !== undefined) return known
  const match = OFFSET.exec(zone)
  if (!match) return undefined
  const [, sign, hours = '0', minutes = '0'] = match
  return (sign === '-' ? -1 : 1) * (+hours * 60 + +minutes)
}

/** Names of zones with one meaning in exports, in minutes east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  WET: 0,
  WEST: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  WEZ: 0,
  WESZ: 60,
  OEZ: 120,
  OESZ: 180,
  MSK: 180,
  JST: 540,
  KST: 540,
  BRT: -180,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
}

/** The number of a month from 1; 0 if the name is unknown. */
function monthOf(name: string): number {
  const english = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  months ??= monthNames()
  return months.get(plainMonth(name)) ?? english
}

let months: ReadonlyMap<string, number> | undefined

/** Month names of several languages; without those that are another month in another language. */
function monthNames(): Map<string, number> {
  const found = new Map<string, number>()
  const ambiguous = new Set<string>()
  for (const language of MONTH_LANGUAGES)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let at = 0; at < MONTHS.length; at++) {
        const parts = format.formatToParts(Date.UTC(2000, at, 15))
        const name = plainMonth(parts.find(({ type }) => type === 'month')?.value ?? '')
        if ((found.get(name) ?? at + 1) !== at + 1) ambiguous.add(name)
        found.set(name, at + 1)
      }
    }
  for (const name of ambiguous) found.delete(name)
  return found
}

const plainMonth = (name: string) => name.toLowerCase().replace(/\.$/, '')

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return (zone[0] === '-' ? -1 : 1) * (+digits.slice(0, 2) * 60 + +digits.slice(2))
}

function utcMs(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
  zone = 0,
): number | undefined {
  if (year < YEAR_MIN || month < 1 || month > 12 || day < 1 || day > 31) return undefined
  if (hour > 24 || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1) return undefined
  date.setUTCHours(hour, minute, second, ms)
  const at = date.getTime() - zone * MINUTE_MS
  return Number.isFinite(at) && at < Date.UTC(10_000, 0) ? at : undefined
}
