import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { newIdFor } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { applyChanges } from '../memories/changes.ts'
import { selectTargets, type TargetRow } from '../memories/internal-queries.ts'
import { setMarks } from '../memories/marks.ts'
import { ID_CHARS_MAX, Memory } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { selectEdited } from '../memories/queries.ts'
import { supersession } from '../memories/settle.ts'
import { checkShownReplacing, ShownRevisions } from '../memories/shown.ts'
import { raiseVersion } from '../memories/store.ts'
import { checkSupersedable } from '../memories/supersede.ts'
import { CopyIds, checkDistinct } from './copies.ts'
import { type RevertResult, revertAct } from './undo.ts'

/*
 * Merging copies of a statement. One of them stays current and stands for the others, which it supersedes: they keep their
 * content and history. The changes name the merge, by which all of them can be taken back.
 */

export const Merge = z.object({
  ids: CopyIds,
  keep: z.string().min(1).max(ID_CHARS_MAX).meta({ description: 'The id, among them, of the memory that stays.' }),
  revisions: ShownRevisions,
})
export const Merged = z
  .object({
    memory: Memory.meta({ description: 'The memory that stays; `supersedes` names the others.' }),
    merged: z.int().meta({ description: 'Memories that it now stands for and did not before.' }),
    merge: z
      .string()
      .nullable()
      .meta({ description: 'The id with which to revert the merge; null if none was merged.' }),
  })
  .meta({ id: 'MergedMemory' })
export const RevertMerge = z.object({
  merge: z.string().max(64).meta({ description: '`merge` of the result of a merge.' }),
})

type MergeCtx = Ctx<UserActor, MemoryPorts>

/**
 * Merges memories into one of them, which must be current.
 * @throws Failure `validation_failed` for an unknown or repeated id; `conflict` if one is superseded by another memory or
 * has changed since it was shown, or if `keep` is of a muted app and one is not
 */
export function mergeMemories(
  ctx: MergeCtx,
  { ids, keep, revisions = {} }: z.output<typeof Merge>,
): Promise<z.output<typeof Merged>> {
  checkDistinct(ids)
  if (!ids.includes(keep)) throw invalid('keep', 'must be one of ids')
  const act = newIdFor('mrg', ctx.requestId, ctx.clock().getTime())
  return inSession({ ...ctx, act }, async (ctx) => {
    const version = await raiseVersion(ctx)
    const [kept] = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = ${keep}`))
    if (!kept) throw invalid('keep', 'is not the id of a memory')
    if (kept.supersededBy !== null) throw invalid('keep', 'must not be superseded')
    const namings = ids.flatMap((id, at) => (id === keep ? [] : [{ id, by: keep, path: `ids.${at}` }]))
    const targets = (await checkSupersedable(ctx, namings)).map(({ target }) => target)
    const shown = (memory: TargetRow) => ({
      memory,
      revision: revisions[memory.id],
      path: `revisions.${memory.id}`,
    })
    if (targets.length) await checkShownReplacing(ctx, targets.map(shown), shown(kept))
    const changes = targets.map((earlier) => supersession({ earlier, later: kept }))
    await applyChanges(ctx, version, changes, { action: 'memories.merge' })
    const marks = targets.map(({ id }) => ({ id: keep, supersedes: id }))
    await setMarks(ctx, version, marks)
    const memory = await ctx.db.one<Memory>(selectEdited(ctx, keep))
    return { memory, merged: targets.length, merge: targets.length ? act : null }
  })
}

/**
 * Reverts a merge: each memory gets the state it had before, unless it has changed since.
 * @throws Failure `not_found` if the person has no such merge
 */
export function revertMerge(
  ctx: MergeCtx,
  { merge }: z.output<typeof RevertMerge>,
): Promise<z.output<typeof RevertResult>> {
  return revertAct(ctx, merge, { kind: 'mrg', made: 'memories.merge', action: 'memories.unmerge' })
}
