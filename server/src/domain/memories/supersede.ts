import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { applyChanges } from './changes.ts'
import { scopeDenied } from './denied.ts'
import { withoutUnread } from './edit.ts'
import { selectEndBefore, selectTargets, type TargetRow } from './internal-queries.ts'
import { addSlots, setMarks } from './marks.ts'
import { type EditedMemory, ID_CHARS_MAX, type Memory } from './memory.ts'
import { checkMuted } from './muted-changes.ts'
import type { MemoryPorts } from './ports.ts'
import { mayRead, selectEdited } from './queries.ts'
import { isOfSafety } from './safety.ts'
import { supersession } from './settle.ts'
import { changed, checkShown, checkShownReplacing, decisionConflict, ShownRevision } from './shown.ts'
import { slotsFor } from './slots.ts'
import { releaseStoodFor } from './stand-ins.ts'
import { raiseVersion } from './store.ts'
import { isSeenFor, leadsTo, readSuccessors } from './successions.ts'

/* Explicit superseding of memories, and taking it back. */

export const Supersede = z.object({
  by: z.string().min(1).max(ID_CHARS_MAX).meta({ description: 'Id of the memory that replaces it.' }),
  revision: ShownRevision,
  byRevision: ShownRevision,
})

export const Reinstate = Supersede.extend({
  by: Supersede.shape.by.optional().meta({
    description:
      'Id of the memory that has replaced it or may have. If it is another one, the call fails with `conflict`. Not checked ' +
      'for an app that may not read both the memory and its successor, or if the memory has none.',
  }),
  byRevision: ShownRevision.meta({
    description:
      'The revision of `by` as it was shown. If it has changed since, or does not exist, the call fails with `conflict`. ' +
      'Needs `by`, and read.',
  }),
})

/** A memory that a request wants superseded, and the path of its id in the request. */
export interface Naming {
  id: string
  /** Id of the memory that replaces it. */
  by: string
  path: string
}

const MUTED =
  'its app is muted, so other apps would see neither memory. Unmute the app, or write the memory yourself and name that one.'

/** A memory to be superseded. */
interface Supersedable {
  target: TargetRow
  by: string
}

/**
 * Checks that memories may be superseded, with the store locked.
 * @returns those that are not superseded by the same memory already.
 * @throws Failure `validation_failed` for an unknown id, and one that would supersede itself, directly or by way of others;
 * `scope_denied`; `conflict` if another memory has superseded it, unless the service decided that (for a caller that may not read
 * the memory, it stays as it is instead), and to the user for a memory that other apps do not see, since its source is muted: they
 * would see neither.
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
    namings.flatMap(({ id, by }) => [id, by]),
  )
  const found = new Map<string, Supersedable>()
  const successorOf = (id: string) => found.get(id)?.by ?? successors.get(id)?.supersededBy
  for (const { id, by, path } of namings) {
    const target = targets.get(id)
    if (!target) throw invalid(path, 'is not the id of a memory')
    if (!coversAny(ctx.actor.writes, target.scope)) throw scopeDenied(ctx, 'memory:write', target)
    if (target.supersededBy === by) continue
    const isTaken = target.supersededBy !== null && !target.isSupersededByService
    // A failure would tell what has superseded it, or that something has.
    if (isTaken && !mayRead(ctx.actor, target.scope)) continue
    if (isTaken) throw decisionConflict('superseded', path, 'another memory has superseded it.')
    const own = successors.get(id)
    if (ctx.actor.kind === 'user' && own && successors.has(by) && !isSeenFor(own, by, successors))
      throw decisionConflict('source_muted', path, MUTED)
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
  return inSession(ctx, async (ctx) => {
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
 * or safety unless the user answers it. A muted app answers none. What an app answers is a state of the memory, which an undo of
 * the app takes back.
 * @returns like {@link supersedeMemory}
 * @throws Failure `not_found`, `scope_denied`; `forbidden` to a muted app, for what others have written; `conflict` for what has
 * changed since it was shown, and if `by` is not its successor; `validation_failed` for a `byRevision` without `by`
 */
export function reinstateMemory(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  id: string,
  { by, revision, byRevision }: z.output<typeof Reinstate>,
): Promise<EditedMemory> {
  if (byRevision !== undefined && by === undefined) throw invalid('byRevision', 'needs `by`, the id of that memory')
  return inSession(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const rows = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${[id, by ?? id]}::text[])`))
    const target = await writableTarget(ctx, rows, id)
    await checkMuted(ctx, [target])
    const { supersededBy, maybeSupersededBy, scope } = target
    checkShown(ctx, [{ memory: target, revision, path: 'revision' }])
    if (by !== undefined) {
      const later = rows.find((row) => row.id === by)
      if (later) checkShown(ctx, [{ memory: later, revision: byRevision, path: 'byRevision' }])
      await checkSuccessor(ctx, target, by)
      if (!later && byRevision !== undefined) throw changed('byRevision')
    }
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
    if (supersededBy === null && besides !== null) await recordAnswer(ctx, version, target)
    if (besides !== null) await setMarks(ctx, version, [{ id, besides }])
    return changedMemory(ctx, id)
  })
}

/**
 * Checks that a memory is the one that has superseded another or may have. An app learns only of what it may read: for others,
 * the answer is that for a memory without a successor.
 */
async function checkSuccessor(ctx: Ctx<MemoryActor, MemoryPorts>, target: TargetRow, by: string): Promise<void> {
  const successor = target.supersededBy ?? target.maybeSupersededBy
  if (successor === by) return
  if (ctx.actor.kind === 'app') {
    if (successor === null || !mayRead(ctx.actor, target.scope)) return
    const row = await ctx.db.maybe<TargetRow>(selectTargets(ctx, sql`m.id = ${successor}`))
    if (!row || !mayRead(ctx.actor, row.scope)) return
  }
  throw decisionConflict('not_in_question', 'by', 'it is not in question whether this memory replaces it.')
}

/** What may have replaced a statement about health or safety is a question to the user alone, and any to a muted app. */
function mayAnswer(actor: MemoryActor, target: TargetRow): boolean {
  return actor.kind === 'user' || (!actor.isMuted && !isOfSafety(target))
}

/** Records that a question was answered: by the user in the audit log, by an app as a state, which can be taken back. */
async function recordAnswer(ctx: Ctx<MemoryActor, MemoryPorts>, version: number, target: TargetRow): Promise<void> {
  const { id, scope } = target
  if (ctx.actor.kind === 'app') {
    const set = { maybeSupersededBy: null }
    await applyChanges(ctx, version, [{ id, scope, change: 'reinstated', set }], { action: 'memory.reinstate' })
    return
  }
  const entry = auditEntry(ctx, { action: 'memory.reinstate', target: id, scopes: [scope], count: 1 })
  await ctx.db.count(insertAudit(entry))
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
