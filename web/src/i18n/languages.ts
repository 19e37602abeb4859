/** The languages of the Hub. English is in the code; the others have a catalogue each in `locales/`. */
export const LANGUAGES = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
] as const

export type Language = (typeof LANGUAGES)[number]['tag']

export const ENGLISH: Language = 'en'

/** The language of a tag such as `de-AT`, if it is one of ours. */
function languageOf(tag: string): Language | undefined {
  const [base] = tag.toLowerCase().split('-')
  return LANGUAGES.find(({ tag }) => tag === base)?.tag
}

/** The language to use: the one chosen, else the first of the browser's that we have, else English. */
export function pickLanguage(chosen: string | null, wanted: readonly string[]): Language {
  return [chosen ?? '', ...wanted].map(languageOf).find((tag) => tag !== undefined) ?? ENGLISH
}

/** The locale for dates and numbers: the browser's own variant of the language, such as `en-GB`, if it has one. */
export function localeFor(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === language) ?? language
}
