import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS_MAX = 10_000

let loaded: ReadonlySet<string> | undefined

/**
 * The 10,000 most common passwords of at least `charsMin` characters, in lower case; loaded on first use. From the
 * frequency list of the package `@zxcvbn-ts/language-common` (MIT). Shorter ones are rejected for their length.
 */
export function commonPasswords(charsMin: number): ReadonlySet<string> {
  loaded ??= new Set(
    dictionary['passwords-common']
      .map((password) => String(password).toLowerCase())
      .filter((password) => password.length >= charsMin)
      .slice(0, COMMON_PASSWORDS_MAX),
  )
  return loaded
}
