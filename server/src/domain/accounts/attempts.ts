import { createHash } from 'node:crypto'
import {
  clientNetwork,
  countAttempt,
  limitDone,
  networksOf,
  resetThrottle,
  throttle,
  throttleNetworks,
} from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Device, deviceOf } from './devices.ts'
import type { Holder } from './sessions.ts'

/* Limits of attempts to sign in. They are counted in the database, for all processes together. */

const ATTEMPT_WINDOW_SECONDS = 60
// The limit of a pair (address, account), times this: for one account from all addresses, for one address on all accounts.
const ACCOUNT_FACTOR = 5
export const ADDRESS_FACTOR = 20
// For the first attempt of a network in ten minutes, the account's limit times this.
const NEW_NETWORK_FACTOR = 10
const NETWORK_WINDOW_SECONDS = 600
const HOUR_SECONDS = 3_600
/** Sign-ins to one account that succeed, from all addresses and devices. */
const SIGN_INS_PER_HOUR_MAX = 60
const PASSWORD_CHANGES_PER_HOUR_MAX = 5

/**
 * Wrong codes of one account in an hour, by strangers and by each known device. A caller who gets to enter a code knows
 * the password, and a code has only six digits: at this rate, guessing one takes a century on average.
 */
const CODES_PER_HOUR_MAX = 20
/**
 * Codes that are entered in a session to confirm it, in a day, until one is right or a sign-in is completed with a second
 * factor. A caller who does so may not know the password: in the 30 days of a stolen session, guessing succeeds with a
 * probability of a twentieth of a percent. A sign-in is also the way out for an account without a password and a passkey.
 */
const CONFIRMING_CODES_MAX = 5
const CONFIRMING_WINDOW_SECONDS = 86_400

/**
 * Counts an attempt: of a device that signed in to the account before by itself; otherwise for the pair (address, account)
 * and for each of the two alone. Beyond the limit of the account, the first attempt from a network passes, up to a further
 * limit: guessing from many addresses makes sign-in on a new device slower, but does not shut it. Returns the key to reset.
 * @param account what is attempted: the address or the id of the account
 * @param knows whether the account knows the device
 * @throws Failure `rate_limited`
 */
export async function throttleSignIn(
  ctx: Ctx,
  holder: Holder,
  account: string,
  knows: (device: Device) => Promise<boolean>,
): Promise<string> {
  const { authRateLimit: max } = ctx.config
  const device = deviceOf(ctx, holder)
  if (device) {
    const key = attemptKey(holder, `device ${device.nonce}`, account)
    // Before the account is looked up: what is refused costs no statement.
    if (max !== null) await throttle(ctx.db, key, max, ATTEMPT_WINDOW_SECONDS)
    if (await knows(device)) return key
  }
  const pair = attemptKey(holder, clientNetwork(ctx.address), account)
  if (max === null) return pair
  await throttle(ctx.db, pair, max, ATTEMPT_WINDOW_SECONDS)
  const neighbourhood = attemptKey(holder, `network ${networksOf(ctx.address)[1] ?? ctx.address}`, account)
  const first = (await countAttempt(ctx.db, neighbourhood, NETWORK_WINDOW_SECONDS)).taken === 1
  const factor = first ? ACCOUNT_FACTOR * NEW_NETWORK_FACTOR : ACCOUNT_FACTOR
  await throttle(ctx.db, attemptKey(holder, '', account), max * factor, ATTEMPT_WINDOW_SECONDS)
  await throttleAddress(ctx)
  return pair
}

/**
 * Counts a sign-in to an account, in its transaction. They are short, but a thief who can sign in could otherwise do so all the
 * time, and delay what the owner does to the account.
 * @throws Failure `rate_limited`
 */
export async function limitSignIns({ db, config }: Ctx, holder: Holder, accountId: string): Promise<void> {
  if (config.authRateLimit !== null)
    await limitDone(db, attemptKey(holder, 'signed in', accountId), SIGN_INS_PER_HOUR_MAX, HOUR_SECONDS)
}

/** Counts a change of the password in a session, in its transaction. @throws Failure `rate_limited` */
export async function limitPasswordChanges({ db, config }: Ctx, holder: Holder, accountId: string): Promise<void> {
  if (config.authRateLimit !== null)
    await limitDone(db, attemptKey(holder, 'password changed', accountId), PASSWORD_CHANGES_PER_HOUR_MAX, HOUR_SECONDS)
}

/** Resets both counts: after a new password by link, the ones counted may have been a stranger's. */
export async function resetOwnerLimits({ db }: Pick<Ctx, 'db'>, holder: Holder, accountId: string): Promise<void> {
  for (const what of ['signed in', 'password changed']) await resetThrottle(db, attemptKey(holder, what, accountId))
}

/** Counts an attempt of a client address on any account. @throws Failure `rate_limited` */
export async function throttleAddress({ db, config, address }: Ctx): Promise<void> {
  const { authRateLimit: max } = config
  if (max !== null)
    await throttle(db, attemptKey('any', clientNetwork(address), ''), max * ADDRESS_FACTOR, ATTEMPT_WINDOW_SECONDS)
}

/**
 * New accounts in an hour, each of which causes a mail: of one host or household, of its block or site, and of an IPv6 provider.
 * Beyond the first of these, strangers use up the mails that others wait for.
 */
const SIGN_UPS_PER_HOUR_MAX = [20, 60, 200] as const
const SIGN_UP_WINDOW_SECONDS = 3_600

/** Counts a sign-up that causes a mail, by client address. @throws Failure `rate_limited` */
export async function throttleSignUp({ db, config, address }: Ctx): Promise<void> {
  if (config.authRateLimit !== null)
    await throttleNetworks(db, 'sign up', address, SIGN_UPS_PER_HOUR_MAX, SIGN_UP_WINDOW_SECONDS)
}

/**
 * Counts a code of an authenticator app, or a recovery code, like a password and against the limit of an hour. Returns
 * a function that resets the counts, for a code that was right.
 * @throws Failure `rate_limited`
 */
export async function throttleCode(
  ctx: Ctx,
  holder: Holder,
  accountId: string,
  knows: (device: Device) => Promise<boolean>,
): Promise<() => Promise<void>> {
  const device = deviceOf(ctx, holder)
  let known: Promise<boolean> | undefined
  const isKnown = (of: Device) => (known ??= knows(of))
  const keys = [await throttleSignIn(ctx, holder, `code ${accountId}`, isKnown)]
  if (ctx.config.authRateLimit !== null) {
    const hourly = attemptKey(holder, `code ${device && (await isKnown(device)) ? device.nonce : ''}`, accountId)
    await throttle(ctx.db, hourly, CODES_PER_HOUR_MAX, HOUR_SECONDS)
    keys.push(hourly)
  }
  return async () => {
    for (const key of keys) await resetThrottle(ctx.db, key)
  }
}

/**
 * Counts a code that is to confirm a session. Returns a function that resets the count, for a code that was right.
 * @throws Failure `rate_limited`
 */
export async function throttleConfirmingCode(
  ctx: Ctx,
  holder: Holder,
  accountId: string,
): Promise<() => Promise<void>> {
  const key = confirmingKey(holder, accountId)
  if (ctx.config.authRateLimit !== null)
    await throttle(ctx.db, key, CONFIRMING_CODES_MAX, CONFIRMING_WINDOW_SECONDS, {
      limit: 'confirming_codes',
      reason: 'Or sign in again, after which codes are accepted again; or confirm with the password or a passkey.',
    })
  return () => resetThrottle(ctx.db, key)
}

/** Resets the count of {@link throttleConfirmingCode}, for a sign-in that was completed with a second factor. */
export function resetConfirmingCodes({ db }: Ctx, holder: Holder, accountId: string): Promise<void> {
  return resetThrottle(db, confirmingKey(holder, accountId))
}

const confirmingKey = (holder: Holder, accountId: string) => attemptKey(holder, 'confirming code', accountId)

// Hashed, so that the table of counters holds no addresses or account names.
function attemptKey(...parts: string[]): string {
  return `attempt ${createHash('sha256').update(parts.join('\n')).digest('base64url')}`
}
