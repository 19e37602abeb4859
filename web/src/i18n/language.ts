import { catalogues } from 'virtual:catalogues'
import { i18n, type Messages } from '@lingui/core'
import { PORTAL } from '../urls.ts'
import { ENGLISH, LANGUAGES, type Language, localeFor, pickLanguage } from './languages.ts'

/*
 * The language of the pages. The choice is stored in this browser, because the pages before the sign-in have it too. The
 * portal is in English.
 */

const STORAGE_KEY = 'language'

let chosen = pickLanguage(storedLanguage(), navigator.languages)
const loaded = new Map<Language, Messages>([[ENGLISH, {}]])
activate(ENGLISH)

/** The language of the Hub, whatever page is shown. */
export const currentLanguage = (): Language => chosen

/** Activates the language of the page at a path; loads its catalogue first if necessary. */
export async function showLanguageAt(path: string): Promise<void> {
  const language = isPortal(path) ? ENGLISH : chosen
  // Without its catalogue, the page is in English: better than no page.
  const messages = loaded.get(language) ?? (await catalogues[language]?.().catch(() => undefined))
  if (!messages) return
  loaded.set(language, messages)
  if (i18n.locale !== language) activate(language)
}

/** Stores a choice and shows the page in it. */
export async function chooseLanguage(language: Language): Promise<void> {
  chosen = language
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage is blocked, so the choice lasts until the page is closed.
  }
  await showLanguageAt(location.pathname)
}

function activate(language: Language): void {
  const { direction } = LANGUAGES.find(({ tag }) => tag === language) ?? LANGUAGES[0]
  document.documentElement.lang = language
  document.documentElement.dir = direction
  i18n.load(language, loaded.get(language) ?? {})
  i18n.activate(language, localeFor(language, navigator.languages))
}

function isPortal(path: string): boolean {
  return path === PORTAL.home || path.startsWith(`${PORTAL.home}/`)
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
