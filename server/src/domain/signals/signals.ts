import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { EventType } from '../apps/manifest.ts'
import { Payload } from '../schedule/triggers.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import { emit, newEventId } from '../webhooks/emit.ts'
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
  summary: 'An app sent a signal of a type your manifest declares in `eventTypes`.',
  transient: true,
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
 * Queues a signal for every connected app of the user that declares its type and subscribes to signals. The signal is
 * stored only in these deliveries, and each deletes it when it ends.
 */
export async function emitSignal(
  ctx: Ctx<AppActor, DeliveryPorts>,
  { type, payload }: z.output<typeof Signal>,
): Promise<z.output<typeof SignalAccepted>> {
  const { db, actor, deliveries } = ctx
  const event_id = newEventId(ctx)
  const signal = JSON.stringify({ type, payload: payload ?? null, sourceApp: actor.app })
  await db.count(
    emit(
      ctx,
      signalCreated,
      sql`(
        select c.user_id, c.app_id, c.id as connection_id, null::text as scope,
          jsonb_build_object('connection_id', c.id, 'ai_id', ${actor.aiId}::text, 'signal', ${signal}::jsonb) as data
        from connections c join apps a on a.id = c.app_id
        where c.user_id = ${actor.userId} and c.status = 'active' and a.manifest -> 'eventTypes' ? ${type})`,
      { id: sql`${event_id}::text` },
    ),
  )
  db.afterCommit(() => deliveries.nudge())
  return { accepted: true, event_id }
}
