import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { detachImported } from '../candidates/imported.ts'
import { addChatBytes, lockStore } from '../memories/store.ts'

/* Taking back the chats of an import. */

const BATCH_CHATS = 50

interface TakenBack {
  chats: number
  messages: number
  /** Chats that the user has continued here, which stay as they are. */
  skipped: number
}

/**
 * Deletes the messages that an import stored, and chats that have none left. Chats that the user has continued stay
 * whole. Each batch of chats is one transaction.
 */
export async function deleteImportedChats(ctx: Ctx<UserActor>, importId: string): Promise<TakenBack> {
  const total: TakenBack = { chats: 0, messages: 0, skipped: 0 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { last, ...batch } = await inTransaction(ctx, (ctx) => deleteBatch(ctx, importId, after as string))
    total.chats += batch.chats
    total.messages += batch.messages
    total.skipped += batch.skipped
    after = last
  }
  return total
}

async function deleteBatch(
  ctx: Ctx<UserActor>,
  importId: string,
  after: string,
): Promise<TakenBack & { last: string | undefined }> {
  const { db, actor } = ctx
  const { userId } = actor
  await lockStore(ctx)
  const touched = await db.rows<{ id: string; isContinued: boolean }>(sql`
    select c.id, exists (
        select from chat_messages m where m.user_id = ${userId} and m.chat_id = c.id and m.import_id is null
      ) as "isContinued"
    from chats c
    where c.user_id = ${userId} and c.id > ${after} and (c.import_id = ${importId} or exists (
      select from chat_messages m where m.user_id = ${userId} and m.chat_id = c.id and m.import_id = ${importId}))
    order by c.id limit ${BATCH_CHATS}`)
  const last = touched.length < BATCH_CHATS ? undefined : touched.at(-1)?.id
  const ids = touched.flatMap(({ id, isContinued }) => (isContinued ? [] : [id]))
  const skipped = touched.length - ids.length
  if (!ids.length) return { chats: 0, messages: 0, skipped, last }
  const freed = await db.one<{ bytes: number; lines: number }>(sql`
    with deleted as (
      delete from chat_messages
      where user_id = ${userId} and chat_id = any(${ids}::text[]) and import_id = ${importId}
      returning octet_length(content) as bytes)
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*) as lines from deleted`)
  const emptied = await db.rows<{ id: string }>(sql`
    delete from chats c
    where c.user_id = ${userId} and c.id = any(${ids}::text[]) and c.import_id is not null and not exists (
      select from chat_messages m where m.user_id = ${userId} and m.chat_id = c.id)
    returning c.id`)
  await addChatBytes(ctx, -freed.bytes)
  await detachImported(
    ctx,
    emptied.map(({ id }) => id),
  )
  return { chats: emptied.length, messages: freed.lines, skipped, last }
}
