import { z } from 'zod'
import { route } from '../../foundation/route.ts'
import { AuditEntry, AuditQuery, listAudit } from './audit.ts'

export const AuditPage = z
  .object({ items: z.array(AuditEntry), next_cursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })

export const shownAudit = {
  items: [
    {
      id: 'aud_01kb5dd9v2000m4h2n8y7tq3wz',
      at: '2026-05-03T07:31:12.000Z',
      actor: 'app' as const,
      app: 'trail-coach',
      action: 'memories.recall' as const,
      target: null,
      scope: 'fitness fitness.trail',
      count: 5,
      request_id: 'req_01kb5dd9v2000m4h2n8y7tq3wz',
    },
  ],
  next_cursor: null,
}

export const auditRoutes = [
  route({
    name: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    for: ['user'],
    tag: 'Hub',
    summary: 'Every read and write of this store: who, what, which scopes, how many, when.',
    query: AuditQuery.extend({ app: z.string().max(64).optional().meta({ description: 'Slug of an app.' }) }),
    output: AuditPage,
    failures: ['invalid_cursor'],
    example: { output: shownAudit },
    run: (ctx, { query }) => listAudit(ctx, { userId: ctx.actor.userId }, query),
  }),
]
