import { z } from 'zod'

const URL_CHARS_MAX = 2_048

/** An address that people can open safely: https, and no credentials, which could pass for a host. */
export const HttpsAddress = z
  .url({ protocol: /^https$/, error: 'must be an https URL' })
  .max(URL_CHARS_MAX)
  .refine((address) => !hasCredentials(address), { message: 'must not contain a user name or password' })

function hasCredentials(address: string): boolean {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' }
  return username !== '' || password !== ''
}

/** The address that a client outside the portal names; null without one, or if it is none that people can open safely. */
export function addressIn(claimed: string | undefined): string | null {
  return HttpsAddress.safeParse(claimed).data ?? null
}
