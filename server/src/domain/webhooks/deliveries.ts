import { z } from 'zod'
import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, onEachShard, type Sql, sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { readApp } from '../apps/apps.ts'
import type { DeliveryPorts } from './deliver.ts'
import { type DeliveryRules, webhookEvent } from './event.ts'

export const TEST_MESSAGE = 'This is a test.'

/** How many rows are due and not started, and for how long the oldest has been due. */
export interface Backlog {
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
          response_excerpt: z.string().nullable().meta({
            description: 'The first kilobyte of the response body; always null for a private address.',
          }),
          signature: z.string().nullish().meta({ description: 'The `X-Service-Signature` that was sent.' }),
        })
        .meta({ id: 'DeliveryAttempt' }),
    ),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

export const webhookTest = webhookEvent({
  type: 'webhook.test',
  summary: 'You sent a test event.',
  subscribable: false,
  data: z.object({ subscription_id: z.string(), message: z.string() }),
  example: { subscription_id: 'sub_01kb5dd9v2000m4h2n8y7tq3wz', message: TEST_MESSAGE },
})

/** The columns of a delivery. */
export const columns = sql`id, subscription_id, event_id, event_type, status, attempt_count,
  case when status = 'pending' then due_at end as next_attempt_at, created_at, attempts`

// Deliveries of a deleted subscription are hidden until a job deletes their rows, and those of a listening developer always.
export const ofApp = (appId: string) => sql`app_id = ${appId}
  and subscription_id = any(array(
    select s.id from webhook_subscriptions s where s.app_id = ${appId} and s.listening_until is null))`

/** The deliveries of an app, newest first, with every attempt. */
export async function listDeliveries(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  { limit, cursor, subscription_id, status }: z.output<typeof DeliveryQuery>,
): Promise<Page<Delivery>> {
  await readApp(ctx, appId)
  const scope = ['deliveries', appId, subscription_id, status]
  const bySubscription = subscription_id ? sql`and subscription_id = ${subscription_id}` : nothing
  const byStatus = status ? sql`and status = ${status}` : nothing
  return pageById(ctx.vault, scope, { limit, cursor }, (below, rows) =>
    ctx.db.rows<Delivery>(sql`
      select ${columns} from deliveries
      where ${ofApp(appId)} ${bySubscription} ${byStatus} and id < ${below}
      order by id desc limit ${rows}`),
  )
}

const cancel = ({ transient }: DeliveryRules) => sql`update deliveries set status = 'cancelled', lease = null,
  data = case when event_type = any(${transient}::text[]) then null else data end`

/** Cancels the pending deliveries of a connection, except for events that are delivered after its end or its pause. */
export async function cancelDeliveriesOf(
  { db, deliveries: { rules } }: Ports & DeliveryPorts,
  userId: string,
  connectionId: string,
  after: 'ended' | 'paused',
): Promise<void> {
  const kept = after === 'ended' ? rules.afterConnection : [...rules.afterConnection, ...rules.whilePaused]
  await db.count(sql`
    ${cancel(rules)} where user_id = ${userId} and connection_id = ${connectionId} and status = 'pending'
      and event_type <> all(${kept}::text[])`)
}

/** Cancels a batch of the pending deliveries of subscriptions; returns how many. */
export async function cancelDeliveriesTo(
  db: Pick<Db, 'count'>,
  rules: DeliveryRules,
  subscriptions: Sql,
): Promise<number> {
  return db.count(sql`
    ${cancel(rules)} where status = 'pending' and (user_id, id) in (
      select user_id, id from deliveries where status = 'pending' and subscription_id in (${subscriptions})
      limit ${DELETE_BATCH_ROWS})`)
}

/** Deletes the deliveries about a user, except for events that are delivered after the end of a connection. */
export async function eraseDeliveries(
  { db, deliveries }: Pick<Ctx<Actor, DeliveryPorts>, 'db' | 'deliveries'>,
  userId: string,
): Promise<void> {
  const retained = deliveries.rules.afterConnection
  await db.count(sql`delete from deliveries where user_id = ${userId} and event_type <> all(${retained}::text[])`)
}

/** Deletes a batch of the deliveries older than `DELIVERY_DAYS`. Returns `true` if there may be more. */
export async function deleteExpiredDeliveries({
  db,
  clock,
  config,
}: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const before = new Date(clock().getTime() - config.deliveryDays * DAY_MS).toISOString()
  const deleted = await db.count(sql`
    delete from deliveries where (user_id, id) in (
      select user_id, id from deliveries where created_at < ${before} order by created_at limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}

const COUNTED_MAX = 10_000

/** The backlog of deliveries, counted up to 10,000. */
export async function deliveryBacklog({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Backlog> {
  const now = clock().toISOString()
  // Walks the index from endpoint to endpoint among those marked as due; what became due since is not marked yet.
  const parts = await db.rows<Backlog>(
    onEachShard(sql`
    with recursive waiting (subscription_id) as (
      (select d.subscription_id from deliveries d where d.status = 'pending' and d.is_due
        order by d.subscription_id limit 1)
      union all
      select (select d.subscription_id from deliveries d
        where d.status = 'pending' and d.is_due and d.subscription_id > w.subscription_id order by d.subscription_id limit 1)
      from waiting w where w.subscription_id is not null
    ), due as (
      (select d.due_at from waiting w join webhook_subscriptions s on s.id = w.subscription_id and s.listening_until is null
      cross join lateral (
        select d.due_at from deliveries d
        where d.subscription_id = s.id and d.status = 'pending' and d.is_due and d.due_at <= ${now}
        order by d.due_at limit ${COUNTED_MAX}
      ) d limit ${COUNTED_MAX})
      union all
      (select d.due_at from deliveries d join webhook_subscriptions s on s.id = d.subscription_id
      where d.status = 'pending' and not d.is_due and d.due_at <= ${now} order by d.due_at limit ${COUNTED_MAX})
    )
    select least(count(*), ${COUNTED_MAX}) as due, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)::float8 as oldest_seconds
    from due`),
  )
  const due = parts.reduce((sum, part) => sum + part.due, 0)
  return { due: Math.min(COUNTED_MAX, due), oldest_seconds: Math.max(0, ...parts.map((part) => part.oldest_seconds)) }
}
