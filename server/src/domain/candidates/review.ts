import { z } from 'zod'
import type { MemoryActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { forgetMemory } from '../memories/forget.ts'
import type { NewMemory } from '../memories/insert.ts'
import { checkKnownScopes } from '../memories/known.ts'
import { ReviewedFields } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { selectReadable } from '../memories/queries.ts'
import { checkSecrets } from '../memories/secrets.ts'
import { lockStore } from '../memories/store.ts'
import { Verdicts } from '../memories/verdicts.ts'
import { insertAndSettle } from '../memories/writes.ts'
import { Candidate } from './candidate.ts'
import { foreseeAccepted } from './foresee.ts'
import { memoriesOf } from './record.ts'
import { hasReplacedText, replaceText, restoreReplaced } from './replaced-texts.ts'

/*
 * The user's review of proposed memories. A pending candidate is stored in its own row; an accepted or recorded one is
 * read from its memory, with later edits; of a declined or undone one no content is left.
 */

const STATUSES = ['recorded', 'pending', 'accepted', 'declined', 'undone'] as const
const DECIDED_TTL_MS = 90 * 24 * 60 * 60_000
/** The newest pending candidates that a new one is compared with. */
const PENDING_COMPARED_MAX = 100

/** The app of a conversation. */
export const ChatApp = z.object({ slug: z.string(), name: z.string() }).meta({ id: 'ChatApp' })

export const ReviewedCandidate = z
  .object({
    id: z.string(),
    status: z.enum(STATUSES).meta({
      description:
        'recorded by an app; pending until the user accepts or declines it, in a chat or in the review; undone if the ' +
        'user took it back.',
    }),
    app: ChatApp.nullable().meta({ description: 'null for a chat of the Hub.' }),
    chatId: z.string().nullable(),
    source: z.string().nullable().meta({ description: 'Where an import found it, such as chatgpt.' }),
    replaces: z.object({ id: z.string(), content: z.string() }).meta({ id: 'ReplacedMemory' }).nullable().meta({
      description: 'The memory whose text it replaces if accepted: its entry changed in the source, and here, too.',
    }),
    candidate: Candidate.nullable().meta({ description: 'With later edits; null once declined or undone.' }),
    memoryId: z.string().nullable(),
    at: z.iso.datetime().meta({ description: 'When it was proposed.' }),
  })
  .meta({ id: 'ReviewedCandidate' })
export type ReviewedCandidate = z.output<typeof ReviewedCandidate>

export const CandidateQuery = PageQuery.extend({
  status: z.enum(STATUSES).optional(),
  app: z.string().max(64).optional().meta({ description: 'Slug of an app.' }),
})

export const Acceptance = ReviewedFields

/** A time in JSON as the API writes it. */
function isoTime(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Candidates `c` of the user, as the review shows them. */
export function selectCandidates(ctx: Ctx<UserActor>, and: Sql): Sql {
  return sql`
    select c.id, c.status, c.chat_id as "chatId", c.memory_id as "memoryId", c.created_at as at, c.source,
      case when o.id is not null then jsonb_build_object('id', o.id, 'content', o.content) end as replaces,
      case when c.app_id is not null
        then jsonb_build_object('slug', c.app, 'name', coalesce(a.name, c.app)) end as app,
      case when c.status = 'pending' then jsonb_build_object('type', c.type, 'scope', c.scope, 'content', c.content,
          'importance', c.importance, 'occurredAt', ${isoTime(sql`coalesce(c.occurred_at, c.created_at)`)})
        when m.id is not null then jsonb_build_object('type', m.type, 'scope', m.scope, 'content', m.content,
          'importance', m.importance, 'occurredAt', ${isoTime(sql`m."occurredAt"`)}) end as candidate
    from candidates c
    left join apps a on a.id = c.app_id
    left join lateral (${selectReadable(ctx, sql`m.id = c.memory_id`)}) m on true
    left join lateral (${selectReadable(ctx, sql`m.id = c.replaces_id`)}) o on c.status = 'pending'
    where c.user_id = ${ctx.actor.userId} and ${and}`
}

/** Lists candidates, newest first. */
export function listCandidates(
  ctx: Ctx<UserActor>,
  { limit, cursor, status, app }: z.output<typeof CandidateQuery>,
): Promise<Page<ReviewedCandidate>> {
  const { db, vault, actor } = ctx
  const byStatus = status ? sql`and c.status = ${status}` : nothing
  const byApp = app === undefined ? nothing : sql`and c.app = ${app}`
  return pageById(vault, ['candidates', actor.userId, status, app], { limit, cursor }, (below, rows) =>
    db.rows<ReviewedCandidate>(
      selectCandidates(ctx, sql`c.id < ${below} ${byStatus} ${byApp} order by c.id desc limit ${rows}`),
    ),
  )
}

/** Reads the candidates of some messages of a chat, by message id, in the order of creation. */
export async function candidatesOfMessages(
  ctx: Ctx<UserActor>,
  chatId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, ReviewedCandidate[]>> {
  const { db, actor } = ctx
  const rows = await db.rows<ReviewedCandidate & { messageId: string }>(sql`
    select c.message_id as "messageId", r.* from candidates c
    join (${selectCandidates(ctx, sql`c.chat_id = ${chatId}`)}) r on r.id = c.id
    where c.user_id = ${actor.userId} and c.message_id = any(${messageIds}::text[]) order by c.id`)
  const byMessage = new Map<string, ReviewedCandidate[]>()
  for (const { messageId, ...candidate } of rows)
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), candidate])
  return byMessage
}

/** Reads the contents of the newest pending candidates. */
export async function pendingContents({ db, actor }: Ctx<MemoryActor>): Promise<string[]> {
  const rows = await db.rows<{ content: string }>(sql`
    select content from candidates where user_id = ${actor.userId} and status = 'pending'
    order by id desc limit ${PENDING_COMPARED_MAX}`)
  return rows.map(({ content }) => content)
}

/**
 * Accepts a pending candidate as a memory, with the user's edits. Does nothing if it is a memory already.
 * @throws Failure `not_found`; `conflict` if it was declined; `limit_exceeded`; `unknown_scope`.
 */
export async function acceptCandidate(
  ctx: Ctx<UserActor, MemoryPorts>,
  id: string,
  edits: z.output<typeof Acceptance>,
): Promise<ReviewedCandidate> {
  checkSecrets({ content: edits.content }, '', undefined)
  if (edits.scope !== undefined) await checkKnownScopes(ctx, [edits.scope])
  const verdicts = new Verdicts()
  await foreseeAccepted(ctx, [await findCandidate(ctx, id)], edits, verdicts)
  return inSession(ctx, async (ctx) => {
    const proposed = await lockAndFind(ctx, id)
    if (proposed.memoryId) return proposed
    if (!proposed.candidate) throw new Failure('conflict', { status: proposed.status })
    const memoryId = proposed.replaces
      ? await replaceText(ctx, id, proposed.replaces.id, { content: proposed.candidate.content, ...edits }, verdicts)
      : await insertAccepted(ctx, proposed, edits, verdicts)
    await decide(ctx, id, 'accepted', memoryId)
    return findCandidate(ctx, id)
  })
}

async function insertAccepted(
  ctx: Ctx<UserActor, MemoryPorts>,
  { candidate, source }: ReviewedCandidate,
  edits: z.output<typeof Acceptance>,
  verdicts: Verdicts,
): Promise<string> {
  const [memory] = memoriesOf(ctx, [{ ...(candidate as Candidate), ...edits }], null) as [NewMemory]
  await insertAndSettle(ctx, [source === null ? memory : { ...memory, origin: 'import' }], undefined, verdicts)
  return memory.id
}

/**
 * Declines a pending candidate, or undoes one that became a memory and deletes the memory; its content is deleted. One that
 * replaced the text of a memory is undone, and the memory gets its earlier text, unless it has changed since. Does nothing
 * if it was declined or undone before.
 * @throws Failure `not_found`
 */
export function declineCandidate(ctx: Ctx<UserActor, MemoryPorts>, id: string): Promise<ReviewedCandidate> {
  return inSession(ctx, async (ctx) => {
    const { status, memoryId } = await lockAndFind(ctx, id)
    if (status === 'pending') await decide(ctx, id, 'declined', null)
    if (memoryId && (await hasReplacedText(ctx, id))) {
      await restoreReplaced(ctx, id, memoryId)
      await decide(ctx, id, 'undone', null)
    } else if (memoryId) {
      // Before the memory is deleted, which cascades to candidates that reference it.
      await decide(ctx, id, 'undone', null)
      await forgetMemory(ctx, memoryId)
    }
    return findCandidate(ctx, id)
  })
}

// The lock on the store serialises decisions and keeps the memory from being deleted.
async function lockAndFind(ctx: Ctx<UserActor>, id: string): Promise<ReviewedCandidate> {
  await lockStore(ctx)
  return findCandidate(ctx, id)
}

async function findCandidate(ctx: Ctx<UserActor>, id: string): Promise<ReviewedCandidate> {
  const candidate = await ctx.db.maybe<ReviewedCandidate>(selectCandidates(ctx, sql`c.id = ${id}`))
  if (!candidate) throw new Failure('not_found')
  return candidate
}

async function decide({ db, actor }: Ctx<UserActor>, id: string, status: string, memoryId: string | null) {
  await db.count(sql`
    update candidates set status = ${status}, memory_id = ${memoryId},
      type = null, scope = null, content = null, importance = null, occurred_at = null
    where user_id = ${actor.userId} and id = ${id}`)
}

/** When a chat is deleted: deletes its candidates without a memory, and detaches the others. */
export async function detachChat({ db, actor }: Ctx<MemoryActor>, chatId: string): Promise<void> {
  await db.count(sql`
    delete from candidates where user_id = ${actor.userId} and chat_id = ${chatId} and memory_id is null`)
  await db.count(sql`
    update candidates set chat_id = null, message_id = null
    where user_id = ${actor.userId} and chat_id = ${chatId}`)
}

/** Deletes candidates that were declined or undone and are older than 90 days. */
export async function deleteExpiredCandidates({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DECIDED_TTL_MS).toISOString()
  await db.count(sql`delete from candidates where created_at < ${before} and status in ('declined', 'undone')`)
}
