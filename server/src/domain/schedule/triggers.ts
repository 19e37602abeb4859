import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { Failure, invalid, StaleGrants } from '../../foundation/errors.ts'
import { newIdFor } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, sql } from '../../foundation/sql/sql.ts'
import { Moment } from '../../foundation/times.ts'
import { isReceiving } from '../webhooks/emit.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/event.ts'

const KIND_CHARS_MAX = 128
const PAYLOAD_BYTES_MAX = 16 * 1024
const GRACE_MS = 60_000
const AHEAD_MAX_YEARS = 5
const PENDING_MAX = 10_000
/** Triggers of a connection, ended ones included; beyond it, the oldest ended ones are deleted. */
const STORED_MAX = 20_000
const DELETED_AT_ONCE = 1_000
const ENDED_RETENTION_MS = 90 * 24 * 60 * 60_000

/** A JSON object of limited size. */
export const Payload = z
  .record(z.string(), z.unknown())
  .refine((payload) => Buffer.byteLength(JSON.stringify(payload)) <= PAYLOAD_BYTES_MAX, {
    message: 'must be at most 16 KiB of JSON',
  })

export const TriggerInput = z.object({
  fireAt: Moment.meta({ format: 'date-time', example: '2029-12-24T17:00:00Z' }),
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
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Empty if none was given.' }),
  })
  .meta({ id: 'Trigger' })
type Trigger = z.output<typeof Trigger>

export const scheduleFired = webhookEvent({
  type: 'schedule.fired',
  summary: 'A trigger your app set has come due.',
  personal: true,
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
 * Schedules a trigger of the calling connection; at its time, the app gets a `schedule.fired` event.
 * @throws Failure `validation_failed` for a time out of range, `limit_exceeded` with too many pending triggers
 */
export async function scheduleTrigger(
  ctx: Ctx<AppActor>,
  { fireAt, kind, payload }: z.output<typeof TriggerInput>,
): Promise<{ id: string; fireAt: string }> {
  const { actor, requestId } = ctx
  const now = ctx.clock()
  const at = new Date(fireAt)
  if (at.getTime() < now.getTime() - GRACE_MS) throw invalid('fireAt', 'must not be in the past')
  if (at > yearsAfter(now, AHEAD_MAX_YEARS)) throw invalid('fireAt', 'must be at most five years ahead')
  return inTransaction(ctx, async ({ db }) => {
    const own = sql`c.user_id = ${actor.userId} and c.id = ${actor.connectionId} and ${isReceiving(ctx)}`
    // Locks the connection, so that the count still holds when the row is inserted.
    const locked = await db.rows(sql`select c.id from connections c where ${own} for no key update`)
    // The connection was ended or paused a moment ago.
    if (!locked.length) throw new StaleGrants()
    const { used, stored } = await db.one<{ used: number; stored: number }>(sql`
      select count(*) filter (where status = 'pending') as used, count(*) as stored from triggers
      where user_id = ${actor.userId} and connection_id = ${actor.connectionId}`)
    if (stored >= STORED_MAX)
      await db.count(sql`
        delete from triggers where user_id = ${actor.userId} and id in (
          select id from triggers where user_id = ${actor.userId} and connection_id = ${actor.connectionId}
            and status <> 'pending' order by id limit ${DELETED_AT_ONCE})`)
    if (used >= PENDING_MAX)
      throw new Failure('limit_exceeded', {
        limit: 'pending_triggers',
        used,
        max: PENDING_MAX,
        plan: actor.developerPlan,
      })
    return db.one<{ id: string; fireAt: string }>(sql`
      insert into triggers (user_id, id, connection_id, app_id, fire_at, kind, payload, status, created_at)
      values (${actor.userId}, ${newIdFor('trg', requestId)}, ${actor.connectionId}, ${actor.appId},
        ${at.toISOString()}, ${kind}, ${JSON.stringify(payload ?? {})}::jsonb, 'pending',
        ${now.toISOString()})
      returning id, fire_at as "fireAt"`)
  })
}

/** The same date and time a number of years later; 29 February becomes 1 March in a common year. */
function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** The triggers of the calling connection, newest first. */
export async function listTriggers(
  { db, vault, actor }: Ctx<AppActor>,
  { limit, cursor, status }: z.output<typeof TriggerQuery>,
): Promise<{ triggers: Trigger[]; next_cursor: string | null }> {
  const scope = ['triggers', actor.connectionId, status]
  const byStatus = status ? sql`and status = ${status}` : nothing
  const { items, next_cursor } = await pageById(vault, scope, { limit, cursor }, (below, rows) =>
    db.rows<Trigger>(sql`
      select id, fire_at as "fireAt", kind, status, coalesce(payload, '{}') as payload from triggers
      where user_id = ${actor.userId} and connection_id = ${actor.connectionId} ${byStatus}
        and id < ${below}
      order by id desc limit ${rows}`),
  )
  return { triggers: items, next_cursor }
}

/**
 * Cancels a pending trigger of the calling connection.
 * @throws Failure `not_found`, also for fired triggers and those of other connections
 */
export async function cancelTrigger(ctx: Ctx<AppActor>, id: string): Promise<{ ok: true }> {
  const { db, actor } = ctx
  const { cancelled, allowed } = await db.one<{ cancelled: boolean; allowed: boolean }>(sql`
    with own as (
      select c.user_id, c.id from connections c
      where c.user_id = ${actor.userId} and c.id = ${actor.connectionId} and ${isReceiving(ctx)} for share
    ), cancelled as (
      update triggers t set status = 'cancelled' from own
      where t.user_id = ${actor.userId} and t.connection_id = own.id and t.id = ${id} and t.status = 'pending'
      returning 1
    )
    select exists (select 1 from cancelled) as cancelled, exists (select 1 from own) as allowed`)
  if (!allowed) throw new StaleGrants()
  if (!cancelled) throw new Failure('not_found')
  return { ok: true }
}

/** Deletes a batch of the triggers that ended more than 90 days ago. Returns `true` if there may be more. */
export async function deleteEndedTriggers({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - ENDED_RETENTION_MS).toISOString()
  const deleted = await db.count(sql`
    delete from triggers where (user_id, id) in (
      select user_id, id from triggers
      where status <> 'pending' and created_at < ${before} and (status = 'cancelled' or fire_at < ${before})
      limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}

/** Cancels the pending triggers of a connection. */
export async function cancelTriggersOf({ db }: Ports, userId: string, connectionId: string): Promise<void> {
  await db.count(sql`
    update triggers set status = 'cancelled'
    where user_id = ${userId} and connection_id = ${connectionId} and status = 'pending'`)
}
