import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { selectShared } from './revision-queries.ts'

/**
 * Checks that the caller may let memories expire, with the store locked. What has expired is erased with its history, which
 * only the user may do to what others wrote or have changed.
 * @param paths of `expiresAt` in the request, by the ids of stored memories
 * @throws Failure `validation_failed` for an app, if another than the app wrote or has changed a memory
 */
export async function checkMayExpire(ctx: Ctx<MemoryActor>, paths: ReadonlyMap<string, string>): Promise<void> {
  if (!paths.size || !isOfApp(ctx)) return
  const [shared] = await ctx.db.rows<{ id: string }>(selectShared(ctx, [...paths.keys()]))
  if (shared)
    throw invalid(
      paths.get(shared.id) as string,
      'can be set only for a memory that your app wrote and no one else has changed',
    )
}

function isOfApp(ctx: Ctx<MemoryActor>): ctx is Ctx<AppActor> {
  return ctx.actor.kind === 'app'
}
