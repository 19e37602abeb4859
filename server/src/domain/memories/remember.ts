import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newMemoryIds } from '../../foundation/ids.ts'
import { insertBatched } from './batched-writes.ts'
import { checkKnownScopes } from './known.ts'
import { AllowSecrets, MemoryInput, WRITE_MEMORIES_MAX } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { checkSecrets } from './secrets.ts'

export const Remember = z.object({
  memories: z.array(MemoryInput).min(1).max(WRITE_MEMORIES_MAX),
  allow_secrets: AllowSecrets,
})
export const Remembered = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether at least one memory was stored.' }),
    memoryIds: z.array(z.string()).meta({ description: 'Ids of the stored memories, in the order of the request.' }),
  })
  .meta({ id: 'Remembered' })

/**
 * Stores memories. Those outside the caller's write grants are silently dropped; of the others all are stored or none.
 * @throws Failure `scope_denied` without any write grant; `validation_failed` for what looks like a secret;
 * `unknown_scope`; `limit_exceeded` if the plan does not allow
 * all of them.
 */
export async function remember(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  { memories, allow_secrets }: z.output<typeof Remember>,
): Promise<z.output<typeof Remembered>> {
  const { actor } = ctx
  if (!actor.writes.length)
    throw new Failure('scope_denied', { missing_scope: `memory:write:${memories[0]?.scope ?? 'general'}` })
  await checkKnownScopes(
    ctx,
    memories.map(({ scope }) => scope),
  )
  checkSecrets(
    memories.map(({ content }, at) => ({ path: `memories.${at}.content`, content })),
    allow_secrets,
  )
  const writable = memories.filter(({ scope }) => coversAny(actor.writes, scope))
  if (!writable.length) return { accepted: false, memoryIds: [] }

  const now = ctx.clock()
  const at = now.toISOString()
  const ids = newMemoryIds(writable.length, now.getTime())
  const rows = writable.map((memory, position) => ({
    ...memory,
    id: ids[position] as string,
    occurredAt: memory.occurredAt ?? at,
    sourceApp: actor.kind === 'app' ? actor.app : null,
    origin: actor.kind,
    createdAt: at,
    updatedAt: at,
    batch: 0,
    position,
  }))
  const response = { accepted: true, memoryIds: rows.map(({ id }) => id) }
  await insertBatched({ ctx, rows, response })
  if (actor.kind === 'app') ctx.meter.count(actor, 'memory_writes', rows.length)
  return response
}
