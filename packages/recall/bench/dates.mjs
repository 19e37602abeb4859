/* Dates in a data set that are relative to the day of the run. */

const DAY_MS = 86_400_000
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/**
 * The time of a date: `-3` and `+9` are days from `now`; `lw2` and `nw2` the Wednesday of last and next week; `lm15` the
 * 15th of last month; `ly6-10` 10 June of last year; `y-2-12-24` 24 December two years ago; `su` and `wi` a day in the
 * last summer and winter.
 */
export function timeOf(date, now) {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const morning = (...parts) => new Date(Date.UTC(...parts, 9))
  if (/^[+-]?\d+$/.test(date))
    return Number(date) === 0 ? new Date(now.getTime() - 600_000) : morning(year, month, day + Number(date))
  const monday = day - ((now.getUTCDay() + 6) % 7)
  const [, kind, rest] = /^(lw|nw|lm|ly|y-|su|wi)(.*)$/.exec(date) ?? []
  const numbers = rest?.split('-').map(Number)
  if (kind === 'lw') return morning(year, month, monday - 7 + numbers[0])
  if (kind === 'nw') return morning(year, month, monday + 7 + numbers[0])
  if (kind === 'lm') return morning(year, month - 1, numbers[0])
  if (kind === 'ly') return morning(year - 1, numbers[0] - 1, numbers[1])
  if (kind === 'y-') return morning(year - numbers[0], numbers[1] - 1, numbers[2])
  if (kind === 'su') return morning(month >= 8 ? year : year - 1, 6, 18)
  if (kind === 'wi') return morning(month >= 2 ? year : year - 1, 0, 20)
  return new Date(date)
}

/** Replaces `{{d:+9}}` by the date in words: d `1 December 2026`, m without the year, w weekday, y year, b month, i ISO. */
export function fillDates(text, now) {
  return text.replace(/\{\{(\w):([^}]+)\}\}/g, (_, form, date) => {
    const time = timeOf(date, now)
    const dayAndMonth = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}`
    if (form === 'd') return `${dayAndMonth} ${time.getUTCFullYear()}`
    if (form === 'm') return dayAndMonth
    if (form === 'w') return WEEKDAYS[time.getUTCDay()]
    if (form === 'y') return String(time.getUTCFullYear())
    if (form === 'b') return MONTHS[time.getUTCMonth()]
    return time.toISOString().slice(0, 10)
  })
}

const OPEN_QUESTION =
  /^(what did (i|we) do|what do i have to do|what('s| is) on|what have (i|we) got|what is planned)\b/i

/** Ids of the events that also answer an open question about a period, such as "what did I do last week". */
export function eventsInPeriod(query, memories, now) {
  const rest = query.replace(OPEN_QUESTION, '')
  const [, period] = /^\s*(?:for|on)?\s*(last week|next week|last month|yesterday|tomorrow)\W*$/i.exec(rest) ?? []
  if (rest === query || !period) return []
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = day - ((now.getUTCDay() + 6) % 7)
  const [from, to] = {
    'last week': [Date.UTC(year, month, monday - 7), Date.UTC(year, month, monday)],
    'next week': [Date.UTC(year, month, monday + 7), Date.UTC(year, month, monday + 14)],
    'last month': [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)],
    yesterday: [Date.UTC(year, month, day) - DAY_MS, Date.UTC(year, month, day)],
    tomorrow: [Date.UTC(year, month, day) + DAY_MS, Date.UTC(year, month, day) + 2 * DAY_MS],
  }[period.toLowerCase()]
  return memories
    .filter(({ kind, content, at }) => {
      if (kind !== 'event') return false
      const [, stated] = /\{\{[dm]:([^}]+)\}\}/.exec(content) ?? []
      const time = timeOf(stated ?? at ?? '-60', now).getTime()
      return time >= from && time < to
    })
    .map(({ id }) => id)
}
