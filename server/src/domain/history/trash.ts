import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { AFTER_ALL_IDS, openCursor, type PageQuery, sealCursor } from '../../foundation/page.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { Memory } from '../memories/memory.ts'
import { selectTrash, type TrashPosition } from '../memories/revision-queries.ts'
import { Author, authorOf } from './history.ts'

const FIRST: TrashPosition = { at: 'infinity', id: AFTER_ALL_IDS }

export const Trash = z
  .object({
    items: z.array(
      z
        .object({
          at: z.iso.datetime().meta({ description: 'When it was deleted.' }),
          ...Author.shape,
          eraseAt: z.iso.datetime().meta({ description: 'When it will be erased.' }),
          memory: Memory,
        })
        .meta({ id: 'TrashedMemory' }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'MemoryTrash' })

/** A row of the trash: a memory, and who deleted it and when. */
interface Row extends Memory {
  at: string
  editor: string | null
}

/** Lists the user's deleted memories, last deleted first. */
export async function listTrash(
  ctx: Ctx<UserActor>,
  { limit, cursor }: z.output<typeof PageQuery>,
): Promise<z.output<typeof Trash>> {
  const { actor, vault } = ctx
  const scope = ['trash', actor.userId]
  const after = cursor === undefined ? FIRST : (JSON.parse(openCursor(vault, scope, cursor)) as TrashPosition)
  const rows = await ctx.db.rows<Row>(selectTrash(ctx, after, limit + 1))
  const items = rows.slice(0, limit).map(({ at, editor, ...memory }) => ({
    ...{ at, ...authorOf(editor, memory.sourceApp) },
    eraseAt: new Date(Date.parse(at) + ctx.config.trashDays * DAY_MS).toISOString(),
    memory,
  }))
  const last = items.at(-1)
  const end = last && JSON.stringify({ at: last.at, id: last.memory.id } satisfies TrashPosition)
  return { items, next_cursor: rows.length > limit && end ? sealCursor(vault, scope, end) : null }
}
