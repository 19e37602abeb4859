import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { lockAccount } from './account-lock.ts'
import { hasPasskey } from './factors/passkeys.ts'
import { accountOfIdentity, type ProviderIdentity } from './openid-links.ts'
import type { Holder } from './sessions.ts'

/** By what an account was identified in the first step of a sign-in: exactly one of three. */
export interface IdentifiedBy {
  /** The hash that the password matched; null if it was something else. */
  passwordHash: string | null
  /** The id of the credential of a passkey. */
  passkey?: string
  identity?: Pick<ProviderIdentity, 'issuer' | 'subject'>
}

/** An account that is being signed in to. */
export interface Identified extends IdentifiedBy {
  id: string
}

/**
 * Locks an account that was identified, and returns the hash of its password. A change that committed first fails the
 * sign-in, a later one ends the session.
 * @throws Failure `unauthorized` if what identified it does not sign in to it any more
 */
export async function lockIdentified(
  ctx: Pick<Ctx, 'db'>,
  holder: Holder,
  { id, passwordHash, passkey, identity }: Identified,
): Promise<string> {
  const hash = await lockAccount(ctx, holder, id)
  // Each in a statement of its own, which sees what was committed while the one above waited.
  const isStill =
    (passwordHash !== null && passwordHash === hash) ||
    (passkey !== undefined && (await hasPasskey(ctx, id, passkey))) ||
    (identity !== undefined && (await accountOfIdentity(ctx, holder, identity)) === id)
  if (!isStill) throw new Failure('unauthorized', { reason: 'What was used to sign in has changed; sign in again.' })
  return hash
}
