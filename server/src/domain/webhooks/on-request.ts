import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import { throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import { readApp } from '../apps/apps.ts'
import type { DeliveryPorts } from './deliver.ts'
import { columns, type Delivery, ofApp, TEST_MESSAGE, webhookTest } from './deliveries.ts'
import { emit } from './emit.ts'

/* Attempts that a developer asks for. */

/** Attempts are stored in the row of the delivery. */
const ATTEMPTS_MAX = 50
const REPLAYED_MAX = 1_000
const COUNTED_MAX = 10_000
const REPLAYS_PER_MINUTE_MAX = 10
/** Single deliveries of an app that are sent again. */
const SENT_AGAIN_PER_MINUTE_MAX = 60
// Tests of one subscription, and of all subscriptions of a developer: the owner of an endpoint has not agreed to them.
const TESTS_PER_MINUTE_MAX = 10
const TESTS_PER_HOUR_MAX = 100
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/**
 * Queues one more attempt of a finished delivery, or the next attempt of one that waits for it, under the same id.
 * @throws Failure `rate_limited` beyond sixty a minute for an app; `conflict`
 */
export async function replayDelivery(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  id: string,
): Promise<Delivery> {
  await readApp(ctx, appId)
  const { db, clock, deliveries, config } = ctx
  if (config.rateLimit !== null)
    await throttle(db, `webhook sent again ${appId}`, SENT_AGAIN_PER_MINUTE_MAX, MINUTE_SECONDS)
  const replayed = await db.maybe<Delivery>(sql`
    update deliveries set status = 'pending', due_at = ${clock().toISOString()}, lease = null
    where ${ofApp(appId)} and id = ${id} and data is not null
      and (status <> 'pending' or (lease is null and due_at > ${clock().toISOString()} and attempts <> '[]'))
      and jsonb_array_length(attempts) < ${ATTEMPTS_MAX}
      and exists (select from webhook_subscriptions s where s.id = subscription_id and s.status = 'active')
    returning ${columns}`)
  if (replayed) {
    db.afterCommit(() => deliveries.nudge())
    return replayed
  }
  const existing = await db.maybe<Existing>(sql`
    select status, data is null as erased, jsonb_array_length(attempts) as attempts from deliveries
    where ${ofApp(appId)} and id = ${id}`)
  if (!existing) throw new Failure('not_found')
  throw new Failure('conflict', { reason: reasonAgainstReplay(existing) })
}

interface Existing {
  status: string
  erased: boolean
  attempts: number
}

function reasonAgainstReplay({ status, erased, attempts }: Existing): string {
  if (status === 'pending') return 'The delivery is due or being attempted.'
  if (erased) return 'The data of this event was deleted when the delivery ended.'
  if (attempts >= ATTEMPTS_MAX) return `It has been attempted ${ATTEMPTS_MAX} times.`
  return 'The subscription is disabled.'
}

export const ReplayFailed = z.object({
  since: Time.meta({ description: 'Deliveries of events from this time on, as far as they are still stored.' }),
  subscription_id: z.string().max(64).optional().meta({ description: 'Only those of this subscription.' }),
})
export const Replayed = z
  .object({
    queued: z.int().meta({ description: 'Number of deliveries that are sent again.' }),
    more: z.boolean().meta({ description: 'Whether more are left; the same call continues.' }),
  })
  .meta({ id: 'ReplayedDeliveries' })

/** The failed deliveries of an app that can be sent again. */
const failedOnes = (appId: string, { since, subscription_id }: z.output<typeof ReplayFailed>): Sql => sql`deliveries d
  join webhook_subscriptions s on s.id = d.subscription_id and s.app_id = ${appId} and s.status = 'active'
    and s.listening_until is null
  where d.app_id = ${appId} and d.status = 'failed' and d.created_at >= ${since} and d.data is not null
    and jsonb_array_length(d.attempts) < ${ATTEMPTS_MAX}
    ${subscription_id ? sql`and d.subscription_id = ${subscription_id}` : nothing}`

export const FailedDeliveries = z
  .object({
    failed: z.int().meta({ description: `At most ${COUNTED_MAX.toLocaleString('en')}.` }),
    more: z.boolean().meta({ description: 'Whether there are more than that.' }),
  })
  .meta({ id: 'FailedDeliveries' })

/** Counts the failed deliveries since a time that {@link replayFailed} would send again. */
export async function countFailed(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  query: z.output<typeof ReplayFailed>,
): Promise<z.output<typeof FailedDeliveries>> {
  await readApp(ctx, appId)
  const { counted } = await ctx.db.one<{ counted: number }>(sql`
    select count(*) as counted from (select from ${failedOnes(appId, query)} limit ${COUNTED_MAX + 1}) as counted`)
  return { failed: Math.min(counted, COUNTED_MAX), more: counted > COUNTED_MAX }
}

/**
 * Queues one more attempt of every failed delivery since a time, at most 1,000, oldest first.
 * @throws Failure `rate_limited` beyond ten calls a minute for an app
 */
export async function replayFailed(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  { since, subscription_id }: z.output<typeof ReplayFailed>,
): Promise<z.output<typeof Replayed>> {
  await readApp(ctx, appId)
  const { db, clock, deliveries, config } = ctx
  if (config.rateLimit !== null) await throttle(db, `webhook replays ${appId}`, REPLAYS_PER_MINUTE_MAX, MINUTE_SECONDS)
  // A cluster locks no rows of several users; replaying twice what two requests found is harmless.
  const locked = db.layout?.isSpread ? nothing : sql`for update of d skip locked`
  const queued = await db.count(sql`
    update deliveries set status = 'pending', due_at = ${clock().toISOString()}, lease = null
    where (user_id, id) in (
      select d.user_id, d.id from ${failedOnes(appId, { since, subscription_id })}
      order by d.id limit ${REPLAYED_MAX} ${locked})`)
  if (queued) db.afterCommit(() => deliveries.nudge())
  return { queued, more: queued === REPLAYED_MAX }
}

/**
 * Queues a `webhook.test` event for one subscription.
 * @throws Failure `rate_limited` beyond ten a minute for a subscription or a hundred an hour for a developer
 */
export async function testSubscription(
  ctx: Ctx<DeveloperActor, DeliveryPorts>,
  appId: string,
  id: string,
): Promise<Delivery> {
  await readApp(ctx, appId)
  const { db, actor, deliveries, config } = ctx
  const existing = await db.maybe(sql`
    select id from webhook_subscriptions where id = ${id} and app_id = ${appId} and listening_until is null`)
  if (!existing) throw new Failure('not_found')
  if (config.rateLimit !== null) {
    await throttle(db, `webhook test ${id}`, TESTS_PER_MINUTE_MAX, MINUTE_SECONDS)
    await throttle(db, `webhook tests ${actor.developerId}`, TESTS_PER_HOUR_MAX, HOUR_SECONDS)
  }
  const data = JSON.stringify({ subscription_id: id, message: TEST_MESSAGE })
  const row = sql`(
    select ${actor.developerId}::text as user_id, ${appId}::text as app_id, null::text as connection_id,
      null::text as scope, ${data}::jsonb as data)`
  const delivery = await db.maybe<Delivery>(
    sql`${emit(ctx, webhookTest, row, { to: sql`s.id = ${id}` })} returning ${columns}`,
  )
  if (!delivery) throw new Failure('conflict', { reason: 'The subscription is disabled.' })
  db.afterCommit(() => deliveries.nudge())
  return delivery
}
