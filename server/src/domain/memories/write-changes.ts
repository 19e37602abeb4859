import { coversAny } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { storeResponse } from '../../foundation/idempotency.ts'
import { applyChanges, type MemoryFields } from './changes.ts'
import { revealsByMove } from './edit.ts'
import { checkMayExpire, type End } from './expiry.ts'
import { insertMemories } from './insert.ts'
import { selectByExternalId, type TargetRow } from './internal-queries.ts'
import { addSlots, type Mark, setMarks } from './marks.ts'
import type { MemoryInput } from './memory.ts'
import { ofOthersToMuted } from './muted-changes.ts'
import { reviewReplaced } from './new-contents.ts'
import type { MemoryPorts } from './ports.ts'
import { mayRead } from './queries.ts'
import { settleReplacements, stated, supersession } from './settle.ts'
import { releaseStoodFor } from './stand-ins.ts'
import { lockStore, raiseVersion } from './store.ts'
import { checkSupersedable, type Naming } from './supersede.ts'
import { checkInterval } from './times.ts'
import type { Verdicts } from './verdicts.ts'
import { asSubject, newRows, responseOf, type WritableInput, type Written } from './writes.ts'

/* Writes memories that name others: with `externalId` or `supersedes`. The store is locked from the first read on. */

interface Update extends Pick<WritableInput, 'input' | 'text'> {
  target: TargetRow
}

type Result = { status: 'created' | 'updated'; id: string } | { missing_scope: string }

/**
 * Creates or updates memories, and supersedes those they name.
 * @throws see `remember`
 */
export function writeChanges(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  memories: readonly MemoryInput[],
  writable: readonly WritableInput[],
  verdicts: Verdicts,
): Promise<Written> {
  return inTransaction(ctx, async (ctx) => {
    await lockStore(ctx)
    const { creates, updates, results } = await sortOut(ctx, writable)
    const rows = newRows(ctx, creates)
    for (const [at, { id }] of rows.entries())
      for (const index of creates[at]!.indexes) {
        const isFirst = index === creates[at]!.index
        results.set(index, { status: isFirst ? 'created' : 'updated', id })
      }
    const response = responseOf(memories, results)
    const namings = writable.flatMap(({ index, input }): Naming[] => {
      const result = results.get(index)
      if (!result || !('id' in result)) return []
      const path = (at: number) => `memories.${index}.supersedes.${at}`
      return (input.supersedes ?? []).map((id, at) => ({ id, by: result.id, path: path(at) }))
    })
    const replaced = await checkSupersedable(ctx, namings)
    const idsOf = (id: string) => replaced.filter(({ by }) => by === id).map(({ target }) => target.id)
    if (rows.length)
      await insertMemories(
        ctx,
        rows.map((row) => ({ ...row, supersedes: idsOf(row.id) })),
        { response },
      )
    else await storeResponse(ctx, response)
    const updated = await applyUpdates(ctx, [...updates.values()], verdicts)
    const beginnings = new Map<string, string>([
      ...rows.map(({ id, validFrom, occurredAt }) => [id, validFrom ?? occurredAt] as const),
      ...updated.map(({ id, validFrom }) => [id, validFrom] as const),
    ])
    const superseded = replaced.map(({ target, by }) =>
      supersession({ earlier: target, later: { id: by, validFrom: beginnings.get(by)! } }),
    )
    if (superseded.length) {
      const version = await raiseVersion(ctx)
      const ended = await applyChanges(ctx, version, superseded, { action: 'memory.supersede' })
      await releaseStoodFor(ctx, version, ended)
      const marks = updated.flatMap(({ id }) => idsOf(id).map((supersedes): Mark => ({ id, supersedes })))
      await setMarks(ctx, version, marks)
    }
    await settleReplacements(ctx, [...rows.map(asSubject), ...updated], verdicts)
    return { response, written: rows.length + updates.size }
  })
}

interface Create extends WritableInput {
  /** Positions of all items that write it. */
  indexes: number[]
}

/** Decides which items create and which update a memory. Of several with one external id, the last value of a field counts. */
async function sortOut(ctx: Ctx<MemoryActor>, writable: readonly WritableInput[]) {
  const externalIds = writable.flatMap(({ input }) => (input.externalId === undefined ? [] : [input.externalId]))
  const stored = externalIds.length ? await ctx.db.rows<TargetRow>(selectByExternalId(ctx, externalIds)) : []
  const targets = new Map(stored.map((target) => [target.externalId, target]))
  const creates: Create[] = []
  const updates = new Map<string, Update>()
  const results = new Map<number, Result>()
  const expiring = new Map<string, End>()
  const ofOthers = await ofOthersToMuted(ctx, [
    ...stored.map(({ id }) => id),
    ...writable.flatMap(({ input }) => input.supersedes ?? []),
  ])
  for (const { index, input, text } of writable) {
    const target = targets.get(input.externalId ?? null)
    if ((target && ofOthers.has(target.id)) || input.supersedes?.some((id) => ofOthers.has(id))) {
      results.set(index, { missing_scope: `memory:write:${target?.scope ?? input.scope}` })
      continue
    }
    if (target && input.externalId !== undefined) {
      if (!coversAny(ctx.actor.writes, target.scope)) {
        results.set(index, { missing_scope: `memory:write:${target.scope}` })
        continue
      }
      if (revealsByMove(ctx.actor, target.scope, input.scope)) {
        results.set(index, { missing_scope: `memory:read:${target.scope}` })
        continue
      }
      const earlier = updates.get(target.id)
      updates.set(target.id, { target, text, input: earlier ? { ...earlier.input, ...given(input) } : input })
      if (input.expiresAt) {
        const end = { id: target.id, expiresAt: input.expiresAt, path: `memories.${index}.expiresAt` }
        expiring.set(target.id, end)
      }
      results.set(index, { status: 'updated', id: target.id })
      continue
    }
    const same =
      input.externalId === undefined ? undefined : creates.find((c) => c.input.externalId === input.externalId)
    if (same) {
      same.input = { ...same.input, ...given(input) }
      same.text = text
      same.indexes.push(index)
    } else creates.push({ index, input, text, indexes: [index] })
  }
  await checkMayExpire(ctx, [...expiring.values()])
  return { creates, updates, results }
}

/** The fields that are not omitted. */
function given(input: MemoryInput): MemoryInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as MemoryInput
}

/** Updates memories that are written again; returns them as statements. */
async function applyUpdates(ctx: Ctx<MemoryActor, MemoryPorts>, updates: readonly Update[], verdicts: Verdicts) {
  if (!updates.length) return []
  const now = ctx.clock().toISOString()
  const version = await raiseVersion(ctx)
  const changes = updates.map(({ target, input, text: { slots } }) => {
    const { supersedes: _, externalId: __, ...fields } = input
    const isStatedAgain = input.content !== target.content
    const isUndated = input.validFrom === undefined && input.occurredAt === undefined
    const set: MemoryFields = {
      ...fields,
      // Another statement than before: it holds from now on, unless the caller says otherwise.
      ...(isStatedAgain && isUndated ? { validFrom: now } : {}),
      ...(isStatedAgain && target.isSupersededByService ? { supersededBy: null, validUntil: null } : {}),
    }
    const validFrom = set.validFrom ?? input.occurredAt ?? target.validFrom
    const validUntil = set.validUntil === undefined ? target.validUntil : set.validUntil
    checkInterval(validFrom, validUntil, '', mayRead(ctx.actor, target.scope))
    const change = input.scope === target.scope ? ('edited' as const) : ('moved' as const)
    const statedAt = isStatedAgain ? stated(input, now) : undefined
    return { id: target.id, scope: target.scope, content: input.content, change, set, validFrom, slots, statedAt }
  })
  await releaseStoodFor(ctx, version, await applyChanges(ctx, version, changes, { action: 'memory.edit' }))
  const restated = changes.filter(({ statedAt }) => statedAt !== undefined)
  if (restated.length) await reviewReplaced(ctx, version, restated, verdicts)
  await addSlots(ctx, restated)
  return changes.map(({ id, validFrom, slots, statedAt }) => ({
    ...{ id, validFrom, statedAt },
    slots: statedAt === undefined ? [] : slots,
  }))
}
