import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { selectRewordedByApp } from './app-change-queries.ts'
import { scopeDenied } from './denied.ts'
import type { TargetRow } from './internal-queries.ts'
import { mayRead } from './queries.ts'
import { isOfSafety } from './safety.ts'

/*
 * The user answers about the texts that a page has shown. Between the page and the answer, an app may have changed them.
 */

const Revision = z.int().min(1)

/** The revision of a memory that the caller has read. */
export const ShownRevision = Revision.optional().meta({
  description: 'Its revision as it was shown. If it has changed since, the call fails with `conflict`. Needs read.',
})
/** The same for several memories, by id. */
export const ShownRevisions = z.record(z.string(), Revision).optional().meta({
  description:
    'By id, the revisions as they were shown. If a memory has changed since, the call fails with `conflict`.',
})

/** A memory of a decision, the revision in which it was shown if the request names that, and the path of it. */
export interface Shown {
  memory: TargetRow
  revision: number | undefined
  path: string
}

/**
 * Checks with the store locked that memories are as they were shown.
 * @throws Failure `conflict` for one that has changed; `scope_denied` for one that the caller may not read
 */
export function checkShown(ctx: Ctx<MemoryActor, AuditPorts>, shown: readonly Shown[]): void {
  for (const { memory, revision, path } of shown) {
    if (revision === undefined) continue
    if (!mayRead(ctx.actor, memory.scope)) throw scopeDenied(ctx, 'memory:read', memory)
    if (memory.revision !== revision) throw changed(path)
  }
}

/**
 * Checks {@link checkShown what was shown} before the user lets a memory replace others. Without its revision, one whose text
 * an app has changed replaces nothing that health or safety depends on, unless it is in question now.
 */
export async function checkShownReplacing(
  ctx: Ctx<MemoryActor, AuditPorts>,
  earlier: readonly Shown[],
  later: Shown,
): Promise<void> {
  checkShown(ctx, [...earlier, later])
  if (ctx.actor.kind !== 'user' || later.revision !== undefined) return
  const { id } = later.memory
  if (!earlier.some(({ memory }) => memory.maybeSupersededBy !== id && isOfSafety(memory))) return
  if (await ctx.db.maybe(selectRewordedByApp(ctx.actor.userId, id))) throw changed(later.path)
}

/** Creates `conflict` for a memory that is not as it was shown. */
export const changed = (path: string): Failure =>
  decisionConflict('changed', path, 'the memory has changed. Read it again, and name its revision.')

/** Why a decision about memories is refused, for programs: `details.cause` of the failure. */
type ConflictCause = 'changed' | 'source_muted' | 'superseded' | 'not_in_question'

/** Creates `conflict` with the field of the request that it is about and its cause. */
export const decisionConflict = (cause: ConflictCause, path: string, reason: string): Failure =>
  new Failure('conflict', { cause, path, reason: `${path}: ${reason}` })
