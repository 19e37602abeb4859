import { applyChanges, type Changer, type MemoryChange } from './changes.ts'
import { insertSlots, type Mark, setMarks } from './marks.ts'
import type { RevisionKey } from './revision-queries.ts'
import { slotsFor } from './slots.ts'
import {
  type PredecessorRow,
  type ReinstatedRow,
  selectPredecessors,
  selectReinstatedFor,
  selectToRelease,
} from './succession-queries.ts'
import { leadsTo, readSuccessors, withoutCurrentSuccessor } from './successions.ts'

/*
 * What a memory superseded does not stay hidden when that memory is deleted, is muted, or no longer says or means what it did. Who
 * finds that out decides which memories are released; what is made of these is decided here.
 */

/** Memories that one statement changes; a memory can have superseded any number of others. */
const CHANGED_AT_ONCE = 200

/** A caller with the user's own name, if it is known. */
export type Releaser = Changer & { actor: { ownName?: string | null | undefined } }

/** Reads what memories have superseded, before they are deleted. */
export function readPredecessors({ db, actor }: Changer, ids: readonly string[]): Promise<PredecessorRow[]> {
  return db.rows<PredecessorRow>(selectPredecessors(actor.userId, ids))
}

/** A memory that is current again, or gets another successor. */
export interface Released extends PredecessorRow {
  /** What may have replaced it: a question to the user, unless `next` is set. */
  asked?: string | null
}

/**
 * Reinstates memories that their successor no longer stands for, in the name of the service. If the successor had been
 * superseded in turn, what superseded it takes its position. The store is locked and has the new version.
 */
export async function releasePredecessors(
  ctx: Releaser,
  version: number,
  predecessors: readonly Released[],
): Promise<void> {
  for (let at = 0; at < predecessors.length; at += CHANGED_AT_ONCE)
    await releaseBatch(ctx, version, predecessors.slice(at, at + CHANGED_AT_ONCE))
}

async function releaseBatch(ctx: Releaser, version: number, predecessors: readonly Released[]): Promise<void> {
  const changes = predecessors.map(
    ({ id, scope, next, validUntil }): MemoryChange =>
      next === null
        ? { id, scope, change: 'reinstated', set: { supersededBy: null, validUntil } }
        : { id, scope, change: 'superseded', set: { supersededBy: next } },
  )
  await applyChanges(ctx, version, changes, { action: 'memory.reinstate', byService: true })
  await setMarks(
    ctx,
    version,
    predecessors.flatMap(({ id, next, asked }): Mark[] => {
      if (next !== null) return [{ id: next, supersedes: id }]
      return asked ? [{ id, maybeSupersededBy: asked }] : []
    }),
  )
  await insertSlots(
    ctx.db,
    ctx.actor.userId,
    predecessors.flatMap(({ id, content, next }) =>
      next === null ? [{ id, slots: slotsFor(ctx.actor, content) }] : [],
    ),
  )
}

/**
 * Supersedes what some memories had superseded in the states that they have got back, and what was reinstated because they changed
 * since. The user is asked instead if it has changed, too, or if an app restores them.
 * @param keys the states that they have got back
 * @param isMeant whether a memory may be superseded now; all by default
 */
export async function supersedeAgain(
  ctx: Changer,
  version: number,
  keys: readonly RevisionKey[],
  isMeant: (id: string) => boolean = () => true,
): Promise<void> {
  if (!keys.length) return
  const { db, actor, clock } = ctx
  const found = await db.rows<ReinstatedRow>(selectReinstatedFor(actor.userId, keys, clock().toISOString()))
  const reinstated = found.filter(({ id }) => isMeant(id))
  if (!reinstated.length) return
  const successors = await readSuccessors(
    ctx,
    reinstated.map(({ by }) => by),
  )
  const decided = new Map<string, string>()
  const successorOf = (id: string) => decided.get(id) ?? successors.get(id)?.supersededBy
  const changes: MemoryChange[] = []
  const questions: Mark[] = []
  for (const { id, scope, by, current, validUntil, isChanged } of reinstated) {
    if (leadsTo(by, id, successorOf)) continue
    if (isChanged || actor.kind === 'app') {
      questions.push({ id, maybeSupersededBy: current })
      continue
    }
    decided.set(id, by)
    changes.push({ id, scope, change: 'superseded', set: { supersededBy: by, validUntil, maybeSupersededBy: null } })
  }
  for (let at = 0; at < changes.length; at += CHANGED_AT_ONCE) {
    const batch = changes.slice(at, at + CHANGED_AT_ONCE)
    await applyChanges(ctx, version, batch, { action: 'memory.supersede', byService: true })
  }
  await setMarks(ctx, version, questions)
}

/** Reads those of the memories whose successors were deleted, are muted, or are superseded by them, with the next successor. */
export async function readHidden(ctx: Releaser, ids: readonly string[]): Promise<PredecessorRow[]> {
  if (!ids.length) return []
  const successors = await readSuccessors(ctx, ids)
  const hidden = withoutCurrentSuccessor(ids, successors)
  if (!hidden.length) return []
  const rows = await ctx.db.rows<PredecessorRow>(selectToRelease(ctx.actor.userId, hidden))
  const nexts = rows.flatMap(({ next }) => next ?? [])
  const known = new Map([...successors, ...(await readSuccessors(ctx, nexts))])
  const decided = new Map<string, string | null>()
  const successorOf = (id: string) => (decided.has(id) ? decided.get(id) : known.get(id)?.supersededBy)
  return rows.map((row) => {
    const next = row.next !== null && !leadsTo(row.next, row.id, successorOf) ? row.next : null
    decided.set(row.id, next)
    return { ...row, next }
  })
}

/**
 * Reinstates those of the memories whose restored state names a successor that was deleted or muted since, or that they
 * superseded. If that one had been superseded in turn, what superseded it takes its position.
 * @returns those that are current again
 */
export async function releaseRestored(
  ctx: Releaser,
  version: number,
  ids: readonly string[],
): Promise<PredecessorRow[]> {
  const rows = await readHidden(ctx, ids)
  await releasePredecessors(ctx, version, rows)
  return rows.filter(({ next }) => next === null)
}
