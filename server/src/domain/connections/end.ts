import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { type AuditedConnection, accessEntry } from '../audit/access.ts'
import { firstIdAt, insertAudit } from '../audit/audit.ts'
import { cancelTriggersOf } from '../schedule/triggers.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { cancelDeliveriesOf } from '../webhooks/deliveries.ts'
import { type OwnConnection, readOwn } from './connections.ts'
import { emitRevoked } from './events.ts'
import { endFamilies } from './families.ts'
import { type ConnectionPorts, revokeTokens } from './tokens.ts'

/* The end of connections: by the user, the app, its developer, expiry, or a code or token that was used twice. */

/** Connections that one run of a job ends. */
const BATCH_CONNECTIONS = 100
/** Connections of an app that end in one transaction; a job ends the others. */
const WITH_APP_CONNECTIONS = 500

export type EndPorts = Ports & ConnectionPorts & { requestId?: string | undefined }
/** Of the scopes of a connection that has ended, the first ones are kept: the row stays for good. */
const ENDED_SCOPES_CHARS_MAX = 2_000

type EndedBy = 'user' | 'app' | 'developer' | 'service'

/** Revokes a connection: its tokens fail here at once and on other processes within a second. Idempotent. */
export async function revokeConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return inSession(ctx, async (ctx) => {
    await endConnection(ctx, { userId: ctx.actor.userId, id }, 'user')
    return readOwn(ctx, id)
  })
}

/**
 * Ends a connection with its tokens, pending deliveries and triggers, writes its audit entry and emits
 * `connection.revoked`. Returns whether it was active. With `expiredAt`, it ends as expired at that time.
 */
export async function endConnection(
  ctx: EndPorts,
  { userId, id }: { userId: string; id: string },
  by: EndedBy,
  expiredAt?: string,
): Promise<boolean> {
  const { db, clock, tokens } = ctx
  await raiseGrantsVersion(db, userId)
  const ended = await db.maybe<AuditedConnection>(sql`
    update connections c set status = 'revoked', revoked_at = ${expiredAt ?? clock().toISOString()}::timestamptz,
      refused = '{}',
      scopes = (
        select coalesce(array_agg(scope order by n), '{}') from (
          select scope, n, sum(length(scope)) over (order by n) as chars
          from unnest(c.scopes) with ordinality as granted (scope, n)) first
        where chars <= ${ENDED_SCOPES_CHARS_MAX}::int)
    from apps a
    where c.user_id = ${userId} and c.id = ${id} and c.status = 'active' and a.id = c.app_id
    returning c.user_id as "userId", c.id, c.app_id as "appId", a.slug as app`)
  await endFamilies(ctx, userId, id)
  await revokeTokens(ctx, sql`user_id = ${userId} and connection_id = ${id}`)
  db.afterCommit(() => tokens.forget({ userId }))
  if (!ended) return false
  await cancelDeliveriesOf(ctx, userId, id, 'ended')
  await cancelTriggersOf(ctx, userId, id)
  await db.count(insertAudit(accessEntry(ctx, by, expiredAt ? 'connection.expire' : 'connection.revoke', ended)))
  await emitRevoked(ctx, userId, id)
  return true
}

/** Ends every connection of a user, or those made since a time, or consented to again since then. */
export async function endConnections(ctx: EndPorts, userId: string, since?: string): Promise<void> {
  const recent =
    since === undefined
      ? nothing
      : sql`and (c.connected_at >= ${since}::timestamptz or exists (
          select from audit_entries e
          where e.user_id = ${userId} and e.id >= ${firstIdAt(Date.parse(since))} and e.action = 'connection.update'
            and e.target = c.id))`
  const active = await ctx.db.rows<{ id: string }>(sql`
    select c.id from connections c where c.user_id = ${userId} and c.status = 'active' ${recent}`)
  for (const { id } of active) await endConnection(ctx, { userId, id }, 'user')
}

interface Active {
  userId: string
  id: string
}

/** Ends the first connections of a deleted app, in the transaction that deletes it. Its tokens are refused already. */
export async function endConnectionsOfApp(ctx: EndPorts, appId: string, where: Sql = sql`true`): Promise<number> {
  const active = await ctx.db.rows<Active>(sql`
    select c.user_id as "userId", c.id from apps a join connections c on c.app_id = a.id
    where a.id = ${appId} and c.status = 'active' and ${where} order by c.user_id limit ${WITH_APP_CONNECTIONS}`)
  for (const each of active) await endConnection(ctx, each, 'developer')
  return active.length
}

/**
 * Ends those connections `c` of an app `a` that stays for which a condition holds. Beyond the first ones, they expire now, which
 * refuses their tokens, and a job ends them.
 */
export async function endConnectionsWhere(ctx: EndPorts, appId: string, where: Sql): Promise<void> {
  if ((await endConnectionsOfApp(ctx, appId, where)) < WITH_APP_CONNECTIONS) return
  const now = sql`${ctx.clock().toISOString()}::timestamptz`
  await ctx.db.count(sql`
    update connections c set expires_at = ${now} from apps a
    where a.id = ${appId} and c.app_id = a.id and c.status = 'active' and ${where}
      and (c.expires_at is null or c.expires_at > ${now})`)
  ctx.db.afterCommit(() => ctx.tokens.forget({ appId }))
}

/** Ends a batch of the connections that are left of deleted apps. Returns `true` if there may be more. */
export async function endConnectionsOfDeletedApps(ctx: EndPorts): Promise<boolean> {
  const active = await ctx.db.rows<Active>(sql`
    select c.user_id as "userId", c.id from apps a join connections c on c.app_id = a.id and c.status = 'active'
    where a.deleted_at is not null order by c.user_id limit ${BATCH_CONNECTIONS}`)
  for (const each of active) await endConnection(ctx, each, 'developer')
  return active.length === BATCH_CONNECTIONS
}

/** Ends a batch of the connections whose time is over. Returns `true` if there may be more. */
export async function endExpiredConnections(ctx: EndPorts): Promise<boolean> {
  const expired = await ctx.db.rows<Active & { at: string }>(sql`
    select user_id as "userId", id, expires_at as at from connections
    where status = 'active' and expires_at <= ${ctx.clock().toISOString()}
    order by expires_at limit ${BATCH_CONNECTIONS}`)
  for (const { at, ...each } of expired) await endConnection(ctx, each, 'service', at)
  return expired.length === BATCH_CONNECTIONS
}
