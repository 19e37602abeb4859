import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { firstIdAt } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { addChatBytes, lockStore } from '../memories/store.ts'
import { bytesOf, checkSpace, type NewMessage, shrink } from './transcripts.ts'

/*
 * Taking back what an app added to its transcripts. The messages move to a table of their own, from which they can be put
 * back as long as deleted memories stay in the trash. Each transcript is one transaction.
 */

interface Transcript {
  id: string
  scope: string
}

/** Counts the messages that an app, given as a slug, has sent since a time. */
export async function countSentSince({ db, actor }: Ctx<UserActor>, app: string, since: string): Promise<number> {
  const { messages } = await db.one<{ messages: number }>(sql`
    select count(*) as messages
    from chats c join chat_messages m on m.user_id = ${actor.userId} and m.chat_id = c.id
    where c.user_id = ${actor.userId} and c.app_id is not null and c.app = ${app} and m.id >= ${firstOf(since)}`)
  return messages
}

/**
 * Deletes the messages that an app has sent since a time.
 * @param undo the id with which they can be put back
 * @returns how many
 */
export async function takeBackSince(ctx: Ctx<UserActor>, undo: string, app: string, since: string): Promise<number> {
  const transcripts = await ctx.db.rows<Transcript>(sql`
    select c.id, c.scope from chats c
    where c.user_id = ${ctx.actor.userId} and c.app_id is not null and c.app = ${app} and exists (
      select from chat_messages m where m.user_id = ${ctx.actor.userId} and m.chat_id = c.id and m.id >= ${firstOf(since)})
    order by c.id`)
  let messages = 0
  for (const transcript of transcripts)
    messages += await inTransaction(ctx, (ctx) => takeBack(ctx, undo, app, transcript, firstOf(since)))
  return messages
}

async function takeBack(
  ctx: Ctx<UserActor>,
  undo: string,
  app: string,
  { id, scope }: Transcript,
  from: string,
): Promise<number> {
  const { db, clock, actor } = ctx
  const { userId } = actor
  await lockStore(ctx)
  await db.count(sql`
    insert into undone_messages (user_id, undo, chat_id, id, app_id, app, conversation, scope, title, chat_created_at, role,
      content, created_at, stems, undone_at)
    select ${userId}, ${undo}, c.id, m.id, c.app_id, c.app, c.conversation, c.scope, c.title, c.created_at, m.role,
      m.content, m.created_at, m.stems, ${clock().toISOString()}::timestamptz
    from chats c join chat_messages m on m.user_id = ${userId} and m.chat_id = ${id}
    where c.user_id = ${userId} and c.id = ${id} and m.id >= ${from}`)
  const deleted = await db.rows<NewMessage>(sql`
    delete from chat_messages where user_id = ${userId} and chat_id = ${id} and id >= ${from} returning role, content`)
  if (!deleted.length) return 0
  await db.count(sql`
    delete from turn_extractions e where e.user_id = ${userId} and e.chat_id = ${id} and not exists (
      select from chat_messages m where m.user_id = ${userId} and m.chat_id = ${id} and m.extraction_id = e.id)`)
  await shrink(ctx, id, deleted)
  await noteUndo(ctx, app, scope, deleted.length)
  return deleted.length
}

async function noteUndo(ctx: Ctx<UserActor>, app: string, scope: string, count: number): Promise<void> {
  await ctx.db.count(insertAudit(auditEntry(ctx, { action: 'memories.undo', onBehalf: app, scopes: [scope], count })))
}

interface Undone extends Transcript {
  appId: string
  app: string
  conversation: string
  title: string | null
  createdAt: string
}

/**
 * Puts back the messages that an undo has deleted. Messages of a conversation that its app has begun again join that one.
 * @returns how many were put back, and how many were not because that conversation has another scope
 * @throws Failure `limit_exceeded`
 */
export async function putBack(ctx: Ctx<UserActor>, undo: string): Promise<{ messages: number; skipped: number }> {
  const transcripts = await ctx.db.rows<Undone>(sql`
    select distinct chat_id as id, scope, app_id as "appId", app, conversation, title, chat_created_at as "createdAt"
    from undone_messages where user_id = ${ctx.actor.userId} and undo = ${undo} order by chat_id`)
  const total = { messages: 0, skipped: 0 }
  for (const transcript of transcripts) {
    const { messages, isSkipped } = await inTransaction(ctx, (ctx) => putBackInto(ctx, undo, transcript))
    total[isSkipped ? 'skipped' : 'messages'] += messages
  }
  return total
}

async function putBackInto(ctx: Ctx<UserActor>, undo: string, { id, scope, appId, app, ...chat }: Undone) {
  const { db, actor } = ctx
  const { userId } = actor
  await lockStore(ctx)
  const messages = await db.rows<NewMessage & { createdAt: string }>(sql`
    select role, content, created_at as "createdAt" from undone_messages
    where user_id = ${userId} and undo = ${undo} and chat_id = ${id} order by id`)
  // Put back by another request, or erased meanwhile.
  if (!messages.length) return { messages: 0, isSkipped: false }
  const existing = await db.maybe<Transcript>(sql`
    select id, scope from chats
    where user_id = ${userId} and app_id = ${appId} and conversation = ${chat.conversation}`)
  if (existing && existing.scope !== scope) return { messages: messages.length, isSkipped: true }
  const bytes = bytesOf(messages)
  await checkSpace(ctx, appId, { isNew: !existing, messages: messages.length, bytes })
  const chatId = existing?.id ?? id
  const last = messages.map(({ createdAt }) => createdAt).reduce((a, b) => (a > b ? a : b))
  if (!existing)
    await db.count(sql`
      insert into chats (user_id, id, title, created_at, updated_at, app_id, app, scope, conversation, message_count,
        byte_count)
      values (${userId}, ${id}, ${chat.title}, ${chat.createdAt}, ${last}, ${appId}, ${app}, ${scope},
        ${chat.conversation}, 0, 0)`)
  await db.count(sql`
    insert into chat_messages (user_id, chat_id, id, role, content, created_at, stems)
    select ${userId}, ${chatId}, u.id, u.role, u.content, u.created_at, u.stems from undone_messages u
    where u.user_id = ${userId} and u.undo = ${undo} and u.chat_id = ${id}`)
  await db.count(sql`
    delete from undone_messages where user_id = ${userId} and undo = ${undo} and chat_id = ${id}`)
  await db.count(sql`
    update chats set message_count = message_count + ${messages.length}::int, byte_count = byte_count + ${bytes}::bigint,
      title = case when id = ${id} then ${chat.title} else title end, updated_at = greatest(updated_at, ${last}::timestamptz)
    where user_id = ${userId} and id = ${chatId}`)
  await addChatBytes(ctx, bytes)
  await noteUndo(ctx, app, scope, messages.length)
  return { messages: messages.length, isSkipped: false }
}

/** Messages are stored under ids of the time at which they arrived. */
const firstOf = (since: string) => firstIdAt('msg', Date.parse(since))

/** Erases a batch of the messages that were taken back `TRASH_DAYS` ago. Returns `true` if there may be more. */
export async function eraseUndone({ db, clock, config }: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const before = new Date(clock().getTime() - config.trashDays * DAY_MS).toISOString()
  const erased = await db.count(sql`
    delete from undone_messages where (user_id, undo, chat_id, id) in (
      select user_id, undo, chat_id, id from undone_messages where undone_at <= ${before} order by undone_at
      limit ${DELETE_BATCH_ROWS})`)
  return erased === DELETE_BATCH_ROWS
}
