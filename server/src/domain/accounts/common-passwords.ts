import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS_MAX = 10_000

let loaded: ReadonlySet<string> | undefined

/** The 10,000 most common passwords, in lower case; loaded on first use. */
export function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(
    dictionary['passwords-common'].slice(0, COMMON_PASSWORDS_MAX).map((password) => String(password).toLowerCase()),
  )
  return loaded
}
