import { allowedByBoth } from '@memory-service/scopes'
import { z } from 'zod'
import type { AppActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { IconPath, iconPath } from '../apps/icons.ts'
import { personality } from '../identity/identity.ts'
import { appShareMax } from '../plans/plans.ts'
import { DescribedScope, describeScope } from '../vocabulary/describe.ts'

export const Connection = z
  .object({
    id: z.string(),
    userId: z.string(),
    aiId: z.string(),
    appId: z.string(),
    scopes: z.array(z.string()),
    signals: z.array(z.string()).meta({ description: 'The types of signals it receives, as agreed at consent.' }),
    status: z.enum(['active', 'revoked', 'expired']),
    connectedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'When access ends by itself; null if it does not.' }),
    pausedAt: z.iso.datetime().nullable().meta({ description: 'When the person paused it; null if it is not paused.' }),
    revokedAt: z.iso.datetime().nullable().meta({ description: 'When access ended; null while it has not.' }),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Updated about one second after a call.' }),
    test: z.boolean().meta({ description: 'Whether the user is a test person of the app.' }),
    ai: z
      .object({ id: z.string(), name: z.string(), personality: z.object({ description: z.string().optional() }) })
      .meta({ id: 'ConnectedIdentity' }),
    app: z
      .object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        iconUrl: z.string().nullable(),
        icon: IconPath,
        homepageUrl: z.string().nullable(),
        verified: z.boolean().meta({
          description: 'Whether the operator of this service has verified it.',
        }),
      })
      .meta({ id: 'ConnectedApp' }),
  })
  .meta({ id: 'Connection' })
type Connection = z.output<typeof Connection>

/** Ended connections in a list, which has no pages. */
const ENDED_LISTED_MAX = 500

/** A connection as shown to its user. */
export const OwnConnection = Connection.extend({
  described: z.array(DescribedScope).meta({
    description: 'Descriptions of the scopes, in the same order; empty in a list for connections that have ended.',
  }),
  mutedAt: z.iso.datetime().nullable().meta({
    description: 'Since when memories that the app wrote are hidden from all other apps; null if they are not.',
  }),
  memories: z
    .object({
      used: z.int().meta({ description: 'Stored memories that the app wrote, without imported ones.' }),
      limit: z.int().nullable().meta({
        description: 'The most it may have stored: its share, while other apps may write; null is the whole store.',
      }),
    })
    .meta({ id: 'ConnectionMemories' }),
  unlimitedAt: z.iso.datetime().nullable().meta({
    description: 'Since when the user lets the app fill the whole store; null if it is limited to its share.',
  }),
}).meta({ id: 'OwnConnection' })
export type OwnConnection = z.output<typeof OwnConnection>
type OwnRow = Omit<OwnConnection, 'described' | 'memories'> & { used: number; isShareLimited: boolean }

/** Whether connection `c`, of a user, is limited to its share of the store: another active one may write too. */
export const isShareLimited = (userId: string): Sql => sql`(
  c.status = 'active' and c.unlimited_at is null and exists (
    select from connections other
    where other.user_id = ${userId} and other.id <> c.id and other.status = 'active'
      and exists (select from unnest(other.scopes) as scope where scope like 'memory:write:%')))`

/** @throws Failure `conflict` if the connection has ended */
export function checkActive({ status }: Pick<Connection, 'status'>): void {
  if (status !== 'active')
    throw new Failure('conflict', { status: `is ${status}`, reason: 'The connection has ended.' })
}

// A connection that expired, or whose app was deleted, is refused before its row says so.
export const connectionState = (now: Date): Sql => sql`
  case when c.status = 'active' and a.deleted_at is not null then 'revoked'
    when c.expires_at <= least(c.revoked_at, ${now.toISOString()}::timestamptz) then 'expired' else c.status end as status,
  c.scopes, c.signals, c.connected_at as "connectedAt", c.expires_at as "expiresAt", c.paused_at as "pausedAt",
  least(c.revoked_at, a.deleted_at, case when c.expires_at <= ${now.toISOString()}::timestamptz then c.expires_at end)
    as "revokedAt"`

const connectionColumns = (now: Date, userId: string) => sql`
  c.id, c.user_id as "userId", i.id as "aiId", c.app_id as "appId", ${connectionState(now)},
  t.last_used_at as "lastUsedAt", c.is_test as test,
  (select muted.muted_at from muted_sources muted where muted.user_id = ${userId} and muted.app = a.slug) as "mutedAt",
  coalesce((s.app_counts->>a.slug)::int, 0) as used, c.unlimited_at as "unlimitedAt",
  ${isShareLimited(userId)} as "isShareLimited",
  jsonb_build_object('id', i.id, 'name', i.name, 'personality', ${personality}) as ai,
  jsonb_build_object('id', a.id, 'name', a.name, 'slug', a.slug, 'iconUrl', a.icon_url,
    'icon', ${iconPath(sql`a`)},    'homepageUrl', a.homepage_url, 'verified', a.verified_at is not null) as app`

function selectConnections({ clock, actor }: Ctx<AppActor | UserActor>, and: Sql = nothing): Sql {
  return sql`
    select ${connectionColumns(clock(), actor.userId)}
    from connections c
    join stores s on s.user_id = ${actor.userId}
    join identities i on i.user_id = c.user_id
    join apps a on a.id = c.app_id
    left join connection_activity t on t.user_id = c.user_id and t.connection_id = c.id
    where c.user_id = ${actor.userId} ${and}
    order by c.id desc`
}

/** The connection of the calling token. */
export async function readConnection(ctx: Ctx<AppActor>): Promise<Connection> {
  const connection = await ctx.db.maybe<OwnRow>(selectConnections(ctx, sql`and c.id = ${ctx.actor.connectionId}`))
  // Its user was deleted by another process a moment ago.
  if (!connection) throw new Failure('unauthorized')
  // An app does not learn what the user decided about it, nor how full the store is.
  const { mutedAt, used, isShareLimited, unlimitedAt, ...shown } = connection
  return { ...shown, ...(await readLimits(ctx, shown)) }
}

/** The scopes and the end of the access of the installation whose token this is, which may be less than its connection has. */
async function readLimits(
  { db, actor }: Ctx<AppActor>,
  { scopes, expiresAt }: Pick<Connection, 'scopes' | 'expiresAt'>,
) {
  if (actor.familyId === null) return {}
  const family = await db.maybe<{ scopes: string[] | null; expiresAt: string | null }>(sql`
    select scopes, least(access_until, ${expiresAt}::timestamptz) as "expiresAt" from token_families
    where user_id = ${actor.userId} and id = ${actor.familyId}`)
  return (
    family && { scopes: family.scopes ? allowedByBoth(scopes, family.scopes) : scopes, expiresAt: family.expiresAt }
  )
}

/** The connections of the user, newest first: the active ones, and the newest of those that have ended. */
export async function listConnections(ctx: Ctx<UserActor>): Promise<{ items: OwnConnection[] }> {
  const isListed = sql`and (c.status = 'active' or c.id in (
    select e.id from connections e where e.user_id = ${ctx.actor.userId} and e.status <> 'active'
    order by e.id desc limit ${ENDED_LISTED_MAX}))`
  const items = await ctx.db.rows<OwnRow>(selectConnections(ctx, isListed))
  // Hundreds of ended ones, described, would be tens of megabytes.
  return {
    items: items.map((row) =>
      row.status === 'active'
        ? asShown(ctx.actor, row)
        : { ...asShown(ctx.actor, { ...row, scopes: [] }), scopes: row.scopes },
    ),
  }
}

/**
 * Reads one connection of the user.
 * @throws Failure `not_found`
 */
export async function readOwn(ctx: Ctx<UserActor>, id: string): Promise<OwnConnection> {
  const connection = await ctx.db.maybe<OwnRow>(selectConnections(ctx, sql`and c.id = ${id}`))
  if (!connection) throw new Failure('not_found')
  return asShown(ctx.actor, connection)
}

function asShown(actor: UserActor, { used, isShareLimited, ...connection }: OwnRow): OwnConnection {
  const limit = isShareLimited ? appShareMax(actor) : null
  return { ...connection, memories: { used, limit }, described: connection.scopes.map(describeScope) }
}
