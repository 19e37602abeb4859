import { i18n } from '@lingui/core'

/**
 * A text that the service sends in English, in the current language. The catalogues have it as `@` and a name, such as
 * `@error.conflict`; without such an entry it stays as it is.
 */
export function serverText(name: string, english: string, values?: Record<string, string>): string {
  const id = `@${name}`
  return i18n.messages[id] === undefined ? english : i18n._(id, values)
}
