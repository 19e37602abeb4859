import type { Config } from '../../foundation/config.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { raw, sql } from '../../foundation/sql/sql.ts'
import type { Holder } from './sessions.ts'

/* What the operator decides about an account: whether it may be used, its plan, and limits of its own. */

export const TABLES = { user: raw('users'), developer: raw('developers') } as const

/** @throws Failure `account_suspended` */
export async function checkNotSuspended(db: Db, holder: Holder, id: string): Promise<void> {
  const account = await db.maybe<{ suspended: boolean }>(
    sql`select suspended_at is not null as suspended from ${TABLES[holder]} where id = ${id}`,
  )
  if (account?.suspended) throw new Failure('account_suspended')
}

/** Suspends an account, or restores it with null. Returns whether that changes anything. */
export async function setSuspended(db: Db, holder: Holder, id: string, at: string | null): Promise<boolean> {
  const changed = await db.count(sql`
    update ${TABLES[holder]} set suspended_at = ${at}::timestamptz
    where id = ${id} and (suspended_at is null) = (${at}::timestamptz is not null)`)
  return changed > 0
}

/** Changes the plan of an account. */
export async function setPlan(
  db: Db,
  holder: Holder,
  id: string,
  plan: Config['userPlan'] | Config['developerPlan'],
): Promise<void> {
  await db.count(sql`update ${TABLES[holder]} set plan = ${plan} where id = ${id}`)
}

/** Sets a limit of an account in place of the plan's: a number, null for none, or `undefined` for that of the plan. */
export async function setLimit(
  db: Db,
  holder: Holder,
  id: string,
  limit: string,
  max: number | null | undefined,
): Promise<void> {
  const change =
    max === undefined ? sql`limits - ${limit}::text` : sql`limits || ${JSON.stringify({ [limit]: max })}::jsonb`
  await db.count(sql`update ${TABLES[holder]} set limits = ${change} where id = ${id}`)
}
