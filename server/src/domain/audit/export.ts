import { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type JsonLines, jsonLines, textOf } from '../../foundation/lines.ts'
import { ABOVE_ALL } from '../../foundation/page.ts'
import { Answer } from '../../foundation/route.ts'
import { type AuditEntry, type OwnAuditFilters, selectEntries } from './audit.ts'

const PAGE_ROWS = 500

export const AuditLines = jsonLines('AuditLines', 'Each line is an entry of the audit, newest first.')

/**
 * The person's audit, an entry a line. It is read a page at a time and only as fast as it is taken; what is written
 * after it has begun is not in it.
 */
export async function exportAudit(ctx: Ctx<UserActor>, filters: OwnAuditFilters): Promise<Answer<JsonLines>> {
  await ctx.audit.flush()
  return new Answer(Readable.from(pages(ctx, filters), { objectMode: false }), {
    headers: {
      'content-disposition': `attachment; filename="activity-${ctx.clock().toISOString().slice(0, 10)}.jsonl"`,
    },
  })
}

async function* pages(ctx: Ctx<UserActor>, filters: OwnAuditFilters): AsyncGenerator<string> {
  for (let below = ABOVE_ALL; ; ) {
    const entries = await readPage(ctx, filters, below)
    if (entries.length) yield textOf(entries)
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
    // The answer is under way: all that is left is to break it off, which no reader takes for its end.
    log.error({ err, request: requestId }, 'an export of the audit broke off')
    throw err
  }
}
