import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { IMPORTED_WAITING_MAX, readImportedWaiting } from '../candidates/imported.ts'
import { CHATS_MAX } from '../chats/chats.ts'
import { MESSAGES_MAX } from '../chats/export.ts'
import type { ChatModelPorts } from '../gateway/model.ts'
import { lockStore, memoriesMax } from '../memories/store.ts'
import { READING_PART_CHARS } from './reading-text.ts'

/* The imports of a person: what each has stored. An import of many requests is continued and taken back as a whole. */

const LABEL_CHARS_MAX = 200
const DIGEST_CHARS_MAX = 128
export const IMPORT_ID_CHARS_MAX = 64
/** The newest imports of a person that are stored; older ones can no longer be taken back. */
const IMPORTS_MAX = 50
/** Calls of the model that one request to read allows. */
export const READING_CALLS_MAX = 200

const shape = {
  id: z.string(),
  label: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().meta({ description: 'When it last stored anything.' }),
  finishedAt: z.iso.datetime().nullable().meta({ description: 'null while lines are missing.' }),
  takenBackAt: z.iso.datetime().nullable(),
  counts: z.object({
    memories: z.int().meta({ description: 'Memories that it stored.' }),
    updated: z.int().meta({ description: 'Memories of earlier imports whose text it changed.' }),
    chats: z.int(),
    messages: z.int(),
    candidates: z.int().meta({ description: 'Sentences that it left to review.' }),
  }),
  reading: z
    .object({
      state: z.enum(['queued', 'paused', 'done', 'failed']).meta({
        description:
          'paused: stopped, the calls of the request or of the day are used up, or too many suggestions wait. failed: the model failed five times.',
      }),
      calls: z.int().meta({ description: 'Calls of the model so far.' }),
      callsMax: z.int(),
      found: z.int().meta({ description: 'Suggestions that it found; they are among the candidates.' }),
    })
    .nullable()
    .meta({ description: 'How far the chat model has read its chats; null if it was not asked to.' }),
}
export const ImportRecord = z.object(shape).meta({ id: 'ImportRecord' })
export type ImportRecord = z.output<typeof ImportRecord>

const capacity = z.object({ used: z.int(), limit: z.int() })
export const ImportPage = z
  .object({
    items: z.array(ImportRecord),
    next_cursor: z.string().nullable(),
    capacity: z
      .object({ memories: capacity, chats: capacity, messages: capacity, candidates: capacity })
      .meta({ description: 'How much is stored, and how much can be. `candidates`: imported ones that wait.' }),
    reader: z
      .object({
        callsMax: z.int().meta({ description: 'Calls that one request to read allows.' }),
        charsPerCall: z.int().meta({ description: 'Of what the person said, that one call reads.' }),
      })
      .nullable()
      .meta({ description: 'What reading chats with the chat model costs; null without one.' }),
  })
  .meta({ id: 'ImportPage' })

export const ImportInput = z.object({
  label: z.string().trim().min(1).max(LABEL_CHARS_MAX).meta({ description: 'What is imported, in words.' }),
  digest: z
    .string()
    .min(1)
    .max(DIGEST_CHARS_MAX)
    .meta({ description: 'Of what is imported. With that of an earlier import, that one is continued.' }),
})

const columns = sql`i.id, i.label, i.created_at as "createdAt", i.updated_at as "updatedAt",
  i.finished_at as "finishedAt", i.taken_back_at as "takenBackAt",
  jsonb_build_object('memories', i.stored_count, 'updated', i.updated_count, 'chats', i.chat_count,
    'messages', i.message_count, 'candidates', i.candidate_count) as counts,
  case when i.reading is not null then jsonb_build_object('state', i.reading, 'calls', i.reading_calls,
    'callsMax', i.reading_calls_max, 'found', i.reading_found) end as reading`

/** Begins an import, or continues the one of the same digest unless it was taken back. */
export function beginImport(
  ctx: Ctx<UserActor>,
  { label, digest }: z.output<typeof ImportInput>,
): Promise<ImportRecord> {
  const { userId } = ctx.actor
  return inSession(ctx, async (ctx) => {
    // Two pages that import the same file get the same import.
    await lockStore(ctx)
    const now = ctx.clock()
    const at = now.toISOString()
    const begun = await ctx.db.maybe<ImportRecord>(sql`
      update imports i set finished_at = null, updated_at = ${at}::timestamptz
      where i.user_id = ${userId} and i.id = (
        select max(e.id) from imports e
        where e.user_id = ${userId} and e.digest = ${digest} and e.taken_back_at is null)
      returning ${columns}`)
    if (begun) return begun
    await ctx.db.count(sql`
      delete from imports where user_id = ${userId} and id in (
        select e.id from imports e where e.user_id = ${userId} order by e.id desc offset ${IMPORTS_MAX - 1}::int)`)
    return ctx.db.one<ImportRecord>(sql`
      insert into imports as i (user_id, id, label, digest, created_at, updated_at)
      values (${userId}, ${newId('imp', now.getTime())}, ${label}, ${digest}, ${at}, ${at}) returning ${columns}`)
  })
}

/** Lists the imports of the user, newest first, and how much can be imported. */
export async function listImports(
  ctx: Ctx<UserActor, ChatModelPorts>,
  page: z.output<typeof PageQuery>,
): Promise<z.output<typeof ImportPage>> {
  const { db, vault, actor } = ctx
  const { userId } = actor
  const found = await pageById(vault, ['imports', userId], page, (below, rows) =>
    db.rows<ImportRecord>(sql`
      select ${columns} from imports i where i.user_id = ${userId} and i.id < ${below}
      order by i.id desc limit ${rows}`),
  )
  const used = await db.one<{ stored: number; talks: number; lines: number }>(sql`
    select s.memory_count as stored,
      (select count(*) from chats c where c.user_id = ${userId}) as talks,
      (select count(*) from chat_messages m where m.user_id = ${userId}) as lines
    from stores s where s.user_id = ${userId}`)
  return {
    ...found,
    capacity: {
      memories: { used: used.stored, limit: memoriesMax(actor) },
      chats: { used: used.talks, limit: CHATS_MAX },
      messages: { used: used.lines, limit: MESSAGES_MAX },
      candidates: { ...(await readImportedWaiting(ctx)), limit: IMPORTED_WAITING_MAX },
    },
    reader: ctx.chat ? { callsMax: READING_CALLS_MAX, charsPerCall: READING_PART_CHARS } : null,
  }
}

/** Reads an import. @throws Failure `not_found` */
export async function findImport({ db, actor }: Ctx<UserActor>, id: string): Promise<ImportRecord> {
  const found = await db.maybe<ImportRecord>(
    sql`select ${columns} from imports i where i.user_id = ${actor.userId} and i.id = ${id}`,
  )
  if (!found) throw new Failure('not_found')
  return found
}

/** What a batch of lines has stored. */
type Stored = ImportRecord['counts']

/**
 * Adds to what an import has stored, in the transaction that stores it.
 * @returns whether the chat model reads, or has read, its chats
 * @throws Failure `conflict` once it was taken back
 */
export async function addStored(
  { db, clock, actor }: Ctx<UserActor>,
  id: string,
  stored: Partial<Stored>,
): Promise<{ isRead: boolean }> {
  const { memories = 0, updated = 0, chats = 0, messages = 0, candidates = 0 } = stored
  const found = await db.maybe<{ isRead: boolean }>(sql`
    update imports set stored_count = stored_count + ${memories}::int, updated_count = updated_count + ${updated}::int,
      chat_count = chat_count + ${chats}::int, message_count = message_count + ${messages}::int,
      candidate_count = candidate_count + ${candidates}::int, updated_at = ${clock().toISOString()}::timestamptz
    where user_id = ${actor.userId} and id = ${id} and taken_back_at is null
    returning reading is not null as "isRead"`)
  if (!found) throw new Failure('conflict', { reason: 'The import was taken back.' })
  return found
}

/**
 * Lets the reading of an import continue with messages that it stored since. Messages above those that were read last are
 * reached only from the beginning; what was found before is not proposed twice.
 */
export async function noteUnread(
  { db, clock, actor }: Ctx<UserActor>,
  id: string,
  messages: readonly { id: string; chatId: string; role: string }[],
): Promise<void> {
  const said = messages.filter(({ role }) => role === 'user')
  if (!said.length) return
  const chats = said.map(({ chatId }) => chatId)
  const ids = said.map((message) => message.id)
  const areAbove = sql`exists (
    select 1 from unnest(${chats}::text[], ${ids}::text[]) as t (chat_id, id)
    where (t.chat_id collate "C", t.id collate "C") > (reading_position[1], reading_position[2]))`
  // A step that runs meanwhile is dropped if the position changes, and the next one is due at once.
  await db.count(sql`
    update imports set reading = case when reading = 'done' then 'paused' else reading end,
      reading_position = case when not ${areAbove} then reading_position end,
      reading_due_at = case when reading = 'queued' and ${areAbove} then ${clock().toISOString()}::timestamptz
        else reading_due_at end
    where user_id = ${actor.userId} and id = ${id} and reading is not null`)
}

/** Notes that all lines of an import were sent. */
export async function finishImport({ db, clock, actor }: Ctx<UserActor>, id: string): Promise<void> {
  await db.count(sql`
    update imports set finished_at = ${clock().toISOString()}::timestamptz
    where user_id = ${actor.userId} and id = ${id} and taken_back_at is null`)
}

/** Notes that an import is taken back: from then on it stores nothing. */
export function closeImport(ctx: Ctx<UserActor>, id: string): Promise<number> {
  return inSession(ctx, async (ctx) => {
    // Batches that are being stored end first.
    await lockStore(ctx)
    const now = ctx.clock().toISOString()
    return ctx.db.count(sql`
      update imports set taken_back_at = coalesce(taken_back_at, ${now}::timestamptz), reading_due_at = null,
        reading = case when reading = 'queued' then 'paused' else reading end
      where user_id = ${ctx.actor.userId} and id = ${id}`)
  })
}
