import { z } from 'zod'
import type { Actor, AppActor, UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { personality } from '../identity/identity.ts'
import { cancelTriggersOf } from '../schedule/triggers.ts'
import { DescribedScope, describeScope } from '../vocabulary/describe.ts'
import { cancelDeliveriesOf } from '../webhooks/deliveries.ts'
import { emit } from '../webhooks/emit.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/event.ts'
import { endFamilies } from './families.ts'
import type { ConnectionPorts } from './tokens.ts'

export const Connection = z
  .object({
    id: z.string(),
    userId: z.string(),
    aiId: z.string(),
    appId: z.string(),
    scopes: z.array(z.string()),
    status: z.enum(['active', 'revoked']),
    connectedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Updated about one second after a call.' }),
    ai: z
      .object({ id: z.string(), name: z.string(), personality: z.object({ description: z.string().optional() }) })
      .meta({ id: 'ConnectedIdentity' }),
    app: z
      .object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        iconUrl: z.string().nullable(),
        homepageUrl: z.string().nullable(),
        verified: z.boolean().meta({
          description: 'Whether the operator of this service has verified it.',
        }),
      })
      .meta({ id: 'ConnectedApp' }),
  })
  .meta({ id: 'Connection' })
type Connection = z.output<typeof Connection>

/** A connection as shown to its user. */
export const OwnConnection = Connection.extend({
  described: z.array(DescribedScope).meta({ description: 'Descriptions of the scopes, in the same order.' }),
}).meta({ id: 'OwnConnection' })
export type OwnConnection = z.output<typeof OwnConnection>

export const connectionRevoked = webhookEvent({
  type: 'connection.revoked',
  summary: 'Your app’s access to a person’s memories ended.',
  data: About,
  example: ABOUT_EXAMPLE,
  afterConnection: true,
})

const connectionColumns = sql`
  c.id, c.user_id as "userId", i.id as "aiId", c.app_id as "appId", c.scopes, c.status,
  c.connected_at as "connectedAt", t.last_used_at as "lastUsedAt",
  jsonb_build_object('id', i.id, 'name', i.name, 'personality', ${personality}) as ai,
  jsonb_build_object('id', a.id, 'name', a.name, 'slug', a.slug, 'iconUrl', a.icon_url,
    'homepageUrl', a.homepage_url, 'verified', a.verified_at is not null) as app`

function selectConnections(where: Sql): Sql {
  return sql`
    select ${connectionColumns}
    from connections c
    join identities i on i.user_id = c.user_id
    join apps a on a.id = c.app_id
    left join connection_activity t on t.user_id = c.user_id and t.connection_id = c.id
    where ${where}
    order by c.id desc`
}

/** The connection of the calling token. */
export async function readConnection({ db, actor }: Ctx<AppActor>): Promise<Connection> {
  const own = sql`c.user_id = ${actor.userId} and c.id = ${actor.connectionId}`
  const connection = await db.maybe<Connection>(selectConnections(own))
  // Its user or app was deleted by another process a moment ago.
  if (!connection) throw new Failure('unauthorized')
  return connection
}

/** Every connection of the user, including revoked ones, newest first. */
export async function listConnections({ db, actor }: Ctx<UserActor>): Promise<{ items: OwnConnection[] }> {
  const items = await db.rows<Connection>(selectConnections(sql`c.user_id = ${actor.userId}`))
  return { items: items.map(withDescriptions) }
}

/**
 * Reads one connection of the user.
 * @throws Failure `not_found`
 */
export async function readOwn({ db, actor }: Ctx<UserActor>, id: string): Promise<OwnConnection> {
  const connection = await db.maybe<Connection>(selectConnections(sql`c.user_id = ${actor.userId} and c.id = ${id}`))
  if (!connection) throw new Failure('not_found')
  return withDescriptions(connection)
}

function withDescriptions(connection: Connection): OwnConnection {
  return { ...connection, described: connection.scopes.map(describeScope) }
}

/** Revokes a connection: its tokens fail here at once and on other processes within a second. Idempotent. */
export async function revokeConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return inTransaction(ctx, async (ctx) => {
    const { userId } = ctx.actor
    if (await endConnection(ctx, userId, id))
      await ctx.db.count(
        insertAudit(auditEntry(ctx, { action: 'connection.revoke', target: id, scopes: [], count: 0 })),
      )
    return readOwn(ctx, id)
  })
}

/**
 * Ends a connection with its tokens, pending deliveries and triggers, and emits `connection.revoked`. Returns whether it
 * was active.
 */
export async function endConnection(
  ctx: Ports & ConnectionPorts & Partial<Pick<Ctx, 'requestId'>>,
  userId: string,
  id: string,
): Promise<boolean> {
  const { db, clock, tokens, deliveries } = ctx
  const ended = await db.count(sql`
    update connections set status = 'revoked', revoked_at = ${clock().toISOString()}
    where user_id = ${userId} and id = ${id} and status = 'active'`)
  await endFamilies(db, userId, id)
  await db.count(sql`delete from connection_tokens where user_id = ${userId} and connection_id = ${id}`)
  db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
  if (!ended) return false
  await cancelDeliveriesOf(ctx, userId, id)
  await cancelTriggersOf(ctx, userId, id)
  await db.count(
    emit(
      ctx,
      connectionRevoked,
      sql`(
        select c.user_id, c.app_id, c.id as connection_id, null::text as scope,
          jsonb_build_object('connection_id', c.id, 'ai_id', i.id) as data
        from connections c join identities i on i.user_id = c.user_id
        where c.user_id = ${userId} and c.id = ${id})`,
    ),
  )
  db.afterCommit(() => deliveries.nudge())
  return true
}

/** Ends every connection of a user whose account is erased. */
export async function endConnections(ctx: Ctx<Actor, ConnectionPorts>, userId: string): Promise<void> {
  const active = await ctx.db.rows<{ id: string }>(
    sql`select id from connections where user_id = ${userId} and status = 'active'`,
  )
  for (const { id } of active) await endConnection(ctx, userId, id)
}
