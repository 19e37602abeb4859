import type { Ports } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { queueNotice } from '../accounts/notices.ts'
import type { MailPorts } from '../mail/mail.ts'

/* Notices to developers about endpoints that fail. */

/** How long an endpoint fails before its developer is notified. */
const FAILING_NOTICE_MS = 60 * 60_000

export type NoticePorts = Pick<Ports, 'clock' | 'vault' | 'log' | 'config'> & MailPorts

/** Notifies the developers of endpoints that have been failing for an hour, once until they succeed again. */
export async function noticeFailing(ports: NoticePorts, db: Db, failed: Sql): Promise<void> {
  const since = new Date(ports.clock().getTime() - FAILING_NOTICE_MS).toISOString()
  const failing = await db.rows<{ id: string }>(sql`
    update webhook_subscriptions set failing_noticed = true
    where ${failed} and failing_since <= ${since} and not failing_noticed and status = 'active' returning id`)
  await notice(ports, db, failing, 'A webhook is failing', 'have failed for more than an hour')
}

/** Notifies the developers of endpoints that were disabled. */
export function noticeDisabled(ports: NoticePorts, db: Db, disabled: readonly { id: string }[]): Promise<void> {
  return notice(ports, db, disabled, 'A webhook was disabled', 'are stopped until you enable it again')
}

async function notice(
  ports: NoticePorts,
  db: Db,
  subscriptions: readonly { id: string }[],
  what: string,
  consequence: string,
): Promise<void> {
  if (!subscriptions.length) return
  const rows = await db.rows<{ app: string; app_id: string; developer_id: string; url: string }>(sql`
    select a.name as app, a.id as app_id, a.developer_id, s.url
    from webhook_subscriptions s join apps a on a.id = s.app_id
    where s.id = any(${subscriptions.map(({ id }) => id)}::text[]) and a.developer_id is not null`)
  for (const { app, app_id, developer_id, url } of rows)
    await queueNotice({ ...ports, db }, 'developer', developer_id, 'webhook_failing', {
      subject: `${what}: ${app}`,
      // The rest of the URL may contain secrets.
      paragraphs: [`Deliveries to ${new URL(url).host} ${consequence}.`],
      link: { label: 'See its deliveries', url: `${ports.config.baseUrl}/developers/apps/${app_id}/webhooks` },
    })
}
