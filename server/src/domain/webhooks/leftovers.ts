import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql.ts'
import { cancelDeliveriesTo } from './deliveries.ts'

/*
 * What subscriptions leave behind. One that is deleted or disabled may have millions of deliveries, so nobody waits for
 * them: those of a deleted one are neither told nor shown from that moment, those of a disabled one are cancelled when
 * their attempt comes. Here the rows follow, some at a time.
 */

/** By then whatever was queuing for a subscription while it was deleted has been written, by the clock of any process. */
const SETTLED_MS = 5 * 60_000

/** An app whose deliveries are being looked through. */
interface Left {
  app_id: string
  left_at: string
  swept_to: string
}

/** Notes that an app has left deliveries behind; in the transaction that deletes it or a subscription of it. */
export async function leaveDeliveries({ db, clock }: Pick<Ctx, 'db' | 'clock'>, appId: string): Promise<void> {
  const now = clock().toISOString()
  await db.count(sql`
    insert into deliveries_left (app_id, left_at, swept_to) values (${appId}, ${now}, '')
    on conflict (app_id) do update set left_at = excluded.left_at, swept_to = ''`)
}

/** Sweeps the deliveries of subscriptions that are gone, looking at some thousands of their app's. */
export async function sweepLeft({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const settled = new Date(clock().getTime() - SETTLED_MS).toISOString()
  const left = await db.maybe<Left>(sql`
    select app_id, left_at, swept_to from deliveries_left where left_at < ${settled} order by left_at limit 1`)
  if (!left) return false
  const { seen, last } = await db.one<{ seen: number; last: string | null }>(sql`
    with seen as (
      select user_id, id, subscription_id from deliveries where app_id = ${left.app_id} and id > ${left.swept_to}
      order by id limit ${SWEPT_ROWS}
    ), swept as (
      delete from deliveries d using seen
      where d.user_id = seen.user_id and d.id = seen.id
        and not exists (select from webhook_subscriptions s where s.id = seen.subscription_id)
    )
    select count(*) as seen, max(id) as last from seen`)
  // Another subscription that went meanwhile has it begin anew.
  const unchanged = sql`app_id = ${left.app_id} and left_at = ${left.left_at}`
  if (seen < SWEPT_ROWS) await db.count(sql`delete from deliveries_left where ${unchanged}`)
  else await db.count(sql`update deliveries_left set swept_to = ${last} where ${unchanged}`)
  return true
}

/** Cancels what disabled subscriptions were still to be told, some at a time. */
export async function cancelLeft({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  const disabled = sql`select id from webhook_subscriptions where status = 'disabled'`
  return (await cancelDeliveriesTo(db, disabled)) === SWEPT_ROWS
}
