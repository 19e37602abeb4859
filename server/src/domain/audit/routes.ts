import { z } from 'zod'
import { PageQuery } from '../../foundation/page.ts'
import { JSON_LINES, routesWith } from '../../foundation/route.ts'
import { AppAuditEntry } from './app-audit.ts'
import { type AuditPorts, AuditQuery, listOwnAudit, OwnAuditEntry, OwnAuditFilters } from './audit.ts'
import { AuditLines, exportAudit } from './export.ts'
import { DeveloperAct, listOwnActs } from './operator-acts.ts'

const { route } = routesWith<AuditPorts>()

const ActPage = z
  .object({ items: z.array(DeveloperAct), next_cursor: z.string().nullable() })
  .meta({ id: 'OperatorActPage' })

export const AuditPage = z
  .object({ items: z.array(AppAuditEntry), next_cursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })

const OwnAuditPage = z
  .object({ items: z.array(OwnAuditEntry), next_cursor: z.string().nullable() })
  .meta({ id: 'OwnAuditPage' })

export const AUDIT_EXAMPLE = {
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
      connection_id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
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
    summary: 'List the reads and writes of your memories, newest first.',
    query: AuditQuery.extend(OwnAuditFilters.shape),
    output: OwnAuditPage,
    failures: ['invalid_cursor'],
    example: {
      output: {
        ...AUDIT_EXAMPLE,
        items: AUDIT_EXAMPLE.items.map((entry) => ({
          ...entry,
          count: 1,
          memory_ids: ['mem_01kb5dd9v2000m4h2n8y7tq3wz'],
        })),
      },
    },
    run: (ctx, { query }) => listOwnAudit(ctx, query),
  }),
  route({
    name: 'exportAudit',
    method: 'GET',
    path: '/v1/audit/export',
    for: ['user'],
    tag: 'Hub',
    summary: 'Export the audit entries as JSON Lines, newest first, under the same filters.',
    description:
      'Entries written after its start are not included. If an export fails, it ends without the end of its transfer ' +
      'encoding, which clients report as an error.',
    query: OwnAuditFilters,
    produces: JSON_LINES,
    output: AuditLines,
    example: { output: `${JSON.stringify(AUDIT_EXAMPLE.items[0])}\n` },
    run: (ctx, { query }) => exportAudit(ctx, query),
  }),
  route({
    name: 'listOperatorActs',
    method: 'GET',
    path: '/v1/dev/operator-acts',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'List what the operator of the service did to your account and apps, newest first.',
    query: PageQuery,
    output: ActPage,
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [
          {
            id: 'act_01kb5dd9v2000m4h2n8y7tq3wz',
            at: '2026-05-03T07:31:12.000Z',
            act: 'apps.verify',
            app: 'trail-coach',
            detail: null,
          },
        ],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listOwnActs(ctx, query),
  }),
]
