import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { ACCESS_ACTIONS } from './actions.ts'
import type { Entry } from './audit.ts'

/** The request of a change; a change by a job has none. */
export type ChangeOrigin = Pick<Ctx, 'clock'> & { requestId?: string | undefined }

/** A connection as its audit entries name it. */
export interface AuditedConnection {
  userId: string
  id: string
  appId: string
  /** Slug of the app. */
  app: string
}

/** Makes the entry of a change of an app's access. The user and the developer of the app see it. */
export function accessEntry(
  { clock, requestId }: ChangeOrigin,
  by: Entry['actor'],
  action: (typeof ACCESS_ACTIONS)[number],
  { userId, id, appId, app }: AuditedConnection,
): Entry {
  const now = clock()
  return {
    user_id: userId,
    id: newId('aud', now.getTime()),
    at: now.toISOString(),
    actor: by,
    app_id: appId,
    app,
    connection_id: id,
    action,
    target: id,
    scope: '',
    count: 0,
    request_id: requestId ?? newId('req', now.getTime()),
  }
}

/**
 * The statement that records which apps receive a signal. `receivers` names a common table expression with the columns
 * `user_id, app_id, connection_id`, one row for each delivery.
 */
export function insertReceipts(sent: Entry, receivers: Sql): Sql {
  return sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, target, scope, count,
      request_id)
    select r.user_id, ${sent.id}::text || substr(encode(sha256(convert_to(r.connection_id, 'UTF8')), 'hex'), 1, 16),
      ${sent.at}::timestamptz, 'app', r.app_id, a.slug, r.connection_id, 'signal.receive', ${sent.target}::text,
      ${sent.scope}::text, 0, ${sent.request_id}::text
    from (select distinct user_id, app_id, connection_id from ${receivers}) r join apps a on a.id = r.app_id`
}
