import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openSlices } from '../../foundation/slices.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS, Time } from '../../foundation/times.ts'
import { type AppChangeRow, selectChangedByApps, selectStates, selectTexts } from '../memories/app-change-queries.ts'
import { Memory } from '../memories/memory.ts'
import { selectReadable } from '../memories/queries.ts'
import { isOfSafety } from '../memories/safety.ts'
import { keepUntil, readKeptUntil } from '../users/kept-changes.ts'

/*
 * What apps changed of others' statements about health or safety. A write grant allows that; the user sees it, and keeps it or
 * takes it back.
 */

const DAYS = 30
/** Changes of any kind that a request looks through, whose texts are read at once, and those that are listed. */
const LOOKED_THROUGH_MAX = 5_000
const TEXTS_AT_ONCE = 500
export const LISTED_MAX = 50
/** A change is stored with the time of its request, so that it can appear this much later. */
const DELAY_MAX_MS = 2 * 60_000
/** What concerns neither health nor safety is looked through again unless it is older than what was looked through by this. */
const LOOKED_THROUGH_STEP_MS = 60 * 60_000

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
  until: Time.meta({ description: 'The time of the newest change that is kept: the `at` of the last item.' }),
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

/**
 * Finds the first changes that concern health or safety. Those of one instant are not divided. What was before them is looked
 * through only once: otherwise thousands of other changes would be all that is ever looked through.
 */
async function findChanges(ctx: Ctx<UserActor>): Promise<{ changes: AppChangeRow[]; hasMore: boolean }> {
  const now = ctx.clock().getTime()
  const keptUntil = await readKeptUntil(ctx)
  const since = Math.max(now - DAYS * DAY_MS, keptUntil === null ? 0 : Date.parse(keptUntil))
  const rows = await ctx.db.rows<AppChangeRow>(
    selectChangedByApps(ctx, new Date(since).toISOString(), LOOKED_THROUGH_MAX + 1),
  )
  const isCut = rows.length > LOOKED_THROUGH_MAX
  const whole = isCut ? rows.filter(({ at }) => at !== rows.at(-1)!.at) : rows
  const { changes, isFull } = await ofSafety(ctx, whole)
  const passed = changes[0] ? whole.filter(({ at }) => at < changes[0]!.at) : whole
  const last = changes.length || isCut ? Date.parse(passed.at(-1)?.at ?? '') : now
  const until = Math.min(last, now - DELAY_MAX_MS)
  if (until - since >= (isCut ? 1 : LOOKED_THROUGH_STEP_MS)) await keepUntil(ctx, new Date(until).toISOString())
  return { changes, hasMore: isCut || isFull }
}

/** The first of the changes that concern health or safety, and whether there may be others. */
async function ofSafety(
  { db, actor }: Ctx<UserActor>,
  rows: readonly AppChangeRow[],
): Promise<{ changes: AppChangeRow[]; isFull: boolean }> {
  const changes: AppChangeRow[] = []
  const pause = openSlices()
  for (let at = 0; at < rows.length; at += TEXTS_AT_ONCE) {
    const some = rows.slice(at, at + TEXTS_AT_ONCE)
    const texts = await db.rows<StatedText>(selectTexts(actor.userId, some))
    const textOf = new Map(texts.map((text) => [text.id, text]))
    for (const row of some) {
      await pause()
      if (changes.length >= LISTED_MAX && row.at !== changes.at(-1)!.at) return { changes, isFull: true }
      const text = textOf.get(row.id)
      if (text && isOfSafety(text)) changes.push(row)
    }
  }
  return { changes, isFull: false }
}

/** The text of a memory before an app changed it. */
interface StatedText {
  id: string
  scope: string
  content: string
}

/** Keeps the changes that apps made until a time, the present one at most: they are listed no more. */
export async function keepAppChanges(
  ctx: Ctx<UserActor>,
  { until }: z.output<typeof KeepAppChanges>,
): Promise<{ ok: true }> {
  await keepUntil(ctx, until)
  return { ok: true }
}
