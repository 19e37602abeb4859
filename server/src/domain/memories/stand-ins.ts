import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openSlices } from '../../foundation/slices.ts'
import type { applyChanges } from './changes.ts'
import { hasEnded, isAppointment, isEndless } from './lasting.ts'
import type { MemoryPorts } from './ports.ts'
import { releasePredecessors } from './predecessors.ts'
import type { Replacement } from './replacements.ts'
import type { RevisionKey } from './revision-queries.ts'
import { isOfSafety } from './safety.ts'
import { type PredecessorRow, selectStoodFor } from './succession-queries.ts'

/*
 * A memory stands for what it has superseded. If an app changes it, or it gets back an earlier state, that may no longer be so: the
 * user has agreed to another text, or the service has superseded a home by another that the app then ends.
 */

/** A memory that another stands for. */
interface StoodForRow extends PredecessorRow {
  /** The memory that stands for it. */
  by: string
  /** Whether the service alone decided that. */
  isByService: boolean
  /** Whether the user decided that. */
  isByUser: boolean
  /** Whether an app has written the other. */
  isByApp: boolean
  /** Whether the service has superseded the other in turn. */
  isEndedByService: boolean
  /** When the other holds, and when it is erased by itself. */
  byFrom: string
  byUntil: string | null
  byExpiry: string | null
}

/**
 * Reinstates what others have stated and a memory stands for that the calling app has changed, unless it still stands for that:
 * if the memory has an end, lies ahead or was moved; if it was reworded, what the user decided, and what an app decided about
 * health or safety; if it was superseded, what the user or an app decided about these, and what the user decided if an app did it.
 * The store is locked.
 * @param changed as `applyChanges` returns them
 * @param restored the states that they got back, if any: then of what had been superseded by later states only. For the user, whose
 * own words are otherwise left to stand for what they did.
 */
export async function releaseStoodFor(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  changed: Awaited<ReturnType<typeof applyChanges>>,
  restored: readonly RevisionKey[] = [],
): Promise<void> {
  const { actor, db } = ctx
  const now = ctx.clock()
  const standIns = new Map(changed.flatMap(({ id, standIn }) => (standIn ? [[id, standIn] as const] : [])))
  if (!standIns.size || (actor.kind === 'user' && !restored.length)) return
  const app = actor.kind === 'app' ? actor.app : null
  const rows = await db.rows<StoodForRow>(selectStoodFor(actor.userId, app, [...standIns.keys()], restored))
  const lasts = (row: StoodForRow) => {
    const validity = { validFrom: row.byFrom, validUntil: row.byUntil, expiresAt: row.byExpiry }
    return isEndless(validity, now) || (row.isByService && !hasEnded(validity, now) && isAppointment(row.content))
  }
  const pause = openSlices()
  const released: StoodForRow[] = []
  for (const row of rows) {
    const change = standIns.get(row.by)!
    if (row.isByService) {
      if (change !== 'superseded' && (change === 'moved' || !lasts(row))) released.push(row)
      continue
    }
    const isOver = change === 'superseded' ? row.isByApp : change !== 'dated' || !lasts(row)
    if (!isOver) continue
    // What has superseded it in turn stands for this, too.
    const isStill = row.next !== null && change !== 'superseded'
    await pause()
    const isOfAll = {
      moved: true,
      dated: true,
      reworded: row.isByUser,
      superseded: row.isByUser && !row.isEndedByService,
    }
    if ((isOfAll[change] && !isStill) || isOfSafety(row)) released.push(row)
  }
  // What superseded the stand-in may have replaced this, too: the user is asked.
  await releasePredecessors(
    ctx,
    version,
    released.map((row) => (row.isByService ? row : { ...row, next: null, asked: row.next })),
  )
}

/** Whether what is going to be superseded stands for what others have stated, as the user or an app decided. */
export async function standForOthers(ctx: Ctx<MemoryActor>, found: readonly Replacement[]): Promise<boolean> {
  const { actor, db } = ctx
  const ids = found.flatMap(({ earlier, isCertain }) => (isCertain && earlier.isStandIn ? [earlier.id] : []))
  if (actor.kind !== 'app' || !ids.length) return false
  const rows = await db.rows<StoodForRow>(selectStoodFor(actor.userId, actor.app, ids))
  return rows.some(({ isByService }) => !isByService)
}
