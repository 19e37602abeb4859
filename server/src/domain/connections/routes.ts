import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { inSession } from '../accounts/in-session.ts'
import { Activity, readActivity } from '../audit/activity.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { describeScope } from '../vocabulary/describe.ts'
import { Changed, pauseConnection, resumeConnection, updateConnection } from './change.ts'
import { Connection, listConnections, OwnConnection, readConnection, readOwn } from './connections.ts'
import { revokeConnection } from './end.ts'
import { limitConnection, muteConnection, type ReleaseMuted, unlimitConnection, unmuteConnection } from './settings.ts'
import type { ConnectionPorts } from './tokens.ts'

const { route } = routesWith<ConnectionPorts & AuditPorts>()

const shown = {
  id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  userId: 'usr_01kb5dd9v2000m4h2n8y7tq3wz',
  aiId: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
  appId: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
  scopes: ['memory:read:fitness.*'],
  signals: ['workout.completed'],
  status: 'active' as const,
  connectedAt: '2026-05-03T07:30:00.000Z',
  expiresAt: null,
  pausedAt: null,
  revokedAt: null,
  lastUsedAt: '2026-05-03T07:31:12.000Z',
  test: false,
  ai: { id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz', name: 'Ada', personality: { description: 'Warm and brief.' } },
  app: {
    id: 'app_01kb5dd9v2000m4h2n8y7tq3wz',
    name: 'Trail Coach',
    slug: 'trail-coach',
    iconUrl: null,
    icon: null,
    homepageUrl: null,
    verified: true,
  },
}

const own = {
  ...shown,
  mutedAt: null,
  memories: { used: 48, limit: 375 },
  unlimitedAt: null,
  described: shown.scopes.map(describeScope),
}
const later = '2026-06-01T09:00:00.000Z'
const ConnectionId = z.object({ id: z.string().meta({ example: shown.id }) })
const counted = { reads: 12, writes: 1, memoriesRead: 48, memoriesWritten: 1 }

/**
 * The routes of connections. Revoking, narrowing and pausing first expire the connection's unused authorization codes in the same
 * transaction, which is the order in which an exchange takes its locks. What muting releases is injected, because memories are
 * a later module.
 */
export const connectionRoutes = <P extends ConnectionPorts & AuditPorts>(
  expireCodes: (ctx: Ctx<UserActor>, connectionId: string) => Promise<void>,
  releaseMuted: ReleaseMuted<P>,
): Route<P>[] => [
  route({
    name: 'getConnection',
    method: 'GET',
    path: '/v1/connection',
    for: ['app'],
    tag: 'Connections',
    summary: 'Read the connection of this token, with its identity and app.',
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
    summary: 'List the connections and their scopes, including revoked ones.',
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
    summary: 'Revoke a connection. Idempotent.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: { ...own, status: 'revoked', revokedAt: later } },
    run: (ctx, { params: { id } }) =>
      inSession(ctx, async (ctx) => {
        await expireCodes(ctx, id)
        return revokeConnection(ctx, id)
      }),
  }),
  route({
    name: 'narrowConnection',
    method: 'PATCH',
    path: '/v1/connections/:id',
    for: ['user'],
    tag: 'Hub',
    summary: 'Narrow the scopes and signals of a connection, and set when its access ends.',
    description:
      'Each scope must lie within a granted one, such as `memory:read:fitness` within `memory:read:fitness.*`. What is ' +
      'omitted stays as it is. The app’s token stays valid, and the app gets `connection.updated`. More scopes or ' +
      'signals require a new consent; to remove all scopes, revoke the connection. A later end of access to most of the ' +
      'store requires a sign-in or confirmation of the last 15 minutes, as consent to it does.',
    params: ConnectionId,
    body: Changed,
    output: OwnConnection,
    failures: ['not_found', 'conflict', 'invalid_scope', 'reauthentication_required'],
    example: { params: { id: shown.id }, body: { scopes: shown.scopes }, output: own },
    run: (ctx, { params: { id }, body }) =>
      inSession(ctx, async (ctx) => {
        await expireCodes(ctx, id)
        return updateConnection(ctx, id, body)
      }),
  }),
  route({
    name: 'pauseConnection',
    method: 'POST',
    path: '/v1/connections/:id/pause',
    for: ['user'],
    tag: 'Hub',
    summary: 'Pause a connection: its app is refused with `connection_paused` until it is resumed. Idempotent.',
    description: 'The app gets no webhooks but `connection.updated`; what is pending for it is cancelled.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found', 'conflict'],
    example: { params: { id: shown.id }, output: { ...own, pausedAt: later } },
    run: (ctx, { params: { id } }) =>
      inSession(ctx, async (ctx) => {
        await expireCodes(ctx, id)
        return pauseConnection(ctx, id)
      }),
  }),
  route({
    name: 'resumeConnection',
    method: 'POST',
    path: '/v1/connections/:id/resume',
    for: ['user'],
    tag: 'Hub',
    summary: 'Resume a paused connection, with the scopes and the token it had. Idempotent.',
    description:
      'Access to most of the store requires a sign-in or confirmation of the last 15 minutes, as consent to it does. What ' +
      'was granted within a day without one, to any app, counts together.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found', 'conflict', 'reauthentication_required'],
    example: { params: { id: shown.id }, output: own },
    run: (ctx, { params: { id } }) => resumeConnection(ctx, id),
  }),
  routesWith<P>().route({
    name: 'muteConnection',
    method: 'POST',
    path: '/v1/connections/:id/mute',
    for: ['user'],
    tag: 'Hub',
    summary: 'Hide the memories that the app of a connection wrote from all other apps. Idempotent.',
    description:
      'For other apps they do not exist: not in lists, recall, context, briefs, graphs, chats and webhooks, and not by ' +
      'id. The user and the app itself still see them. It also holds after the connection has ended and when the app ' +
      'connects again. What others stated and these memories have superseded is current again, of thousands within minutes, with a question to the ' +
      'user unless the user had decided it. They supersede nothing of others until the app is unmuted.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: { ...own, mutedAt: later } },
    run: (ctx, { params: { id } }) => muteConnection(ctx, id, releaseMuted),
  }),
  route({
    name: 'unmuteConnection',
    method: 'POST',
    path: '/v1/connections/:id/unmute',
    for: ['user'],
    tag: 'Hub',
    summary: 'Show the memories that the app of a connection wrote to other apps again. Idempotent.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: own },
    run: (ctx, { params: { id } }) => unmuteConnection(ctx, id),
  }),
  route({
    name: 'unlimitConnection',
    method: 'POST',
    path: '/v1/connections/:id/unlimit',
    for: ['user'],
    tag: 'Hub',
    summary: 'Let the app of a connection fill the whole store. Idempotent.',
    description:
      'While several connected apps may write, each may have three quarters of the memories that the plan allows; beyond ' +
      'that its writes are refused with 402, and `details.limit` is `app_memories`.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found', 'conflict'],
    example: {
      params: { id: shown.id },
      output: { ...own, memories: { ...own.memories, limit: null }, unlimitedAt: later },
    },
    run: (ctx, { params: { id } }) => unlimitConnection(ctx, id),
  }),
  route({
    name: 'limitConnection',
    method: 'POST',
    path: '/v1/connections/:id/limit',
    for: ['user'],
    tag: 'Hub',
    summary: 'Limit the app of a connection to its share of the store again. Idempotent.',
    params: ConnectionId,
    output: OwnConnection,
    failures: ['not_found', 'conflict'],
    example: { params: { id: shown.id }, output: own },
    run: (ctx, { params: { id } }) => limitConnection(ctx, id),
  }),
  route({
    name: 'readActivity',
    method: 'GET',
    path: '/v1/connections/:id/activity',
    for: ['user'],
    tag: 'Hub',
    summary: 'Read how much a connection read and wrote in the last 30 days, by UTC day.',
    description: 'Counted from the newest 200,000 audit entries of that time.',
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
