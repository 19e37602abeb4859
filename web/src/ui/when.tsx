const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const RELATIVE_UNTIL_S = 7 * DAY_S

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** How a time is told: from now on or back, by day and clock, or by the clock alone where the day stands beside it. */
type Telling = 'nearness' | 'moment' | 'clock'

const TELLINGS: Record<Telling, (date: Date) => string> = {
  nearness: inWords,
  moment: (date) => moment.format(date),
  clock: (date) => clock.format(date),
}

/** A time in the reader's own words and zone; the exact one on hovering. */
export function When({ at, as = 'nearness' }: { at: string; as?: Telling }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {TELLINGS[as](date)}
    </time>
  )
}

function inWords(date: Date): string {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000)
  const away = Math.abs(seconds)
  if (away < MINUTE_S) return seconds > 0 ? 'in a moment' : 'just now'
  if (away < HOUR_S) return relative.format(Math.round(seconds / MINUTE_S), 'minute')
  if (away < DAY_S) return relative.format(Math.round(seconds / HOUR_S), 'hour')
  if (away < RELATIVE_UNTIL_S) return relative.format(Math.round(seconds / DAY_S), 'day')
  return day.format(date)
}
