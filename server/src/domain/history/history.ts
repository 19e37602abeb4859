import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openCursor, PageQuery, sealCursor } from '../../foundation/page.ts'
import { Memory } from '../memories/memory.ts'
import type { ReadPorts } from '../memories/ports.ts'
import { readMemory } from '../memories/queries.ts'
import { selectHistory } from '../memories/revision-queries.ts'

/** Greater than every revision, so that the first page uses the same condition as the others. */
const AFTER_ALL = 2 ** 31 - 1

const CHANGES = ['created', 'edited', 'moved', 'superseded', 'reinstated', 'deleted', 'restored', 'expired'] as const

/** Who made a state of a memory. */
export const Author = z.object({
  actor: z.enum(['user', 'app', 'service']).meta({ description: 'Who made this change.' }),
  app: z.string().nullable().meta({ description: 'Slug of the app or connector, if it made the change.' }),
})
type Author = z.output<typeof Author>

const Revision = z
  .object({
    revision: z.int(),
    at: z.iso.datetime().meta({ description: 'When this state began.' }),
    change: z.enum(CHANGES).meta({ description: 'How this state began.' }),
    ...Author.shape,
    memory: Memory.meta({ description: 'The memory in this state.' }),
  })
  .meta({ id: 'MemoryRevision' })
type Revision = z.output<typeof Revision>

export const History = z
  .object({ items: z.array(Revision), next_cursor: z.string().nullable() })
  .meta({ id: 'MemoryHistory' })

/** A row of the history: a memory, and how its state began. */
interface Row extends Memory {
  at: string
  change: Revision['change']
  editor: string | null
}

/** Reads who made a state: its editor, or for the first state the memory's source. */
export function authorOf(editor: string | null, sourceApp: string | null): Author {
  if (editor === null) return sourceApp === null ? { actor: 'user', app: null } : { actor: 'app', app: sourceApp }
  const [actor, app = null] = editor.split(':') as [Author['actor'], string?]
  return { actor, app }
}

/**
 * Lists the states of a memory, the newest first, each if the caller may read the scope that it had.
 * @throws Failure `scope_denied` and `not_found` as for the memory itself, if the caller may read none of them.
 */
export async function listHistory(
  ctx: Ctx<MemoryActor, ReadPorts>,
  id: string,
  { limit, cursor }: z.output<typeof PageQuery>,
): Promise<z.output<typeof History>> {
  const { actor, vault } = ctx
  const scope = ['history', actor.userId, [...actor.reads].sort(), id]
  const below = cursor === undefined ? AFTER_ALL : Number(openCursor(vault, scope, cursor))
  const rows = await ctx.db.rows<Row>(selectHistory(ctx, id, below, limit + 1))
  if (!rows.length) await readMemory(ctx, id)
  const items = rows.slice(0, limit).map(({ at, change, editor, ...memory }) => ({
    ...{ revision: memory.revision, at, change, ...authorOf(editor, memory.sourceApp) },
    memory,
  }))
  const last = items.at(-1)
  const states = items.map(({ memory }) => ({ id, scope: memory.scope }))
  ctx.audit.noteRead(ctx, 'memory.history', states, id)
  return { items, next_cursor: rows.length > limit && last ? sealCursor(vault, scope, String(last.revision)) : null }
}

export const HistoryQuery = PageQuery
