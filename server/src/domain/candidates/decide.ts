import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { forgetMemories } from '../memories/forget.ts'
import { ID_CHARS_MAX } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { lockStore } from '../memories/store.ts'
import { Verdicts } from '../memories/verdicts.ts'
import { insertAndSettle } from '../memories/writes.ts'
import type { Candidate } from './candidate.ts'
import { foreseeAccepted } from './foresee.ts'
import { memoriesOf } from './record.ts'
import { REPLACED_A_TEXT, replaceText, restoreReplaced } from './replaced-texts.ts'
import { type ReviewedCandidate, selectCandidates } from './review.ts'

/* Decisions on several candidates at once. */

const DECIDED_MAX = 100

export const Decision = z.object({
  decision: z.enum(['accept', 'decline', 'reopen']).meta({
    description:
      'accept: pending ones become memories, or replace the text of theirs. decline: the content of pending ones is deleted; ' +
      'what became a memory is undone, and its memory deleted; a replaced text comes back, unless the memory has changed ' +
      'since. reopen: accepted ones wait again, and their memories are ' +
      'deleted; those that replaced the text of a memory stay accepted.',
  }),
  ids: z.array(z.string().min(1).max(ID_CHARS_MAX)).min(1).max(DECIDED_MAX),
})

export const Decided = z
  .object({
    changed: z.array(z.string()).meta({ description: 'Decided by this call.' }),
    unchanged: z.array(z.string()).meta({ description: 'Those to which the decision does not apply, or already did.' }),
    missing: z.array(z.string()).meta({ description: 'Those that do not exist.' }),
  })
  .meta({ id: 'DecidedCandidates' })

const CHANGED = recordset('t', {
  id: 'text',
  status: 'text',
  memoryId: 'text',
  type: 'text',
  scope: 'text',
  content: 'text',
  importance: 'float8',
  occurredAt: 'timestamptz',
})

interface Change extends Partial<Candidate> {
  id: string
  status: 'pending' | 'accepted' | 'declined' | 'undone'
  memoryId: string | null
}

type Found = ReviewedCandidate & { isReplacement: boolean }

/**
 * Applies one decision to candidates: to all to which it applies, or to none.
 * @throws Failure `limit_exceeded` if the memories do not all fit the plan.
 */
export async function decideCandidates(
  ctx: Ctx<UserActor, MemoryPorts>,
  { decision, ids }: z.output<typeof Decision>,
): Promise<z.output<typeof Decided>> {
  const distinct = [...new Set(ids)]
  const verdicts = new Verdicts()
  if (decision === 'accept') {
    const found = selectCandidates(ctx, sql`c.id = any(${distinct}::text[])`)
    await foreseeAccepted(ctx, await ctx.db.rows<ReviewedCandidate>(found), {}, verdicts)
  }
  return inSession(ctx, async (ctx) => {
    // Serialises decisions, and keeps the memories from being deleted.
    await lockStore(ctx)
    const found = await ctx.db.rows<Found>(sql`
      select r.*, ${REPLACED_A_TEXT} as "isReplacement" from candidates c
      join (${selectCandidates(ctx, sql`c.id = any(${distinct}::text[])`)}) r on r.id = c.id
      where c.user_id = ${ctx.actor.userId} order by c.id`)
    const changed = new Set(await DECIDE[decision](ctx, found, verdicts))
    const known = new Set(found.map(({ id }) => id))
    return {
      changed: distinct.filter((id) => changed.has(id)),
      unchanged: distinct.filter((id) => known.has(id) && !changed.has(id)),
      missing: distinct.filter((id) => !known.has(id)),
    }
  })
}

/** What each decision does to candidates; returns the ids of those that it changed. */
const DECIDE = { accept: acceptAll, decline: declineAll, reopen: reopenAll }

async function acceptAll(
  ctx: Ctx<UserActor, MemoryPorts>,
  found: readonly Found[],
  verdicts: Verdicts,
): Promise<string[]> {
  const pending = found.flatMap((each) =>
    each.status === 'pending' && each.candidate ? { ...each, candidate: each.candidate } : [],
  )
  const replacing = pending.flatMap(({ id, replaces, candidate }) => (replaces ? { id, replaces, candidate } : []))
  const fresh = pending.filter(({ replaces }) => !replaces)
  const candidates = fresh.map(({ candidate }) => candidate)
  const memories = memoriesOf(ctx, candidates, null).map((memory, at) =>
    fresh[at]!.source === null ? memory : { ...memory, origin: 'import' as const },
  )
  if (memories.length) await insertAndSettle(ctx, memories, undefined, verdicts)
  for (const { id, replaces, candidate } of replacing)
    await replaceText(ctx, id, replaces.id, { content: candidate.content }, verdicts)
  return change(ctx, [
    ...fresh.map(({ id }, at): Change => ({ id, status: 'accepted', memoryId: memories[at]!.id })),
    ...replacing.map(({ id, replaces }): Change => ({ id, status: 'accepted', memoryId: replaces.id })),
  ])
}

async function declineAll(ctx: Ctx<UserActor, MemoryPorts>, found: readonly Found[]): Promise<string[]> {
  const pending = found.filter(({ status }) => status === 'pending')
  const stored = found.filter(({ memoryId }) => memoryId !== null)
  // The newest first: each restores the text that it replaced.
  for (const { id, memoryId, isReplacement } of stored.toReversed())
    if (memoryId && isReplacement) await restoreReplaced(ctx, id, memoryId)
  const changed = await change(ctx, [
    ...pending.map(({ id }): Change => ({ id, status: 'declined', memoryId: null })),
    ...stored.map(({ id }): Change => ({ id, status: 'undone', memoryId: null })),
  ])
  await forget(
    ctx,
    stored.filter(({ isReplacement }) => !isReplacement),
  )
  return changed
}

async function reopenAll(ctx: Ctx<UserActor, MemoryPorts>, found: readonly Found[]): Promise<string[]> {
  const accepted = found.flatMap(({ id, status, memoryId, candidate, isReplacement }) =>
    status === 'accepted' && memoryId && candidate && !isReplacement ? { id, memoryId, candidate } : [],
  )
  const changed = await change(
    ctx,
    accepted.map(({ id, candidate }): Change => ({ ...candidate, id, status: 'pending', memoryId: null })),
  )
  await forget(ctx, accepted)
  return changed
}

/** After the candidates are changed, since the deletion of a memory deletes those that reference it. */
async function forget(ctx: Ctx<UserActor, MemoryPorts>, of: readonly { memoryId: string | null }[]): Promise<void> {
  const ids = of.flatMap(({ memoryId }) => memoryId ?? [])
  if (ids.length) await forgetMemories(ctx, { ids })
}

/** The content of a candidate is in its own row only while it is pending. */
async function change({ db, actor }: Ctx<UserActor>, changes: readonly Change[]): Promise<string[]> {
  if (!changes.length) return []
  const rows = changes.map((each) => ({
    type: null,
    scope: null,
    content: null,
    importance: null,
    occurredAt: null,
    ...each,
  }))
  await db.count(sql`
    update candidates c set status = t.status, memory_id = t.memory_id, type = t.type, scope = t.scope,
      content = t.content, importance = t.importance, occurred_at = t.occurred_at
    from ${CHANGED(rows)}
    where c.user_id = ${actor.userId} and c.id = t.id`)
  return changes.map(({ id }) => id)
}
