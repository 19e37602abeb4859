import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { setMarks } from './marks.ts'
import type { MemoryPorts } from './ports.ts'
import { releasePredecessors } from './predecessors.ts'
import type { PredecessorRow } from './revision-queries.ts'
import { selectSupersededByApp } from './statement-queries.ts'
import { raiseVersion } from './store.ts'

/** A memory that the service superseded, and by what. */
interface ReleasedRow extends PredecessorRow {
  by: string
}

/**
 * Reinstates what the service has superseded by statements of an app that is muted, in the transaction that mutes it: other
 * apps would see neither. The user is asked instead. What another has stated since takes the position of these statements.
 */
export async function releaseMuted(ctx: Ctx<UserActor, MemoryPorts>, app: string): Promise<void> {
  const version = await raiseVersion(ctx)
  const released = await ctx.db.rows<ReleasedRow>(selectSupersededByApp(ctx.actor.userId, app))
  await releasePredecessors(ctx, version, released)
  await setMarks(
    ctx,
    version,
    released.flatMap(({ id, by, next }) => (next === null ? [{ id, maybeSupersededBy: by }] : [])),
  )
}
