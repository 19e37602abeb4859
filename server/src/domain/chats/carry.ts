import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { isId } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql.ts'
import { Time } from '../../foundation/times.ts'
import { CHATS_MAX, Title } from './chats.ts'

/* What an export tells of chats, and what an import takes in again: a line for each chat, and one for each message. */

/** So many messages of one person an import brings together at most, as a plan holds so many memories at most. */
const MESSAGES_CARRIED_MAX = 100_000
/** Of one message: the longest reply there is. */
const CONTENT_CHARS_MAX = 64_000
const CHATS_ROWS = 200
// A page of the longest replies is a few megabytes.
const MESSAGES_ROWS = 50

const idOf = (prefix: 'cht' | 'msg') => z.string().refine((id) => isId(prefix, id), `takes an id, ${prefix}_…`)

const CarriedChat = z.object({
  object: z.literal('chat'),
  id: idOf('cht'),
  title: Title.nullish().transform((title) => title ?? null),
  createdAt: Time,
  updatedAt: Time,
})
const CarriedMessage = z.object({
  object: z.literal('message'),
  id: idOf('msg'),
  chatId: idOf('cht'),
  role: z.enum(['user', 'assistant']),
  content: z.string().max(CONTENT_CHARS_MAX),
  createdAt: Time,
})
/** A chat, or something said in one, as a line tells of it. */
export const CarriedTalk = z.discriminatedUnion('object', [CarriedChat, CarriedMessage])
export type CarriedTalk = z.output<typeof CarriedTalk>
type CarriedChat = z.output<typeof CarriedChat>
type CarriedMessage = z.output<typeof CarriedMessage>

/** All chats of the person, oldest first, each followed by what was said in it, so many lines at a time. */
export async function* tellChats(ctx: Ctx<UserActor>): AsyncGenerator<object[]> {
  const { db, actor } = ctx
  for (let after = ''; ; ) {
    const chats = await db.rows<Omit<CarriedChat, 'object'>>(sql`
      select id, title, created_at as "createdAt", updated_at as "updatedAt" from chats
      where user_id = ${actor.userId} and id > ${after} order by id limit ${CHATS_ROWS}`)
    for (const chat of chats) {
      yield [{ object: 'chat', ...chat }]
      yield* tellMessages(ctx, chat.id)
    }
    if (chats.length < CHATS_ROWS) return
    after = chats.at(-1)?.id as string
  }
}

async function* tellMessages({ db, actor }: Ctx<UserActor>, chatId: string): AsyncGenerator<object[]> {
  for (let after = ''; ; ) {
    const messages = await db.rows<Omit<CarriedMessage, 'object' | 'chatId'>>(sql`
      select id, role, content, created_at as "createdAt" from chat_messages
      where user_id = ${actor.userId} and chat_id = ${chatId} and id > ${after} order by id limit ${MESSAGES_ROWS}`)
    if (messages.length) yield messages.map((message) => ({ object: 'message', chatId, ...message }))
    if (messages.length < MESSAGES_ROWS) return
    after = messages.at(-1)?.id as string
  }
}

/** What became of lines of one kind: how many are new, and which had no place, of how many. */
interface TakenIn<T> {
  imported: number
  refused: T[]
  used: number
  max: number
}

const CHATS = recordset('t', { id: 'text', title: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' })

/** Takes chats in; those that are there stay as they are. In the caller's transaction, which holds the store. */
export async function takeInChats<T extends CarriedChat>(
  { db, actor: { userId } }: Ctx<UserActor>,
  chats: readonly T[],
): Promise<TakenIn<T>> {
  const { used } = await db.one<{ used: number }>(sql`select count(*) as used from chats where user_id = ${userId}`)
  const held = await idsOf(
    db.rows(sql`
    select id from chats where user_id = ${userId} and id = any(${chats.map(({ id }) => id)}::text[])`),
  )
  const fresh = freshOf(chats, held)
  const room = Math.max(0, CHATS_MAX - used)
  const imported = await db.count(sql`
    insert into chats (user_id, id, title, created_at, updated_at)
    select ${userId}, t.id, t.title, t.created_at, t.updated_at
    from ${CHATS(fresh.slice(0, room))}
    on conflict do nothing`)
  return { imported, refused: fresh.slice(room), used, max: CHATS_MAX }
}

const MESSAGES = recordset('t', { chatId: 'text', id: 'text', role: 'text', content: 'text', createdAt: 'timestamptz' })

/**
 * Takes messages in; those that are there stay as they are. In the caller's transaction, which holds the store.
 * @returns besides, those whose chat is not there: nobody can tell what they belong to.
 */
export async function takeInMessages<T extends CarriedMessage>(
  { db, actor: { userId } }: Ctx<UserActor>,
  messages: readonly T[],
): Promise<TakenIn<T> & { strays: T[] }> {
  const chatIds = [...new Set(messages.map(({ chatId }) => chatId))]
  // Locked, so that none is deleted before its messages are written.
  const chats = await idsOf(
    db.rows(sql`
    select id from chats where user_id = ${userId} and id = any(${chatIds}::text[]) order by id for key share`),
  )
  const { used } = await db.one<{ used: number }>(sql`
    select count(*) as used from chat_messages where user_id = ${userId}`)
  const held = await idsOf(
    db.rows(sql`
    select id from chat_messages
    where user_id = ${userId} and chat_id = any(${chatIds}::text[]) and id = any(${messages.map(({ id }) => id)}::text[])`),
  )
  const fresh = freshOf(
    messages.filter(({ chatId }) => chats.has(chatId)),
    held,
  )
  const room = Math.max(0, MESSAGES_CARRIED_MAX - used)
  const imported = await db.count(sql`
    insert into chat_messages (user_id, chat_id, id, role, content, created_at)
    select ${userId}, t.chat_id, t.id, t.role, t.content, t.created_at
    from ${MESSAGES(fresh.slice(0, room))}
    on conflict do nothing`)
  const strays = messages.filter(({ chatId }) => !chats.has(chatId))
  return { imported, refused: fresh.slice(room), strays, used, max: MESSAGES_CARRIED_MAX }
}

async function idsOf(rows: Promise<{ id: string }[]>): Promise<ReadonlySet<string>> {
  return new Set((await rows).map(({ id }) => id))
}

function freshOf<T extends { id: string }>(lines: readonly T[], held: ReadonlySet<string>): T[] {
  return [...new Map(lines.map((line) => [line.id, line])).values()].filter(({ id }) => !held.has(id))
}
