import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { checkKnownScopes } from '../vocabulary/known.ts'
import { coversAny } from '../vocabulary/scopes.ts'
import { mayRead, scopeOf } from './door.ts'
import { type EditedMemory, type Memory, type MemoryPatch, memoryColumns } from './memory.ts'
import { dropDerived } from './vectors.ts'

/**
 * Edits one memory; what is not given stays. Moving one needs write on both scopes, and read on the old one where the
 * new one can be read.
 * @throws Failure `not_found`, `scope_denied`, `unknown_scope`
 */
export async function editMemory(ctx: Ctx<MemoryActor>, id: string, patch: MemoryPatch): Promise<EditedMemory> {
  const { actor } = ctx
  if (patch.scope !== undefined) {
    checkWrite(actor, patch.scope)
    await checkKnownScopes(ctx, [patch.scope])
  }
  const edited = await inTransaction(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const scope = await scopeOf(ctx, id)
    if (scope === undefined) throw new Failure('not_found')
    checkWrite(actor, scope)
    checkMove(actor, scope, patch.scope)
    const memory = await ctx.db.one<Memory>(sql`
      update memories m set
        content = coalesce(${patch.content ?? null}, content),
        importance = coalesce(${patch.importance ?? null}, importance),
        confidence = coalesce(${patch.confidence ?? null}, confidence),
        pinned = coalesce(${patch.pinned ?? null}, pinned),
        scope = coalesce(${patch.scope ?? null}, scope),
        type = coalesce(${patch.type ?? null}, type),
        occurred_at = coalesce(${patch.occurredAt ?? null}::timestamptz, occurred_at),
        updated_at = ${ctx.clock().toISOString()}, version = ${version}
      where user_id = ${actor.userId} and id = ${id} returning ${memoryColumns}`)
    if (patch.content !== undefined) await dropDerived(ctx.db, actor.userId, [id])
    await ctx.db.count(
      insertAudit(auditEntry(ctx, { action: 'memory.edit', target: id, scopes: [scope, memory.scope], count: 1 })),
    )
    return memory
  })
  if (patch.content !== undefined) for (const work of [ctx.embedding, ctx.relations]) work.changed(actor.userId)
  return mayRead(actor, edited.scope) ? edited : asWritten(edited, patch)
}

// The same four words for someone who may write here but not read: what they sent, and where it is.
function asWritten({ id, scope, updatedAt }: Memory, patch: MemoryPatch): EditedMemory {
  return { ...patch, id, scope, updatedAt }
}

// Else an app could move what it may not read to where it may.
function checkMove(actor: MemoryActor, from: string, to: string | undefined): void {
  if (to !== undefined && mayRead(actor, to) && !mayRead(actor, from))
    throw new Failure('scope_denied', { missing_scope: `memory:read:${from}` })
}

/** Takes the store's row and raises its version, first of all: whoever changes memories queues here. */
export async function raiseVersion({ db, actor }: Ctx<MemoryActor>): Promise<number> {
  const store = await db.maybe<{ version: number }>(
    sql`update stores set version = version + 1 where user_id = ${actor.userId} returning version`,
  )
  // No store: the account was erased between this request's credential and its work.
  if (!store) throw new Failure('unauthorized')
  return store.version
}

/** @throws Failure `scope_denied` unless the caller may write the scope. */
export function checkWrite(actor: MemoryActor, scope: string): void {
  if (!coversAny(actor.writes, scope)) throw new Failure('scope_denied', { missing_scope: `memory:write:${scope}` })
}
