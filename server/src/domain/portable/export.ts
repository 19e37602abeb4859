import { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { type JsonLines, toJsonLines } from '../../foundation/json-lines.ts'
import { RouteResponse } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { queueNotice } from '../accounts/notices.ts'
import { occasion } from '../accounts/reports.ts'
import { checkConfirmed, checkSession } from '../accounts/sessions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { exportChats } from '../chats/export.ts'
import { readIdentity } from '../identity/identity.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { Memory } from '../memories/memory.ts'
import { type ListedMemory, selectOldest } from '../memories/queries.ts'
import { FORMAT, VERSION } from './format.ts'

const PAGE_ROWS = 200

/**
 * Streams the user's whole store as JSON Lines, until the session ends: memories, then chats. It reads one page at a time, by creation, with
 * backpressure, so it needs the memory of one page. Rows that exist from beginning to end appear exactly once; rows
 * written, edited or deleted meanwhile may or may not appear.
 */
export async function exportMemories(ctx: Ctx<UserActor, MailPorts>): Promise<RouteResponse<JsonLines>> {
  checkConfirmed(ctx)
  const exportedAt = ctx.clock().toISOString()
  const { count } = await ctx.db.one<{ count: number }>(
    sql`select memory_count as count from stores where user_id = ${ctx.actor.userId}`,
  )
  const { name, personality } = await readIdentity(ctx)
  const header = { format: FORMAT, version: VERSION, exportedAt, count, identity: { name, personality } }
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.count(insertAudit(auditEntry(ctx, { action: 'store.export', scopes: [], count })))
    await queueNotice(ctx, 'user', ctx.actor.userId, 'export_made', {
      subject: 'Your memories were exported',
      paragraphs: [`All your memories, ${count} in number, were exported.`, occasion(ctx)],
    })
  })
  return new RouteResponse(Readable.from(pages(ctx, header), { objectMode: false }), {
    headers: { 'content-disposition': `attachment; filename="memories-${exportedAt.slice(0, 10)}.jsonl"` },
  })
}

async function* pages(ctx: Ctx<UserActor>, header: object): AsyncGenerator<string> {
  yield toJsonLines([header])
  try {
    for await (const memories of memoryPages(ctx)) {
      yield toJsonLines(memories)
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

async function* memoryPages(ctx: Ctx<UserActor>): AsyncGenerator<Memory[]> {
  for (let after: ListedMemory | undefined; ; ) {
    const rows = await ctx.db.rows<ListedMemory>(selectOldest(ctx, after, PAGE_ROWS))
    if (rows.length) yield rows.map(({ born: _born, place: _place, ...memory }) => memory)
    after = rows.at(-1)
    if (rows.length < PAGE_ROWS) return
  }
}
