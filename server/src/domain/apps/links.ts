import { z } from 'zod'

const URL_CHARS_MAX = 2_048

/** An address that people can open safely: https, and no credentials, which could pass for a host. */
export const HttpsAddress = z
  .string()
  .max(URL_CHARS_MAX, { abort: true })
  .check(z.url({ protocol: /^https$/, error: 'must be an https URL' }))
  .refine((address) => !hasCredentials(address), { message: 'must not contain a user name or password' })

function hasCredentials(address: string): boolean {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' }
  return username !== '' || password !== ''
}

/**
 * The address that a client outside the portal names; null without one, if people cannot open it safely, or if its host is
 * that of none of `own`: a link to another's site would pass for a sign of trust (RFC 7591, section 5).
 * @param own addresses that belong to the client, such as its redirect URIs
 */
export function ownAddress(claimed: string | undefined, own: readonly string[]): string | null {
  const address = HttpsAddress.safeParse(claimed).data
  if (address === undefined) return null
  const { origin } = new URL(address)
  return own.some((each) => URL.canParse(each) && new URL(each).origin === origin) ? address : null
}
