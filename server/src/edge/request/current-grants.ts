import { currentActor } from '../../domain/connections/tokens.ts'
import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, StaleGrants } from '../../foundation/errors.ts'
import type { EdgePorts } from '../ports.ts'

const ATTEMPTS_MAX = 3

/**
 * Runs a call. If grants changed since the app was authenticated, its transaction was rolled back: reads the grants again
 * and repeats the call, as if the request had arrived just now.
 * @throws Failure `connection_revoked`, `connection_paused`; `unavailable` if grants keep changing
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
    if (!(error instanceof StaleGrants) || actor.kind !== 'app') throw error
    if (attempt === ATTEMPTS_MAX) throw new Failure('unavailable')
    ctx.tokens.forget({ userId: actor.userId })
    return withCurrentGrants({ ...ctx, actor: await currentActor(ctx, actor) }, run, attempt + 1)
  }
}
