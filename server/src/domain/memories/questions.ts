import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Memory } from './memory.ts'
import { selectReadable } from './queries.ts'
import { inState } from './state.ts'

/* Memories that another has probably superseded. The user decides: supersede it, or reinstate it since both are true. */

export const QuestionPage = z
  .object({
    items: z.array(
      z
        .object({
          memory: Memory.meta({ description: 'The older one.' }),
          successor: Memory.meta({ description: 'The one that may have replaced it.' }),
        })
        .meta({ id: 'SupersedingQuestion' }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'SupersedingQuestionPage' })

/** Lists current memories that others have probably superseded, newest first, each with its probable successor. */
export async function listQuestions(
  ctx: Ctx<UserActor>,
  { limit, cursor }: z.output<typeof PageQuery>,
): Promise<z.output<typeof QuestionPage>> {
  const { actor, db, vault } = ctx
  const isOpen = sql`m.maybe_superseded_by is not null and ${inState(ctx, { state: 'current' })}`
  const page = await pageById(vault, ['superseding questions', actor.userId], { limit, cursor }, (below, rows) =>
    db.rows<Memory>(selectReadable(ctx, sql`${isOpen} and m.id < ${below}`, sql`order by m.id desc limit ${rows}`)),
  )
  const ids = page.items.flatMap(({ maybeSupersededBy }) => maybeSupersededBy ?? [])
  const successors = ids.length ? await db.rows<Memory>(selectReadable(ctx, sql`m.id = any(${ids}::text[])`)) : []
  const byId = new Map(successors.map((memory) => [memory.id, memory]))
  const items = page.items.flatMap((memory) => {
    const successor = byId.get(memory.maybeSupersededBy ?? '')
    return successor ? [{ memory, successor }] : []
  })
  return { ...page, items }
}
