import { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type JsonLines, jsonLines, toJsonLines } from '../../foundation/json-lines.ts'
import { AFTER_ALL_IDS } from '../../foundation/page.ts'
import { RouteResponse } from '../../foundation/route.ts'
import { type AuditEntry, type AuditPorts, type OwnAuditFilters, selectEntries } from './audit.ts'

const PAGE_ROWS = 500

export const AuditLines = jsonLines('AuditLines', 'Each line is an audit entry, newest first.')

/**
 * Streams the user's audit entries as JSON Lines, until the session ends. Pages are read as fast as the client takes them. Entries written after
 * the start are not included.
 */
export async function exportAudit(
  ctx: Ctx<UserActor, AuditPorts>,
  filters: OwnAuditFilters,
): Promise<RouteResponse<JsonLines>> {
  await ctx.audit.flush()
  return new RouteResponse(Readable.from(pages(ctx, filters), { objectMode: false }), {
    headers: {
      'content-disposition': `attachment; filename="activity-${ctx.clock().toISOString().slice(0, 10)}.jsonl"`,
    },
  })
}

async function* pages(ctx: Ctx<UserActor>, filters: OwnAuditFilters): AsyncGenerator<string> {
  for (let below = AFTER_ALL_IDS; ; ) {
    const entries = await readPage(ctx, filters, below)
    if (entries.length) yield toJsonLines(entries)
    await checkSession(ctx)
    const last = entries.at(-1)
    if (entries.length < PAGE_ROWS || !last) return
    below = last.id
  }
}

async function readPage(
  { db, actor, log, requestId }: Ctx<UserActor>,
  filters: OwnAuditFilters,
  below: string,
): Promise<AuditEntry[]> {
  try {
    return await db.rows<AuditEntry>(selectEntries(actor, filters, below, PAGE_ROWS))
  } catch (err) {
    // The response has begun, so the only way to report the failure is to abort it.
    log.error({ err, request: requestId }, 'audit export aborted')
    throw err
  }
}
