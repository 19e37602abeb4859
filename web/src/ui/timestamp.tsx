import { t } from '@lingui/core/macro'
import { perLocale } from '../i18n/format.ts'
import utilities from './utilities.module.css'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const RELATIVE_UNTIL_S = 7 * DAY_S

const relativeFormat = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const timeFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dateTimeFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
)
const exactFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }))

/** A day, as in `3 May 2026`. */
export const formatDay = (date: Date): string => dateFormat().format(date)

/** A day and a time, as in `3 May 2026, 07:30:12`. */
export const formatMoment = (date: Date): string => dateTimeFormat().format(date)

type TimestampFormat = 'relative' | 'date' | 'date-time' | 'time'

const FORMATS: Record<TimestampFormat, (date: Date) => string> = {
  relative: formatRelative,
  date: formatDay,
  'date-time': formatMoment,
  time: (date) => timeFormat().format(date),
}

/** A time in the reader's language and time zone, with the exact time as a tooltip. A short one stays on its line. */
export function Timestamp({ at, as = 'relative' }: { at: string; as?: TimestampFormat }) {
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={exactFormat().format(date)}
      className={as === 'date-time' ? undefined : utilities.noWrap}
    >
      {FORMATS[as](date)}
    </time>
  )
}

// Times more than a week away are shown as a date.
function formatRelative(date: Date): string {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000)
  const distance = Math.abs(seconds)
  if (distance < MINUTE_S) return seconds > 0 ? t`in a moment` : t`just now`
  if (distance < HOUR_S) return relativeFormat().format(Math.round(seconds / MINUTE_S), 'minute')
  if (distance < DAY_S) return relativeFormat().format(Math.round(seconds / HOUR_S), 'hour')
  if (distance < RELATIVE_UNTIL_S) return relativeFormat().format(Math.round(seconds / DAY_S), 'day')
  return formatDay(date)
}
