import type { Ports } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { newId } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql.ts'
import type { Late } from '../webhooks/deliveries.ts'
import { queueDeliveries } from '../webhooks/events.ts'

/*
 * Firing. A trigger that is pending turns to fired and its event is queued, in one statement, so it fires once however
 * many processes look. One of them fires at a time and the others let their turn pass: two could each wait for triggers
 * that the other holds. One that is missed while all are down fires when the first is up again. The event's id is the
 * time of firing, so that deliveries sort by it, and what makes the trigger's own id unique, the mark of the request that
 * scheduled it included.
 */

const POLL_MS = 500
// Any number that nobody else locks on this database: the letters of "triggers" as digits.
const LOCK = 8_744_377
const AT_ONCE_MAX = 500
const COUNTED_MAX = 10_000
const EVENT_TIME_CHARS = 'evt_'.length + 10

/** How many triggers are due, up to ten thousand, and for how long the oldest has been; for who runs the service. */
export async function lateTriggers({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<Late> {
  const now = clock().toISOString()
  return db.one<Late>(sql`
    select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(fire_at)), 0)::float8 as oldest_seconds
    from (select fire_at from triggers where status = 'pending' and fire_at <= ${now}
      order by fire_at limit ${COUNTED_MAX}) t`)
}

/** Starts to look for triggers that are due. */
export function startFiring(ports: Pick<Ports, 'db' | 'clock' | 'log' | 'deliveries'>): Loop {
  const { db, clock, deliveries } = ports
  return startLoop(ports, 'triggers', POLL_MS, async () => {
    if (!(await isAnyDue(ports))) return false
    const fired = await db.transaction(async (db) => {
      const { free } = await db.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as free`)
      return free ? fire(db, clock()) : 0
    })
    if (fired) deliveries.nudge()
    return fired === AT_ONCE_MAX
  })
}

async function isAnyDue({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const due = await db.maybe(sql`
    select id from triggers where status = 'pending' and fire_at <= ${clock().toISOString()} order by fire_at limit 1`)
  return due !== undefined
}

/** Fires what is due; how many it was. */
async function fire(db: Db, time: Date): Promise<number> {
  const now = time.toISOString()
  const firedAt = newId('evt', time.getTime()).slice(0, EVENT_TIME_CHARS)
  const { fired } = await db.one<{ fired: number }>(sql`
    with due as (
      select user_id, id from triggers where status = 'pending' and fire_at <= ${now}
      order by fire_at limit ${AT_ONCE_MAX}
    ), fired as (
      update triggers t set status = 'fired' from due
      where t.user_id = due.user_id and t.id = due.id and t.status = 'pending'
      returning t.*
    ), queued as (
      ${queueDeliveries(
        'schedule.fired',
        now,
        sql`(
          select f.user_id, f.app_id, f.connection_id, ${firedAt}::text || substr(f.id, ${EVENT_TIME_CHARS + 1}::int) as event_id, null::text as scope,
            jsonb_build_object('connection_id', f.connection_id, 'ai_id', i.id, 'trigger', jsonb_build_object(
              'id', f.id, 'kind', f.kind, 'status', f.status, 'payload', f.payload,
              'fireAt', to_char(f.fire_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as data
          from fired f join identities i on i.user_id = f.user_id) e`,
      )} returning 1
    )
    select count(*) as fired from fired`)
  return fired
}
