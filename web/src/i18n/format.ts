import { i18n } from '@lingui/core'

/** The locale for dates and numbers; undefined before a language is activated, as in tests. */
const locale = (): string | undefined => [i18n.locales ?? i18n.locale].flat()[0] || undefined

/** A formatter of the current locale, created when it is used first. */
export function perLocale<Formatter>(create: (locale: string | undefined) => Formatter): () => Formatter {
  const created = new Map<string | undefined, Formatter>()
  return () => {
    const formatter = created.get(locale()) ?? create(locale())
    created.set(locale(), formatter)
    return formatter
  }
}

const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale))

/** A number as the current locale writes it: `1,204` or `1.204`. */
export const formatNumber = (value: number): string => numberFormat().format(value)

/** A short text, such as a date, that no line of a paragraph ends in. */
export const onOneLine = (text: string): string => text.replaceAll(' ', '\u00a0')

const listFormats = {
  conjunction: perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' })),
  disjunction: perLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' })),
  unit: perLocale((locale) => new Intl.ListFormat(locale, { type: 'unit' })),
}

/** Values as a list of the current language: with “and”, with “or”, or with commas alone (`unit`). */
export const formatList = (values: readonly string[], type: keyof typeof listFormats): string =>
  listFormats[type]().format(values)

const collator = perLocale((locale) => new Intl.Collator(locale))

/** Options in the order of their labels in the current language. */
export const byLabel = <Option extends { label: string }>(options: readonly Option[]): Option[] =>
  options.toSorted((a, b) => collator().compare(a.label, b.label))
