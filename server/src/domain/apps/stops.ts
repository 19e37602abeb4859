import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'

/* Stopped apps: the operator can stop an app, and suspending a developer stops all apps of theirs. */

/** The condition that an app, under this alias, is stopped. */
export function isStopped(app: Sql): Sql {
  return sql`(${app}.stopped_at is not null or exists (
    select from developers o where o.id = ${app}.developer_id and o.suspended_at is not null))`
}

/** The condition that the app with this id is stopped. */
export function isAppStopped(id: Sql): Sql {
  return sql`exists (select from apps a where a.id = ${id} and ${isStopped(sql`a`)})`
}

/** Stops an app, or starts it again with null. Returns whether that changes anything. */
export async function setStopped(db: Db, id: string, at: string | null): Promise<boolean> {
  const changed = await db.count(sql`
    update apps set stopped_at = ${at}::timestamptz
    where id = ${id} and deleted_at is null and (stopped_at is null) = (${at}::timestamptz is not null)`)
  return changed > 0
}

/** @throws Failure `app_suspended` */
export function checkNotStopped({ stopped }: { stopped: boolean }): void {
  if (stopped) throw new Failure('app_suspended')
}
