import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import type { SETTING_ACTIONS } from '../audit/actions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { checkActive, type OwnConnection, readOwn } from './connections.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * What the user decides about an app without its developer learning of it: muted sources and the share of the store.
 *
 * Muted sources: what a muted app wrote is hidden from every other app, as if it did not exist. Stored by slug, which
 * memories name as their source, so it also holds after the connection has ended and when the app connects again.
 */

/**
 * Reinstates what others have stated and memories of an app, given as a slug, have superseded. Returns whether some may be left
 * for a job.
 */
export type ReleaseMuted<P> = (ctx: Ctx<UserActor, P>, app: string) => Promise<boolean>

/**
 * Hides the memories that the app of a connection wrote from all other apps, here at once and on other processes within
 * a second. The user and the app itself still see them. Idempotent.
 * @param release reinstates what these memories have superseded, in the same transaction
 * @throws Failure `not_found`
 */
export function muteConnection<P extends ConnectionPorts>(
  ctx: Ctx<UserActor, P>,
  id: string,
  release: ReleaseMuted<P>,
): Promise<OwnConnection> {
  return changeSetting(ctx, id, 'connection.mute', async (ctx, { app: { slug } }) => {
    const { db, clock, actor } = ctx
    const muted = await db.count(sql`
      insert into muted_sources (user_id, app, muted_at) values (${actor.userId}, ${slug}, ${clock().toISOString()})
      on conflict do nothing`)
    if (muted && (await release(ctx, slug))) await setReleasing(db, { userId: actor.userId, app: slug }, true)
    return muted
  })
}

/** Sets whether a job has to go on with what a muted app, given as a slug, has superseded. */
export async function setReleasing(
  db: Db,
  { userId, app }: { userId: string; app: string },
  isReleasing: boolean,
): Promise<void> {
  await db.count(sql`
    update muted_sources set is_releasing = ${isReleasing} where user_id = ${userId} and app = ${app}`)
}

/** Ends what {@link muteConnection} began. Idempotent. @throws Failure `not_found` */
export function unmuteConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeSetting(ctx, id, 'connection.unmute', ({ db, actor }, { app: { slug } }) =>
    db.count(sql`delete from muted_sources where user_id = ${actor.userId} and app = ${slug}`),
  )
}

/**
 * Lets the app of an active connection fill the whole store, also while other apps may write to it. Idempotent.
 * @throws Failure `not_found`; `conflict` if the connection has ended
 */
export function unlimitConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeSetting(ctx, id, 'connection.unlimit', async ({ db, clock, actor }, connection) => {
    checkActive(connection)
    return db.count(sql`
      update connections set unlimited_at = ${clock().toISOString()}
      where user_id = ${actor.userId} and id = ${id} and unlimited_at is null`)
  })
}

/** Ends what {@link unlimitConnection} began. Idempotent. @throws Failure `not_found`, `conflict` */
export function limitConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeSetting(ctx, id, 'connection.limit', async ({ db, actor }, connection) => {
    checkActive(connection)
    return db.count(sql`
      update connections set unlimited_at = null
      where user_id = ${actor.userId} and id = ${id} and unlimited_at is not null`)
  })
}

/** @param change returns the number of rows changed. */
function changeSetting<P extends ConnectionPorts>(
  ctx: Ctx<UserActor, P>,
  id: string,
  action: (typeof SETTING_ACTIONS)[number],
  change: (ctx: Ctx<UserActor, P>, connection: OwnConnection) => Promise<number>,
): Promise<OwnConnection> {
  return inSession(ctx, async (ctx) => {
    const { userId } = ctx.actor
    const connection = await readOwn(ctx, id)
    // Also makes writes in progress start again, so that none is announced to apps that may not learn of it.
    await raiseGrantsVersion(ctx.db, userId)
    if (await change(ctx, connection)) {
      await ctx.db.count(insertAudit(auditEntry(ctx, { action, target: id, scopes: [], count: 0 })))
      ctx.db.afterCommit(() => ctx.tokens.forget({ userId }))
    }
    return readOwn(ctx, id)
  })
}
