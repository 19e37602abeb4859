import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { setReleasing } from '../connections/settings.ts'
import type { MemoryPorts } from './ports.ts'
import { type Releaser, releasePredecessors } from './predecessors.ts'
import { lockStores, raiseVersion, raiseVersions } from './store.ts'
import { type PredecessorRow, selectSupersededByApp } from './succession-queries.ts'

/** Memories that are reinstated in one transaction, which holds the store, and the only connection of the embedded engine. */
const RELEASED_AT_ONCE = 200

/** What others have stated and a memory of the app has superseded, and by what. */
interface HiddenRow extends PredecessorRow {
  by: string
  /** Whether the user decided that. */
  isByUser: boolean
}

/**
 * Reinstates what others have stated and memories of an app that is muted have superseded, in the transaction that mutes it:
 * other apps would see neither. The user is asked instead, but for what the user has decided. What another has stated since
 * takes the position of these memories. Of thousands, these are the newest; a job does the others.
 * @returns whether others may be left
 */
export async function releaseMuted(ctx: Ctx<UserActor, MemoryPorts>, app: string): Promise<boolean> {
  return releaseSome(ctx, await raiseVersion(ctx), app)
}

async function releaseSome(ctx: Releaser, version: number, app: string): Promise<boolean> {
  const hidden = await ctx.db.rows<HiddenRow>(selectSupersededByApp(ctx.actor.userId, app, RELEASED_AT_ONCE))
  await releasePredecessors(
    ctx,
    version,
    hidden.map(({ by, isByUser, ...row }) => ({ ...row, asked: isByUser ? null : by })),
  )
  return hidden.length === RELEASED_AT_ONCE
}

interface Releasing {
  userId: string
  app: string
  aiId: string
  ownName: string | null
}

/** Goes on with what {@link releaseMuted} left. Returns whether there may be more. */
export async function releaseMutedRest(ports: Ports & MemoryPorts): Promise<boolean> {
  const next = await ports.db.maybe<Releasing>(sql`
    select m.user_id as "userId", m.app, i.id as "aiId", nullif(u.name, '') as "ownName"
    from muted_sources m join identities i on i.user_id = m.user_id join users u on u.id = m.user_id
    where m.is_releasing order by random() limit 1`)
  if (!next) return false
  const { app, ...user } = next
  await ports.db.transaction(async (db) => {
    await lockStores(db, [user.userId])
    const stillMuted = sql`select 1 from muted_sources where user_id = ${user.userId} and app = ${app} and is_releasing`
    // It may have been unmuted since.
    if (!(await db.maybe(stillMuted))) return
    const ctx = { ...ports, db, requestId: newId('req'), actor: { kind: 'user' as const, ...user } }
    const version = (await raiseVersions(db, [user.userId])).get(user.userId)
    if (version === undefined) return
    const isMore = await releaseSome(ctx, version, app)
    if (!isMore) await setReleasing(db, { userId: user.userId, app }, false)
  })
  return true
}
