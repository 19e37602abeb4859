import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Holder } from './sessions.ts'
import { TABLES } from './standing.ts'

/*
 * The lock of an account, for what depends on its password, sessions, factors or links. It excludes itself, so that
 * transactions get it in turn: many short ones keep no other from getting it. Taken before the locks of sessions and links.
 */

/**
 * Locks an account until the transaction ends, and returns the hash of its password.
 * @throws Failure `unauthorized` if there is no such account
 */
export async function lockAccount(ctx: Pick<Ctx, 'db'>, holder: Holder, id: string): Promise<string> {
  const account = await lockIfThere(ctx, holder, id)
  if (!account) throw new Failure('unauthorized')
  return account.hash
}

/** Locks an account like {@link lockAccount}; returns undefined if there is no such account, with the same statement. */
export function lockIfThere({ db }: Pick<Ctx, 'db'>, holder: Holder, id: string | null) {
  return db.maybe<{ hash: string }>(
    sql`select password_hash as hash from ${TABLES[holder]} where id = ${id} for no key update`,
  )
}

/**
 * Checks that the password of an account is still the one that was verified before the transaction, and keeps it.
 * @param verified the hash that matched it; undefined if something else was verified
 * @throws Failure `unauthorized`
 */
export async function lockVerified(
  ctx: Pick<Ctx, 'db'>,
  holder: Holder,
  id: string,
  verified: string | undefined,
): Promise<void> {
  const hash = await lockAccount(ctx, holder, id)
  if (verified !== undefined && hash !== verified) throw new Failure('unauthorized')
}
