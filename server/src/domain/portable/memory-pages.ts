import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Memory } from '../memories/memory.ts'
import { type ListedMemory, selectOldest } from '../memories/queries.ts'

const PAGE_ROWS = 200

/** The memories that the caller may read, page by page, oldest first. */
export async function* memoryPages(ctx: Ctx<MemoryActor>): AsyncGenerator<Memory[]> {
  for (let after: ListedMemory | undefined; ; ) {
    const rows = await ctx.db.rows<ListedMemory>(selectOldest(ctx, after, PAGE_ROWS))
    if (rows.length) yield rows.map(({ born: _born, place: _place, ...memory }) => memory)
    after = rows.at(-1)
    if (rows.length < PAGE_ROWS) return
  }
}
