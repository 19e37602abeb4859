import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { DeliveryPorts } from './deliver.ts'
import { cancelDeliveriesTo } from './deliveries.ts'

/*
 * Deliveries of deleted and disabled subscriptions. There may be millions, so requests do not wait for them: those of a
 * deleted subscription are hidden and never sent, those of a disabled one are cancelled before their attempt. Jobs
 * delete and cancel the rows in batches.
 */

/** After this time, transactions that were queuing deliveries during the deletion have ended, by any process's clock. */
const SETTLED_MS = 5 * 60_000

/** An app with orphaned deliveries, and how far its deliveries have been scanned. */
interface Scan {
  app_id: string
  left_at: string
  swept_to: string
}

/**
 * Schedules the deletion of orphaned deliveries, in the transaction that deletes an app or a subscription. A scan that is
 * scheduled already is repeated afterwards rather than postponed: sessions can end every minute.
 */
export async function noteOrphans({ db, clock }: Pick<Ctx, 'db' | 'clock'>, appId: string): Promise<void> {
  const now = clock().toISOString()
  await db.count(sql`
    insert into deliveries_left (app_id, left_at, swept_to) values (${appId}, ${now}, '')
    on conflict (app_id) do update set again = true`)
}

/**
 * Deletes the pending deliveries of subscriptions that were just deleted, as many as one statement may: the queue walks over
 * the endpoints of pending ones. Those queued at the same time, and those that ended, are left to the scan.
 */
export async function deletePending({ db }: Pick<Ctx, 'db'>, subscriptionIds: readonly string[]): Promise<void> {
  if (!subscriptionIds.length) return
  await db.count(sql`
    delete from deliveries where (user_id, id) in (
      select user_id, id from deliveries
      where status = 'pending' and subscription_id = any(${subscriptionIds}::text[]) limit ${DELETE_BATCH_ROWS})`)
}

/** Scans a batch of one app's deliveries and deletes those without a subscription. Returns `true` if there is more to do. */
export async function deleteOrphans({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const settled = new Date(clock().getTime() - SETTLED_MS).toISOString()
  const scan = await db.maybe<Scan>(sql`
    select app_id, left_at, swept_to from deliveries_left where left_at < ${settled} order by left_at limit 1`)
  if (!scan) return false
  const { seen, last } = await db.one<{ seen: number; last: string | null }>(sql`
    with seen as (
      select user_id, id, subscription_id from deliveries where app_id = ${scan.app_id} and id > ${scan.swept_to}
      order by id limit ${DELETE_BATCH_ROWS}
    ), deleted as (
      delete from deliveries d using seen
      where d.user_id = seen.user_id and d.id = seen.id
        and not exists (select from webhook_subscriptions s where s.id = seen.subscription_id)
    )
    select count(*) as seen, max(id) as last from seen`)
  // The last release restarts the scan when another subscription is deleted in the meantime.
  const unchanged = sql`app_id = ${scan.app_id} and left_at = ${scan.left_at}`
  if (seen === DELETE_BATCH_ROWS) {
    await db.count(sql`update deliveries_left set swept_to = ${last} where ${unchanged}`)
    return true
  }
  const ended = await db.count(sql`delete from deliveries_left where ${unchanged} and not again`)
  if (!ended)
    await db.count(sql`
      update deliveries_left set left_at = ${clock().toISOString()}, swept_to = '', again = false where ${unchanged}`)
  return true
}

/** Cancels a batch of the pending deliveries of disabled subscriptions. Returns `true` if there may be more. */
export async function cancelDisabled({
  db,
  deliveries: { rules },
}: Pick<Ports, 'db'> & DeliveryPorts): Promise<boolean> {
  const disabled = sql`select id from webhook_subscriptions where status = 'disabled'`
  return (await cancelDeliveriesTo(db, rules, disabled)) === DELETE_BATCH_ROWS
}
