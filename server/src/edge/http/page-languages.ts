/*
 * The language of what a page says without scripts. With scripts, pages choose their language themselves
 * (`web/src/i18n/language.ts`).
 */

/** What a page says without scripts, by language and name of the text (`web/scripts/no-scripts.ts`). */
export type NoScriptsTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

export const ENGLISH = 'en'

/** Fills a language and its texts into a document. */
export function inLanguage(html: string, language: string, texts: NoScriptsTexts): string {
  return Object.entries(texts[language] ?? {}).reduce(
    (filled, [name, text]) => filled.replace(`{{no-scripts.${name}}}`, () => text),
    html.replace('{{language}}', language),
  )
}

/** The language that an `Accept-Language` header prefers among the existing ones, else English (RFC 9110, 12.5.4). */
export function preferredLanguage(header: string | undefined, existing: readonly string[]): string {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .map(([tag = '', weight = 'q=1']) => ({ language: tag.split('-')[0] ?? '', weight: Number(weight.slice(2)) }))
    .filter(({ language, weight }) => weight > 0 && existing.includes(language))
    .toSorted((a, b) => b.weight - a.weight)
  return accepted[0]?.language ?? ENGLISH
}
