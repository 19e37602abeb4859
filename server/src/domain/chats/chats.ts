import { z } from 'zod'
import type { MemoryActor, UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { limitShape, PageQuery, pageById } from '../../foundation/page.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { ChatApp, candidatesOfMessages, detachChat, ReviewedCandidate } from '../candidates/review.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { addChatBytes, lockStore } from '../memories/store.ts'

const TITLE_CHARS_MAX = 200
export const CHATS_MAX = 1_000
/** Content of all messages of a user, in UTF-8. */
export const CHAT_BYTES_MAX = 128 * 1024 * 1024
const MESSAGES_MAX = 200

export const Title = z.string().trim().min(1).max(TITLE_CHARS_MAX)
export const ChatInput = z.object({ title: Title.optional() })
export const ChatPatch = z.object({ title: Title })

const shape = {
  id: z.string(),
  title: z.string().nullable().meta({ description: 'Taken from the first message if none was given.' }),
  app: ChatApp.nullable().meta({
    description: 'The app that sent the conversation; null for a chat of the user with their own assistant.',
  }),
  extraction: z
    .enum(['queued', 'failed'])
    .nullable()
    .meta({
      description:
        'queued: memories are still to be extracted from messages that the app sent, which are then deleted. failed: that ' +
        'failed, and they stay.',
    }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().meta({ description: 'Of the last message or title.' }),
}
export const Chat = z.object(shape).meta({ id: 'Chat' })
export type Chat = z.output<typeof Chat>

export const ChatMessage = z
  .object({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    createdAt: z.iso.datetime(),
    candidates: z
      .array(ReviewedCandidate)
      .optional()
      .meta({ description: 'For a message of the assistant: the candidates of its turn.' }),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.output<typeof ChatMessage>

const canReply = z.boolean().meta({
  description: 'Whether the assistant can reply: a chat model is configured, and no app sent the conversation.',
})

export const ChatPage = z
  .object({ items: z.array(Chat), next_cursor: z.string().nullable(), canReply })
  .meta({ id: 'ChatPage' })

export const ChatQuery = z.object({
  limit: limitShape(MESSAGES_MAX, MESSAGES_MAX).meta({
    description: 'The most messages returned; values above 200 count as 200.',
    example: 50,
  }),
  cursor: PageQuery.shape.cursor.meta({ description: '`next_cursor` of the previous page, for older messages.' }),
})

export const ChatWithMessages = z
  .object({
    ...shape,
    messages: z.array(ChatMessage).meta({ description: 'The newest messages, in the order of time.' }),
    next_cursor: z.string().nullable().meta({ description: 'For older messages.' }),
    canReply,
  })
  .meta({ id: 'ChatWithMessages' })

const selectChats = (userId: string, and: Sql) => sql`
  select c.id, c.title, c.created_at as "createdAt", c.updated_at as "updatedAt",
    case when c.app_id is not null
      then jsonb_build_object('slug', c.app, 'name', coalesce(a.name, c.app)) end as app,
    (select case when count(*) = 0 then null when count(e.due_at) > 0 then 'queued' else 'failed' end
      from turn_extractions e where e.user_id = ${userId} and e.chat_id = c.id) as extraction
  from chats c left join apps a on a.id = c.app_id
  where c.user_id = ${userId} and ${and}`

/** Lists the user's chats, newest first. */
export async function listChats(
  { db, vault, actor, chat }: Ctx<UserActor, GatewayPorts>,
  page: z.output<typeof PageQuery>,
): Promise<z.output<typeof ChatPage>> {
  const found = await pageById(vault, ['chats', actor.userId], page, (below, rows) =>
    db.rows<Chat>(selectChats(actor.userId, sql`c.id < ${below} order by c.id desc limit ${rows}`)),
  )
  return { ...found, canReply: chat !== undefined }
}

/**
 * Creates a chat.
 * @throws Failure `limit_exceeded` if the user has a thousand.
 */
export function createChat(ctx: Ctx<UserActor>, { title }: z.output<typeof ChatInput>): Promise<Chat> {
  const { userId, userPlan } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    // An import of chats locks the store too, so the count is still valid when the row is inserted.
    await lockStore(ctx)
    const { used } = await ctx.db.one<{ used: number }>(
      sql`select count(*) as used from chats where user_id = ${userId}`,
    )
    if (used >= CHATS_MAX) throw new Failure('limit_exceeded', { limit: 'chats', used, max: CHATS_MAX, plan: userPlan })
    const now = ctx.clock()
    const at = now.toISOString()
    return ctx.db.one<Chat>(sql`
      insert into chats as c (user_id, id, title, created_at, updated_at)
      values (${userId}, ${newId('cht', now.getTime())}, ${title ?? null}, ${at}, ${at})
      returning c.id, c.title, c.created_at as "createdAt", c.updated_at as "updatedAt", null::jsonb as app,
        null::text as extraction`)
  })
}

/** Finds a chat of the user. @throws Failure `not_found` also for a chat of another user. */
export async function findChat({ db, actor }: Ctx<UserActor>, id: string): Promise<Chat> {
  const chat = await db.maybe<Chat>(selectChats(actor.userId, sql`c.id = ${id}`))
  if (!chat) throw new Failure('not_found')
  return chat
}

/** Reads a chat with a page of its messages, newest page first, and their candidates. @throws Failure `not_found` */
export async function readChat(
  ctx: Ctx<UserActor, GatewayPorts>,
  id: string,
  page: z.output<typeof ChatQuery>,
): Promise<z.output<typeof ChatWithMessages>> {
  const chat = await findChat(ctx, id)
  const { items, next_cursor } = await pageById(ctx.vault, ['chat', ctx.actor.userId, id], page, (below, rows) =>
    newestMessages(ctx, id, below, rows),
  )
  const candidates = await candidatesOfMessages(
    ctx,
    id,
    items.map((message) => message.id),
  )
  const messages = items.reverse().map((message) => {
    if (message.role === 'user') return message
    return { ...message, candidates: candidates.get(message.id) ?? [] }
  })
  return { ...chat, messages, next_cursor, canReply: ctx.chat !== undefined && chat.app === null }
}

/** Reads the messages of a chat with ids less than `below`, newest first. */
export function newestMessages({ db, actor }: Ctx<UserActor>, chatId: string, below: string, rows: number) {
  return db.rows<ChatMessage>(sql`
    select id, role, content, created_at as "createdAt" from chat_messages
    where user_id = ${actor.userId} and chat_id = ${chatId} and id < ${below} order by id desc limit ${rows}`)
}

/** Renames a chat. @throws Failure `not_found` */
export async function renameChat(
  ctx: Ctx<UserActor>,
  id: string,
  { title }: z.output<typeof ChatPatch>,
): Promise<Chat> {
  const { db, clock, actor } = ctx
  await db.count(sql`
    update chats set title = ${title}, updated_at = ${clock().toISOString()}
    where user_id = ${actor.userId} and id = ${id}`)
  return findChat(ctx, id)
}

/** Deletes a chat with its messages and pending candidates; accepted memories stay. @throws Failure `not_found` */
export async function deleteChat(ctx: Ctx<UserActor>, id: string): Promise<{ ok: true }> {
  await inTransaction(ctx, async (ctx) => {
    // Before the chat, as imports do; otherwise the two could deadlock.
    await lockStore(ctx)
    await removeChat(ctx, id)
  })
  return { ok: true }
}

/** Deletes a chat in the caller's transaction, which has locked the store. @throws Failure `not_found` */
export async function removeChat(ctx: Ctx<MemoryActor>, id: string): Promise<void> {
  const { db, actor } = ctx
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(content)), 0)::bigint as bytes from chat_messages
    where user_id = ${actor.userId} and chat_id = ${id}`)
  const deleted = await db.count(sql`delete from chats where user_id = ${actor.userId} and id = ${id}`)
  if (!deleted) throw new Failure('not_found')
  await addChatBytes(ctx, -bytes)
  await detachChat(ctx, id)
}
