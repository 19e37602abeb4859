import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { StaleGrants } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { EventType } from '../apps/manifest.ts'
import { insertReceipts } from '../audit/access.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { Payload } from '../schedule/triggers.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import { emit, isReceiving, newEventId } from '../webhooks/emit.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/event.ts'

export const Signal = z.object({
  type: EventType.meta({ example: 'workout.completed' }),
  payload: Payload.optional(),
})
export const SignalAccepted = z
  .object({ accepted: z.literal(true), event_id: z.string() })
  .meta({ id: 'SignalAccepted' })

export const signalCreated = webhookEvent({
  type: 'signal.created',
  summary: 'An app sent a signal of a type that the person lets your app receive.',
  transient: true,
  personal: true,
  permits: ({ signals }, { signal }) => signals.includes(signal.type),
  data: About.extend({
    signal: z.object({
      type: z.string(),
      payload: z.record(z.string(), z.unknown()).nullable(),
      sourceApp: z.string().meta({ description: 'Slug of the sending app.' }),
    }),
  }),
  example: {
    ...ABOUT_EXAMPLE,
    signal: { type: 'workout.completed', payload: { activity: 'run', distanceKm: 10 }, sourceApp: 'trail-coach' },
  },
})

/**
 * Queues a signal for every connected app of the user that was allowed its type at consent and subscribes to signals, and
 * records in the user's audit log who sent it and who receives it. The signal itself is stored only in these deliveries,
 * and each deletes it when it ends.
 */
export async function emitSignal(
  ctx: Ctx<AppActor, DeliveryPorts>,
  { type, payload }: z.output<typeof Signal>,
): Promise<z.output<typeof SignalAccepted>> {
  const { db, actor, deliveries } = ctx
  const event_id = newEventId(ctx)
  const signal = JSON.stringify({ type, payload: payload ?? null, sourceApp: actor.app })
  const sent = auditEntry(ctx, { action: 'signal.emit', target: event_id, scopes: [type], count: 0 })
  // Locks the sender's connection, so that a change of its grants has either been committed or waits for this statement.
  const { allowed } = await db.one<{ allowed: boolean }>(sql`
    with sender as (
      select c.user_id from connections c
      where c.user_id = ${actor.userId} and c.id = ${actor.connectionId} and ${isReceiving(ctx)}
        and 'signal:emit' = any(c.scopes) for share
    ), receivers as (
      select c.user_id, c.app_id, c.id as connection_id, null::text as scope,
        jsonb_build_object('connection_id', c.id, 'ai_id', ${actor.aiId}::text, 'signal', ${signal}::jsonb) as data
      from sender join connections c on c.user_id = sender.user_id
      where c.user_id = ${actor.userId} and ${isReceiving(ctx)} and ${type} = any(c.signals)
    ), queued as (
      ${emit(ctx, signalCreated, sql`receivers`, { id: sql`${event_id}::text` })}
      returning d.user_id, d.app_id, d.connection_id
    ), noted as (
      ${insertAudit(sent, sql`from sender`)}
    ), receipts as (
      ${insertReceipts(sent, sql`queued`)}
    )
    select exists (select 1 from sender) as allowed`)
  if (!allowed) throw new StaleGrants()
  db.afterCommit(() => deliveries.nudge())
  return { accepted: true, event_id }
}
