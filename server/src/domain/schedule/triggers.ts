import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newIdOf } from '../../foundation/ids.ts'
import { PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, sql } from '../../foundation/sql.ts'
import { Moment } from '../../foundation/times.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/events.ts'

const KIND_CHARS_MAX = 128
const PAYLOAD_BYTES_MAX = 16 * 1024
const GRACE_MS = 60_000
const AHEAD_MAX_YEARS = 5
const PENDING_MAX = 10_000

/** Free-form JSON of a bounded size. */
export const Payload = z
  .record(z.string(), z.unknown())
  .refine((payload) => Buffer.byteLength(JSON.stringify(payload)) <= PAYLOAD_BYTES_MAX, {
    message: 'takes 16 KiB of JSON at most',
  })

export const TriggerInput = z.object({
  fireAt: Moment.meta({ format: 'date-time', example: '2026-12-24T17:00:00Z' }),
  kind: z.string().trim().min(1).max(KIND_CHARS_MAX).meta({ example: 'checkin' }),
  payload: Payload.optional(),
})

const STATUSES = ['pending', 'fired', 'cancelled'] as const

export const Trigger = z
  .object({
    id: z.string(),
    fireAt: z.iso.datetime(),
    kind: z.string(),
    status: z.enum(STATUSES),
    payload: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Trigger' })
type Trigger = z.output<typeof Trigger>

export const scheduleFired = webhookEvent('schedule.fired', {
  name: 'ScheduleFired',
  summary: 'The time of a trigger has come.',
  data: About.extend({ trigger: Trigger }),
  example: {
    ...ABOUT_EXAMPLE,
    trigger: {
      id: 'trg_01kb5dd9v2000m4h2n8y7tq3wz',
      fireAt: '2026-05-03T07:31:12.000Z',
      kind: 'checkin',
      status: 'fired',
      payload: { about: 'the run' },
    },
  },
})

export const TriggerQuery = PageQuery.extend({ status: z.enum(STATUSES).optional() })

/**
 * Schedules a trigger of this connection; at its time a `schedule.fired` event goes to the app.
 * @throws Failure `validation_failed` for a time out of bounds, `limit_exceeded` with too many pending.
 */
export async function scheduleTrigger(
  ctx: Ctx<AppActor>,
  { fireAt, kind, payload }: z.output<typeof TriggerInput>,
): Promise<{ id: string; fireAt: string }> {
  const { actor, requestId } = ctx
  const now = ctx.clock()
  const at = new Date(fireAt)
  if (at.getTime() < now.getTime() - GRACE_MS) throw invalid('fireAt', 'is in the past')
  if (at > yearsAfter(now, AHEAD_MAX_YEARS)) throw invalid('fireAt', 'is more than five years ahead')
  return inTransaction(ctx, async ({ db }) => {
    const own = sql`c.user_id = ${actor.userId} and c.id = ${actor.connectionId} and c.status = 'active'`
    // Who schedules queues here, so that what is counted still holds when the row is written.
    const held = await db.rows(sql`select c.id from connections c where ${own} for no key update`)
    // Ended on another process a moment ago.
    if (!held.length) throw new Failure('unauthorized')
    const { used } = await db.one<{ used: number }>(sql`
      select count(*) as used from triggers
      where user_id = ${actor.userId} and connection_id = ${actor.connectionId} and status = 'pending'`)
    if (used >= PENDING_MAX)
      throw new Failure('limit_exceeded', {
        limit: 'pending_triggers',
        used,
        max: PENDING_MAX,
        plan: actor.developerPlan,
      })
    return db.one<{ id: string; fireAt: string }>(sql`
      insert into triggers (user_id, id, connection_id, app_id, fire_at, kind, payload, status, created_at)
      values (${actor.userId}, ${newIdOf('trg', requestId)}, ${actor.connectionId}, ${actor.appId},
        ${at.toISOString()}, ${kind}, ${payload === undefined ? null : JSON.stringify(payload)}::jsonb, 'pending',
        ${now.toISOString()})
      returning id, fire_at as "fireAt"`)
  })
}

/** The same day and time so many years later; of 29 February, where there is none, the day after. */
function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** The connection's own triggers, newest first. */
export async function listTriggers(
  { db, vault, actor }: Ctx<AppActor>,
  { limit, cursor, status }: z.output<typeof TriggerQuery>,
): Promise<{ triggers: Trigger[]; next_cursor: string | null }> {
  const place = ['triggers', actor.connectionId, status]
  const byStatus = status ? sql`and status = ${status}` : nothing
  const { items, next_cursor } = await pageById(vault, place, { limit, cursor }, (below, rows) =>
    db.rows<Trigger>(sql`
      select id, fire_at as "fireAt", kind, status, payload from triggers
      where user_id = ${actor.userId} and connection_id = ${actor.connectionId} ${byStatus}
        and id < ${below}
      order by id desc limit ${rows}`),
  )
  return { triggers: items, next_cursor }
}

/** Only the connection's own triggers that are still to fire; anything else is simply not there. */
export async function cancelTrigger({ db, actor }: Ctx<AppActor>, id: string): Promise<{ ok: true }> {
  const cancelled = await db.count(sql`
    update triggers set status = 'cancelled'
    where user_id = ${actor.userId} and connection_id = ${actor.connectionId} and id = ${id} and status = 'pending'`)
  if (!cancelled) throw new Failure('not_found')
  return { ok: true }
}

/** Cancels what a connection still had to come. */
export async function cancelTriggersOf({ db }: Ports, userId: string, connectionId: string): Promise<void> {
  await db.count(sql`
    update triggers set status = 'cancelled'
    where user_id = ${userId} and connection_id = ${connectionId} and status = 'pending'`)
}
