import { type Db, isRefused } from './db.ts'
import { Failure } from './errors.ts'
import { sql } from './sql.ts'

/** The id of the transaction that is open here. */
export async function transactionOf(db: Db): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
  return id
}

/**
 * Whether a transaction whose end was not heard of has been committed.
 * @throws Failure `unavailable` while it is still under way, and when the database cannot be asked
 */
export async function isCommitted(db: Db, transaction: string): Promise<boolean> {
  // One that is to come is none of ours: a standby has taken over and never heard of it. Of one long past nothing is
  // known; then it was done.
  const { status } = await db
    .one<{ status: string | null }>(sql`select pg_xact_status(${transaction}::xid8) as status`)
    .catch((error) => {
      if (isRefused(error)) return { status: 'aborted' }
      throw error
    })
  if (status === 'in progress') throw new Failure('unavailable')
  return status !== 'aborted'
}
