import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { newIdOf } from '../../foundation/ids.ts'
import { type Sql, sql } from '../../foundation/sql.ts'

/*
 * Emitting. An event becomes one delivery for each subscription that is to be told, in the statement or
 * transaction that caused it: there is no moment in which the cause is kept and the telling is not.
 */

export const EVENT_TYPES = ['memory.created', 'signal.created', 'schedule.fired', 'connection.revoked'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** An event as it is written down: what an endpoint is sent, in the document and in the types of the SDK. */
export interface WebhookEvent {
  type: string
  /** What its shape is called. */
  name: string
  summary: string
  body: z.ZodType
  example: { data: object }
}

/** What is told of whom an event is about. */
export const About = z.object({
  connection_id: z.string().meta({ description: 'Which connection of the app it is about.' }),
  ai_id: z.string().meta({ description: 'The identity of the person.' }),
})
export const ABOUT_EXAMPLE = {
  connection_id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  ai_id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
} satisfies z.output<typeof About>

/** Writes an event down by the shape of its `data`; the room that emits it does, beside the statement that makes the data. */
export function webhookEvent<Data extends z.ZodType<object>>(
  type: EventType | 'webhook.test',
  { name, summary, data, example }: { name: string; summary: string; data: Data; example: z.output<Data> },
): WebhookEvent {
  const body = z
    .object({
      id: z.string().meta({ description: 'The same in every delivery of this event.' }),
      type: z.literal(type),
      created_at: z.iso.datetime(),
      data,
    })
    .meta({ id: name })
  const head = { id: 'evt_01kb5dd9v2000m4h2n8y7tq3wz', type, created_at: '2026-05-03T07:31:12.000Z' }
  return { type, name, summary, body, example: { ...head, data: example } }
}

/** A new event id, which ends like the id of the request that causes the event, where one does. */
export const newEventId = ({ requestId, clock }: Pick<Ctx, 'clock'> & { requestId?: string | undefined }): string =>
  newIdOf('evt', requestId, clock().getTime())

/**
 * The statement that queues deliveries for rows of a common table expression or subquery `e` with the columns
 * `user_id, app_id, connection_id, event_id, scope, data`: one for each active subscription of that app to the type.
 * A delivery's id is made of event and subscription, so an event can never be queued twice for the same one. It is due
 * at once, also by the clocks of others when ours is ahead of theirs.
 */
export function queueDeliveries(type: EventType, at: string, e: Sql): Sql {
  return sql`
    insert into deliveries (user_id, id, app_id, subscription_id, connection_id, event_id, event_type, scope, data,
      status, due_at, created_at)
    select e.user_id, ${deliveryId(sql`e.event_id`, sql`s.id`)}, e.app_id, s.id, e.connection_id, e.event_id, ${type},
      e.scope, e.data, 'pending', least(${at}::timestamptz, now()), ${at}::timestamptz
    from ${e}
    join webhook_subscriptions s on s.app_id = e.app_id and s.status = 'active' and ${type} = any(s.events)`
}

/** `dlv_`, the time-ordered body of the event's id, and eight digits of a hash that names the subscription. */
export function deliveryId(eventId: Sql, subscriptionId: Sql): Sql {
  return sql`'dlv_' || substr(${eventId}, 5) ||
    substr(encode(sha256(convert_to(${subscriptionId} || ${eventId}, 'UTF8')), 'hex'), 1, 8)`
}

/** The condition that the consent scopes of connection `c` let its app read a memory scope. */
export function connectionReads(scope: Sql): Sql {
  return sql`exists (
    select from unnest(c.scopes) granted
    where granted = 'memory:read:*' or granted = 'memory:read:' || ${scope}
      or (right(granted, 2) = '.*' and starts_with('memory:read:' || ${scope} || '.', left(granted, -1))))`
}
