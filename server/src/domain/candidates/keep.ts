import type { AppActor, MemoryActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId, newIdOf } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql.ts'
import { insertMemories, type NewMemory } from '../memories/insert.ts'
import type { Candidate } from './candidate.ts'

/** What a model concludes is less sure than what an app states. */
const CONFIDENCE_OF_MODEL = 70

/** A candidate as a memory about to be written. */
export function memoryOf(
  { clock, requestId }: Pick<Ctx, 'clock' | 'requestId'>,
  candidate: Candidate,
  by: { sourceApp: string | null; place?: number },
): NewMemory {
  const now = clock()
  const at = now.toISOString()
  return {
    ...candidate,
    id: newIdOf('mem', requestId, now.getTime()),
    confidence: CONFIDENCE_OF_MODEL,
    pinned: false,
    occurredAt: at,
    sourceApp: by.sourceApp,
    createdAt: at,
    updatedAt: at,
    call: 0,
    place: by.place ?? 0,
  }
}

const RECORDED = recordset('t', { id: 'text', memoryId: 'text' })
const PROPOSED = recordset('t', { id: 'text', type: 'text', scope: 'text', content: 'text', importance: 'float8' })

/** Keeps what an app's turn brought up as memories, and as candidates the person can undo; in the caller's transaction. */
export async function recordCandidates(ctx: Ctx<AppActor>, memories: readonly NewMemory[], reply: unknown) {
  const { db, actor } = ctx
  await insertMemories(ctx, memories, { reply })
  await db.count(sql`
    insert into candidates (user_id, id, status, app_id, app, connection_id, memory_id, created_at)
    select ${actor.userId}, t.id, 'recorded', ${actor.appId}, ${actor.app}, ${actor.connectionId}, t.memory_id,
      ${ctx.clock().toISOString()}::timestamptz
    from ${RECORDED(memories.map(({ id }) => ({ id: newCandidateId(ctx), memoryId: id })))}`)
}

/** Puts candidates of a chat before the person; in the caller's transaction. Answers their ids. */
export async function proposeCandidates(
  ctx: Ctx<UserActor>,
  candidates: readonly Candidate[],
  of: { chatId: string; messageId: string; at: string },
): Promise<string[]> {
  const proposed = candidates.map((candidate) => ({ ...candidate, id: newCandidateId(ctx) }))
  if (proposed.length)
    await ctx.db.count(sql`
      insert into candidates (user_id, id, status, chat_id, message_id, type, scope, content, importance, created_at)
      select ${ctx.actor.userId}, t.id, 'pending', ${of.chatId}, ${of.messageId}, t.type, t.scope, t.content,
        t.importance, ${of.at}::timestamptz
      from ${PROPOSED(proposed)}`)
  return proposed.map(({ id }) => id)
}

function newCandidateId({ clock }: Ctx<MemoryActor>): string {
  return newId('cnd', clock().getTime())
}
