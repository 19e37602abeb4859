import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql.ts'
import { selectReadable } from '../memories/door.ts'
import { forgetMemory } from '../memories/forget.ts'
import { holdStore, insertMemories } from '../memories/insert.ts'
import { MemoryPatch } from '../memories/memory.ts'
import { checkKnownScopes } from '../vocabulary/known.ts'
import { Candidate } from './candidate.ts'
import { memoryOf } from './keep.ts'

/*
 * The person has the last word on what a model proposed. What waits stands in the candidate's own row; what was kept is
 * read off the memory itself, as it is by now; of what was declined or undone no word is left.
 */

const STATUSES = ['recorded', 'pending', 'accepted', 'declined', 'undone'] as const
const DECIDED_KEPT_MS = 90 * 24 * 60 * 60_000
/** So many of what waits are looked at when something new is held against it. */
const PENDING_COMPARED_MAX = 100

export const ReviewedCandidate = z
  .object({
    id: z.string(),
    status: z.enum(STATUSES).meta({
      description: 'recorded by an app; pending, accepted or declined in a chat; undone once the person took it back.',
    }),
    app: z
      .object({ slug: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'null in a chat of the Hub.' }),
    chatId: z.string().nullable(),
    candidate: Candidate.nullable().meta({ description: 'As it stands by now; null once declined or undone.' }),
    memoryId: z.string().nullable(),
    at: z.iso.datetime().meta({ description: 'When it was proposed.' }),
  })
  .meta({ id: 'ReviewedCandidate' })
export type ReviewedCandidate = z.output<typeof ReviewedCandidate>

export const CandidateQuery = PageQuery.extend({
  status: z.enum(STATUSES).optional(),
  app: z.string().max(64).optional().meta({ description: 'Slug of an app.' }),
})

export const Acceptance = MemoryPatch.pick({ content: true, scope: true, type: true, importance: true })

function select(actor: UserActor, and: Sql): Sql {
  return sql`
    select c.id, c.status, c.chat_id as "chatId", c.memory_id as "memoryId", c.created_at as at,
      case when c.app_id is not null
        then jsonb_build_object('slug', c.app, 'name', coalesce(a.name, c.app)) end as app,
      case when c.status = 'pending' then jsonb_build_object('type', c.type, 'scope', c.scope, 'content', c.content,
          'importance', c.importance)
        when m.id is not null then jsonb_build_object('type', m.type, 'scope', m.scope, 'content', m.content,
          'importance', m.importance) end as candidate
    from candidates c
    left join apps a on a.id = c.app_id
    left join lateral (${selectReadable(actor, sql`m.id = c.memory_id`)}) m on true
    where c.user_id = ${actor.userId} and ${and}`
}

/** What was proposed, newest first. */
export function listCandidates(
  { db, vault, actor }: Ctx<UserActor>,
  { limit, cursor, status, app }: z.output<typeof CandidateQuery>,
): Promise<Page<ReviewedCandidate>> {
  const byStatus = status ? sql`and c.status = ${status}` : nothing
  const byApp = app === undefined ? nothing : sql`and c.app = ${app}`
  return pageById(vault, ['candidates', actor.userId, status, app], { limit, cursor }, (below, rows) =>
    db.rows<ReviewedCandidate>(
      select(actor, sql`c.id < ${below} ${byStatus} ${byApp} order by c.id desc limit ${rows}`),
    ),
  )
}

/** The candidates of some messages of a chat, by message, in the order in which they were proposed. */
export async function candidatesOfMessages(
  { db, actor }: Ctx<UserActor>,
  chatId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, ReviewedCandidate[]>> {
  const rows = await db.rows<ReviewedCandidate & { messageId: string }>(sql`
    select c.message_id as "messageId", r.* from candidates c
    join (${select(actor, sql`c.chat_id = ${chatId}`)}) r on r.id = c.id
    where c.user_id = ${actor.userId} and c.message_id = any(${messageIds}::text[]) order by c.id`)
  const byMessage = new Map<string, ReviewedCandidate[]>()
  for (const { messageId, ...candidate } of rows)
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), candidate])
  return byMessage
}

/** What waits for the person, in its words. */
export async function pendingContents({ db, actor }: Ctx<UserActor>): Promise<string[]> {
  const rows = await db.rows<{ content: string }>(sql`
    select content from candidates where user_id = ${actor.userId} and status = 'pending'
    order by id desc limit ${PENDING_COMPARED_MAX}`)
  return rows.map(({ content }) => content)
}

/**
 * Keeps what waits, as it was proposed or as the person would rather have it. What is kept already stays as it is.
 * @throws Failure `not_found`; `conflict` when it was declined, `limit_exceeded` at the cap, `unknown_scope`.
 */
export async function acceptCandidate(
  ctx: Ctx<UserActor>,
  id: string,
  edits: z.output<typeof Acceptance>,
): Promise<ReviewedCandidate> {
  if (edits.scope !== undefined) await checkKnownScopes(ctx, [edits.scope])
  return inTransaction(ctx, async (ctx) => {
    const proposed = await hold(ctx, id)
    if (proposed.memoryId) return proposed
    if (!proposed.candidate) throw new Failure('conflict', { status: proposed.status })
    const memory = {
      ...memoryOf(ctx, { ...proposed.candidate, ...edits }, { sourceApp: null }),
      occurredAt: proposed.at,
    }
    await insertMemories(ctx, [memory])
    await decide(ctx, id, 'accepted', memory.id)
    return find(ctx, id)
  })
}

/**
 * Declines what waits, and forgets what was kept; either way no word of it is left. Again, it stays as it is.
 * @throws Failure `not_found`
 */
export function declineCandidate(ctx: Ctx<UserActor>, id: string): Promise<ReviewedCandidate> {
  return inTransaction(ctx, async (ctx) => {
    const { status, memoryId } = await hold(ctx, id)
    if (status === 'pending') await decide(ctx, id, 'declined', null)
    if (memoryId) {
      // First, or the row would go with its memory.
      await decide(ctx, id, 'undone', null)
      await forgetMemory(ctx, memoryId)
    }
    return find(ctx, id)
  })
}

// With the store in hand nobody else decides on it, and its memory stays.
async function hold(ctx: Ctx<UserActor>, id: string): Promise<ReviewedCandidate> {
  await holdStore(ctx)
  return find(ctx, id)
}

async function find({ db, actor }: Ctx<UserActor>, id: string): Promise<ReviewedCandidate> {
  const candidate = await db.maybe<ReviewedCandidate>(select(actor, sql`c.id = ${id}`))
  if (!candidate) throw new Failure('not_found')
  return candidate
}

async function decide({ db, actor }: Ctx<UserActor>, id: string, status: string, memoryId: string | null) {
  await db.count(sql`
    update candidates set status = ${status}, memory_id = ${memoryId},
      type = null, scope = null, content = null, importance = null
    where user_id = ${actor.userId} and id = ${id}`)
}

/** A chat goes: with it what was not kept, and from what was kept where it came from. */
export async function leaveChat({ db, actor }: Ctx<UserActor>, chatId: string): Promise<void> {
  await db.count(sql`
    delete from candidates where user_id = ${actor.userId} and chat_id = ${chatId} and memory_id is null`)
  await db.count(sql`
    update candidates set chat_id = null, message_id = null
    where user_id = ${actor.userId} and chat_id = ${chatId}`)
}

/** Sweeps what was declined or undone some months ago. */
export async function sweepCandidates({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DECIDED_KEPT_MS).toISOString()
  await db.count(sql`delete from candidates where created_at < ${before} and status in ('declined', 'undone')`)
}
