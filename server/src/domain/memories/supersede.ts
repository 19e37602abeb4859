import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { applyChanges } from './changes.ts'
import { scopeDenied } from './denied.ts'
import { withoutUnread } from './edit.ts'
import { selectEndBefore, selectTargets, type TargetRow } from './internal-queries.ts'
import { addSlots, setMarks } from './marks.ts'
import { type EditedMemory, ID_CHARS_MAX, type Memory } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { mayRead, selectEdited } from './queries.ts'
import { isOfSafety } from './safety.ts'
import { supersession } from './settle.ts'
import { checkShown, checkShownReplacing, ShownRevision } from './shown.ts'
import { slotsFor } from './slots.ts'
import { releaseStoodFor } from './stand-ins.ts'
import { raiseVersion } from './store.ts'
import { leadsTo, readSuccessors } from './successions.ts'

/* Explicit superseding of memories, and taking it back. */

export const Supersede = z.object({
  by: z.string().min(1).max(ID_CHARS_MAX).meta({ description: 'Id of the memory that replaces it.' }),
  revision: ShownRevision,
  byRevision: ShownRevision,
})

export const Reinstate = Supersede.extend({
  by: Supersede.shape.by.optional().meta({
    description:
      'Id of the memory that has replaced it or may have. If it is another one, the call fails with `conflict`.',
  }),
})

/** A memory that a request wants superseded, and the path of its id in the request. */
export interface Naming {
  id: string
  /** Id of the memory that replaces it. */
  by: string
  path: string
}

/** A memory to be superseded. */
interface Supersedable {
  target: TargetRow
  by: string
}

/**
 * Checks that memories may be superseded, with the store locked.
 * @returns those that are not superseded by the same memory already.
 * @throws Failure `validation_failed` for an unknown id, and one that would supersede itself, directly or by way of others;
 * `scope_denied`; `conflict` if another memory has superseded it, unless the service decided that. For a caller that may not
 * read the memory, it stays as it is instead.
 */
export async function checkSupersedable(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  namings: readonly Naming[],
): Promise<Supersedable[]> {
  if (!namings.length) return []
  const ids = [...new Set(namings.map(({ id }) => id))]
  const rows = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${ids}::text[])`))
  const targets = new Map(rows.map((row) => [row.id, row]))
  const successors = await readSuccessors(
    ctx,
    namings.map(({ by }) => by),
  )
  const found = new Map<string, Supersedable>()
  const successorOf = (id: string) => found.get(id)?.by ?? successors.get(id)
  for (const { id, by, path } of namings) {
    const target = targets.get(id)
    if (!target) throw invalid(path, 'is not the id of a memory')
    if (!coversAny(ctx.actor.writes, target.scope)) throw scopeDenied(ctx, 'memory:write', target)
    if (target.supersededBy === by) continue
    const isTaken = target.supersededBy !== null && !target.isSupersededByService
    // A failure would tell what has superseded it, or that something has.
    if (isTaken && !mayRead(ctx.actor, target.scope)) continue
    if (isTaken) throw new Failure('conflict', { reason: `${path}: another memory has superseded it.` })
    const other = found.get(id)
    if (other && other.by !== by) throw invalid(path, 'is superseded by another memory of this request')
    if (leadsTo(by, id, successorOf)) throw invalid(path, 'would supersede itself')
    found.set(id, { target, by })
  }
  return [...found.values()]
}

/**
 * Supersedes a memory by another, which may be an older one. Does nothing if that is so already.
 * @returns the memory, or only its id and scope if the caller may not read it.
 * @throws Failure `not_found`, `scope_denied`; `conflict`, also for what has changed since it was shown; `validation_failed` if `by` does not exist for the caller
 */
export function supersedeMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { by, revision, byRevision }: z.output<typeof Supersede>,
): Promise<EditedMemory> {
  return inTransaction(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const rows = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${[id, by]}::text[])`))
    await writableTarget(ctx, rows, id)
    const later = rows.find((row) => row.id === by)
    if (!later) throw invalid('by', 'is not the id of a memory')
    if (!mayRead(ctx.actor, later.scope) && !coversAny(ctx.actor.writes, later.scope))
      throw scopeDenied(ctx, 'memory:read', later)
    const [found] = await checkSupersedable(ctx, [{ id, by, path: 'by' }])
    if (found) {
      const earlier = { memory: found.target, revision, path: 'revision' }
      await checkShownReplacing(ctx, [earlier], { memory: later, revision: byRevision, path: 'byRevision' })
      const change = supersession({ earlier: found.target, later })
      const ended = await applyChanges(ctx, version, [change], { action: 'memory.supersede' })
      await releaseStoodFor(ctx, version, ended)
      await setMarks(ctx, version, [{ id: by, supersedes: id }])
    }
    return changedMemory(ctx, id)
  })
}

/**
 * Takes back that a memory was superseded, or answers that it was not: both it and its successor are true. The service
 * does not supersede it by that memory again. Does nothing to a memory that is neither, and nothing to a question about health
 * or safety unless the user answers it.
 * @returns like {@link supersedeMemory}
 * @throws Failure `not_found`, `scope_denied`; `conflict` for what has changed since it was shown
 */
export function reinstateMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { by, revision, byRevision }: z.output<typeof Reinstate>,
): Promise<EditedMemory> {
  return inTransaction(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const rows = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${[id, by ?? id]}::text[])`))
    const target = await writableTarget(ctx, rows, id)
    const { supersededBy, maybeSupersededBy, scope } = target
    const later = rows.find((row) => row.id === by)
    checkShown(ctx, [{ memory: target, revision, path: 'revision' }])
    if (later) checkShown(ctx, [{ memory: later, revision: byRevision, path: 'byRevision' }])
    if (by !== undefined && ctx.actor.kind === 'user' && ![supersededBy, maybeSupersededBy].includes(by))
      throw new Failure('conflict', { reason: 'by: it is not in question whether this memory replaces it.' })
    if (supersededBy !== null) {
      const end = await ctx.db.maybe<{ validUntil: string | null }>(selectEndBefore(ctx.actor.userId, id))
      const set = { supersededBy: null, validUntil: end?.validUntil ?? null }
      await applyChanges(ctx, version, [{ id, scope, change: 'reinstated', set }], { action: 'memory.reinstate' })
      await addSlots(ctx, [{ id, slots: slotsFor(ctx.actor, target.content) }])
    }
    if (supersededBy === null && maybeSupersededBy !== null && !mayAnswer(ctx.actor, target))
      return changedMemory(ctx, id)
    // Reinstating takes a write grant only. That both are true is an answer to the question.
    const besides = mayAnswer(ctx.actor, target) ? (supersededBy ?? maybeSupersededBy) : null
    if (besides !== null) await setMarks(ctx, version, [{ id, besides }])
    if (supersededBy === null && besides !== null) {
      const entry = auditEntry(ctx, { action: 'memory.reinstate', target: id, scopes: [scope], count: 1 })
      await ctx.db.count(insertAudit(entry))
    }
    return changedMemory(ctx, id)
  })
}

/** What may have replaced a statement about health or safety is a question to the user alone. */
function mayAnswer(actor: MemoryActor, target: TargetRow): boolean {
  return actor.kind === 'user' || !isOfSafety(target)
}

async function writableTarget(ctx: Ctx<MemoryActor, MemoryPorts>, rows: readonly TargetRow[], id: string) {
  const target = rows.find((row) => row.id === id)
  if (!target) throw new Failure('not_found')
  if (!coversAny(ctx.actor.writes, target.scope)) throw scopeDenied(ctx, 'memory:write', target)
  return target
}

async function changedMemory(ctx: Ctx<MemoryActor>, id: string): Promise<EditedMemory> {
  const memory = await ctx.db.one<Memory>(selectEdited(ctx, id))
  return mayRead(ctx.actor, memory.scope) ? memory : withoutUnread(ctx, memory)
}
