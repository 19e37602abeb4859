import { coversAny } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { inSession } from '../accounts/in-session.ts'
import { applyChanges } from './changes.ts'
import { scopeDenied } from './denied.ts'
import { checkMayExpire } from './expiry.ts'
import { selectSource } from './internal-queries.ts'
import { checkKnownScopes } from './known.ts'
import type { EditedMemory, Memory, MemoryPatch } from './memory.ts'
import { foreseeNewContents, settleNewContents } from './new-contents.ts'
import type { MemoryPorts } from './ports.ts'
import { mayRead, scopeOf, selectEdited } from './queries.ts'
import { checkSecrets } from './secrets.ts'
import { stated } from './settle.ts'
import { releaseStoodFor } from './stand-ins.ts'
import { raiseVersion } from './store.ts'
import { checkExpiry, checkInterval } from './times.ts'
import { Verdicts } from './verdicts.ts'

/**
 * Edits one memory; omitted fields stay unchanged. A move to another scope needs write on both scopes, and read on the
 * old one if the caller may read the new one.
 * @param act what the new state names as its cause; the request by default
 * @param foreseen what was read and judged before a transaction in which this runs; see {@link foreseeEdit}
 * @returns the memory, or only what the caller sent if it may not read the memory.
 * @throws Failure `not_found`, `scope_denied`, `unknown_scope`; `reauthentication_required` for a sooner `expiresAt`
 */
export async function editMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { allow_secrets, ...patch }: MemoryPatch,
  act?: string,
  foreseen?: Verdicts,
): Promise<EditedMemory> {
  const { actor } = ctx
  checkExpiry(patch, ctx.clock().toISOString())
  checkSecrets(patch, '', allow_secrets)
  if (patch.scope !== undefined) {
    checkWrite(actor, patch.scope)
    await checkKnownScopes(ctx, [patch.scope])
  }
  const verdicts = foreseen ?? new Verdicts()
  if (!foreseen) await foreseeEdit(ctx, id, patch, verdicts)
  return inSession(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const scope = await scopeOf(ctx, id)
    if (scope === undefined) throw new Failure('not_found')
    if (!coversAny(actor.writes, scope)) throw scopeDenied(ctx, 'memory:write', { id, scope })
    if (revealsByMove(actor, scope, patch.scope)) throw scopeDenied(ctx, 'memory:read', { id, scope })
    if (patch.expiresAt) await checkMayExpire(ctx, [{ id, expiresAt: patch.expiresAt, path: 'expiresAt' }])
    const change = patch.scope === undefined || patch.scope === scope ? 'edited' : 'moved'
    const changes = [{ id, scope, change, set: patch } as const]
    const [changed] = await applyChanges(ctx, version, changes, { action: 'memory.edit', act })
    if (changed) await releaseStoodFor(ctx, version, [changed])
    if (changed?.hasNewContent) await settleNewContents(ctx, version, [restated(ctx, id, patch)], verdicts)
    const edited = await ctx.db.one<Memory>(selectEdited(ctx, id))
    const isReadable = mayRead(actor, edited.scope)
    if (patch.validFrom ?? patch.validUntil ?? patch.occurredAt)
      checkInterval(edited.validFrom, edited.validUntil, '', isReadable)
    return isReadable ? edited : withoutUnread(ctx, edited, patch)
  })
}

/** A memory with the new content of an edit. It is stated now, unless the edit says when. */
function restated({ clock }: Ctx<MemoryActor>, id: string, { content = '', ...times }: MemoryPatch) {
  return { id, content, statedAt: stated(times, clock().toISOString()) }
}

/** Reads and judges the new content of a memory, before the transaction that edits it. */
export async function foreseeEdit(
  ctx: Ctx<MemoryActor>,
  id: string,
  { content, validFrom, occurredAt, scope }: MemoryPatch,
  verdicts: Verdicts,
): Promise<void> {
  if (content === undefined) return
  const stored = await ctx.db.maybe<Pick<Memory, 'scope' | 'sourceApp'>>(selectSource(ctx, id))
  if (!stored || !coversAny(ctx.actor.writes, stored.scope)) return
  const changed = restated(ctx, id, { content, validFrom, occurredAt })
  await foreseeNewContents(ctx, [{ ...stored, ...changed, ...(scope === undefined ? {} : { scope }) }], verdicts)
}

/**
 * The response to a caller that may write the memory but not read it. Its time is that of the request: the time of the last
 * change would tell whether this request changed anything, and so confirm a guessed value.
 */
export function withoutUnread(
  { clock }: Pick<Ctx, 'clock'>,
  { id, scope }: Pick<Memory, 'id' | 'scope'>,
  patch: MemoryPatch = {},
): EditedMemory {
  return { ...patch, id, scope, updatedAt: clock().toISOString() }
}

/** Whether a move would show an app a memory that it may not read. */
export function revealsByMove(actor: MemoryActor, from: string, to: string | undefined): boolean {
  return to !== undefined && mayRead(actor, to) && !mayRead(actor, from)
}

/** @throws Failure `scope_denied` unless the caller may write the scope. */
function checkWrite(actor: MemoryActor, scope: string): void {
  if (!coversAny(actor.writes, scope)) throw new Failure('scope_denied', { missing_scope: `memory:write:${scope}` })
}
