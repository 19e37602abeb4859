import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { deleteImported } from '../candidates/imported.ts'
import { deleteImportedChats } from '../chats/imported.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { importStep, TAKEN_BACK } from '../history/undo-plan.ts'
import { batchesOf, stepsOf } from '../history/undo-steps.ts'
import { selectMadeBy } from '../memories/import-queries.ts'
import { actOfChanges } from './entries.ts'
import { closeImport, findImport } from './imports.ts'

export const ImportUndoResult = z
  .object({
    memories: z.int().meta({ description: 'Memories that it stored; they move to the trash.' }),
    restored: z.int().meta({ description: 'Memories whose text it changed; they get the text before.' }),
    chats: z.int(),
    messages: z.int(),
    candidates: z.int().meta({ description: 'Sentences to review that waited.' }),
    skipped: z
      .int()
      .meta({ description: 'Memories that were changed since, and chats that were continued; they stay as they are.' }),
  })
  .meta({ id: 'ImportUndoResult' })

/**
 * Takes back what an import stored and changed, as far as nothing else changed it since. It can be called again after an
 * interruption, and does nothing for what was taken back before.
 * @throws Failure `not_found`
 */
export async function undoImport(
  ctx: Ctx<UserActor, GatewayPorts>,
  id: string,
): Promise<z.output<typeof ImportUndoResult>> {
  await findImport(ctx, id)
  await closeImport(ctx, id)
  const acts = { created: id, changed: actOfChanges(id), takenBack: `${id}${TAKEN_BACK}` }
  const candidates = await deleteImported(ctx, id)
  const made = await ctx.db.rows<{ id: string }>(selectMadeBy(ctx.actor.userId, [acts.created, acts.changed]))
  const ids = made.map((memory) => memory.id)
  const counts = { created: 0, edited: 0, deleted: 0, skipped: 0 }
  // What it changed gets its state before first: that says what an imported memory no longer supersedes.
  for (const kind of ['edited', 'created'] as const)
    for (const batch of batchesOf(ids)) {
      await checkSession(ctx)
      const decide = (states: Parameters<typeof importStep>[0]) => {
        const step = importStep(states, acts)
        const isNow = step.kind === kind || (step.kind === 'skipped' && kind === 'created')
        return isNow ? step : ({ kind: 'nothing' } as const)
      }
      const options = { action: 'memories.undo', act: acts.takenBack } as const
      for (const { step } of await stepsOf(ctx, batch, options, decide))
        if (step.kind !== 'nothing') counts[step.kind]++
    }
  const { skipped, ...chats } = await deleteImportedChats(ctx, id)
  return { memories: counts.created, restored: counts.edited, ...chats, candidates, skipped: counts.skipped + skipped }
}
