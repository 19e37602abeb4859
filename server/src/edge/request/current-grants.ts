import { currentActor } from '../../domain/connections/tokens.ts'
import type { Actor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, MissingRow, StaleGrants } from '../../foundation/errors.ts'
import type { EdgePorts } from '../ports.ts'

const ATTEMPTS_MAX = 3

/**
 * Runs a call. If grants changed since the app was authenticated, its transaction was rolled back: reads the grants again
 * and repeats the call, as if the request had arrived just now. If a row is missing because the account was erased since, the
 * caller has no access either.
 * @throws Failure `connection_revoked`, `connection_paused`; `unauthorized`; `unavailable` if grants keep changing
 */
export async function withCurrentGrants<T>(
  ctx: Ctx<Actor, EdgePorts>,
  run: (ctx: Ctx<Actor, EdgePorts>) => Promise<T>,
  attempt = 1,
): Promise<T> {
  try {
    return await run(ctx)
  } catch (error) {
    const { actor } = ctx
    if (error instanceof MissingRow) await checkStillThere(ctx)
    if (!(error instanceof StaleGrants) || actor.kind !== 'app') throw error
    if (attempt === ATTEMPTS_MAX) throw new Failure('unavailable')
    ctx.tokens.forget({ userId: actor.userId })
    return withCurrentGrants({ ...ctx, actor: await currentActor(ctx, actor) }, run, attempt + 1)
  }
}

/** @throws Failure `unauthorized` or `connection_revoked` if the session or connection of the caller has ended. */
async function checkStillThere(ctx: Ctx<Actor>): Promise<void> {
  const { actor } = ctx
  if (actor.kind === 'user' || actor.kind === 'developer') await checkSession({ ...ctx, actor })
  else if (actor.kind === 'app' && !actor.isHeld) await currentActor(ctx, actor)
}
