import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { type Route, route } from '../../foundation/route.ts'
import { Activity, readActivity } from '../audit/activity.ts'
import { describeScope } from '../vocabulary/describe.ts'
import { Connection, listConnections, OwnConnection, readConnection, readOwn, revokeConnection } from './connections.ts'
import { Narrowed, narrowConnection } from './narrow.ts'

const shown = {
  id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  userId: 'usr_01kb5dd9v2000m4h2n8y7tq3wz',
  aiId: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
  appId: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
  scopes: ['memory:read:fitness.*'],
  status: 'active' as const,
  connectedAt: '2026-05-03T07:30:00.000Z',
  lastUsedAt: '2026-05-03T07:31:12.000Z',
  ai: { id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz', name: 'Ada', personality: { description: 'Warm and brief.' } },
  app: {
    id: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
    name: 'Trail Coach',
    slug: 'trail-coach',
    iconUrl: null,
    homepageUrl: null,
    verified: true,
  },
}

const own = { ...shown, described: shown.scopes.map(describeScope) }
const ConnectionId = z.object({ id: z.string().meta({ example: shown.id }) })
const counted = { reads: 12, writes: 1, memoriesRead: 48, memoriesWritten: 1 }

/**
 * The routes of connections. What a person takes from an app, `voidCodes` of the room of consent takes from the codes
 * it still holds, in the same transaction and first, in the order in which an exchange locks.
 */
export const connectionRoutes = (voidCodes: (ctx: Ctx<UserActor>, connectionId: string) => Promise<void>): Route[] => [
  route({
    name: 'getConnection',
    method: 'GET',
    path: '/v1/connection',
    for: ['app'],
    tag: 'Connections',
    summary: 'The connection this token speaks for, with identity and app.',
    output: Connection,
    example: { output: shown },
    run: (ctx) => readConnection(ctx),
  }),
  route({
    name: 'listConnections',
    method: 'GET',
    path: '/v1/connections',
    for: ['user'],
    tag: 'Hub',
    summary: 'Connected apps and their scopes, revoked ones included.',
    output: z.object({ items: z.array(OwnConnection) }).meta({ id: 'ConnectionList' }),
    example: { output: { items: [own] } },
    run: (ctx) => listConnections(ctx),
  }),
  route({
    name: 'revokeConnection',
    method: 'POST',
    path: '/v1/connections/:id/revoke',
    for: ['user'],
    tag: 'Hub',
    summary: 'End the access of an app. Doing it twice changes nothing.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: { ...own, status: 'revoked' } },
    run: (ctx, { params: { id } }) =>
      inTransaction(ctx, async (ctx) => {
        await voidCodes(ctx, id)
        return revokeConnection(ctx, id)
      }),
  }),
  route({
    name: 'narrowConnection',
    method: 'PATCH',
    path: '/v1/connections/:id',
    for: ['user'],
    tag: 'Hub',
    summary: 'Narrow the scopes of an app; at least one must remain.',
    description:
      'Each scope must lie within what was granted: `memory:read:fitness` within `memory:read:fitness.*`. The token ' +
      'of the app goes on with what is left. More than it has takes a new consent, and none at all is a revocation.',
    params: ConnectionId,
    body: Narrowed,
    output: OwnConnection,
    failures: ['not_found', 'conflict', 'invalid_scope'],
    example: { params: { id: shown.id }, body: { scopes: shown.scopes }, output: own },
    run: (ctx, { params: { id }, body }) =>
      inTransaction(ctx, async (ctx) => {
        await voidCodes(ctx, id)
        return narrowConnection(ctx, id, body.scopes)
      }),
  }),
  route({
    name: 'readActivity',
    method: 'GET',
    path: '/v1/connections/:id/activity',
    for: ['user'],
    tag: 'Hub',
    summary: 'What an app read and wrote in the last 30 days, by UTC day.',
    description:
      'Counted from the audit. Of a store with more than 200,000 entries in that time, the newest 200,000 count.',
    params: ConnectionId,
    output: Activity,
    failures: ['not_found'],
    example: {
      params: { id: shown.id },
      output: { series: [{ date: '2026-05-03', ...counted }], totals: counted },
    },
    run: async (ctx, { params }) => {
      const { id } = await readOwn(ctx, params.id)
      return readActivity(ctx, id)
    },
  }),
]
