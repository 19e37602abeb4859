// Dates in the data are relative to the day of the run, so that "tomorrow" and "last week" stay true.

const DAY_MS = 86_400_000
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const FORMS = /^(?:week([+-]\d+):([0-6])|month([+-]\d+):(\d+)|year([+-]\d+):(\d+)-(\d+))$/

/**
 * Resolves a relative date to 9:00 UTC: `-3` or `"+9"` (days from today), `"week-1:2"` (Wednesday of last week; 0 is
 * Monday), `"month-1:15"` (the 15th of last month), `"year-1:6-10"` (10 June of last year).
 */
function resolveDate(spec, now) {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (/^[+-]?\d+$/.test(String(spec))) return new Date(Date.UTC(year, month, day + Number(spec), 9))
  const match = FORMS.exec(spec)
  if (!match) throw new Error(`unknown date ${JSON.stringify(spec)}; bench/README.md lists the forms`)
  const [, weeks, weekday, months, dayOfMonth, years, yearMonth, yearDay] = match
  if (weeks) {
    const monday = day - ((now.getUTCDay() + 6) % 7)
    return new Date(Date.UTC(year, month, monday + 7 * Number(weeks) + Number(weekday), 9))
  }
  if (months) return new Date(Date.UTC(year, month + Number(months), Number(dayOfMonth), 9))
  return new Date(Date.UTC(year + Number(years), Number(yearMonth) - 1, Number(yearDay), 9))
}

const FORMATS = {
  date: (at) => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`,
  us: (at) => `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`,
  short: (at) => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()].slice(0, 3)}`,
  day: (at) => DAYS[at.getUTCDay()],
  month: (at) => MONTHS[at.getUTCMonth()],
  year: (at) => String(at.getUTCFullYear()),
  iso: (at) => at.toISOString().slice(0, 10),
}

/** Replaces `{{date:+9}}`, `{{us:…}}`, `{{short:…}}`, `{{day:…}}`, `{{month:…}}`, `{{year:…}}` and `{{iso:…}}`. */
export function fillDates(text, now) {
  return text.replace(/\{\{(\w+):([^}]+)\}\}/g, (_, format, spec) => FORMATS[format](resolveDate(spec, now)))
}

/** The time a memory happened. Memories of one day keep the order of the data. */
export function occurredAt(spec, order, now) {
  const at = Math.min(resolveDate(spec, now).getTime(), now.getTime() - DAY_MS / 24)
  return new Date(at + order * 1_000).toISOString()
}
