import type { DeveloperActor, UserActor } from '../actor.ts'
import type { Ctx } from '../ctx.ts'
import { Failure } from '../errors.ts'
import { sql } from '../sql/sql.ts'

/**
 * Checks in the course of long work that the session has not been ended since the request was authenticated.
 * @throws Failure `unauthorized`
 */
export async function checkSession({ db, actor }: Ctx<UserActor | DeveloperActor>): Promise<void> {
  if (actor.kind === 'user' && actor.byOperator) return
  const session = await db.maybe(sql`select 1 from sessions where token_hash = ${actor.sessionHash}`)
  if (!session) throw new Failure('unauthorized')
}
