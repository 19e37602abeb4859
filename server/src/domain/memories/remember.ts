import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newIdOf } from '../../foundation/ids.ts'
import { checkKnownScopes } from '../vocabulary/known.ts'
import { coversAny } from '../vocabulary/scopes.ts'
import { MemoryInput, WRITE_MEMORIES_MAX } from './memory.ts'
import { insertTogether } from './together.ts'

export const Remember = z.object({ memories: z.array(MemoryInput).min(1).max(WRITE_MEMORIES_MAX) })
export const Remembered = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether at least one memory was kept.' }),
    memoryIds: z.array(z.string()).meta({ description: 'Of those that were kept, in the order given.' }),
  })
  .meta({ id: 'Remembered' })

/**
 * Keeps memories. What lies outside the caller's write grants is dropped in silence; the rest is kept whole or
 * not at all.
 * @throws Failure `scope_denied` without any write grant, `unknown_scope`, `limit_exceeded` at the cap.
 */
export async function remember(
  ctx: Ctx<MemoryActor>,
  { memories }: z.output<typeof Remember>,
): Promise<z.output<typeof Remembered>> {
  const { actor } = ctx
  if (!actor.writes.length)
    throw new Failure('scope_denied', { missing_scope: `memory:write:${memories[0]?.scope ?? 'general'}` })
  await checkKnownScopes(
    ctx,
    memories.map(({ scope }) => scope),
  )
  const writable = memories.filter(({ scope }) => coversAny(actor.writes, scope))
  if (!writable.length) return { accepted: false, memoryIds: [] }

  const now = ctx.clock()
  const at = now.toISOString()
  const rows = writable.map((memory, place) => ({
    ...memory,
    id: newIdOf('mem', ctx.requestId, now.getTime()),
    occurredAt: memory.occurredAt ?? at,
    sourceApp: actor.kind === 'app' ? actor.app : null,
    createdAt: at,
    updatedAt: at,
    call: 0,
    place,
  }))
  const reply = { accepted: true, memoryIds: rows.map(({ id }) => id) }
  await insertTogether({ ctx, rows, reply })
  if (actor.kind === 'app') ctx.meter.count(actor, 'memory_writes', rows.length)
  return reply
}
