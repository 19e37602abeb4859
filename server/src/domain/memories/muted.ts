import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { MemoryPorts } from './ports.ts'
import { releasePredecessors } from './predecessors.ts'
import { raiseVersion } from './store.ts'
import { type PredecessorRow, selectSupersededByApp } from './succession-queries.ts'

/** What others have stated and a memory of the app has superseded, and by what. */
interface HiddenRow extends PredecessorRow {
  by: string
  /** Whether the user decided that. */
  isByUser: boolean
}

/**
 * Reinstates what others have stated and memories of an app that is muted have superseded, in the transaction that mutes it:
 * other apps would see neither. The user is asked instead, but for what the user has decided. What another has stated since
 * takes the position of these memories.
 */
export async function releaseMuted(ctx: Ctx<UserActor, MemoryPorts>, app: string): Promise<void> {
  const version = await raiseVersion(ctx)
  const hidden = await ctx.db.rows<HiddenRow>(selectSupersededByApp(ctx.actor.userId, app))
  await releasePredecessors(
    ctx,
    version,
    hidden.map(({ by, isByUser, ...row }) => ({ ...row, asked: isByUser ? null : by })),
  )
}
