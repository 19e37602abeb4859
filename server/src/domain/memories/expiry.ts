import type { AppActor, MemoryActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import { selectEndingLater } from './internal-queries.ts'
import { selectShared } from './revision-queries.ts'

/** When a stored memory is to expire, and the path of that in the request. */
export interface End {
  id: string
  expiresAt: string
  path: string
}

/**
 * Checks that the caller may let memories expire, with the store locked. What has expired is erased with its history, which
 * only the user may do to what others wrote or have changed, and after a recent sign-in to any memory that would have stayed
 * longer.
 * @throws Failure `validation_failed` for an app, if another than the app wrote or has changed a memory;
 *   `reauthentication_required` for a user
 */
export async function checkMayExpire(ctx: Ctx<MemoryActor>, ends: readonly End[]): Promise<void> {
  if (!ends.length) return
  if (!isOfApp(ctx)) {
    const [sooner] = await ctx.db.rows(selectEndingLater(ctx.actor.userId, ends))
    if (sooner) checkConfirmed({ ...ctx, actor: ctx.actor as UserActor })
    return
  }
  const ids = ends.map(({ id }) => id)
  const [shared] = await ctx.db.rows<{ id: string }>(selectShared(ctx, ids))
  if (shared)
    throw invalid(
      ends.find(({ id }) => id === shared.id)!.path,
      'can be set only for a memory that your app wrote and no one else has changed',
    )
}

function isOfApp(ctx: Ctx<MemoryActor>): ctx is Ctx<AppActor> {
  return ctx.actor.kind === 'app'
}
