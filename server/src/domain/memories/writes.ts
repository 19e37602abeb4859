import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newMemoryIds } from '../../foundation/ids.ts'
import { openSlices } from '../../foundation/slices.ts'
import { insertMemories, type NewMemory } from './insert.ts'
import { DEFAULTS, type MemoryInput } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { settleReplacements } from './settle.ts'
import { type ReadText, slotsToCompare } from './slots.ts'
import { Verdicts } from './verdicts.ts'

/* What the ways of writing memories have in common. */

const WriteResult = z
  .object({
    index: z.int().meta({ description: 'Position in the request, from 0.' }),
    status: z.enum(['created', 'updated', 'dropped']).meta({
      description: '`updated`: a memory with this `externalId` existed; `dropped`: outside the write grants.',
    }),
    id: z.string().optional(),
    missing_scope: z.string().optional().meta({ description: 'With `dropped`: the scope that the caller lacks.' }),
  })
  .meta({ id: 'WriteResult' })
export type WriteResult = z.output<typeof WriteResult>
export const Remembered = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether at least one memory was stored.' }),
    memoryIds: z.array(z.string()).meta({ description: 'Ids of the stored memories, in the order of the request.' }),
    results: z.array(WriteResult).meta({ description: 'What became of each memory, in the order of the request.' }),
  })
  .meta({ id: 'Remembered' })
export type Remembered = z.output<typeof Remembered>

/** A memory of the request within the write grants, and its position in the request. */
export interface WritableInput {
  index: number
  input: MemoryInput
  text: ReadText
}

/**
 * The memories of a request within the write grants, with what is read from their texts, outside of a transaction. Other
 * requests run in between: a hundred long texts take some tenths of a second.
 */
export async function readWritable(
  { actor }: Ctx<MemoryActor>,
  memories: readonly MemoryInput[],
  verdicts: Verdicts,
): Promise<WritableInput[]> {
  const pause = openSlices()
  const writable: WritableInput[] = []
  for (const [index, input] of memories.entries()) {
    if (!coversAny(actor.writes, input.scope)) continue
    if (!verdicts.hasRead(actor, input.content)) await pause()
    writable.push({ index, input, text: verdicts.read(actor, input.content) })
  }
  return writable
}

/** The response, and how many memories were created or updated. */
export interface Written {
  response: Remembered
  written: number
}

/** Inserts memories and supersedes what they replace, in the caller's transaction. `verdicts` are those before it. */
export async function insertAndSettle(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  rows: readonly NewMemory[],
  response?: unknown,
  verdicts = new Verdicts(),
): Promise<void> {
  const slotted = rows.map((row) => ({ ...row, slots: row.slots ?? verdicts.read(ctx.actor, row.content).slots }))
  await insertMemories(ctx, slotted, response === undefined ? {} : { response })
  await settleReplacements(ctx, slotted.map(asSubject), verdicts)
}

/** A new memory as a statement that may replace others. */
export function asSubject({ id, content, slots, mayEnd, validFrom, occurredAt, createdAt }: NewMemory) {
  return { id, slots: slotsToCompare({ content, slots, mayEnd, statedAt: validFrom ?? occurredAt, now: createdAt }) }
}

/** The rows of new memories. */
export function newRows(
  ctx: Ctx<MemoryActor>,
  writable: readonly WritableInput[],
): (NewMemory & { slots: string[] })[] {
  const { actor } = ctx
  const now = ctx.clock()
  const at = now.toISOString()
  const ids = newMemoryIds(writable.length, now.getTime())
  return writable.map(({ input, text }, position) => ({
    ...input,
    ...text,
    type: input.type ?? DEFAULTS.type,
    importance: input.importance ?? DEFAULTS.importance,
    confidence: input.confidence ?? DEFAULTS.confidence,
    pinned: input.pinned ?? DEFAULTS.pinned,
    id: ids[position] as string,
    occurredAt: input.occurredAt ?? at,
    sourceApp: actor.kind === 'app' ? actor.app : null,
    origin: actor.kind,
    createdAt: at,
    updatedAt: at,
    batch: 0,
    position,
  }))
}

/** The response of a write; memories without a result were dropped. */
export function responseOf(
  memories: readonly MemoryInput[],
  results: ReadonlyMap<number, { status: 'created' | 'updated'; id: string } | { missing_scope: string }>,
): Remembered {
  const all = memories.map(({ scope }, index): WriteResult => {
    const result = results.get(index) ?? { missing_scope: `memory:write:${scope}` }
    return { index, status: 'dropped', ...result }
  })
  const memoryIds = all.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return { accepted: memoryIds.length > 0, memoryIds, results: all }
}
