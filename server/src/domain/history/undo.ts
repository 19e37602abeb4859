import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { isId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import { applyChanges, applyDeletions } from '../memories/changes.ts'
import { addSlots, clearQuestions } from '../memories/marks.ts'
import type { MemoryPorts } from '../memories/ports.ts'
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
})
const counted = {
  created: z.int().meta({ description: 'Memories that the app wrote; they move to the trash.' }),
  edited: z.int().meta({ description: 'Memories that it changed or superseded; they get their state before that.' }),
  deleted: z.int().meta({ description: 'Memories that it deleted; they are restored.' }),
  skipped: z
    .int()
    .meta({ description: 'Memories left as they are, because they were changed again afterwards by another caller.' }),
}
export const UndoResult = z
  .object({
    ...counted,
    undo: z.string().nullable().meta({ description: 'The id with which to revert this undo; null for a preview.' }),
  })
  .meta({ id: 'UndoResult' })
type UndoResult = z.output<typeof UndoResult>

export const Revert = z.object({ undo: z.string().max(64).meta({ description: '`undo` of the result of an undo.' }) })
export const RevertResult = z
  .object({
    reverted: z.int().meta({ description: 'Memories that are again as they were before the undo.' }),
    skipped: z.int().meta({ description: 'Memories left as they are, because they have changed since the undo.' }),
  })
  .meta({ id: 'RevertResult' })

type UndoCtx = Ctx<UserActor, MemoryPorts>

/** What happens to a memory. */
interface Planned {
  id: string
  scope: string
  step: UndoStep
}

/**
 * Takes back what the app of a connection, which may have ended, wrote, changed, superseded or deleted since a time, as
 * far as nobody else changed it afterwards.
 * @throws Failure `not_found` for an unknown connection
 */
export async function undoApp(
  ctx: UndoCtx,
  connectionId: string,
  { since, preview = false }: z.output<typeof Undo>,
): Promise<UndoResult> {
  const { userId } = ctx.actor
  const app = await slugOf(ctx, connectionId)
  const touched = await ctx.db.rows<TouchedMemory>(selectTouched(userId, app, since))
  const counts: UndoResult = { created: 0, edited: 0, deleted: 0, skipped: 0, undo: preview ? null : ctx.requestId }
  const created = new Set<string>()
  const written = new Set(touched.flatMap(({ id, created }) => (created ? [id] : [])))
  const run = async (ids: ReadonlySet<string>) => {
    for (const batch of batchesOf([...ids])) {
      const planned = await stepsOf(ctx, batch, app, preview, (states) => undoStep(states, { app, since, created }))
      for (const { id, step } of planned) {
        if (step.kind === 'created') created.add(id)
        if (step.kind !== 'nothing') counts[step.kind]++
      }
    }
  }
  // First what the app wrote: what that superseded follows from it.
  await run(written)
  const changed = touched.filter(
    ({ id, supersededBy }) => !written.has(id) && (supersededBy === null || created.has(supersededBy)),
  )
  await run(new Set(changed.map(({ id }) => id)))
  return counts
}

/**
 * Reverts an undo: each memory gets the state it had before, unless it has changed since.
 * @throws Failure `not_found` if the person has no such undo, `limit_exceeded`
 */
export async function revertUndo(
  ctx: UndoCtx,
  connectionId: string,
  { undo }: z.output<typeof Revert>,
): Promise<z.output<typeof RevertResult>> {
  const app = await slugOf(ctx, connectionId)
  const isUndo = isId('req', undo) && (await wasUndo(ctx, app, undo))
  if (!isUndo) throw new Failure('not_found')
  const touched = await ctx.db.rows<{ id: string }>(selectTouchedBy(ctx.actor.userId, undo))
  const counts = { reverted: 0, skipped: 0 }
  for (const batch of batchesOf(touched.map(({ id }) => id)))
    for (const { step } of await stepsOf(ctx, batch, app, false, (states) => revertStep(states, undo)))
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

/** Whether a request of the user took back what this app did. */
async function wasUndo({ db, actor }: UndoCtx, app: string, request: string): Promise<boolean> {
  const entry = await db.maybe(sql`
    select 1 from audit_entries
    where user_id = ${actor.userId} and request_id = ${request} and action = 'memories.undo' and app = ${app} limit 1`)
  return entry !== undefined
}

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH_MEMORIES) yield ids.slice(at, at + BATCH_MEMORIES)
}

/** Decides the steps of some memories, and takes them unless it is a preview. */
function stepsOf(
  ctx: UndoCtx,
  ids: readonly string[],
  app: string,
  preview: boolean,
  decide: (states: readonly StateRow[]) => UndoStep,
): Promise<Planned[]> {
  const plan = async ({ db, actor }: UndoCtx) => {
    const states = new Map<string, StateRow[]>()
    for (const row of await db.rows<StateRow>(selectStates(actor.userId, ids)))
      states.set(row.id, [...(states.get(row.id) ?? []), row])
    return [...states].map(([id, rows]) => ({ id, scope: rows.at(-1)!.scope, step: decide(rows) }))
  }
  if (preview) return plan(ctx)
  return inTransaction(ctx, async (ctx) => {
    // The version is raised once the store is locked, even if nothing changes.
    const version = await raiseVersion(ctx)
    const planned = await plan(ctx)
    await take(ctx, version, app, planned)
    return planned
  })
}

async function take(ctx: UndoCtx, version: number, app: string, planned: readonly Planned[]): Promise<void> {
  const { db, actor } = ctx
  const options = { action: 'memories.undo', onBehalf: app } as const
  const toDelete = planned.filter(({ step }) => 'do' in step && step.do === 'delete')
  await applyDeletions(ctx, version, toDelete, options)
  await clearQuestions(
    ctx,
    version,
    toDelete.map(({ id }) => id),
  )
  const targets = planned.flatMap(({ id, scope, step }) =>
    'to' in step ? [{ id, scope, revision: step.to, do: step.do }] : [],
  )
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
    states.map(({ id, columns }) => ({ id, slots: slotsFor(actor, columns.content) })),
  )
}
