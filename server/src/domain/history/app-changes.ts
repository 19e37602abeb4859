import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { AFTER_ALL_IDS } from '../../foundation/page.ts'
import { openSlices } from '../../foundation/slices.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { type AppChangeRow, selectChangedByApps, selectStates } from '../memories/app-change-queries.ts'
import { Memory } from '../memories/memory.ts'
import { selectReadable } from '../memories/queries.ts'
import { isOfSafety } from '../memories/safety.ts'
import { keepUntil, readKeptUntil } from '../users/kept-changes.ts'

/*
 * What apps changed of others' statements about health or safety. A write grant allows that; the user sees it, and keeps it or
 * takes it back.
 */

const DAYS = 30
/** Changes of any kind that one query looks through, how many of them one request does, and those that are listed. */
const PAGE_ROWS = 500
const LOOKED_THROUGH_MAX = 5_000
export const LISTED_MAX = 50

export const AppChanges = z
  .object({
    items: z.array(
      z
        .object({
          at: z.iso.datetime().meta({ description: 'When the app made the change.' }),
          app: z.string().meta({ description: 'The slug of the app.' }),
          change: z.enum(['edited', 'moved', 'superseded', 'deleted']),
          before: Memory.meta({
            description: 'What had been stated. Restore its `revision` to take the change back.',
          }),
          after: Memory.nullable().meta({
            description: 'What is there now: the memory, or the one that superseded it; null if it was deleted.',
          }),
        })
        .meta({ id: 'AppChange' }),
    ),
    has_more: z.boolean().meta({ description: 'Whether there may be later changes than those that are listed.' }),
  })
  .meta({ id: 'AppChanges' })

export const KeepAppChanges = z.object({
  until: z.iso
    .datetime()
    .meta({ description: 'The time of the newest change that is kept: the `at` of the last item.' }),
})

/**
 * Lists what apps were the last to change of the statements of others about health or safety in the last 30 days, the oldest
 * first, without what the user has kept: so that what is kept until the last of them has all been listed.
 */
export async function listAppChanges(ctx: Ctx<UserActor>): Promise<z.output<typeof AppChanges>> {
  const { changes, hasMore } = await findChanges(ctx)
  if (!changes.length) return { items: [], has_more: hasMore }
  const { db } = ctx
  const states = await db.rows<Memory>(selectStates(ctx, changes))
  const ids = changes.map(({ id, successor }) => successor ?? id)
  const present = await db.rows<Memory>(selectReadable(ctx, sql`m.id = any(${ids}::text[])`))
  const stateOf = new Map(states.map((memory) => [memory.id, memory]))
  const presentOf = new Map(present.map((memory) => [memory.id, memory]))
  const items = changes.flatMap(({ id, at, editor, change, successor }) => {
    const before = stateOf.get(id)
    if (!before) return []
    return [{ at, app: editor.slice('app:'.length), change, before, after: presentOf.get(successor ?? id) ?? null }]
  })
  return { items, has_more: hasMore }
}

/** Finds the first changes that concern health or safety. Those of one instant are not divided. */
async function findChanges(ctx: Ctx<UserActor>): Promise<{ changes: AppChangeRow[]; hasMore: boolean }> {
  const keptUntil = await readKeptUntil(ctx)
  const since = Math.max(ctx.clock().getTime() - DAYS * DAY_MS, keptUntil === null ? 0 : Date.parse(keptUntil))
  let after = { at: new Date(since).toISOString(), id: AFTER_ALL_IDS }
  const changes: AppChangeRow[] = []
  const pause = openSlices()
  for (let looked = 0; looked < LOOKED_THROUGH_MAX; looked += PAGE_ROWS) {
    const rows = await ctx.db.rows<AppChangeRow>(selectChangedByApps(ctx, after, PAGE_ROWS))
    for (const row of rows) {
      await pause()
      if (changes.length >= LISTED_MAX && row.at !== changes.at(-1)!.at) return { changes, hasMore: true }
      if (isOfSafety(row)) changes.push(row)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return { changes, hasMore: false }
    after = { at: last.at, id: last.id }
  }
  return { changes, hasMore: true }
}

/** Keeps the changes that apps made until a time, the present one at most: they are listed no more. */
export async function keepAppChanges(
  ctx: Ctx<UserActor>,
  { until }: z.output<typeof KeepAppChanges>,
): Promise<{ ok: true }> {
  await keepUntil(ctx, until)
  return { ok: true }
}
