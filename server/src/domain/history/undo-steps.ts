import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openSlices } from '../../foundation/slices.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { applyChanges, applyDeletions, type ChangeOptions } from '../memories/changes.ts'
import { selectTargets, type TargetRow } from '../memories/internal-queries.ts'
import { addSlots, clearQuestions } from '../memories/marks.ts'
import { foreseeNewContents, settleNewContents } from '../memories/new-contents.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import {
  readHidden,
  readPredecessors,
  releasePredecessors,
  releaseRestored,
  supersedeAgain,
} from '../memories/predecessors.ts'
import { restoreDeleted } from '../memories/restore-deleted.ts'
import { type RevisionKey, type StateRow, selectStates } from '../memories/revision-queries.ts'
import { askIfReplaced } from '../memories/settle.ts'
import { releaseStoodFor } from '../memories/stand-ins.ts'
import { checkCapacity, raiseVersion } from '../memories/store.ts'
import type { PredecessorRow } from '../memories/succession-queries.ts'
import { type StoredState, selectColumns } from '../memories/undone-columns.ts'
import { Verdicts } from '../memories/verdicts.ts'
import type { UndoStep } from './undo-plan.ts'

/* Takes the steps of an undo: one transaction for each batch of memories. */

/** Memories of one transaction; each can have 100 states. */
const BATCH_MEMORIES = 200
/** Texts of superseded memories that are read before the store is locked. */
const FORESEEN_MAX = 1_000

export type UndoCtx = Ctx<UserActor, MemoryPorts>

/** What happens to a memory. */
interface Planned {
  id: string
  scope: string
  sourceApp: string | null
  step: UndoStep
  /** Whether it is current by the step, and was not before. */
  returns: boolean
}

/** Divides ids into batches of one transaction. */
export function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH_MEMORIES) yield ids.slice(at, at + BATCH_MEMORIES)
}

/** What an undo does in more than one batch. */
export interface WholeUndo {
  /** Ids of all its memories. Some get their steps later than what supersedes them. */
  ids: ReadonlySet<string>
  /** The states that memories have got back so far, by the ids of these. */
  restored: Map<string, RevisionKey>
}

interface StepOptions {
  /**
   * What {@link completeUndo} completes: it decides which memories of the undo are superseded. Of others, this is decided with the
   * steps of those that have superseded them.
   */
  whole?: WholeUndo
  /** Selects the columns that memories get. */
  columnsFor?: typeof selectColumns
}

/** Decides the steps of some memories, and takes them unless there are no options: a preview. */
export async function stepsOf(
  ctx: UndoCtx,
  ids: readonly string[],
  options: ChangeOptions | undefined,
  decide: (states: readonly StateRow[]) => UndoStep,
  { whole = { ids: new Set(), restored: new Map() }, columnsFor = selectColumns }: StepOptions = {},
): Promise<Planned[]> {
  const plan = async ({ db, actor }: UndoCtx) => {
    const states = new Map<string, StateRow[]>()
    for (const row of await db.rows<StateRow>(selectStates(actor.userId, ids)))
      states.set(row.id, [...(states.get(row.id) ?? []), row])
    return ids.flatMap((id) => {
      const rows = states.get(id)
      if (!rows) return []
      const { scope, sourceApp, supersededBy, live } = rows.at(-1)!
      const step = decide(rows)
      const to = 'to' in step ? rows.find(({ revision }) => revision === step.to) : undefined
      const returns = to !== undefined && to.supersededBy === null && (!live || supersededBy !== null)
      return [{ id, scope, sourceApp, step, returns }]
    })
  }
  if (!options) return plan(ctx)
  const foreseen = await plan(ctx)
  const verdicts = await foreseeTargets(ctx, foreseen)
  await foreseeCurrent(ctx, await predecessorsOf(ctx, foreseen, whole), verdicts)
  return inSession(ctx, async (ctx) => {
    // The version is raised once the store is locked, even if nothing changes.
    const version = await raiseVersion(ctx)
    const planned = await plan(ctx)
    const predecessors = await predecessorsOf(ctx, planned, whole)
    const returned = await take(ctx, version, planned, options, { verdicts, columnsFor, whole })
    await releasePredecessors(ctx, version, predecessors)
    const current = [...returned, ...predecessors.filter(({ next }) => next === null)]
    await askIfReplaced(ctx, version, await subjectsOf(ctx, current, verdicts), verdicts)
    return planned
  })
}

/**
 * Supersedes those memories of an undo that what it has restored stands for again, and reinstates those without a current successor,
 * after all batches: one may restore the successor. The user is asked whether what is current has replaced them.
 */
export async function completeUndo(ctx: UndoCtx, whole: WholeUndo): Promise<void> {
  const verdicts = new Verdicts()
  const ids = [...whole.ids]
  await foreseeCurrent(ctx, await readHidden(ctx, ids), verdicts)
  await inSession(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    await supersedeAgain(ctx, version, [...whole.restored.values()])
    const released = await releaseRestored(ctx, version, ids)
    await askIfReplaced(ctx, version, await subjectsOf(ctx, released, verdicts), verdicts)
  })
}

/** Reads what the memories that are deleted have superseded, but for those that are released at the end. */
async function predecessorsOf(
  ctx: UndoCtx,
  planned: readonly Planned[],
  { ids }: WholeUndo,
): Promise<PredecessorRow[]> {
  const deleted = planned.flatMap(({ id, step }) => ('do' in step && step.do === 'delete' ? [id] : []))
  return deleted.length ? (await readPredecessors(ctx, deleted)).filter(({ id }) => !ids.has(id)) : []
}

/** Reads the texts of memories that are going to be current again, before the transaction. */
async function foreseeCurrent(ctx: UndoCtx, rows: readonly PredecessorRow[], verdicts: Verdicts): Promise<void> {
  const current = rows.filter(({ next }) => next === null)
  await subjectsOf(ctx, current.slice(0, FORESEEN_MAX), verdicts)
}

/** Memories with the slots of their texts. Other requests get their turn between the texts. */
async function subjectsOf(
  { actor }: UndoCtx,
  memories: readonly { id: string; content: string }[],
  verdicts: Verdicts,
): Promise<{ id: string; slots: readonly string[] }[]> {
  const pause = openSlices()
  const subjects: { id: string; slots: readonly string[] }[] = []
  for (const { id, content } of memories) {
    await pause()
    subjects.push({ id, slots: verdicts.read(actor, content).slots })
  }
  return subjects
}

type Target = { id: string; scope: string; revision: number; do: 'change' | 'restore' }

function targetsOf(planned: readonly Planned[]): Target[] {
  return planned.flatMap(({ id, scope, step }) => ('to' in step ? [{ id, scope, revision: step.to, do: step.do }] : []))
}

/** Reads and judges the texts that memories will get, before the transaction: two hundred long ones take tenths of a second. */
async function foreseeTargets(ctx: UndoCtx, planned: readonly Planned[]): Promise<Verdicts> {
  const { db, actor } = ctx
  const verdicts = new Verdicts()
  const targets = targetsOf(planned)
  const states = targets.length ? await db.rows<StoredState>(selectColumns(actor.userId, targets)) : []
  const pause = openSlices()
  for (const { columns } of states) {
    await pause()
    verdicts.read(actor, columns.content)
  }
  const changed = targets.flatMap(({ id, do: step }) => (step === 'change' ? [id] : []))
  if (!changed.length) return verdicts
  const current = await db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${changed}::text[])`))
  const contents = new Map(current.map(({ id, content }) => [id, content]))
  const sources = new Map(planned.map(({ id, sourceApp }) => [id, sourceApp]))
  const prospects = states.flatMap(({ id, columns: { content, scope } }) =>
    contents.get(id) === content || !contents.has(id)
      ? []
      : [{ id, content, scope, sourceApp: sources.get(id) ?? null }],
  )
  await foreseeNewContents(ctx, prospects, verdicts)
  return verdicts
}

/** Takes steps. Returns memories with their former content that are current again. */
async function take(
  ctx: UndoCtx,
  version: number,
  planned: readonly Planned[],
  options: ChangeOptions,
  { verdicts, columnsFor, whole }: Required<StepOptions> & { verdicts: Verdicts },
): Promise<{ id: string; content: string }[]> {
  const { db, actor } = ctx
  const toDelete = planned.filter(({ step }) => 'do' in step && step.do === 'delete')
  await applyDeletions(ctx, version, toDelete, options)
  await clearQuestions(
    ctx,
    version,
    toDelete.map(({ id }) => id),
  )
  const targets = targetsOf(planned)
  if (!targets.length) return []
  const states = await db.rows<StoredState>(columnsFor(actor.userId, targets))
  const columns = new Map(states.map((state) => [state.id, state.columns]))
  const changes = targets.flatMap(({ id, scope, do: step }) => {
    const set = columns.get(id)
    return step === 'change' && set ? [{ id, scope, change: 'restored' as const, set: { columns: set } }] : []
  })
  const changed = await applyChanges(ctx, version, changes, options)
  const deleted = targets.filter((target) => target.do === 'restore')
  if (deleted.length) {
    await checkCapacity(ctx, deleted.length)
    await restoreDeleted(ctx, version, deleted, options)
  }
  const restated = changed.flatMap(({ id, hasNewContent }) =>
    hasNewContent ? [{ id, content: columns.get(id)!.content }] : [],
  )
  // Those with a new content get theirs when they are settled.
  const settled = new Set(restated.map(({ id }) => id))
  const others = states.filter(({ id }) => !settled.has(id))
  await addSlots(
    ctx,
    others.map(({ id, columns }) => ({ id, slots: verdicts.read(actor, columns.content).slots })),
  )
  await releaseStoodFor(ctx, version, changed, targets)
  await supersedeAgain(ctx, version, targets, (id) => !whole.ids.has(id))
  for (const target of targets) whole.restored.set(target.id, target)
  await settleNewContents(ctx, version, restated, verdicts)
  const returned = new Set(planned.flatMap(({ id, returns }) => (returns ? [id] : [])))
  return others.flatMap(({ id, columns: { content } }) => (returned.has(id) ? [{ id, content }] : []))
}
