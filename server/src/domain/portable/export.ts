import { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type JsonLines, textOf } from '../../foundation/lines.ts'
import { Answer } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql.ts'
import { tellChats } from '../chats/carry.ts'
import { readIdentity } from '../identity/identity.ts'
import { selectReadable } from '../memories/door.ts'
import type { Memory } from '../memories/memory.ts'
import { FORMAT, VERSION } from './format.ts'

const PAGE_ROWS = 200

/**
 * The person's whole store, a memory a line, and behind the memories the chats. It is read a page at a time, by id, and
 * only as fast as it is taken, so it costs the memory of one page whatever its size. What was there from beginning to end is in it exactly
 * once, as it stood at some moment in between; what was written, edited or forgotten meanwhile may be told of or not.
 */
export async function exportMemories(ctx: Ctx<UserActor>): Promise<Answer<JsonLines>> {
  const exportedAt = ctx.clock().toISOString()
  const { count } = await ctx.db.one<{ count: number }>(
    sql`select memory_count as count from stores where user_id = ${ctx.actor.userId}`,
  )
  const { name, personality } = await readIdentity(ctx)
  const header = { format: FORMAT, version: VERSION, exportedAt, count, identity: { name, personality } }
  return new Answer(Readable.from(pages(ctx, header), { objectMode: false }), {
    headers: { 'content-disposition': `attachment; filename="memories-${exportedAt.slice(0, 10)}.jsonl"` },
  })
}

async function* pages(ctx: Ctx<UserActor>, header: object): AsyncGenerator<string> {
  yield textOf([header])
  try {
    for await (const memories of tellMemories(ctx)) yield textOf(memories)
    for await (const lines of tellChats(ctx)) yield textOf(lines)
  } catch (err) {
    // The answer is under way: all that is left is to break it off, which no reader takes for its end.
    ctx.log.error({ err, request: ctx.requestId }, 'an export broke off')
    throw err
  }
}

async function* tellMemories({ db, actor }: Ctx<UserActor>): AsyncGenerator<Memory[]> {
  for (let after = ''; ; ) {
    const memories = await db.rows<Memory>(selectReadable(actor, sql`m.id > ${after} order by m.id limit ${PAGE_ROWS}`))
    if (memories.length) yield memories
    const last = memories.at(-1)
    if (memories.length < PAGE_ROWS || !last) return
    after = last.id
  }
}
