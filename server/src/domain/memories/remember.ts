import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { insertBatched } from './batched-writes.ts'
import type { NewMemory } from './insert.ts'
import { checkKnownScopes } from './known.ts'
import { AllowSecrets, MemoryInput, WRITE_MEMORIES_MAX } from './memory.ts'
import { foreseeWrite } from './new-contents.ts'
import type { MemoryPorts } from './ports.ts'
import { type StoredStatement, UNCHANGED } from './replacement-pairs.ts'
import type { Replacement } from './replacements.ts'
import { insertReplacing } from './replacing-insert.ts'
import { checkAllSecrets } from './secrets.ts'
import { readStatements, replacementsAmong, replacementsOf, settleReplacements } from './settle.ts'
import { standForOthers } from './stand-ins.ts'
import { lockStore } from './store.ts'
import { checkTimes } from './times.ts'
import { Verdicts } from './verdicts.ts'
import { writeChanges } from './write-changes.ts'
import {
  asSubject,
  insertAndSettle,
  newRows,
  type Remembered,
  readWritable,
  responseOf,
  type WritableInput,
  type Written,
} from './writes.ts'

export const Remember = z.object({
  memories: z.array(MemoryInput).min(1).max(WRITE_MEMORIES_MAX),
  allow_secrets: AllowSecrets,
})
/**
 * Stores memories. Those outside the caller's write grants are dropped, which `results` says; of the others all are
 * stored or none. Statements that they replace are superseded.
 * @throws Failure `scope_denied` without any write grant, or for a memory to be superseded outside of them;
 * `validation_failed` for what looks like a secret, for times that contradict each other, and for an unknown id in
 * `supersedes`; `conflict` for one that another memory has superseded; `unknown_scope`; `limit_exceeded` if the plan
 * does not allow all of them.
 * @param foreseen what was read and judged before a transaction in which this runs; see {@link foreseeWrite}
 */
export async function remember(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  { memories, allow_secrets }: z.output<typeof Remember>,
  foreseen?: Verdicts,
): Promise<Remembered> {
  const { actor } = ctx
  if (!actor.writes.length)
    throw new Failure('scope_denied', { missing_scope: `memory:write:${memories[0]?.scope ?? 'general'}` })
  await checkKnownScopes(
    ctx,
    memories.map(({ scope }) => scope),
  )
  await checkAllSecrets(memories, allow_secrets)
  const now = ctx.clock().toISOString()
  for (const [index, input] of memories.entries()) checkTimes(input, now, `memories.${index}.`)
  const verdicts = foreseen ?? new Verdicts()
  const writable = await readWritable(ctx, memories, verdicts)
  const needsLock = writable.some(({ input }) => input.externalId !== undefined || input.supersedes?.length)
  if (needsLock && !foreseen) await foreseeWrite(ctx, memories, verdicts)
  const write = !writable.length ? nothingWritten : needsLock ? writeChanges : writeNew
  const { response, written } = await write(ctx, memories, writable, verdicts)
  if (actor.kind === 'app' && written) ctx.meter.count(actor, 'memory_writes', written)
  return response
}

async function nothingWritten(_: unknown, memories: readonly MemoryInput[]): Promise<Written> {
  return { response: responseOf(memories, new Map()), written: 0 }
}

/** Stores new memories that name no others: in one statement, unless other requests write in between. */
async function writeNew(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  memories: readonly MemoryInput[],
  writable: readonly WritableInput[],
  verdicts: Verdicts,
): Promise<Written> {
  const rows = newRows(ctx, writable)
  const results = new Map(rows.map(({ id }, at) => [writable[at]!.index, { status: 'created' as const, id }]))
  const response = responseOf(memories, results)
  const subjects = rows.map(asSubject)
  const slots = subjects.flatMap(({ slots }) => slots)
  const seen = slots.length ? await readStatements(ctx, slots) : undefined
  const found = seen ? await replacedBy(ctx, rows, seen.statements, verdicts) : []
  if (seen && found.length) {
    const isAlone = !(await standForOthers(ctx, found))
    if (!isAlone || !(await insertReplacing(ctx, rows, response, { found, version: seen.version })))
      await inTransaction(ctx, (ctx) => insertAndSettle(ctx, rows, response, verdicts))
    return { response, written: rows.length }
  }
  const { before, after } = await insertBatched({ ctx, rows, response })
  // Another request wrote in between: it may have stated what these memories replace, or what replaces them.
  if (seen && (before !== seen.version || after !== before + 1)) {
    await replacementsOf(ctx, subjects, verdicts)
    await inTransaction(ctx, async (ctx) => {
      await lockStore(ctx)
      await settleReplacements(ctx, subjects, verdicts)
    })
  }
  return { response, written: rows.length }
}

/** What new memories replace, and what replaces them, among the statements stored before. */
function replacedBy(
  ctx: Ctx<MemoryActor>,
  rows: readonly NewMemory[],
  stored: readonly StoredStatement[],
  verdicts: Verdicts,
): Promise<Replacement[]> {
  const fresh = rows.map((row): StoredStatement => {
    const { validFrom = row.occurredAt, validUntil = null, slots = [] } = row
    return {
      ...row,
      givenFrom: row.validFrom ?? null,
      validFrom,
      validUntil,
      slots,
      ...UNCHANGED,
      born: Number.POSITIVE_INFINITY,
      place: row.position,
    }
  })
  return replacementsAmong(ctx, [...fresh, ...stored], rows, verdicts)
}
