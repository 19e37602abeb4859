import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { hasSecret } from '../memories/secrets.ts'

/* The parts of imported chats that one call of the model reads. */

/** Of what the person said; the model returns at most five facts for each part. */
export const READING_PART_CHARS = 8_000
/** Of one message. The rest of longer ones is mostly quoted. */
const MESSAGE_CHARS_MAX = 2_000
const ROWS = 100
const DAY_CHARS = 10

interface Part {
  /** Empty if there is nothing to read among the messages. */
  text: string
  saidAt: string
  /** The chat and message that were read last. */
  position: [string, string]
  /** The message that says the most of a text, and its chat. */
  sourceOf(content: string): { chatId: string; messageId: string }
}

interface Row {
  chatId: string
  id: string
  content: string
  createdAt: string
  doNotRemember: boolean
}

/**
 * The next part of what the person said in the chats of an import, the newest chats first; `undefined` if all is read. Chats
 * that are not to be remembered, and messages with what looks like a secret, are left out.
 */
export async function readReadable(
  { db, actor }: Ctx<UserActor>,
  importId: string,
  position: [string, string] | null,
): Promise<Part | undefined> {
  const [chat, message] = position ?? [null, null]
  const rows = await db.rows<Row>(sql`
    select m.chat_id as "chatId", m.id, left(m.content, ${MESSAGE_CHARS_MAX}) as content, m.created_at as "createdAt",
      c.do_not_remember as "doNotRemember"
    from chat_messages m join chats c on c.user_id = m.user_id and c.id = m.chat_id
    where m.user_id = ${actor.userId} and m.import_id = ${importId} and m.role = 'user' and c.app_id is null
      and (${chat}::text is null or (m.chat_id, m.id) < (${chat}::text, ${message}::text))
    order by m.chat_id desc, m.id desc limit ${ROWS}`)
  const taken: Row[] = []
  let chars = 0
  for (const row of rows) {
    const { length } = isRead(row) ? row.content : ''
    if (taken.length && chars + length > READING_PART_CHARS) break
    taken.push(row)
    chars += length
  }
  const last = taken.at(-1)
  if (!last) return undefined
  const read = taken.filter(isRead).reverse()
  return {
    text: read.map(({ content, createdAt }) => `[${createdAt.slice(0, DAY_CHARS)}] ${content}`).join('\n\n'),
    saidAt: read.at(-1)?.createdAt ?? last.createdAt,
    position: [last.chatId, last.id],
    sourceOf: (content) => sourceIn(read, content),
  }
}

/** Those of some chats that are still there. */
export async function existingChats(
  { db, actor }: Ctx<UserActor>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const rows = await db.rows<{ id: string }>(sql`
    select id from chats where user_id = ${actor.userId} and id = any(${ids}::text[]) for key share`)
  return new Set(rows.map(({ id }) => id))
}

const isRead = ({ content, doNotRemember }: Row) => !doNotRemember && !hasSecret(content)

function sourceIn(rows: readonly Row[], content: string): { chatId: string; messageId: string } {
  const words = wordsOf(content)
  let [best, most] = [rows.at(-1) as Row, -1]
  for (const row of rows) {
    const said = wordsOf(row.content)
    let common = 0
    for (const word of words) if (said.has(word)) common++
    if (common > most) [best, most] = [row, common]
  }
  return { chatId: best.chatId, messageId: best.id }
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
