import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { RecentAccess } from '../apps/recent-access.ts'
import type { DeliveryPorts } from './deliver.ts'
import { cancelDeliveriesTo } from './deliveries.ts'
import { newSigningSecret } from './signature.ts'
import { secretContext } from './subscriptions.ts'

/** A subscription that is active, and was made, enabled, or got another URL or signing secret at a time. */
export interface RecentSubscription extends RecentAccess {
  id: string
}

const DISABLED_REASON = 'disabled with all that was set while another person may have been signed in'

/** Lists the active subscriptions of a developer's apps that were made or enabled, or got another URL or secret, since a time. */
export function listRecentSubscriptions({ db }: Pick<Ctx, 'db'>, developerId: string, since: string) {
  return db.rows<RecentSubscription>(sql`
    select 'subscription' as kind, s.id, a.id as "appId", a.name as "appName", s.url,
      coalesce(s.access_set_at, s.created_at) as at
    from apps a join webhook_subscriptions s on s.app_id = a.id
    where a.developer_id = ${developerId} and s.status = 'active' and s.listening_until is null
      and coalesce(s.access_set_at, s.created_at) >= ${since}::timestamptz
    order by at desc, s.id`)
}

/** Disables subscriptions, and replaces their signing secrets, which a stranger may know. */
export async function disableSubscriptions(
  { db, clock, vault, deliveries }: Pick<Ctx, 'db' | 'clock' | 'vault'> & DeliveryPorts,
  subscriptions: readonly { id: string }[],
): Promise<void> {
  const now = clock().toISOString()
  for (const { id } of subscriptions) {
    await db.count(sql`
      update webhook_subscriptions set status = 'disabled', disabled_at = ${now}, disabled_reason = ${DISABLED_REASON},
        secret = ${vault.seal(newSigningSecret(), secretContext(id))}, previous_secret = null, previous_until = null
      where id = ${id}`)
    await cancelDeliveriesTo(db, deliveries.rules, sql`${id}`)
  }
}
