import { randomBytes } from 'node:crypto'
import { sameBytes } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Cookie } from '../../foundation/route.ts'
import type { Holder } from './sessions.ts'

/*
 * Device cookies (OWASP, "Slow down online guessing attacks with device cookies"). A browser that has signed in to an
 * account keeps a signed cookie. Its attempts have a limit of their own, so that attempts of strangers do not lock it out.
 */

const COOKIES = { user: 'ms_device', developer: 'ms_dev_device' } as const
const DEVICE_COOKIE_SECONDS = 365 * 24 * 60 * 60
const NONCE_BYTES = 16
const PURPOSE = 'device'

/** The cookie for a browser that has signed in to an account. */
export function deviceCookie({ vault }: Pick<Ctx, 'vault'>, holder: Holder, email: string): Cookie {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const mac = vault.mac(PURPOSE, signed(holder, email, nonce)).toString('base64url')
  return { name: COOKIES[holder], value: `${nonce}.${mac}`, maxAgeSeconds: DEVICE_COOKIE_SECONDS }
}

/** The device that a cookie names, if it has signed in to this account before. */
export function knownDevice({ vault, cookieOf }: Pick<Ctx, 'vault' | 'cookieOf'>, holder: Holder, email: string) {
  const [nonce = '', mac = ''] = cookieOf?.(COOKIES[holder])?.split('.') ?? []
  const claimed = Buffer.from(mac, 'base64url')
  if (!nonce) return undefined
  return vault.macs(PURPOSE, signed(holder, email, nonce)).some((mac) => sameBytes(claimed, mac)) ? nonce : undefined
}

function signed(holder: Holder, email: string, nonce: string): string {
  return JSON.stringify([holder, email, nonce])
}
