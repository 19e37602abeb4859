import { createHash, randomBytes } from 'node:crypto'
import { sameBytes } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Cookie } from '../../foundation/route.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Holder } from './sessions.ts'

/*
 * Device cookies (OWASP, "Slow down online guessing attacks with device cookies"). A browser that has signed in to an
 * account keeps a signed cookie. Its attempts have a limit of their own, so that attempts of strangers do not lock it out.
 */

const COOKIES = { user: 'ms_device', developer: 'ms_dev_device' } as const
const DEVICE_COOKIE_SECONDS = 365 * 24 * 60 * 60
const NONCE_BYTES = 16
const MARK_BYTES = 9
const PURPOSE = 'device'

/** A browser that has signed in to an account, by its cookie. */
export interface Device {
  readonly accountId: string
  /** Of the password at that time: with another password, the device is unknown. See {@link markOf}. */
  readonly mark: string
  /** Random, and new with every sign-in. */
  readonly nonce: string
}

/**
 * The cookie for a browser that has signed in to an account. It names the account and not its address: anyone can sign up
 * with an address that is not theirs.
 */
export function deviceCookie(
  { vault }: Pick<Ctx, 'vault'>,
  holder: Holder,
  accountId: string,
  passwordHash: string,
): Cookie {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const mark = markOf(passwordHash)
  const mac = vault.mac(PURPOSE, signed(holder, { accountId, mark, nonce })).toString('base64url')
  return {
    name: COOKIES[holder],
    value: `${accountId}.${mark}.${nonce}.${mac}`,
    maxAgeSeconds: DEVICE_COOKIE_SECONDS,
  }
}

/** Some bits of the hash of a password hash, which has a salt of its own: they tell nothing of the password. */
export function markOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest().subarray(0, MARK_BYTES).toString('base64url')
}

/** The device that the caller's cookie names; `undefined` without a cookie of this service. */
export function deviceOf({ vault, cookieOf }: Pick<Ctx, 'vault' | 'cookieOf'>, holder: Holder): Device | undefined {
  const [accountId, mark, nonce, mac] = cookieOf?.(COOKIES[holder])?.split('.') ?? []
  if (!accountId || !mark || !nonce || !mac) return undefined
  const claimed = Buffer.from(mac, 'base64url')
  const device = { accountId, mark, nonce }
  return vault.macs(PURPOSE, signed(holder, device)).some((mac) => sameBytes(claimed, mac)) ? device : undefined
}

export type AccountKey = { id: string } | { email: string }
export const isAccount = (by: AccountKey) => ('id' in by ? sql`id = ${by.id}` : sql`email = ${by.email}`)

/** Whether an account, the one that a condition selects, knows a device: it has signed in, and the password is the same since. */
export async function knowsDevice({ db }: Pick<Ctx, 'db'>, table: Sql, { accountId, mark }: Device, where: Sql) {
  const account = await db.maybe<{ hash: string }>(
    sql`select password_hash as hash from ${table} where id = ${accountId} and ${where}`,
  )
  return account !== undefined && markOf(account.hash) === mark
}

function signed(holder: Holder, { accountId, mark, nonce }: Device): string {
  return JSON.stringify([holder, accountId, mark, nonce])
}
