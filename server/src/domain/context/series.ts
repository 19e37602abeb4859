import type { Understood } from './understood.ts'

const DATE_WORDS =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|today|yesterday|(?:this|last) (?:morning|evening|night|week))\b/g

/** The series of a text: the text with numbers, dates and weekdays masked. A text without any is only equal to itself. */
export function seriesOf(content: string): string {
  return content
    .toLowerCase()
    .replace(DATE_WORDS, '#')
    .replace(/(?<![\p{L}\d])\d[\d.,:]*(?:st|nd|rd|th)?(?![\p{L}\d])/gu, '#')
    .replace(/\s+/g, ' ')
    .replace(/[.! ]{1,4}$/, '')
}

/** The newest of each series of texts that differ only in numbers and dates. */
export function newestOfSeries(understood: readonly Understood[]): Understood[] {
  const newest = new Map<string, Understood>()
  for (const each of understood) {
    const other = newest.get(each.series)
    if (!other || isNewer(each, other)) newest.set(each.series, each)
  }
  return understood.filter((each) => newest.get(each.series) === each)
}

/** How many texts each series has. */
export function seriesCounts(understood: readonly Understood[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { series } of understood) counts.set(series, (counts.get(series) ?? 0) + 1)
  return counts
}

function isNewer(a: Understood, b: Understood): boolean {
  return a.time > b.time || (a.time === b.time && a.memory.id > b.memory.id)
}
