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
