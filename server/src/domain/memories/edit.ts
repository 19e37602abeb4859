import { coversAny } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { scopeDenied } from './denied.ts'
import { checkKnownScopes } from './known.ts'
import { type EditedMemory, type Memory, type MemoryPatch, memoryColumns } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { mayRead, scopeOf } from './queries.ts'
import { checkSecrets } from './secrets.ts'
import { raiseVersion } from './store.ts'

/**
 * Edits one memory; omitted fields stay unchanged. A move to another scope needs write on both scopes, and read on the
 * old one if the caller may read the new one.
 * @returns the memory, or only what the caller sent if it may not read the memory.
 * @throws Failure `not_found`, `scope_denied`, `unknown_scope`
 */
export async function editMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { allow_secrets, ...patch }: MemoryPatch,
): Promise<EditedMemory> {
  const { actor } = ctx
  if (patch.content !== undefined) checkSecrets([{ path: 'content', content: patch.content }], allow_secrets)
  if (patch.scope !== undefined) {
    checkWrite(actor, patch.scope)
    await checkKnownScopes(ctx, [patch.scope])
  }
  const edited = await inTransaction(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const scope = await scopeOf(ctx, id)
    if (scope === undefined) throw new Failure('not_found')
    if (!coversAny(actor.writes, scope)) throw scopeDenied(ctx, 'memory:write', { id, scope })
    if (revealsByMove(actor, scope, patch.scope)) throw scopeDenied(ctx, 'memory:read', { id, scope })
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
    if (patch.content !== undefined) await ctx.derived.drop(ctx.db, actor.userId, [id])
    await ctx.db.count(
      insertAudit(auditEntry(ctx, { action: 'memory.edit', target: id, scopes: [scope, memory.scope], count: 1 })),
    )
    return memory
  })
  if (patch.content !== undefined) ctx.derived.changed(actor.userId)
  return mayRead(actor, edited.scope) ? edited : withoutUnread(edited, patch)
}

/** The response to a caller that may write the memory but not read it. */
function withoutUnread({ id, scope, updatedAt }: Memory, patch: MemoryPatch): EditedMemory {
  return { ...patch, id, scope, updatedAt }
}

// Otherwise an app could move a memory it may not read to a scope that it may read.
function revealsByMove(actor: MemoryActor, from: string, to: string | undefined): boolean {
  return to !== undefined && mayRead(actor, to) && !mayRead(actor, from)
}

/** @throws Failure `scope_denied` unless the caller may write the scope. */
function checkWrite(actor: MemoryActor, scope: string): void {
  if (!coversAny(actor.writes, scope)) throw new Failure('scope_denied', { missing_scope: `memory:write:${scope}` })
}
