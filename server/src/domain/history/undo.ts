import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { isId } from '../../foundation/ids.ts'
import { openSlices } from '../../foundation/slices.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import type { AuditAction } from '../audit/actions.ts'
import { applyChanges, applyDeletions, type ChangeOptions } from '../memories/changes.ts'
import { addSlots, clearQuestions } from '../memories/marks.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { readPredecessors, releasePredecessors } from '../memories/predecessors.ts'
import { restoreDeleted } from '../memories/restore-deleted.ts'
import {
  type StateRow,
  type StoredState,
  selectColumns,
  selectStates,
  selectTouched,
  selectTouchedBy,
  type TouchedMemory,
} from '../memories/revision-queries.ts'
import { slotsFor } from '../memories/slots.ts'
import { checkCapacity, raiseVersion } from '../memories/store.ts'
import { EXAMPLES_MAX, ExampleSteps, UndoExample } from './undo-examples.ts'
import { revertStep, type UndoStep, undoStep } from './undo-plan.ts'

/*
 * Taking back what an app did. Each batch of memories is one transaction, and the states it makes name this request, by
 * which all of them can be taken back again. An undo that was interrupted is continued by another one with the same time.
 */

/** Memories of one transaction; each can have 100 states. */
const BATCH_MEMORIES = 200

export const Undo = z.object({
  since: Time.meta({ description: 'Takes back what the app did at this time or later.' }),
  preview: z.boolean().optional().meta({ description: 'Whether to count only, without changing anything.' }),
  only: z.enum(['transcripts']).optional().meta({ description: 'Leaves memories as they are.' }),
})
const counted = {
  created: z.int().meta({ description: 'Memories that the app wrote; they move to the trash.' }),
  edited: z.int().meta({ description: 'Memories that it changed or superseded; they get their state before that.' }),
  deleted: z.int().meta({ description: 'Memories that it deleted; they are restored.' }),
  skipped: z
    .int()
    .meta({ description: 'Memories left as they are, because they were changed again afterwards by another caller.' }),
  messages: z.int().meta({ description: 'Messages of conversations that it sent; they are deleted.' }),
}
export const UndoResult = z
  .object({
    ...counted,
    undo: z.string().nullable().meta({ description: 'The id with which to revert this undo; null for a preview.' }),
    examples: z
      .array(UndoExample)
      .optional()
      .meta({ description: `Only for a preview: up to ${EXAMPLES_MAX} memories of each kind.` }),
  })
  .meta({ id: 'UndoResult' })
type UndoResult = z.output<typeof UndoResult>

export const Revert = z.object({ undo: z.string().max(64).meta({ description: '`undo` of the result of an undo.' }) })
export const RevertResult = z
  .object({
    reverted: z.int().meta({ description: 'Memories that are again as they were before the undo.' }),
    skipped: z.int().meta({ description: 'Memories left as they are, because they have changed since the undo.' }),
    messages: z
      .int()
      .optional()
      .meta({ description: 'Messages of conversations that are back; only of an undo of what an app did.' }),
  })
  .meta({ id: 'RevertResult' })

type UndoCtx = Ctx<UserActor, MemoryPorts>

/** Taking back conversations that an app, given as a slug, sent; what a request took back can be put back. */
export interface TranscriptUndo {
  count(ctx: UndoCtx, app: string, since: string): Promise<number>
  takeBack(ctx: UndoCtx, app: string, since: string): Promise<number>
  putBack(ctx: UndoCtx, undo: string): Promise<{ messages: number; skipped: number }>
}

/** What happens to a memory. */
interface Planned {
  id: string
  scope: string
  step: UndoStep
}

/**
 * Takes back what the app of a connection, which may have ended, wrote, changed, superseded or deleted since a time, as
 * far as no other actor changed it afterwards.
 * @throws Failure `not_found` for an unknown connection
 */
export async function undoApp(
  ctx: UndoCtx,
  connectionId: string,
  { since, preview = false, only }: z.output<typeof Undo>,
  transcripts: TranscriptUndo,
): Promise<UndoResult> {
  const { userId } = ctx.actor
  const app = await slugOf(ctx, connectionId)
  const counts: UndoResult = {
    ...{ created: 0, edited: 0, deleted: 0, skipped: 0, undo: preview ? null : ctx.requestId },
    // First: an extraction that is queued would add memories.
    messages: await (preview ? transcripts.count : transcripts.takeBack)(ctx, app, since),
  }
  if (only) return counts
  const touched = await ctx.db.rows<TouchedMemory>(selectTouched(userId, app, since))
  const created = new Set(touched.flatMap(({ id, trashed }) => (trashed ? [id] : [])))
  const options = preview ? undefined : ({ action: 'memories.undo', onBehalf: app } as const)
  const examples = new ExampleSteps()
  const written = new Set(touched.flatMap(({ id, created }) => (created ? [id] : [])))
  const decide = (states: readonly StateRow[]) => {
    const step = undoStep(states, { app, since, written, created })
    if (step.kind === 'created') created.add(states[0]!.id)
    return step
  }
  /** Returns the ids of skipped memories. */
  const run = async (ids: Iterable<string>) => {
    const skipped: string[] = []
    // The newest first: what superseded another memory is mostly newer.
    for (const batch of batchesOf([...ids].sort().reverse()))
      for (const { id, step } of await stepsOf(ctx, batch, options, decide)) {
        examples.add(id, step)
        if (step.kind === 'skipped') skipped.push(id)
        else if (step.kind !== 'nothing') counts[step.kind]++
      }
    return skipped
  }
  // First what the app wrote: what that superseded follows from it.
  let skipped = await run(written)
  // What another of them superseded may have been skipped because that one came later.
  for (let before = 0; skipped.length && created.size > before; ) {
    before = created.size
    skipped = await run(skipped)
  }
  const changed = touched.filter(
    ({ id, supersededBy }) => !written.has(id) && (supersededBy === null || created.has(supersededBy)),
  )
  const others = await run(new Set(changed.map(({ id }) => id)))
  counts.skipped = skipped.length + others.length
  return preview ? { ...counts, examples: await examples.read(ctx) } : counts
}

/**
 * Reverts an undo: each memory gets the state it had before, unless it has changed since.
 * @throws Failure `not_found` if the person has no such undo, `limit_exceeded`
 */
export async function revertUndo(
  ctx: UndoCtx,
  connectionId: string,
  { undo }: z.output<typeof Revert>,
  transcripts: TranscriptUndo,
): Promise<z.output<typeof RevertResult>> {
  const onBehalf = await slugOf(ctx, connectionId)
  const counts = await revertRequest(ctx, undo, { made: 'memories.undo', action: 'memories.undo', onBehalf })
  const { messages, skipped } = await transcripts.putBack(ctx, undo)
  return { reverted: counts.reverted, skipped: counts.skipped + skipped, messages }
}

interface RevertOptions extends ChangeOptions {
  /** What the request is recorded as in the audit log. */
  made: AuditAction
}

/**
 * Reverts what a request of the user did: each memory gets the state it had before, unless it has changed since.
 * @throws Failure `not_found` if the user has made no such request, `limit_exceeded`
 */
export async function revertRequest(
  ctx: UndoCtx,
  request: string,
  { made, ...options }: RevertOptions,
): Promise<z.output<typeof RevertResult>> {
  const isMade = isId('req', request) && (await wasMade(ctx, request, made, options.onBehalf))
  if (!isMade) throw new Failure('not_found')
  const touched = await ctx.db.rows<{ id: string }>(selectTouchedBy(ctx.actor.userId, request))
  const counts = { reverted: 0, skipped: 0 }
  for (const batch of batchesOf(touched.map(({ id }) => id)))
    for (const { step } of await stepsOf(ctx, batch, options, (states) => revertStep(states, request)))
      if (step.kind === 'skipped') counts.skipped++
      else if (step.kind !== 'nothing') counts.reverted++
  return counts
}

async function slugOf({ db, actor }: UndoCtx, connectionId: string): Promise<string> {
  const app = await db.maybe<{ slug: string }>(sql`
    select a.slug from connections c join apps a on a.id = c.app_id
    where c.user_id = ${actor.userId} and c.id = ${connectionId}`)
  if (!app) throw new Failure('not_found')
  return app.slug
}

/** Whether the audit log has a request of the user with this action, and for this app if one is given. */
async function wasMade({ db, actor }: UndoCtx, request: string, action: AuditAction, app?: string): Promise<boolean> {
  const entry = await db.maybe(sql`
    select 1 from audit_entries
    where user_id = ${actor.userId} and request_id = ${request} and action = ${action}
      and app is not distinct from ${app ?? null} limit 1`)
  return entry !== undefined
}

/** Divides ids into batches of one transaction. */
export function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH_MEMORIES) yield ids.slice(at, at + BATCH_MEMORIES)
}

/**
 * Decides the steps of some memories, and takes them unless there are no options: a preview.
 * @param releases whether what a deleted memory superseded is reinstated, unless a step of its own decides that.
 */
export async function stepsOf(
  ctx: UndoCtx,
  ids: readonly string[],
  options: ChangeOptions | undefined,
  decide: (states: readonly StateRow[]) => UndoStep,
  releases = false,
): Promise<Planned[]> {
  const plan = async ({ db, actor }: UndoCtx) => {
    const states = new Map<string, StateRow[]>()
    for (const row of await db.rows<StateRow>(selectStates(actor.userId, ids)))
      states.set(row.id, [...(states.get(row.id) ?? []), row])
    return ids.flatMap((id) => {
      const rows = states.get(id)
      return rows ? [{ id, scope: rows.at(-1)!.scope, step: decide(rows) }] : []
    })
  }
  if (!options) return plan(ctx)
  const slotsOf = await slotsOfTargets(ctx, await plan(ctx))
  return inTransaction(ctx, async (ctx) => {
    // The version is raised once the store is locked, even if nothing changes.
    const version = await raiseVersion(ctx)
    const planned = await plan(ctx)
    const deleted = planned.flatMap(({ id, step }) => ('do' in step && step.do === 'delete' ? [id] : []))
    const predecessors = releases ? await readPredecessors(ctx, deleted) : []
    await take(ctx, version, planned, options, slotsOf)
    await releasePredecessors(ctx, version, predecessors)
    return planned
  })
}

type Target = { id: string; scope: string; revision: number; do: 'change' | 'restore' }

function targetsOf(planned: readonly Planned[]): Target[] {
  return planned.flatMap(({ id, scope, step }) => ('to' in step ? [{ id, scope, revision: step.to, do: step.do }] : []))
}

/** Reads slots from the texts that memories will get, before the transaction: two hundred long ones take tenths of a second. */
async function slotsOfTargets(
  { db, actor }: UndoCtx,
  planned: readonly Planned[],
): Promise<(text: string) => string[]> {
  const targets = targetsOf(planned)
  const states = targets.length ? await db.rows<StoredState>(selectColumns(actor.userId, targets)) : []
  const pause = openSlices()
  const slots = new Map<string, string[]>()
  for (const { columns } of states) {
    await pause()
    slots.set(columns.content, slotsFor(actor, columns.content))
  }
  return (content) => slots.get(content) ?? slotsFor(actor, content)
}

async function take(
  ctx: UndoCtx,
  version: number,
  planned: readonly Planned[],
  options: ChangeOptions,
  slotsOf: (content: string) => string[],
): Promise<void> {
  const { db, actor } = ctx
  const toDelete = planned.filter(({ step }) => 'do' in step && step.do === 'delete')
  await applyDeletions(ctx, version, toDelete, options)
  await clearQuestions(
    ctx,
    version,
    toDelete.map(({ id }) => id),
  )
  const targets = targetsOf(planned)
  if (!targets.length) return
  const states = await db.rows<StoredState>(selectColumns(actor.userId, targets))
  const columns = new Map(states.map((state) => [state.id, state.columns]))
  const changes = targets.flatMap(({ id, scope, do: step }) => {
    const set = columns.get(id)
    return step === 'change' && set ? [{ id, scope, change: 'restored' as const, set: { columns: set } }] : []
  })
  await applyChanges(ctx, version, changes, options)
  const deleted = targets.filter((target) => target.do === 'restore')
  if (deleted.length) {
    await checkCapacity(ctx, deleted.length)
    await restoreDeleted(ctx, version, deleted, options)
  }
  await addSlots(
    ctx,
    states.map(({ id, columns }) => ({ id, slots: slotsOf(columns.content) })),
  )
}
