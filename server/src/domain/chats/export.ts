import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { isId } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import { addChatBytes, readChatStore } from '../memories/store.ts'
import { CHAT_BYTES_MAX, CHATS_MAX, Title } from './chats.ts'
import type { MessageCountPorts } from './message-counts.ts'

/* The export and import of chats: one line per chat and one per message. */

/** The most messages of one user after an import. */
export const MESSAGES_MAX = 100_000
/** Of one message; no reply is longer. */
const CONTENT_CHARS_MAX = 64_000
const CHATS_ROWS = 200
// A page of the longest replies is a few megabytes.
const MESSAGES_ROWS = 50

const idOf = (prefix: 'cht' | 'msg') =>
  z.string().refine((id) => isId(prefix, id), `must be an id that begins with ${prefix}_`)

const ChatLine = z.object({
  object: z.literal('chat'),
  id: idOf('cht'),
  title: Title.nullish().transform((title) => title ?? null),
  /** The slug of the app that sent it. Imported, it is a chat of the user: nothing proves who sent it. */
  app: z.string().nullish(),
  /** Set if the person asked, where it was held, that it is not remembered. */
  doNotRemember: z.boolean().optional(),
  createdAt: Time,
  updatedAt: Time,
})
const MessageLine = z.object({
  object: z.literal('message'),
  id: idOf('msg'),
  chatId: idOf('cht'),
  role: z.enum(['user', 'assistant']),
  content: z.string().max(CONTENT_CHARS_MAX),
  createdAt: Time,
})
/** A line of an export: a chat, or a message of one. */
export const ExportedChat = z.discriminatedUnion('object', [ChatLine, MessageLine])
export type ExportedChat = z.output<typeof ExportedChat>
type ChatLine = z.output<typeof ChatLine>
type MessageLine = z.output<typeof MessageLine>

/** Exports all chats of the user in batches of lines, oldest first, each followed by its messages. */
export async function* exportChats(ctx: Ctx<UserActor>): AsyncGenerator<object[]> {
  const { db, actor } = ctx
  for (let after = ''; ; ) {
    const chats = await db.rows<Omit<ChatLine, 'object'>>(sql`
      select id, title, app, do_not_remember as "doNotRemember", created_at as "createdAt",
        updated_at as "updatedAt" from chats
      where user_id = ${actor.userId} and id > ${after} order by id limit ${CHATS_ROWS}`)
    for (const { app, doNotRemember, ...chat } of chats) {
      yield [{ object: 'chat', ...chat, ...(app ? { app } : {}), ...(doNotRemember ? { doNotRemember } : {}) }]
      yield* exportMessages(ctx, chat.id)
    }
    if (chats.length < CHATS_ROWS) return
    after = chats.at(-1)?.id as string
  }
}

async function* exportMessages({ db, actor }: Ctx<UserActor>, chatId: string): AsyncGenerator<object[]> {
  for (let after = ''; ; ) {
    const messages = await db.rows<Omit<MessageLine, 'object' | 'chatId'>>(sql`
      select id, role, content, created_at as "createdAt" from chat_messages
      where user_id = ${actor.userId} and chat_id = ${chatId} and id > ${after} order by id limit ${MESSAGES_ROWS}`)
    if (messages.length) yield messages.map((message) => ({ object: 'message', chatId, ...message }))
    if (messages.length < MESSAGES_ROWS) return
    after = messages.at(-1)?.id as string
  }
}

/** The result of importing lines of one kind. */
interface Imported<T> {
  /** How many are new. */
  imported: number
  /** Lines beyond the limit. */
  refused: T[]
  used: number
  max: number
}

const CHATS = recordset('t', {
  id: 'text',
  title: 'text',
  doNotRemember: 'boolean',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

/**
 * Imports chats; existing ones stay unchanged. In the caller's transaction, which has locked the store.
 * @param importId the import with which they can be taken back, if there is one.
 */
export async function insertChats<T extends ChatLine>(
  { db, actor: { userId } }: Ctx<UserActor>,
  chats: readonly T[],
  importId: string | null,
): Promise<Imported<T>> {
  if (!chats.length) return { imported: 0, refused: [], used: 0, max: CHATS_MAX }
  const { used } = await db.one<{ used: number }>(sql`select count(*) as used from chats where user_id = ${userId}`)
  const existing = await idsOf(
    db.rows(sql`
    select id from chats where user_id = ${userId} and id = any(${chats.map(({ id }) => id)}::text[])`),
  )
  const fresh = newLines(chats, existing)
  const free = Math.max(0, CHATS_MAX - used)
  const imported = await db.count(sql`
    insert into chats (user_id, id, title, do_not_remember, created_at, updated_at, import_id)
    select ${userId}, t.id, t.title, t.do_not_remember, t.created_at, t.updated_at, ${importId}::text
    from ${CHATS(fresh.slice(0, free).map((chat) => ({ ...chat, doNotRemember: chat.doNotRemember ?? false })))}
    on conflict do nothing`)
  return { imported, refused: fresh.slice(free), used, max: CHATS_MAX }
}

const MESSAGES = recordset('t', { chatId: 'text', id: 'text', role: 'text', content: 'text', createdAt: 'timestamptz' })

/**
 * Imports messages; existing ones stay unchanged. In the caller's transaction, which has locked the store.
 * @returns also those whose chat does not exist, or is a transcript that an app sent.
 */
export async function insertMessages<T extends MessageLine>(
  ctx: Ctx<UserActor, MessageCountPorts>,
  messages: readonly T[],
  importId: string | null,
): Promise<Imported<T> & { stored: T[]; orphans: T[] }> {
  if (!messages.length) return { imported: 0, refused: [], used: 0, max: MESSAGES_MAX, stored: [], orphans: [] }
  const {
    db,
    actor: { userId },
  } = ctx
  const chatIds = [...new Set(messages.map(({ chatId }) => chatId))]
  // Locked, so that no chat is deleted before its messages are inserted.
  const chats = await idsOf(
    db.rows(sql`
    select id from chats where user_id = ${userId} and id = any(${chatIds}::text[]) and app_id is null
    order by id for key share`),
  )
  const { bytes: usedBytes, stamp } = await readChatStore(ctx)
  const used = await ctx.messageCounts.read(ctx, stamp)
  const existing = await idsOf(
    db.rows(sql`
    select id from chat_messages
    where user_id = ${userId} and chat_id = any(${chatIds}::text[]) and id = any(${messages.map(({ id }) => id)}::text[])`),
  )
  const fresh = newLines(
    messages.filter(({ chatId }) => chats.has(chatId)),
    existing,
  )
  const room = CHAT_BYTES_MAX - usedBytes
  let bytes = 0
  const fitting = fresh.slice(0, Math.max(0, MESSAGES_MAX - used)).filter(({ content }) => {
    const size = Buffer.byteLength(content)
    if (bytes + size > room) return false
    bytes += size
    return true
  })
  const imported = await db.count(sql`
    insert into chat_messages (user_id, chat_id, id, role, content, created_at, import_id)
    select ${userId}, t.chat_id, t.id, t.role, t.content, t.created_at, ${importId}::text
    from ${MESSAGES(fitting)}
    on conflict do nothing`)
  ctx.messageCounts.note(ctx, used + imported, await addChatBytes(ctx, bytes))
  const kept = new Set(fitting.map(({ id }) => id))
  // Messages of transcripts are not imported; those that exist are unchanged like any other.
  const orphans = messages.filter(({ id, chatId }) => !chats.has(chatId) && !existing.has(id))
  const refused = fresh.filter(({ id }) => !kept.has(id))
  return { imported, stored: fitting, refused, orphans, used, max: MESSAGES_MAX }
}

async function idsOf(rows: Promise<{ id: string }[]>): Promise<ReadonlySet<string>> {
  return new Set((await rows).map(({ id }) => id))
}

/** Distinct lines whose ids do not exist yet. */
function newLines<T extends { id: string }>(lines: readonly T[], existing: ReadonlySet<string>): T[] {
  return [...new Map(lines.map((line) => [line.id, line])).values()].filter(({ id }) => !existing.has(id))
}
