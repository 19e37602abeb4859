import { type Sql, sql } from '../../foundation/sql/sql.ts'

/* Notifications of changed access, which the triggers of `0034_access_changes.sql` send. */

/** Whose access has changed. */
export type AccessOf = { userId: string } | { appId: string } | { developerId: string }

/** Listens on the channel of the triggers. */
export const listenToAccess: Sql = sql`listen access_changed`

/** Whether the triggers are there; a Citus cluster has none. */
export const selectAccessTriggers: Sql = sql`
  select count(*) = 7 as ready from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgname = 'access_changed' and t.tgenabled = 'O' and not c.relispartition
    and c.oid = any(array['connections', 'connection_tokens', 'token_families', 'muted_sources', 'users', 'apps',
      'developers']::regclass[])`

const ACCESS_NAMES = { user: 'userId', app: 'appId', developer: 'developerId' } as const

/** Whose access a notification is about: `user usr_…`. */
export function accessOf(payload: string): AccessOf | undefined {
  const [kind = '', id = ''] = payload.split(' ')
  const name = Object.hasOwn(ACCESS_NAMES, kind) && ACCESS_NAMES[kind as keyof typeof ACCESS_NAMES]
  return name ? ({ [name]: id } as AccessOf) : undefined
}
