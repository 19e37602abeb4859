import { coversAny } from '@memory-service/scopes'
import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { within } from '../memories/columns.ts'
import { addChatBytes, readChatBytes } from '../memories/store.ts'
import { CHAT_BYTES_MAX, CHATS_MAX, removeChat } from './chats.ts'
import { titleOf } from './turn.ts'

/*
 * Transcripts: chats that an app sent. The person reads and deletes them like other chats; of the apps, only the one that
 * sent a transcript can read it, within its grants.
 */

/** Of one app, in the chats of one person. */
const TRANSCRIPTS_MAX = 200
const MESSAGES_MAX = 10_000
const BYTES_MAX = 8 * 1024 * 1024

/** A search covers so many of the newest messages. */
const SEARCHED_MAX = 2_000

/** A message of a transcript, as it is stored. */
export interface NewMessage {
  role: 'user' | 'assistant'
  content: string
}

/** A message to add, with the stems by which it is found: made before the transaction, since they take time. */
export interface AddedMessage extends NewMessage {
  stems: readonly string[]
}

/** A message of a transcript, as its app reads it. */
export interface TranscriptMessage extends NewMessage {
  id: string
  conversationId: string
  scope: string
  createdAt: string
  extraction: 'queued' | 'failed' | null
}

/** A transcript that exists. */
interface Transcript {
  id: string
  scope: string
}

/** Finds the transcript of a conversation of the calling app. */
export function findTranscript({ db, actor }: Ctx<AppActor>, conversation: string): Promise<Transcript | undefined> {
  return db.maybe<Transcript>(sql`
    select id, scope from chats
    where user_id = ${actor.userId} and app_id = ${actor.appId} and conversation = ${conversation}`)
}

const MESSAGES = recordset('t', { id: 'text', role: 'text', content: 'text', stems: 'text' })

/**
 * Adds messages to the transcript of a conversation, in the caller's transaction, which has locked the store.
 * @returns the id of the transcript.
 * @throws Failure `limit_exceeded` beyond what one app, or all chats, may hold.
 */
export async function addToTranscript(
  ctx: Ctx<AppActor>,
  {
    id,
    conversation,
    scope,
    extractionId,
  }: { id: string | undefined; conversation: string; scope: string; extractionId: string | undefined },
  messages: readonly AddedMessage[],
  at: string,
): Promise<string> {
  const { db, actor, clock } = ctx
  const now = clock()
  const bytes = bytesOf(messages)
  await checkSpace(ctx, actor.appId, { isNew: id === undefined, messages: messages.length, bytes })
  const chatId = id ?? newId('cht', now.getTime())
  const title = titleOf(messages[0]!.content)
  const count = messages.length
  if (id === undefined)
    await db.count(sql`
      insert into chats (user_id, id, title, created_at, updated_at, app_id, app, scope, conversation, message_count,
        byte_count)
      values (${actor.userId}, ${chatId}, ${title}, ${at}, ${at}, ${actor.appId}, ${actor.app}, ${scope},
        ${conversation}, ${count}::int, ${bytes}::bigint)`)
  else
    await db.count(sql`
      update chats set updated_at = greatest(updated_at, ${at}::timestamptz), title = coalesce(title, ${title}),
        message_count = message_count + ${count}::int, byte_count = byte_count + ${bytes}::bigint
      where user_id = ${actor.userId} and id = ${id}`)
  const rows = messages.map((message) => ({
    ...message,
    id: newId('msg', now.getTime()),
    stems: message.stems.join(' '),
  }))
  await db.count(sql`
    insert into chat_messages (user_id, chat_id, id, role, content, created_at, stems, extraction_id)
    select ${actor.userId}, ${chatId}, t.id, t.role, t.content, ${at}::timestamptz, string_to_array(t.stems, ' '),
      ${extractionId ?? null}::text
    from ${MESSAGES(rows)}`)
  await addChatBytes(ctx, bytes)
  return chatId
}

/** @throws Failure `limit_exceeded` beyond what one app, or all chats, may hold. */
export async function checkSpace(
  ctx: Ctx<MemoryActor>,
  appId: string,
  added: { isNew: boolean; messages: number; bytes: number },
): Promise<void> {
  const { db, actor } = ctx
  const used = await db.one<{ all: number; own: number; messages: number; bytes: number }>(sql`
    select count(*) as "all", count(*) filter (where app_id = ${appId}) as own,
      coalesce(sum(message_count) filter (where app_id = ${appId}), 0)::bigint as messages,
      coalesce(sum(byte_count) filter (where app_id = ${appId}), 0)::bigint as bytes
    from chats where user_id = ${actor.userId}`)
  const chats = added.isNew ? 1 : 0
  const limits = [
    { used: used.all, add: chats, max: CHATS_MAX },
    { used: await readChatBytes(ctx), add: added.bytes, max: CHAT_BYTES_MAX },
    { used: used.own, add: chats, max: TRANSCRIPTS_MAX },
    { used: used.messages, add: added.messages, max: MESSAGES_MAX },
    { used: used.bytes, add: added.bytes, max: BYTES_MAX },
  ]
  // Which of the limits it is, and how much is used, would tell the app about chats that it may not read.
  if (limits.some(({ used, add, max }) => used + add > max))
    throw new Failure('limit_exceeded', { limit: 'transcripts' })
}

/** Which messages are read. */
export interface TranscriptFilter {
  conversationId?: string | undefined
  scope?: string | undefined
}

const messagesOf = (
  { actor }: Ctx<AppActor>,
  { conversationId, scope }: TranscriptFilter,
  columns: Sql = nothing,
) => sql`
  select m.id, c.conversation as "conversationId", c.scope, m.role, m.content, m.created_at as "createdAt",
    (select case when e.due_at is null then 'failed' else 'queued' end from turn_extractions e
      where e.user_id = ${actor.userId} and e.id = m.extraction_id) as extraction ${columns}
  from chats c join chat_messages m on m.user_id = ${actor.userId} and m.chat_id = c.id
  where c.user_id = ${actor.userId} and c.app_id = ${actor.appId} and ${within(actor.reads, sql`c.scope`)}
    ${scope === undefined ? nothing : sql`and ${within([scope], sql`c.scope`)}`}
    ${conversationId === undefined ? nothing : sql`and c.conversation = ${conversationId}`}`

/** Reads messages of the calling app's transcripts with ids below `below`, newest first. */
export function newestOfTranscripts(
  ctx: Ctx<AppActor>,
  filter: TranscriptFilter,
  below: string,
  rows: number,
): Promise<TranscriptMessage[]> {
  return ctx.db.rows<TranscriptMessage>(
    sql`${messagesOf(ctx, filter)} and m.id < ${below} order by m.id desc limit ${rows}`,
  )
}

/** Finds messages of the calling app's transcripts with any of some stems: those with the most of them, then newest first. */
export async function searchTranscripts(
  ctx: Ctx<AppActor>,
  filter: TranscriptFilter,
  stems: readonly string[],
  rows: number,
): Promise<TranscriptMessage[]> {
  if (!stems.length) return []
  const found = await ctx.db.rows<TranscriptMessage & { stems: string[] }>(sql`
    select n.* from (${messagesOf(ctx, filter, sql`, m.stems`)} order by m.id desc limit ${SEARCHED_MAX}) n
    where n.stems && ${stems}::text[]
    order by (select count(*) from unnest(${stems}::text[]) as s (stem) where s.stem = any(n.stems)) desc, n.id desc
    limit ${rows}`)
  return found.map(({ stems: _, ...message }) => message)
}

/**
 * Deletes the transcript of a conversation, in the caller's transaction, which has locked the store.
 * @returns what was deleted; `undefined` if there is none.
 * @throws Failure `scope_denied` if the app may no longer write its scope.
 */
export async function removeTranscript(ctx: Ctx<AppActor>, conversation: string): Promise<Transcript | undefined> {
  const transcript = await findTranscript(ctx, conversation)
  if (!transcript) return undefined
  if (!coversAny(ctx.actor.writes, transcript.scope))
    throw new Failure('scope_denied', { missing_scope: `memory:write:${transcript.scope}` })
  await removeChat(ctx, transcript.id)
  return transcript
}

/**
 * Deletes the messages of a transcript that memories were extracted from, and the transcript if it has no others. Does nothing
 * if it was deleted meanwhile.
 */
export async function removeFromTranscript(ctx: Ctx<AppActor>, chatId: string, extractionId: string): Promise<void> {
  const { userId } = ctx.actor
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
    const deleted = await db.rows<NewMessage>(sql`
      delete from chat_messages
      where user_id = ${userId} and chat_id = ${chatId} and extraction_id = ${extractionId}
      returning role, content`)
    await db.count(sql`delete from turn_extractions where user_id = ${userId} and id = ${extractionId}`)
    if (deleted.length) await shrink(ctx, chatId, deleted)
  })
}

/** Adapts a transcript to the deletion of messages, in the transaction that deleted them, and deletes it if it has no others. */
export async function shrink(ctx: Ctx<MemoryActor>, chatId: string, deleted: readonly NewMessage[]): Promise<void> {
  const { db, actor } = ctx
  const bytes = bytesOf(deleted)
  await addChatBytes(ctx, -bytes)
  await db.count(sql`
    update chats set message_count = message_count - ${deleted.length}::int, byte_count = byte_count - ${bytes}::bigint,
      title = ${await titleWithout(ctx, chatId, deleted)}
    where user_id = ${actor.userId} and id = ${chatId}`)
  await db.count(sql`
    delete from chats c where c.user_id = ${actor.userId} and c.id = ${chatId} and not exists (
      select from chat_messages m where m.user_id = ${actor.userId} and m.chat_id = ${chatId})`)
}

/** The title of a transcript once messages are deleted: one that quotes a deleted message gives way to the first that is left. */
async function titleWithout(
  { db, actor: { userId } }: Ctx<MemoryActor>,
  chatId: string,
  deleted: readonly NewMessage[],
): Promise<string | null> {
  const chat = await db.one<{ title: string | null; first: string | null }>(sql`
    select c.title, (
      select m.content from chat_messages m where m.user_id = ${userId} and m.chat_id = ${chatId} order by m.id limit 1
    ) as first
    from chats c where c.user_id = ${userId} and c.id = ${chatId}`)
  const isQuoted = deleted.some(({ content }) => titleOf(content) === chat.title)
  if (!isQuoted) return chat.title
  return chat.first === null ? null : titleOf(chat.first)
}

export function bytesOf(messages: readonly NewMessage[]): number {
  return messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
}
