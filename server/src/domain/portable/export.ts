import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { MemoryActor, UserActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type JsonLines, toJsonLines } from '../../foundation/json-lines.ts'
import { RouteResponse } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { exportChats } from '../chats/export.ts'
import { readIdentity } from '../identity/identity.ts'
import type { MailPorts } from '../mail/mail.ts'
import { type ExportQuery, exportWhole } from './export-formats.ts'
import { FORMAT, VERSION } from './format.ts'
import { memoryPages } from './memory-pages.ts'
import { recordExport } from './record.ts'
import { revisionPages } from './revisions.ts'

type ExportPorts = AuditPorts & MailPorts

/**
 * Exports what the caller may read: to the user the whole store as JSON Lines, as a stream; to apps, and in other formats,
 * the memories as one document.
 * @throws Failure `reauthentication_required` for a user who signed in too long ago
 */
export async function exportMemories(
  ctx: Ctx<MemoryActor, ExportPorts>,
  { format }: z.output<typeof ExportQuery>,
): Promise<RouteResponse<JsonLines>> {
  if (!isUser(ctx)) return (await exportWhole(ctx, format)).response
  checkConfirmed(ctx)
  if (format === 'jsonl') return streamStore(ctx)
  const { response, count } = await exportWhole(ctx, format)
  await recordExport(ctx, count)
  return response
}

function isUser(ctx: Ctx<MemoryActor, ExportPorts>): ctx is Ctx<UserActor, ExportPorts> {
  return ctx.actor.kind === 'user'
}

/**
 * Streams the user's whole store as JSON Lines, until the session ends: memories, then chats. It reads one page at a
 * time, by creation, with backpressure, so it needs the memory of one page. Rows that exist from beginning to end appear
 * exactly once; rows written, edited or deleted meanwhile may or may not appear.
 */
async function streamStore(ctx: Ctx<UserActor, MailPorts>): Promise<RouteResponse<JsonLines>> {
  const header = await headerOf(ctx)
  await recordExport(ctx, header.count)
  return new RouteResponse(Readable.from(pagesOf(ctx, header), { objectMode: false }), {
    headers: { 'content-disposition': `attachment; filename="memories-${header.exportedAt.slice(0, 10)}.jsonl"` },
  })
}

/** The first line of an export. */
export async function headerOf(ctx: Ctx<UserActor>) {
  const exportedAt = ctx.clock().toISOString()
  const { count } = await ctx.db.one<{ count: number }>(
    sql`select memory_count as count from stores where user_id = ${ctx.actor.userId}`,
  )
  const { name, personality } = await readIdentity(ctx)
  return { format: FORMAT, version: VERSION, exportedAt, count, identity: { name, personality } }
}

/** The lines of an export, some at a time. */
export async function* pagesOf(ctx: Ctx<UserActor>, header: object): AsyncGenerator<string> {
  yield toJsonLines([header])
  try {
    for await (const memories of memoryPages(ctx)) {
      yield toJsonLines(memories)
      await checkSession(ctx)
    }
    for await (const revisions of revisionPages(ctx)) {
      yield toJsonLines(revisions)
      await checkSession(ctx)
    }
    for await (const lines of exportChats(ctx)) {
      yield toJsonLines(lines)
      await checkSession(ctx)
    }
  } catch (err) {
    // The response has started: ending it without its final chunk is the only way left to report the failure.
    ctx.log.error({ err, request: ctx.requestId }, 'export failed midway')
    throw err
  }
}
