import type { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newIdOf } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql.ts'
import { holdStore, insertMemories } from '../memories/insert.ts'
import type { Remembered } from '../memories/remember.ts'
import { readAppleHealth } from './apple-health.ts'
import type { Item } from './item.ts'
import { readStrava } from './strava.ts'

const CONFIDENCE_OF_DEVICE = 90
const ITEMS = recordset('t', { providerId: 'text', memoryId: 'text' })

interface Connector {
  /** What a memory carries as `sourceApp`. */
  provider: string
  name: string
  description: string
  read: (body: unknown) => Item[]
}

export const CONNECTORS: readonly Connector[] = [
  {
    provider: 'mock-strava',
    name: 'Strava (mock)',
    description: 'Activities as the API of Strava gives them: one, a list, or either wrapped in an object.',
    read: readStrava,
  },
  {
    provider: 'mock-apple-health',
    name: 'Apple Health (mock)',
    description: 'Metrics and workouts of Apple Health as the app Health Auto Export sends them.',
    read: readAppleHealth,
  },
]

/**
 * Remembers what a provider tells, once: an item told again is skipped, also when its memory has been edited or
 * forgotten since. All new items are kept, or none.
 * @throws Failure `not_found` for an unknown provider, `validation_failed`, `limit_exceeded` at the cap.
 */
export async function receive(
  ctx: Ctx<UserActor>,
  provider: string,
  body: unknown,
): Promise<z.output<typeof Remembered>> {
  const connector = ctx.config.connectors && CONNECTORS.find((each) => each.provider === provider)
  if (!connector) throw new Failure('not_found')
  const told = new Map(connector.read(body).map((item) => [item.providerId, item]))
  return inTransaction(ctx, async (ctx) => {
    await holdStore(ctx)
    for (const id of await knownItems(ctx, provider, [...told.keys()])) told.delete(id)
    const items = [...told.values()]
    const memoryIds = items.length ? await rememberItems(ctx, provider, items) : []
    return { accepted: memoryIds.length > 0, memoryIds }
  })
}

async function knownItems({ db, actor }: Ctx<UserActor>, provider: string, ids: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select provider_id as id from provider_items
    where user_id = ${actor.userId} and provider = ${provider} and provider_id = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}

async function rememberItems(ctx: Ctx<UserActor>, provider: string, items: Item[]): Promise<string[]> {
  const now = ctx.clock()
  const at = now.toISOString()
  const ids = items.map(() => newIdOf('mem', ctx.requestId, now.getTime()))
  const rows = items.map((item, call) => ({
    id: ids[call] as string,
    type: 'event',
    scope: item.scope,
    content: item.content,
    importance: item.importance,
    confidence: CONFIDENCE_OF_DEVICE,
    pinned: false,
    occurredAt: item.occurredAt,
    sourceApp: provider,
    createdAt: at,
    updatedAt: at,
    // Months of runs sent in one go are not one thing somebody said.
    call,
    place: 0,
  }))
  await insertMemories(ctx, rows, { onBehalf: provider })
  await ctx.db.count(sql`
    insert into provider_items (user_id, provider, provider_id, memory_id)
    select ${ctx.actor.userId}, ${provider}, t.provider_id, t.memory_id
    from ${ITEMS(items.map(({ providerId }, at) => ({ providerId, memoryId: ids[at] })))}`)
  return ids
}
