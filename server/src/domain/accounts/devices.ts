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

/** A browser that has signed in to an account, by its cookie. */
export interface Device {
  readonly accountId: string
  /** Random, and new with every sign-in. */
  readonly nonce: string
}

/**
 * The cookie for a browser that has signed in to an account. It names the account and not its address: anybody can sign up
 * with an address that is not theirs.
 */
export function deviceCookie({ vault }: Pick<Ctx, 'vault'>, holder: Holder, accountId: string): Cookie {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const mac = vault.mac(PURPOSE, signed(holder, { accountId, nonce })).toString('base64url')
  return {
    name: COOKIES[holder],
    value: `${accountId}.${nonce}.${mac}`,
    maxAgeSeconds: DEVICE_COOKIE_SECONDS,
  }
}

/** The device that the caller's cookie names; `undefined` without a cookie of this service. */
export function deviceOf({ vault, cookieOf }: Pick<Ctx, 'vault' | 'cookieOf'>, holder: Holder): Device | undefined {
  const [accountId, nonce, mac] = cookieOf?.(COOKIES[holder])?.split('.') ?? []
  if (!accountId || !nonce || !mac) return undefined
  const claimed = Buffer.from(mac, 'base64url')
  const device = { accountId, nonce }
  return vault.macs(PURPOSE, signed(holder, device)).some((mac) => sameBytes(claimed, mac)) ? device : undefined
}

function signed(holder: Holder, { accountId, nonce }: Device): string {
  return JSON.stringify([holder, accountId, nonce])
}
