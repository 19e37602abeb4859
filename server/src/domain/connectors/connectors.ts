import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newMemoryIds } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { insertMemories } from '../memories/insert.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { hasSecret } from '../memories/secrets.ts'
import { lockStore } from '../memories/store.ts'
import { Remembered } from '../memories/writes.ts'
import { readAppleHealth } from './apple-health.ts'
import type { Item } from './item.ts'
import { readStrava } from './strava.ts'

const DEVICE_CONFIDENCE = 90
const ITEMS = recordset('t', { providerId: 'text', memoryId: 'text' })

export const Accepted = Remembered.omit({ results: true })
  .extend({
    dropped: z.int().min(1).optional().meta({
      description: 'How many items were left out because they contain what looks like a secret.',
    }),
  })
  .meta({ id: 'AcceptedItems' })

interface Connector {
  /** The `sourceApp` of its memories. */
  provider: string
  name: string
  description: string
  read: (body: unknown) => Item[]
}

export const CONNECTORS: readonly Connector[] = [
  {
    provider: 'mock-strava',
    name: 'Strava (mock)',
    description: 'Activities in the format of Strava’s API: one, a list, or either wrapped in an object.',
    read: readStrava,
  },
  {
    provider: 'mock-apple-health',
    name: 'Apple Health (mock)',
    description: 'Apple Health metrics and workouts in the format of the app Health Auto Export.',
    read: readAppleHealth,
  },
]

/**
 * Stores a provider's items as memories, each once: an item sent again is skipped, even when its memory was edited or
 * deleted. Either all new items are stored or none.
 * @throws Failure `not_found` for an unknown provider, `validation_failed`, `limit_exceeded` at the cap.
 */
export async function receive(
  ctx: Ctx<UserActor, MemoryPorts>,
  provider: string,
  body: unknown,
): Promise<z.output<typeof Accepted>> {
  const connector = ctx.config.connectors && CONNECTORS.find((each) => each.provider === provider)
  if (!connector) throw new Failure('not_found')
  const fresh = new Map(connector.read(body).map((item) => [item.providerId, item]))
  return inTransaction(ctx, async (ctx) => {
    await lockStore(ctx)
    for (const id of await knownItems(ctx, provider, [...fresh.keys()])) fresh.delete(id)
    // Providers send no secrets on purpose; an item with one is left out.
    const items = [...fresh.values()].filter(({ content }) => !hasSecret(content))
    const memoryIds = items.length ? await rememberItems(ctx, provider, items) : []
    const dropped = fresh.size - items.length
    return { accepted: memoryIds.length > 0, memoryIds, ...(dropped ? { dropped } : {}) }
  })
}

async function knownItems({ db, actor }: Ctx<UserActor>, provider: string, ids: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select provider_id as id from provider_items
    where user_id = ${actor.userId} and provider = ${provider} and provider_id = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}

async function rememberItems(ctx: Ctx<UserActor, MemoryPorts>, provider: string, items: Item[]): Promise<string[]> {
  const now = ctx.clock()
  const at = now.toISOString()
  const ids = newMemoryIds(items.length, now.getTime())
  const rows = items.map((item, batch) => ({
    id: ids[batch] as string,
    type: 'event',
    scope: item.scope,
    content: item.content,
    importance: item.importance,
    confidence: DEVICE_CONFIDENCE,
    pinned: false,
    occurredAt: item.occurredAt,
    sourceApp: provider,
    origin: 'connector' as const,
    createdAt: at,
    updatedAt: at,
    // Each item is its own batch: months of runs sent in one request are not one utterance.
    batch,
    position: 0,
  }))
  await insertMemories(ctx, rows, { onBehalf: provider })
  await ctx.db.count(sql`
    insert into provider_items (user_id, provider, provider_id, memory_id)
    select ${ctx.actor.userId}, ${provider}, t.provider_id, t.memory_id
    from ${ITEMS(items.map(({ providerId }, at) => ({ providerId, memoryId: ids[at] })))}`)
  return ids
}
