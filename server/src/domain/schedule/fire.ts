import type { Ports } from '../../foundation/ctx.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import type { Backlog } from '../webhooks/deliveries.ts'
import { emit, eventIdFrom } from '../webhooks/emit.ts'
import { scheduleFired } from './triggers.ts'

/*
 * Fires due triggers. One statement sets a trigger to fired and emits its event, so it fires exactly once. An advisory
 * lock lets one process fire at a time, because two could deadlock on each other's rows. Triggers that came due while
 * no process was running fire after the next start. The event id combines the time of firing, by which deliveries are
 * sorted, with the unique part of the trigger's id, which contains the request suffix.
 */

const POLL_MS = 500
// The key of the advisory lock, unique in this database: "triggers" on a phone keypad.
const LOCK = 8_744_377
const BATCH_ROWS = 500
const COUNTED_MAX = 10_000

/** The backlog of triggers, counted up to 10,000. */
export async function triggerBacklog({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<Backlog> {
  const now = clock().toISOString()
  return db.one<Backlog>(sql`
    select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(fire_at)), 0)::float8 as oldest_seconds
    from (select fire_at from triggers where status = 'pending' and fire_at <= ${now}
      order by fire_at limit ${COUNTED_MAX}) t`)
}

/** Starts the loop that fires due triggers. */
export function startFiring(ports: Pick<Ports, 'db' | 'clock' | 'log'> & DeliveryPorts): Loop {
  const { db, clock, deliveries } = ports
  return startLoop(ports, 'triggers', POLL_MS, async () => {
    if (!(await isAnyDue(ports))) return false
    const fired = await db.transaction(async (db) => {
      const { free } = await db.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as free`)
      return free ? fire({ db, clock }) : 0
    })
    if (fired) deliveries.nudge()
    return fired === BATCH_ROWS
  })
}

async function isAnyDue({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const due = await db.maybe(sql`
    select id from triggers where status = 'pending' and fire_at <= ${clock().toISOString()} order by fire_at limit 1`)
  return due !== undefined
}

/** Fires a batch of due triggers; returns how many. */
async function fire({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<number> {
  const now = clock()
  const { fired } = await db.one<{ fired: number }>(sql`
    with due as (
      select user_id, id from triggers where status = 'pending' and fire_at <= ${now.toISOString()}
      order by fire_at limit ${BATCH_ROWS}
    ), fired as (
      update triggers t set status = 'fired' from due
      where t.user_id = due.user_id and t.id = due.id and t.status = 'pending'
      returning t.*
    ), queued as (
      ${emit(
        { clock: () => now },
        scheduleFired,
        sql`(
          select f.user_id, f.app_id, f.connection_id, f.id as trigger_id, null::text as scope,
            jsonb_build_object('connection_id', f.connection_id, 'ai_id', i.id, 'trigger', jsonb_build_object(
              'id', f.id, 'kind', f.kind, 'status', f.status, 'payload', coalesce(f.payload, '{}'),
              'fireAt', to_char(f.fire_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as data
          from fired f join identities i on i.user_id = f.user_id)`,
        { id: eventIdFrom(sql`e.trigger_id`, now) },
      )} returning 1
    )
    select count(*) as fired from fired`)
  return fired
}
