import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Page } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { AuditEntry, type AuditPorts, listAudit } from './audit.ts'

/** An entry as the developer of the app sees it. */
export const AppAuditEntry = AuditEntry.extend({
  test: z.boolean().meta({ description: 'Whether the user is a test person of the app.' }),
}).meta({ id: 'AppAuditEntry' })

/** One page of the entries of an app, newest first. The caller checks that the app belongs to the developer. */
export async function listAppAudit(
  ctx: Ctx<DeveloperActor, AuditPorts>,
  appId: string,
  query: Parameters<typeof listAudit>[2],
): Promise<Page<z.output<typeof AppAuditEntry>>> {
  const { items, next_cursor } = await listAudit(ctx, { appId }, query)
  const ids = [...new Set(items.map(({ connection_id }) => connection_id).filter((id) => id !== null))]
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from connections where app_id = ${appId} and id = any(${ids}::text[]) and is_test`)
  const tests = new Set(rows.map(({ id }) => id))
  return { items: items.map((entry) => ({ ...entry, test: tests.has(entry.connection_id ?? '') })), next_cursor }
}
