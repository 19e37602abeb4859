import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openSlices } from '../../foundation/slices.ts'
import type { applyChanges } from './changes.ts'
import { isEndless } from './lasting.ts'
import { setMarks } from './marks.ts'
import type { MemoryPorts } from './ports.ts'
import { releasePredecessors } from './predecessors.ts'
import type { Replacement } from './replacements.ts'
import type { PredecessorRow } from './revision-queries.ts'
import { isOfSafety } from './safety.ts'
import { selectStoodFor } from './statement-queries.ts'

/*
 * A memory stands for what it has superseded. If an app changes it, that may no longer be so: the user has agreed to its former
 * text, or the service has superseded a home by another that the app then ends.
 */

/** A memory that another stands for. */
interface StoodForRow extends PredecessorRow {
  /** The memory that stands for it. */
  by: string
  /** Whether the service alone decided that. */
  isByService: boolean
  /** Whether an app has written the other. */
  isByApp: boolean
  /** When the other holds, and when it is erased by itself. */
  byFrom: string
  byUntil: string | null
  byExpiry: string | null
}

/**
 * Reinstates what others have stated and a memory stands for that the calling app has changed: what concerns health or safety
 * where the user or an app decided that, and what the service has superseded if the memory has an end, lies ahead or was moved.
 * The store is locked.
 * @param changed as `applyChanges` returns them
 */
export async function releaseStoodFor(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  changed: Awaited<ReturnType<typeof applyChanges>>,
): Promise<void> {
  const { actor, db } = ctx
  const now = ctx.clock()
  const standIns = new Map(changed.flatMap(({ id, standIn }) => (standIn ? [[id, standIn] as const] : [])))
  if (actor.kind !== 'app' || !standIns.size) return
  const rows = await db.rows<StoodForRow>(selectStoodFor(actor.userId, actor.app, [...standIns.keys()]))
  const lasts = (row: StoodForRow) =>
    isEndless({ validFrom: row.byFrom, validUntil: row.byUntil, expiresAt: row.byExpiry }, now)
  const pause = openSlices()
  const released: StoodForRow[] = []
  for (const row of rows) {
    const change = standIns.get(row.by)!
    if (row.isByService) {
      if (change !== 'superseded' && (change === 'moved' || !lasts(row))) released.push(row)
      continue
    }
    const isOver = change === 'superseded' ? row.isByApp : change !== 'dated' || !lasts(row)
    await pause()
    if (isOver && isOfSafety(row)) released.push(row)
  }
  // What superseded the stand-in may have replaced this, too: the user is asked.
  await releasePredecessors(
    ctx,
    version,
    released.map((row) => (row.isByService ? row : { ...row, next: null })),
  )
  const asked = released.flatMap(({ id, next, isByService }) =>
    !isByService && next !== null ? [{ id, maybeSupersededBy: next }] : [],
  )
  await setMarks(ctx, version, asked)
}

/** Whether what is going to be superseded stands for what others have stated, as the user or an app decided. */
export async function standForOthers(ctx: Ctx<MemoryActor>, found: readonly Replacement[]): Promise<boolean> {
  const { actor, db } = ctx
  const ids = found.flatMap(({ earlier, isCertain }) => (isCertain && earlier.isStandIn ? [earlier.id] : []))
  if (actor.kind !== 'app' || !ids.length) return false
  const rows = await db.rows<StoodForRow>(selectStoodFor(actor.userId, actor.app, ids))
  return rows.some(({ isByService }) => !isByService)
}
