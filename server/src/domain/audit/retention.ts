import type { Ctx } from '../../foundation/ctx.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'

/** Deletes every entry of a user, in the transaction that erases the account. */
export async function eraseAudit(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from audit_reads where user_id = ${userId}`)
  await db.count(sql`delete from audit_entries where user_id = ${userId}`)
}

/** Deletes a batch of the entries older than `AUDIT_DAYS`. Returns `true` if there may be more. */
export async function deleteExpiredEntries({
  db,
  clock,
  config,
}: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const before = new Date(clock().getTime() - config.auditDays * DAY_MS).toISOString()
  const deleted = await db.count(sql`
    delete from audit_entries where (user_id, id) in (
      select user_id, id from audit_entries where at < ${before} order by at limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
