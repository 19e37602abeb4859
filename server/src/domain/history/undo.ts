import { z } from 'zod'
import { Failure } from '../../foundation/errors.ts'
import { type IdPrefix, isId, newIdFor, requestSuffix, suffixFor } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import type { AuditAction } from '../audit/actions.ts'
import type { ChangeOptions } from '../memories/changes.ts'
import { type StateRow, selectTouched, selectTouchedBy, type TouchedMemory } from '../memories/revision-queries.ts'
import { selectColumnsBefore } from '../memories/undone-columns.ts'
import { EXAMPLES_MAX, ExampleSteps, UndoExample } from './undo-examples.ts'
import { revertStep, undoStep } from './undo-plan.ts'
import { batchesOf, completeUndo, stepsOf, type UndoCtx, type WholeUndo } from './undo-steps.ts'

/*
 * Taking back what an app did. Each batch of memories is one transaction, and the states it makes name the undo, by
 * which all of them can be taken back again. An undo that was interrupted is continued by another one with the same time.
 */

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

/** Taking back conversations that an app, given as a slug, sent; what an undo took back can be put back. */
export interface TranscriptUndo {
  count(ctx: UndoCtx, app: string, since: string): Promise<number>
  takeBack(ctx: UndoCtx, undo: string, app: string, since: string): Promise<number>
  putBack(ctx: UndoCtx, undo: string): Promise<{ messages: number; skipped: number }>
}

/**
 * Takes back what the app of a connection, which may have ended, wrote, changed, superseded or deleted since a time, as
 * far as no other actor changed it afterwards.
 * @throws Failure `not_found` for an unknown connection
 */
export async function undoApp(
  request: UndoCtx,
  connectionId: string,
  { since, preview = false, only }: z.output<typeof Undo>,
  transcripts: TranscriptUndo,
): Promise<UndoResult> {
  const { userId } = request.actor
  const undo = newIdFor('und', request.requestId, request.clock().getTime())
  const ctx = { ...request, act: undo }
  const app = await slugOf(ctx, connectionId)
  const counts: UndoResult = {
    ...{ created: 0, edited: 0, deleted: 0, skipped: 0, undo: preview ? null : undo },
    // First: an extraction that is queued would add memories.
    messages: await (preview ? transcripts.count(ctx, app, since) : transcripts.takeBack(ctx, undo, app, since)),
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
  const whole: WholeUndo = { ids: new Set(touched.map(({ id }) => id)), restored: new Map() }
  /** Returns the ids of skipped memories. */
  const run = async (ids: Iterable<string>) => {
    const skipped: string[] = []
    // The newest first: what superseded another memory is mostly newer.
    for (const batch of batchesOf([...ids].sort().reverse()))
      for (const { id, step } of await stepsOf(ctx, batch, options, decide, { whole })) {
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
  if (!preview && touched.length) await completeUndo(ctx, whole)
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
  const counts = await revertAct(ctx, undo, { kind: 'und', made: 'memories.undo', action: 'memories.undo', onBehalf })
  const { messages, skipped } = await transcripts.putBack(ctx, undo)
  return { reverted: counts.reverted, skipped: counts.skipped + skipped, messages }
}

interface RevertOptions extends Omit<ChangeOptions, 'act'> {
  /** The prefix of the ids of such acts. */
  kind: IdPrefix
  /** What such an act is recorded as in the audit log. */
  made: AuditAction
}

/**
 * Reverts an undo or merge: each memory gets the state it had before, unless it has changed since.
 * @param act its id; the ids of those of version 0.2 and earlier are the ids of requests
 * @throws Failure `not_found` if the user has made none with this id, `limit_exceeded`
 */
export async function revertAct(
  ctx: UndoCtx,
  act: string,
  { kind, made, ...options }: RevertOptions,
): Promise<z.output<typeof RevertResult>> {
  const isMade = (act.startsWith(`${kind}_`) || isId('req', act)) && (await wasMade(ctx, act, made, options.onBehalf))
  if (!isMade) throw new Failure('not_found')
  const touched = await ctx.db.rows<{ id: string }>(selectTouchedBy(ctx.actor.userId, act))
  const counts = { reverted: 0, skipped: 0 }
  const whole: WholeUndo = { ids: new Set(touched.map(({ id }) => id)), restored: new Map() }
  const decide = (states: readonly StateRow[]) => revertStep(states, act)
  for (const batch of batchesOf([...whole.ids]))
    for (const { step } of await stepsOf(ctx, batch, options, decide, { whole, columnsFor: selectColumnsBefore }))
      if (step.kind === 'skipped') counts.skipped++
      else if (step.kind !== 'nothing') counts.reverted++
  await completeUndo(ctx, whole)
  return counts
}

async function slugOf({ db, actor }: UndoCtx, connectionId: string): Promise<string> {
  const app = await db.maybe<{ slug: string }>(sql`
    select a.slug from connections c join apps a on a.id = c.app_id
    where c.user_id = ${actor.userId} and c.id = ${connectionId}`)
  if (!app) throw new Failure('not_found')
  return app.slug
}

/** Whether the audit log has the request of an act, with this action, and for this app if one is given. */
async function wasMade({ db, actor }: UndoCtx, act: string, action: AuditAction, app?: string): Promise<boolean> {
  const requests = await db.rows<{ id: string }>(sql`
    select distinct request_id as id from audit_entries
    where user_id = ${actor.userId} and action = ${action} and app is not distinct from ${app ?? null}`)
  const isOf = isId('req', act) ? (id: string) => id === act : (id: string) => suffixFor(id) === requestSuffix(act)
  return requests.some(({ id }) => isOf(id))
}
