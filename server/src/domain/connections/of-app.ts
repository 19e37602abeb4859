import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { nothing, sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed, RECENT } from '../accounts/sessions.ts'
import { readApp } from '../apps/apps.ts'
import { connectionState } from './connections.ts'
import { endConnection } from './end.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * The connections of an app, for its developer: opaque ids and what was granted, nothing about the person. A developer
 * whose tokens leaked can end them.
 */

const REVOKED_MAX = 100
const ID_CHARS_MAX = 64

const AppConnection = z
  .object({
    id: z.string().meta({ description: 'The `connection_id` of webhooks.' }),
    status: z.enum(['active', 'revoked', 'expired']),
    scopes: z.array(z.string()),
    signals: z.array(z.string()),
    connectedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    pausedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    test: z.boolean().meta({ description: 'Whether the user is a test person of the app.' }),
  })
  .meta({ id: 'AppConnection', description: 'A connection as its app’s developer sees it, without the person.' })
type AppConnection = z.output<typeof AppConnection>

const ConnectionQuery = PageQuery.extend({
  status: z.literal('active').optional().meta({ description: 'Only those that have not ended.' }),
})

async function listConnectionsOf(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  { limit, cursor, status }: z.output<typeof ConnectionQuery>,
): Promise<Page<AppConnection>> {
  await readApp(ctx, appId)
  const now = ctx.clock()
  const active =
    status === undefined
      ? nothing
      : sql`and c.status = 'active' and (c.expires_at is null or c.expires_at > ${now.toISOString()}::timestamptz)`
  return pageById(ctx.vault, ['connections', appId, status], { limit, cursor }, (below, rows) =>
    ctx.db.rows<AppConnection>(sql`
      select c.id, ${connectionState(now)}, c.is_test as test from connections c join apps a on a.id = c.app_id
      where c.app_id = ${appId} and c.id < ${below} ${active} order by c.id desc limit ${rows}`),
  )
}

const RevokeBody = z
  .object({
    ids: z.array(z.string().max(ID_CHARS_MAX)).min(1).max(REVOKED_MAX).optional(),
    all: z
      .literal(true)
      .optional()
      .meta({
        description: `Revoke every connection, ${REVOKED_MAX} at a time: repeat the call until \`remaining\` is false.`,
      }),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    message: 'must be given unless all is true, and not both',
  })
const RevokedConnections = z
  .object({
    revoked: z.array(z.string()).meta({ description: 'Ids of the connections that this call ended.' }),
    remaining: z.boolean().meta({ description: 'Whether `all` has connections left to end.' }),
  })
  .meta({ id: 'RevokedConnections' })

/**
 * Ends connections of an app; unknown ids, those of other apps and those that have ended are ignored. Only the people can
 * connect again.
 * @throws Failure `not_found`, `reauthentication_required`
 */
async function revokeConnectionsOf(
  ctx: Ctx<DeveloperActor, ConnectionPorts>,
  appId: string,
  { ids }: z.output<typeof RevokeBody>,
): Promise<z.output<typeof RevokedConnections>> {
  checkConfirmed(ctx)
  await readApp(ctx, appId)
  return inSession(ctx, async (ctx) => {
    const chosen = ids ? sql`and id = any(${ids}::text[])` : nothing
    // One more than is ended tells whether there are others. Ordered, so that concurrent calls do not deadlock.
    const active = await ctx.db.rows<{ userId: string; id: string }>(sql`
      select user_id as "userId", id from connections where app_id = ${appId} and status = 'active' ${chosen}
      order by user_id limit ${REVOKED_MAX + 1}`)
    const revoked: string[] = []
    for (const each of active.slice(0, REVOKED_MAX))
      if (await endConnection(ctx, each, 'developer')) revoked.push(each.id)
    return { revoked, remaining: active.length > REVOKED_MAX }
  })
}

const { route } = routesWith<ConnectionPorts>()
const example: AppConnection = {
  id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  status: 'active',
  scopes: ['memory:read:fitness.*'],
  signals: ['workout.completed'],
  connectedAt: '2026-05-03T07:30:00.000Z',
  expiresAt: null,
  pausedAt: null,
  revokedAt: null,
  test: false,
}
const params = z.object({ id: z.string().meta({ example: 'app_01kb5dd9v2000m4h2n8y7tq3wz' }) })
const shared = { for: ['developer'], tag: 'Developer apps', params } as const

export const appConnectionRoutes: Route<ConnectionPorts>[] = [
  route({
    ...shared,
    name: 'listAppConnections',
    method: 'GET',
    path: '/v1/dev/apps/:id/connections',
    summary: 'List the connections of one app, newest first, without anything about the people.',
    query: ConnectionQuery,
    output: z
      .object({ items: z.array(AppConnection), next_cursor: z.string().nullable() })
      .meta({ id: 'AppConnectionPage' }),
    failures: ['not_found', 'invalid_cursor'],
    example: { params: { id: 'app_01kb5dd9v2000m4h2n8y7tq3wz' }, output: { items: [example], next_cursor: null } },
    run: (ctx, { params, query }) => listConnectionsOf(ctx, params.id, query),
  }),
  route({
    ...shared,
    name: 'revokeAppConnections',
    method: 'POST',
    path: '/v1/dev/apps/:id/connections/revoke',
    summary: 'Revoke connections of one app, for example after its tokens leaked.',
    description: `The people see in their activity that the developer ended the access, and can connect again. ${RECENT}`,
    body: RevokeBody,
    output: RevokedConnections,
    failures: ['not_found', 'reauthentication_required'],
    example: {
      params: { id: 'app_01kb5dd9v2000m4h2n8y7tq3wz' },
      body: { ids: [example.id] },
      output: { revoked: [example.id], remaining: false },
    },
    run: (ctx, { params, body }) => revokeConnectionsOf(ctx, params.id, body),
  }),
]
