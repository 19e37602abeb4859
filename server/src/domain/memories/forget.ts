import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { Actor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { eraseResponses } from '../../foundation/idempotency.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { eraseAudit } from '../audit/retention.ts'
import { applyDeletions } from './changes.ts'
import { scopeDenied } from './denied.ts'
import { ID_CHARS_MAX } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { readPredecessors, releasePredecessors } from './predecessors.ts'
import { selectExisting } from './queries.ts'
import { selectTrashed, type TrashedMemory } from './revision-queries.ts'
import { raiseVersion } from './store.ts'

const FORGET_MEMORIES_MAX = 100
const TOMBSTONE_TTL_MS = 24 * 60 * 60_000

export const ForgetQuery = z.object({
  erase: z.enum(['true', 'false']).optional().meta({
    description: 'Whether to erase it with its history at once, also from the trash. Only for the person.',
  }),
})

/**
 * Deletes one memory, which moves to the user's trash. With `erase`, the user erases one that is stored or in the trash.
 * @throws Failure `not_found`, `scope_denied`; for one that erases, `forbidden` to an app and `reauthentication_required`
 */
export async function forgetMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { erase }: z.output<typeof ForgetQuery> = {},
): Promise<{ ok: true }> {
  await inSession(ctx, async (ctx) => {
    const deleted = erase === 'true' ? await eraseExisting(ctx, id) : (await deleteExisting(ctx, [id])).has(id)
    if (!deleted) throw new Failure('not_found')
  })
  return { ok: true }
}

/** Erases a memory and all its states; returns whether there was anything to erase. */
async function eraseExisting(ctx: Ctx<MemoryActor, MemoryPorts>, id: string): Promise<boolean> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Failure('forbidden')
  checkConfirmed({ ...ctx, actor })
  const version = await raiseVersion(ctx)
  await ctx.recall.eraseSnapshot(ctx.db, actor.userId)
  const existing = await ctx.db.rows<{ id: string; scope: string }>(selectExisting(ctx, [id]))
  if (existing.length) {
    const predecessors = await readPredecessors(ctx, [id])
    await applyDeletions(ctx, version, existing, { action: 'memory.erase', erase: true })
    await releasePredecessors(ctx, version, predecessors)
    return true
  }
  const [trashed] = await ctx.db.rows<TrashedMemory>(selectTrashed({ ...ctx, actor }, [id]))
  if (!trashed) return false
  await ctx.db.count(sql`delete from memory_revisions where user_id = ${actor.userId} and id = ${id}`)
  const entry = auditEntry(ctx, { action: 'memory.erase', target: id, scopes: [trashed.scope], count: 1 })
  await ctx.db.count(insertAudit(entry))
  return true
}

export const Forget = z.object({
  ids: z.array(z.string().min(1).max(ID_CHARS_MAX)).min(1).max(FORGET_MEMORIES_MAX),
})
export const Forgotten = z
  .object({
    deleted: z.array(z.string()).meta({ description: 'Deleted by this call.' }),
    missing: z.array(z.string()).meta({ description: 'Those that do not exist, or were deleted before.' }),
  })
  .meta({ id: 'Forgotten' })

/**
 * Deletes several memories, which move to the user's trash: all that exist, or none.
 * @throws Failure `scope_denied` if one of them is outside the caller's write grants.
 */
export async function forgetMemories(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  { ids }: z.output<typeof Forget>,
): Promise<z.output<typeof Forgotten>> {
  const distinct = [...new Set(ids)]
  const deleted = await inSession(ctx, (ctx) => deleteExisting(ctx, distinct))
  return { deleted: distinct.filter((id) => deleted.has(id)), missing: distinct.filter((id) => !deleted.has(id)) }
}

/** Deletes those of the memories that exist; returns their ids. */
async function deleteExisting(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  requested: readonly string[],
): Promise<ReadonlySet<string>> {
  const { db, actor } = ctx
  // Locks the store, so no memory of it changes until the transaction ends.
  const version = await raiseVersion(ctx)
  const existing = await db.rows<{ id: string; scope: string }>(selectExisting(ctx, requested))
  const denied = existing.find(({ scope }) => !coversAny(actor.writes, scope))
  if (denied) throw scopeDenied(ctx, 'memory:write', denied)
  const predecessors = await readPredecessors(
    ctx,
    existing.map(({ id }) => id),
  )
  const deleted = await applyDeletions(ctx, version, existing, { action: 'memory.delete' })
  await releasePredecessors(ctx, version, predecessors)
  return new Set(deleted)
}

/** Deletes everything in a user's store, in the transaction that erases the user. */
export async function eraseStore(
  { db, derived, recall }: Pick<Ctx<Actor, MemoryPorts>, 'db' | 'derived' | 'recall'>,
  userId: string,
): Promise<void> {
  await derived.erase(db, userId)
  await recall.eraseSnapshot(db, userId)
  await db.count(sql`delete from memories where user_id = ${userId}`)
  await db.count(sql`delete from memory_revisions where user_id = ${userId}`)
  await db.count(sql`delete from gone_memories where user_id = ${userId}`)
  await eraseResponses(db, userId)
  await eraseAudit(db, userId)
  db.afterCommit(() => recall.evict(userId))
}

/**
 * Deletes a batch of tombstones older than one day. A search index older than a deleted tombstone is rebuilt.
 * @returns whether there may be more.
 */
export async function deleteExpiredTombstones({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - TOMBSTONE_TTL_MS).toISOString()
  const { deleted } = await db.one<{ deleted: number }>(sql`
    with deleted as (
      delete from gone_memories where (user_id, version, id) in (
        select user_id, version, id from gone_memories where gone_at < ${before} order by gone_at limit ${DELETE_BATCH_ROWS})
      returning user_id, version
    ), floors as (
      select user_id, max(version) as version from deleted group by user_id
    ), raised as (
      update stores s set gone_floor = greatest(s.gone_floor, f.version) from floors f where f.user_id = s.user_id
    )
    select count(*) as deleted from deleted`)
  return deleted === DELETE_BATCH_ROWS
}
