import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import { Connection, listConnections, readConnection, revokeConnection } from './connections.ts'

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
  },
}

export const connectionRoutes = [
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
    output: z.object({ items: z.array(Connection) }).meta({ id: 'ConnectionList' }),
    example: { output: { items: [shown] } },
    run: (ctx) => listConnections(ctx),
  }),
  route({
    name: 'revokeConnection',
    method: 'POST',
    path: '/v1/connections/:id/revoke',
    for: ['user'],
    tag: 'Hub',
    summary: 'End the access of an app. Doing it twice changes nothing.',
    params: z.object({ id: z.string().meta({ example: shown.id }) }),
    output: Connection,
    failures: ['not_found'],
    example: { params: { id: shown.id }, output: { ...shown, status: 'revoked' } },
    run: (ctx, { params }) => revokeConnection(ctx, params.id),
  }),
]
