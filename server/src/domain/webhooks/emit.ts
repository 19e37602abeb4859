import type { Ctx } from '../../foundation/ctx.ts'
import { newId, newIdFor } from '../../foundation/ids.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { WebhookEvent } from './event.ts'

const EVENT_TIME_CHARS = 'evt_'.length + 10
const EVENT_RANDOM_CHARS = 16

type Emitter = Pick<Ctx, 'clock'> & { requestId?: string | undefined }

interface Emission {
  /** An expression over a row `e`; by default one new id for all rows. */
  id?: Sql
  /** The condition on subscriptions `s` of the row's app; by default, those that list the event's type. */
  to?: Sql
}

/**
 * The statement that emits an event: it inserts one pending delivery for each row and each active subscription of the
 * row's app. It belongs into the statement or transaction of the cause, so that both are stored or neither is.
 *
 * `rows` is a subquery or the name of a common table expression with the columns `user_id, app_id, connection_id,
 * scope, data` and those that `id` uses. A delivery id is derived from event and subscription, so emitting an event twice fails.
 * Deliveries are due at once, also by the clocks of other processes when this one is ahead of them.
 */
export function emit(
  ctx: Emitter,
  { type, heldMs }: Pick<WebhookEvent, 'type' | 'heldMs'>,
  rows: Sql,
  { id = sql`${newEventId(ctx)}::text`, to = sql`${type} = any(s.events)` }: Emission = {},
): Sql {
  const at = ctx.clock().toISOString()
  return sql`
    insert into deliveries as d (user_id, id, app_id, subscription_id, connection_id, event_id, event_type, scope,
      data, status, due_at, is_due, held_until, created_at)
    select e.user_id, ${deliveryId(id, sql`s.id`)}, e.app_id, s.id, e.connection_id, ${id}, ${type}, e.scope, e.data,
      'pending', least(${at}::timestamptz, now()), ${!heldMs}::boolean, ${heldMs ? heldFor(heldMs) : sql`null::timestamptz`}, ${at}::timestamptz
    from ${rows} e
    join webhook_subscriptions s on s.app_id = e.app_id and s.status = 'active' and ${to}`
}

const heldFor = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`

/** A new event id; it shares the request suffix with the request that causes the event, if there is one. */
export const newEventId = ({ requestId, clock }: Emitter): string => newIdFor('evt', requestId, clock().getTime())

/**
 * The event id derived from the id of the row that causes the event, so that one row causes one event. With `at`, the
 * id's time is that moment instead of the row's creation.
 */
export function eventIdFrom(causeId: Sql, at?: Date): Sql {
  if (!at) return sql`'evt' || substr(${causeId}, 4)`
  const time = newId('evt', at.getTime()).slice(0, EVENT_TIME_CHARS)
  return sql`${time}::text || substr(${causeId}, ${EVENT_TIME_CHARS + 1}::int)`
}

/**
 * The event id of a change of a row, derived from the row's id and its revision, which the change increased. Rows change
 * less than 1,024 times within a millisecond.
 */
export function eventIdOfChange(id: Sql, revision: Sql, at: Date): Sql {
  const time = newId('evt', at.getTime()).slice(0, EVENT_TIME_CHARS)
  const digit = (value: Sql) => sql`substr('0123456789abcdefghjkmnpqrstvwxyz', ${value} % 32 + 1, 1)`
  return sql`${time}::text || ${digit(sql`${revision} / 32`)} || ${digit(revision)} || right(${id}, ${EVENT_RANDOM_CHARS}::int)`
}

/** `dlv_`, the time-ordered body of the event's id, and eight digits of a hash that names the subscription. */
function deliveryId(eventId: Sql, subscriptionId: Sql): Sql {
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

/** The sources, as slugs, whose memories a user hides from app `a`: all muted ones but its own. */
export function mutedSources(userId: Sql | string): Sql {
  return sql`array(
    select hidden.app from muted_sources hidden where hidden.user_id = ${userId} and hidden.app <> a.slug
    order by hidden.app)`
}

/** The condition that connection `c` gets webhooks now: it is active, not paused and not expired. */
export function isReceiving({ clock }: Pick<Ctx, 'clock'>): Sql {
  return sql`c.status = 'active' and c.paused_at is null
    and (c.expires_at is null or c.expires_at > ${clock().toISOString()}::timestamptz)`
}
