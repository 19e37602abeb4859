import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql.ts'
import { readApp } from '../apps/apps.ts'
import { deliveryId, newEventId, webhookEvent } from './events.ts'

const KEPT_DAYS = 30
/** All attempts of a delivery stand in its row. */
const ATTEMPTS_MAX = 50
const TEST_MESSAGE = 'This is a test.'

/** What is due and not yet begun. */
export interface Late {
  due: number
  oldest_seconds: number
}

const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

export const DeliveryQuery = PageQuery.extend({
  subscription_id: z.string().max(64).optional(),
  status: z.enum(STATUSES).optional(),
})

export const Delivery = z
  .object({
    id: z.string(),
    subscription_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    status: z.enum(STATUSES),
    attempt_count: z.int(),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    attempts: z.array(
      z
        .object({
          at: z.iso.datetime(),
          status_code: z.int().nullable(),
          duration_ms: z.int(),
          error: z.string().nullable(),
          response_excerpt: z.string().nullable().meta({ description: 'The first kilobyte of the answer.' }),
        })
        .meta({ id: 'DeliveryAttempt' }),
    ),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

export const webhookTest = webhookEvent('webhook.test', {
  name: 'WebhookTest',
  summary: 'A developer asked for it in the portal.',
  data: z.object({ subscription_id: z.string(), message: z.string() }),
  example: { subscription_id: 'sub_01kb5dd9v2000m4h2n8y7tq3wz', message: TEST_MESSAGE },
})

const columns = sql`id, subscription_id, event_id, event_type, status, attempt_count,
  case when status = 'pending' then due_at end as next_attempt_at, created_at, attempts`

// With its subscription a delivery is gone, though the row may wait for its sweep.
const ofApp = (appId: string) => sql`app_id = ${appId}
  and subscription_id = any(array(select s.id from webhook_subscriptions s where s.app_id = ${appId}))`

/** Recent deliveries of an app, newest first, with every attempt. */
export async function listDeliveries(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  { limit, cursor, subscription_id, status }: z.output<typeof DeliveryQuery>,
): Promise<Page<Delivery>> {
  await readApp(ctx, appId)
  const place = ['deliveries', appId, subscription_id, status]
  const bySubscription = subscription_id ? sql`and subscription_id = ${subscription_id}` : nothing
  const byStatus = status ? sql`and status = ${status}` : nothing
  return pageById(ctx.vault, place, { limit, cursor }, (below, rows) =>
    ctx.db.rows<Delivery>(sql`
      select ${columns} from deliveries
      where ${ofApp(appId)} ${bySubscription} ${byStatus} and id < ${below}
      order by id desc limit ${rows}`),
  )
}

/** One delivery of an app. */
export async function readDelivery(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<Delivery> {
  await readApp(ctx, appId)
  const delivery = await ctx.db.maybe<Delivery>(
    sql`select ${columns} from deliveries where ${ofApp(appId)} and id = ${id}`,
  )
  if (!delivery) throw new Failure('not_found')
  return delivery
}

/** Queues one more attempt of a delivery that has ended, under the same id. */
export async function replayDelivery(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<Delivery> {
  await readApp(ctx, appId)
  const { db, clock, deliveries } = ctx
  const replayed = await db.maybe<Delivery>(sql`
    update deliveries set status = 'pending', due_at = ${clock().toISOString()}, lease = null
    where ${ofApp(appId)} and id = ${id} and status <> 'pending' and data is not null
      and jsonb_array_length(attempts) < ${ATTEMPTS_MAX}
      and exists (select from webhook_subscriptions s where s.id = subscription_id and s.status = 'active')
    returning ${columns}`)
  if (replayed) {
    db.afterCommit(() => deliveries.nudge())
    return replayed
  }
  const there = await db.maybe<Ended>(sql`
    select status, data is null as forgotten, jsonb_array_length(attempts) as attempts from deliveries
    where ${ofApp(appId)} and id = ${id}`)
  if (!there) throw new Failure('not_found')
  throw new Failure('conflict', { reason: whyNotAgain(there) })
}

interface Ended {
  status: string
  forgotten: boolean
  attempts: number
}

function whyNotAgain({ status, forgotten, attempts }: Ended): string {
  if (status === 'pending') return 'It is still under way.'
  if (forgotten) return 'What it said is forgotten once it has ended.'
  if (attempts >= ATTEMPTS_MAX) return `It has been attempted ${ATTEMPTS_MAX} times.`
  return 'The subscription is disabled.'
}

/** Queues a `webhook.test` event for one subscription. */
export async function testSubscription(ctx: Ctx<DeveloperActor>, appId: string, id: string): Promise<Delivery> {
  await readApp(ctx, appId)
  const { db, clock, actor, deliveries } = ctx
  const at = clock().toISOString()
  // Citus loses sight of a table that is inserted into and returned from, unless it has a name of its own.
  const delivery = await db.maybe<Delivery>(sql`
    insert into deliveries as d (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at,
      created_at)
    select ${actor.developerId}, ${deliveryId(sql`e.event_id`, sql`s.id`)}, s.app_id, s.id, e.event_id,
      'webhook.test', ${JSON.stringify({ subscription_id: id, message: TEST_MESSAGE })}::jsonb, 'pending',
      ${at}::timestamptz, ${at}::timestamptz
    from webhook_subscriptions s, (select ${newEventId(ctx)}::text as event_id) e
    where s.id = ${id} and s.app_id = ${appId} and s.status = 'active' returning ${columns}`)
  if (delivery) {
    db.afterCommit(() => deliveries.nudge())
    return delivery
  }
  const there = await db.maybe(sql`select id from webhook_subscriptions where id = ${id} and app_id = ${appId}`)
  throw there ? new Failure('conflict', { reason: 'The subscription is disabled.' }) : new Failure('not_found')
}

// Of a signal nothing is kept.
const toCancelled = sql`update deliveries set status = 'cancelled', lease = null,
  data = case when event_type = 'signal.created' then null else data end`

/** Stops what a connection is still to be told, but for the news that it ended. */
export async function cancelDeliveriesOf({ db }: Ports, userId: string, connectionId: string): Promise<void> {
  await db.count(sql`
    ${toCancelled} where user_id = ${userId} and connection_id = ${connectionId} and status = 'pending'
      and event_type <> 'connection.revoked'`)
}

/** Cancels what subscriptions are still to be told, some thousands at once; how many it was. */
export async function cancelDeliveriesTo(db: Pick<Db, 'count'>, subscriptions: Sql): Promise<number> {
  return db.count(sql`
    ${toCancelled} where status = 'pending' and (user_id, id) in (
      select user_id, id from deliveries where status = 'pending' and subscription_id in (${subscriptions})
      limit ${SWEPT_ROWS})`)
}

/** Erases what was told of a person, but for the news that their connections ended. */
export async function eraseDeliveries({ db }: Ctx, userId: string): Promise<void> {
  await db.count(sql`delete from deliveries where user_id = ${userId} and event_type <> 'connection.revoked'`)
}

/** Sweeps deliveries older than thirty days, some at a time. */
export async function sweepDeliveries({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 24 * 60 * 60_000).toISOString()
  const swept = await db.count(sql`
    delete from deliveries where (user_id, id) in (
      select user_id, id from deliveries where created_at < ${before} limit ${SWEPT_ROWS})`)
  return swept === SWEPT_ROWS
}

const COUNTED_MAX = 10_000

/** How many deliveries are due, up to ten thousand, and for how long the oldest has been; for who runs the service. */
export async function lateDeliveries({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Late> {
  const now = clock().toISOString()
  // From endpoint to endpoint along the index, so that what waits for its time is not looked at.
  return db.one<Late>(sql`
    with recursive waiting (subscription_id) as (
      (select d.subscription_id from deliveries d where d.status = 'pending' order by d.subscription_id limit 1)
      union all
      select (select d.subscription_id from deliveries d
        where d.status = 'pending' and d.subscription_id > w.subscription_id order by d.subscription_id limit 1)
      from waiting w where w.subscription_id is not null
    ), due as (
      select d.due_at from waiting w join webhook_subscriptions s on s.id = w.subscription_id cross join lateral (
        select d.due_at from deliveries d
        where d.subscription_id = s.id and d.status = 'pending' and d.due_at <= ${now}
        order by d.due_at limit ${COUNTED_MAX}
      ) d limit ${COUNTED_MAX}
    )
    select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)::float8 as oldest_seconds
    from due`)
}
