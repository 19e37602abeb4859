import { allows } from '@memory-service/scopes'
import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { currentActor } from './tokens.ts'

/**
 * Checks in the course of long work that an app still has the grants it began with, or a user the session.
 * @throws Failure `connection_revoked`, `connection_paused`, `scope_denied`; `unauthorized`
 */
export async function checkAccess(ctx: Ctx<MemoryActor>): Promise<void> {
  const { actor } = ctx
  if (actor.kind === 'user') await checkSession({ ...ctx, actor })
  else await checkGrants({ ...ctx, actor })
}

/** Checks that an app still has the grants it began with. @throws see {@link checkAccess} */
export async function checkGrants(ctx: Ctx<AppActor>): Promise<void> {
  const { scopes } = await currentActor(ctx, ctx.actor)
  const missing = ctx.actor.scopes.find((scope) => !allows(scopes, scope))
  if (missing) throw new Failure('scope_denied', { missing_scope: missing })
}
