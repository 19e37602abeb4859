import type { AppActor, MemoryActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId, newMemoryIds } from '../../foundation/ids.ts'
import { recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { NewMemory } from '../memories/insert.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import type { Verdicts } from '../memories/verdicts.ts'
import { insertAndSettle } from '../memories/writes.ts'
import type { Candidate } from './candidate.ts'

/** Lower than the default: a model may misunderstand. */
const CONFIDENCE_OF_MODEL = 70
const PENDING_OF_APP_MAX = 100

/** Builds the memories for candidates of one call; `sourceApp` is null if the user accepts them. */
export function memoriesOf(
  { clock }: Pick<Ctx, 'clock'>,
  candidates: readonly Candidate[],
  sourceApp: string | null,
): NewMemory[] {
  const now = clock()
  const at = now.toISOString()
  const ids = newMemoryIds(candidates.length, now.getTime())
  return candidates.map((candidate, position) => ({
    ...candidate,
    id: ids[position] as string,
    confidence: CONFIDENCE_OF_MODEL,
    pinned: false,
    sourceApp,
    origin: 'chat',
    createdAt: at,
    updatedAt: at,
    batch: 0,
    position,
  }))
}

const RECORDED = recordset('t', { id: 'text', memoryId: 'text' })
const PROPOSED = recordset('t', {
  id: 'text',
  type: 'text',
  scope: 'text',
  content: 'text',
  importance: 'float8',
  occurredAt: 'timestamptz',
})

/**
 * Stores memories extracted from an app's turn, and candidates by which the user can undo them, in the caller's
 * transaction. `response` is that of the request, `verdicts` are those before the transaction.
 */
export async function recordCandidates(
  ctx: Ctx<AppActor, MemoryPorts>,
  memories: readonly NewMemory[],
  response: unknown,
  verdicts: Verdicts,
) {
  const { db, actor } = ctx
  await insertAndSettle(ctx, memories, response, verdicts)
  await db.count(sql`
    insert into candidates (user_id, id, status, app_id, app, connection_id, memory_id, created_at)
    select ${actor.userId}, t.id, 'recorded', ${actor.appId}, ${actor.app}, ${actor.connectionId}, t.memory_id,
      ${ctx.clock().toISOString()}::timestamptz
    from ${RECORDED(memories.map(({ id }) => ({ id: newCandidateId(ctx), memoryId: id })))}`)
}

/** Stores candidates of a chat for the user to review, in the caller's transaction; returns their ids. */
export function proposeCandidates(
  ctx: Ctx<UserActor>,
  candidates: readonly Candidate[],
  { chatId, messageId, at }: { chatId: string; messageId: string; at: string },
): Promise<string[]> {
  return insertPending(ctx, candidates, at, {
    columns: sql`chat_id, message_id`,
    values: sql`${chatId}::text, ${messageId}::text`,
  })
}

/**
 * Stores candidates of an app's turn for the user to review, in the caller's transaction. Beyond a number of candidates
 * of one app that wait, further ones are dropped.
 */
export async function proposeForReview(ctx: Ctx<AppActor>, candidates: readonly Candidate[]): Promise<void> {
  const { db, actor } = ctx
  if (!candidates.length) return
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*) as waiting from candidates
    where user_id = ${actor.userId} and status = 'pending' and app_id = ${actor.appId}`)
  await insertPending(ctx, candidates.slice(0, Math.max(0, PENDING_OF_APP_MAX - waiting)), ctx.clock().toISOString(), {
    columns: sql`app_id, app, connection_id`,
    values: sql`${actor.appId}::text, ${actor.app}::text, ${actor.connectionId}::text`,
  })
}

async function insertPending(
  ctx: Ctx<MemoryActor>,
  candidates: readonly Candidate[],
  at: string,
  origin: { columns: Sql; values: Sql },
): Promise<string[]> {
  const proposed = candidates.map((candidate) => ({ ...candidate, id: newCandidateId(ctx) }))
  if (proposed.length)
    await ctx.db.count(sql`
      insert into candidates (user_id, id, status, ${origin.columns}, type, scope, content, importance, occurred_at,
        created_at)
      select ${ctx.actor.userId}, t.id, 'pending', ${origin.values}, t.type, t.scope, t.content, t.importance,
        t.occurred_at, ${at}::timestamptz
      from ${PROPOSED(proposed)}`)
  return proposed.map(({ id }) => id)
}

function newCandidateId({ clock }: Ctx<MemoryActor>): string {
  return newId('cnd', clock().getTime())
}
