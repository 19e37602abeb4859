import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { importStep, TAKEN_BACK } from '../history/undo-plan.ts'
import { stepsOf } from '../history/undo-steps.ts'
import { editMemory } from '../memories/edit.ts'
import type { MemoryPatch } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import type { Verdicts } from '../memories/verdicts.ts'

/* Candidates that replace the text of a memory, instead of becoming one. */

/** Whether candidate `c` was accepted and replaced a text; if that memory was deleted before, it became another one. */
export const REPLACED_A_TEXT = sql`coalesce(c.replaces_id = c.memory_id, false)`

export async function hasReplacedText({ db, actor }: Ctx<UserActor>, id: string): Promise<boolean> {
  const row = await db.maybe<{ replaced: boolean }>(sql`
    select ${REPLACED_A_TEXT} as replaced from candidates c where c.user_id = ${actor.userId} and c.id = ${id}`)
  return row?.replaced ?? false
}

/** Replaces the text of a memory by that of an accepted candidate. */
export async function replaceText(
  ctx: Ctx<UserActor, MemoryPorts>,
  candidateId: string,
  memoryId: string,
  patch: MemoryPatch,
  verdicts: Verdicts,
): Promise<string> {
  // The text was checked when it was imported, or when the acceptance was received.
  await editMemory(ctx, memoryId, { ...patch, allow_secrets: true }, actsOf(candidateId).changed, verdicts)
  return memoryId
}

/** Gives a memory the state that it had before a candidate replaced its text, unless it has changed since. */
export async function restoreReplaced(
  ctx: Ctx<UserActor, MemoryPorts>,
  candidateId: string,
  memoryId: string,
): Promise<void> {
  const acts = actsOf(candidateId)
  const options = { action: 'memory.edit', act: acts.takenBack } as const
  await stepsOf(ctx, [memoryId], options, (states) => importStep(states, acts))
}

const actsOf = (id: string) => ({ created: id, changed: `${id}.accepted`, takenBack: `${id}${TAKEN_BACK}` })
