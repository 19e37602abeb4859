import { perLocale } from '../../i18n/format.ts'

const YEAR_MONTHS = 12
const utc = { timeZone: 'UTC' } as const
const monthFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, month: 'long' }))
const shortFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, month: 'short', year: 'numeric' }))
const longFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, month: 'long', year: 'numeric' }))
const yearFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, year: 'numeric' }))

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** The month of `2026-11` without its year: “November”. */
export const monthName = (month: string): string => monthFormat().format(dateOf(month))

/** “November 2026” */
export const monthAndYear = (month: string): string => longFormat().format(dateOf(month))

/** “2026” */
export const yearName = (month: string): string => yearFormat().format(dateOf(month))

/** The name of a point of time that covers some months: “Nov 2026” or “2026”. */
export const pointName = (month: string, span: number): string =>
  span < YEAR_MONTHS ? shortFormat().format(dateOf(month)) : yearName(month)
