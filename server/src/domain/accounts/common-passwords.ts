import { dictionary } from '@zxcvbn-ts/language-common'

const COMMONEST = 10_000

let known: ReadonlySet<string> | undefined

/** The commonest passwords that are long enough to be chosen here, in lower case; read at first use. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    dictionary['passwords-common'].slice(0, COMMONEST).map((password) => String(password).toLowerCase()),
  )
  return known
}
