import type { Actor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { lockIfThere } from './account-lock.ts'
import { confirmedAt } from './sessions.ts'

/**
 * Runs a change like `inTransaction`, and for a caller with a session only while that lasts: what waits for a host, a model,
 * a hash or a lock may have waited longer. The work gets the time of the last confirmation as it is now. Callers without a
 * session are not affected.
 * @throws Failure `unauthorized` if the session has ended
 */
export function inSession<C extends Ctx, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
  options?: Parameters<typeof inTransaction>[2],
): Promise<T> {
  return inTransaction(ctx, async (ctx) => work({ ...ctx, actor: await lockCaller(ctx) }), options)
}

/**
 * Locks the account of the caller, then the session. What ends sessions locks the account first, too, so that it is not kept
 * waiting by many changes at once: the lock of an account is given in turn. The session can be marked as used meanwhile.
 */
async function lockCaller({ db, actor }: Ctx): Promise<Actor> {
  if ((actor.kind !== 'user' && actor.kind !== 'developer') || actor.confirmedAt === null) return actor
  const id = actor.kind === 'user' ? actor.userId : actor.developerId
  await lockIfThere({ db }, actor.kind, id)
  const session = await db.maybe<{ confirmed: string }>(sql`
    select ${confirmedAt} as confirmed from sessions s
    where s.token_hash = ${actor.sessionHash} and s.holder_id = ${id} for key share`)
  if (!session) throw new Failure('unauthorized')
  return { ...actor, confirmedAt: session.confirmed }
}
