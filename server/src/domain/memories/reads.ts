import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { AuditEntry } from '../audit/audit.ts'
import { memoryIdsOf, READ_IDS_MAX, READS_DAYS, readsOf } from '../audit/reads.ts'
import { memoryOf } from './copy.ts'
import { Memory } from './memory.ts'
import type { ReadPorts } from './ports.ts'
import { readMemory, selectReadable } from './queries.ts'

export const ReadMemories = z
  .object({
    memories: z.array(Memory).meta({
      description: `As they are now: what a read gave to an app or a write added, at most ${READ_IDS_MAX} and for ${READS_DAYS} days, or the one that the entry is about.`,
    }),
    gone: z.int().meta({ description: 'Number of those that have been deleted since.' }),
  })
  .meta({ id: 'ReadMemories' })

export const MemoryReads = z
  .object({
    items: z.array(AuditEntry).meta({
      description: `The newest reads that gave this memory to an app, newest first: at most 20 of the last ${READS_DAYS} days.`,
    }),
  })
  .meta({ id: 'MemoryReads' })

/**
 * The memories of an entry of the audit log, as they are now: see `memoryIdsOf`.
 * @throws Failure `not_found` without such an audit entry
 */
export async function readMemoriesOf(
  ctx: Ctx<UserActor, ReadPorts>,
  entryId: string,
): Promise<z.output<typeof ReadMemories>> {
  const ids = await memoryIdsOf(ctx, entryId)
  if (!ids.length) return { memories: [], gone: 0 }
  const rows = await ctx.db.rows<Memory>(selectReadable(ctx, sql`m.id = any(${ids}::text[])`))
  const byId = new Map(rows.map((row) => [row.id, memoryOf(row)]))
  const memories = ids.flatMap((id) => byId.get(id) ?? [])
  return { memories, gone: ids.length - memories.length }
}

/**
 * The newest reads by apps of one of the user's memories.
 * @throws Failure `not_found`
 */
export async function readReads(ctx: Ctx<UserActor, ReadPorts>, id: string): Promise<z.output<typeof MemoryReads>> {
  await readMemory(ctx, id)
  return { items: await readsOf(ctx, id) }
}
