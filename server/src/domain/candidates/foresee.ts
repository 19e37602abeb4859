import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { foreseeEdit } from '../memories/edit.ts'
import { foresee } from '../memories/foresee.ts'
import type { MemoryPatch } from '../memories/memory.ts'
import type { Verdicts } from '../memories/verdicts.ts'
import { memoriesOf } from './record.ts'
import type { ReviewedCandidate } from './review.ts'

/** Reads and judges what pending candidates will be as memories, before the transaction that accepts them with edits. */
export async function foreseeAccepted(
  ctx: Ctx<UserActor>,
  found: readonly ReviewedCandidate[],
  edits: MemoryPatch,
  verdicts: Verdicts,
): Promise<void> {
  const pending = found.flatMap(({ status, candidate, replaces }) =>
    status === 'pending' && candidate ? [{ candidate: { ...candidate, ...edits }, replaces }] : [],
  )
  const fresh = pending.filter(({ replaces }) => !replaces).map(({ candidate }) => candidate)
  await foresee(ctx, memoriesOf(ctx, fresh, null), verdicts)
  for (const { candidate, replaces } of pending)
    if (replaces) await foreseeEdit(ctx, replaces.id, { content: candidate.content, ...edits }, verdicts)
}
