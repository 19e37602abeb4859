import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql.ts'
import { EventType } from '../apps/manifest.ts'
import { Payload } from '../schedule/triggers.ts'
import { ABOUT_EXAMPLE, About, newEventId, queueDeliveries, webhookEvent } from '../webhooks/events.ts'

export const Signal = z.object({
  type: EventType.meta({ example: 'workout.completed' }),
  payload: Payload.optional(),
})
export const SignalAccepted = z
  .object({ accepted: z.literal(true), event_id: z.string() })
  .meta({ id: 'SignalAccepted' })

export const signalCreated = webhookEvent('signal.created', {
  name: 'SignalCreated',
  summary: 'An app of this person sent a signal of a type that the manifest declares.',
  data: About.extend({
    signal: z.object({
      type: z.string(),
      payload: z.record(z.string(), z.unknown()).nullable(),
      sourceApp: z.string().meta({ description: 'Slug of the app that sent it.' }),
    }),
  }),
  example: {
    ...ABOUT_EXAMPLE,
    signal: { type: 'workout.completed', payload: { activity: 'run', distanceKm: 10 }, sourceApp: 'trail-coach' },
  },
})

/**
 * Fans a signal out to every app that is connected to this person, subscribes to signals and declares the type.
 * It is queued for each before this answers, kept nowhere else, and forgotten delivery by delivery.
 */
export async function emitSignal(
  { db, clock, actor, deliveries, requestId }: Ctx<AppActor>,
  { type, payload }: z.output<typeof Signal>,
): Promise<z.output<typeof SignalAccepted>> {
  const event_id = newEventId({ requestId, clock })
  const signal = JSON.stringify({ type, payload: payload ?? null, sourceApp: actor.app })
  await db.count(
    queueDeliveries(
      'signal.created',
      clock().toISOString(),
      sql`(
        select c.user_id, c.app_id, c.id as connection_id, ${event_id}::text as event_id, null::text as scope,
          jsonb_build_object('connection_id', c.id, 'ai_id', ${actor.aiId}::text, 'signal', ${signal}::jsonb) as data
        from connections c join apps a on a.id = c.app_id
        where c.user_id = ${actor.userId} and c.status = 'active' and a.manifest -> 'eventTypes' ? ${type}) e`,
    ),
  )
  db.afterCommit(() => deliveries.nudge())
  return { accepted: true, event_id }
}
