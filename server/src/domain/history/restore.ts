import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { inSession } from '../accounts/in-session.ts'
import { applyChanges } from '../memories/changes.ts'
import { scopeDenied } from '../memories/denied.ts'
import { revealsByMove, withoutUnread } from '../memories/edit.ts'
import { addSlots } from '../memories/marks.ts'
import type { EditedMemory, Memory } from '../memories/memory.ts'
import { settleNewContents } from '../memories/new-contents.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { releaseRestored, supersedeAgain } from '../memories/predecessors.ts'
import { mayRead, scopeOf, selectEdited } from '../memories/queries.ts'
import { restoreDeleted } from '../memories/restore-deleted.ts'
import { type RevisionKey, selectRestorable, selectTrashed, type TrashedMemory } from '../memories/revision-queries.ts'
import { slotsFor } from '../memories/slots.ts'
import { releaseStoodFor } from '../memories/stand-ins.ts'
import { checkCapacity, raiseVersion } from '../memories/store.ts'

/** The column is a signed integer of 32 bits. */
const REVISION_MAX = 2_147_483_647

export const Restore = z.object({
  revision: z.int().min(1).max(REVISION_MAX).optional().meta({
    description:
      'The state to restore. May be omitted for a memory in the trash, which then gets the state it was deleted in.',
  }),
})

/** An earlier state as a change sets it. */
interface Restorable {
  scope: string
  change: string
  columns: { scope: string; content: string }
}

/**
 * Restores an earlier state of a memory as a new revision, or for the user takes a memory out of the trash. When it
 * expires stays as it is. If the state had another scope, this is a move, with the conditions of one.
 * @returns the memory, or only its id and scope if the caller may not read it.
 * @throws Failure `not_found`, `scope_denied`, `validation_failed` without a revision or for one that does not exist,
 * `limit_exceeded`
 */
export async function restoreMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { revision }: z.output<typeof Restore>,
): Promise<EditedMemory> {
  const { actor } = ctx
  return inSession(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const scope = await scopeOf(ctx, id)
    if (scope === undefined) await restoreFromTrash(ctx, version, id, revision)
    else await restoreState(ctx, version, { id, scope }, revision)
    const restored = await ctx.db.one<Memory>(selectEdited(ctx, id))
    return mayRead(actor, restored.scope) ? restored : withoutUnread(ctx, restored)
  })
}

async function restoreState(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  { id, scope }: { id: string; scope: string },
  revision: number | undefined,
): Promise<void> {
  const { actor } = ctx
  if (!coversAny(actor.writes, scope)) throw scopeDenied(ctx, 'memory:write', { id, scope })
  if (revision === undefined) throw invalid('revision', 'must be the number of an earlier revision')
  const current = await ctx.db.one<Memory>(selectEdited(ctx, id))
  if (mayRead(actor, scope) && current.revision === revision) return
  const state = await readState(ctx, { id, revision })
  if (!coversAny(actor.writes, state.scope))
    throw new Failure('scope_denied', { missing_scope: `memory:write:${state.scope}` })
  if (revealsByMove(actor, scope, state.scope)) throw scopeDenied(ctx, 'memory:read', { id, scope })
  const change = { id, scope, change: 'restored' as const, set: { columns: state.columns } }
  const [changed] = await applyChanges(ctx, version, [change], { action: 'memory.restore' })
  const { content } = state.columns
  if (changed) await releaseStoodFor(ctx, version, [changed], [{ id, revision }])
  await supersedeAgain(ctx, version, [{ id, revision }])
  if (changed?.hasNewContent) await settleNewContents(ctx, version, [{ id, content }])
  else await addSlots(ctx, [{ id, slots: slotsFor(actor, content) }])
  await releaseRestored(ctx, version, [id])
}

async function readState(ctx: Ctx<MemoryActor>, key: RevisionKey, isTrash = false): Promise<Restorable> {
  const state = await ctx.db.maybe<Restorable>(selectRestorable(ctx, key))
  if (state && (isTrash || state.change !== 'deleted')) return state
  throw invalid('revision', `must be a revision in the history of this memory; ${key.revision} is none`)
}

async function restoreFromTrash(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  id: string,
  revision: number | undefined,
): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Failure('not_found')
  const own: Ctx<UserActor, MemoryPorts> = { ...ctx, actor }
  const trashed = await ctx.db.maybe<TrashedMemory>(selectTrashed(own, [id]))
  if (!trashed) throw new Failure('not_found')
  // The row of the trash is the state that was deleted.
  const key = { id, revision: revision ?? trashed.revision }
  const { scope, columns } = await readState(own, key, revision === undefined)
  await checkCapacity(own, 1)
  await restoreDeleted(own, version, [{ ...key, scope }], { action: 'memory.restore' })
  await addSlots(own, [{ id, slots: slotsFor(actor, columns.content) }])
  await supersedeAgain(own, version, [key])
  await releaseRestored(own, version, [id])
  if (key.revision !== trashed.revision) await settleNewContents(own, version, [{ id, content: columns.content }])
}
