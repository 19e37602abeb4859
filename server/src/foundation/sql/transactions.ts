import { Failure } from '../errors.ts'
import type { Db } from './db.ts'
import { isRefused } from './db-errors.ts'
import { sql } from './sql.ts'

/** Returns the id (xid8) of the open transaction, and assigns one if it has none yet. */
export async function transactionOf(db: Db): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
  return id
}

/**
 * Whether a transaction was committed, for use when the connection was lost before the result of `commit` arrived.
 * @throws Failure `unavailable` while it is still in progress, and when the database is unreachable
 */
export async function isCommitted(db: Db, transaction: string): Promise<boolean> {
  // PostgreSQL rejects an id in the future: after a failover the new primary never received that transaction. For an
  // id too old to look up the status is null; such a transaction counts as committed.
  const { status } = await db
    .one<{ status: string | null }>(sql`select pg_xact_status(${transaction}::xid8) as status`)
    .catch((error) => {
      if (isRefused(error)) return { status: 'aborted' }
      throw error
    })
  if (status === 'in progress') throw new Failure('unavailable')
  return status !== 'aborted'
}
