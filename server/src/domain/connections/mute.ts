import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { type OwnConnection, readOwn } from './connections.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * Muted sources: what a muted app wrote is hidden from every other app, as if it did not exist. Stored by slug, which
 * memories name as their source, so it also holds after the connection has ended and when the app connects again.
 */

/**
 * Hides the memories that the app of a connection wrote from all other apps, here at once and on other processes within
 * a second. The user and the app itself still see them. Idempotent.
 * @throws Failure `not_found`
 */
export function muteConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeMute(ctx, id, 'connection.mute', ({ db, clock, actor }, app) =>
    db.count(sql`
      insert into muted_sources (user_id, app, muted_at) values (${actor.userId}, ${app}, ${clock().toISOString()})
      on conflict do nothing`),
  )
}

/** Ends what {@link muteConnection} began. Idempotent. @throws Failure `not_found` */
export function unmuteConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeMute(ctx, id, 'connection.unmute', ({ db, actor }, app) =>
    db.count(sql`delete from muted_sources where user_id = ${actor.userId} and app = ${app}`),
  )
}

/** @param change returns the number of rows changed. */
function changeMute(
  ctx: Ctx<UserActor, ConnectionPorts>,
  id: string,
  action: 'connection.mute' | 'connection.unmute',
  change: (ctx: Ctx<UserActor>, app: string) => Promise<number>,
): Promise<OwnConnection> {
  return inTransaction(ctx, async (ctx) => {
    const { userId } = ctx.actor
    const { app } = await readOwn(ctx, id)
    // Also makes writes in progress start again, so that none is announced to apps that may not learn of it.
    await raiseGrantsVersion(ctx.db, userId)
    if (await change(ctx, app.slug)) {
      await ctx.db.count(insertAudit(auditEntry(ctx, { action, target: id, scopes: [], count: 0 })))
      ctx.db.afterCommit(() => ctx.tokens.forget((actor) => actor.userId === userId))
    }
    return readOwn(ctx, id)
  })
}
