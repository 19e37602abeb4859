import { z } from 'zod'
import { JSON_LINES, route } from '../../foundation/route.ts'
import { AuditEntry, AuditQuery, listAudit, OwnAuditFilters } from './audit.ts'
import { AuditLines, exportAudit } from './export.ts'

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
    query: AuditQuery.extend(OwnAuditFilters.shape),
    output: AuditPage,
    failures: ['invalid_cursor'],
    example: { output: shownAudit },
    run: (ctx, { query }) => listAudit(ctx, { userId: ctx.actor.userId }, query),
  }),
  route({
    name: 'exportAudit',
    method: 'GET',
    path: '/v1/audit/export',
    for: ['user'],
    tag: 'Hub',
    summary: 'The same entries as JSON Lines, newest first, under the same filters.',
    description:
      'Entries written after it has begun are not in it. An export that breaks off ends without the end of its ' +
      'transfer encoding, which clients report as an error.',
    query: OwnAuditFilters,
    produces: JSON_LINES,
    output: AuditLines,
    example: { output: `${JSON.stringify(shownAudit.items[0])}\n` },
    run: (ctx, { query }) => exportAudit(ctx, query),
  }),
]
