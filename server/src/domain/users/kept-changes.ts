import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'

/* Until when the user has decided to keep what apps changed of statements about health and safety. */

/** Reads that time; null if the user has decided nothing yet. */
export async function readKeptUntil({ actor, db }: Ctx<UserActor>): Promise<string | null> {
  const { keptUntil } = await db.one<{ keptUntil: string | null }>(
    sql`select app_changes_kept_at as "keptUntil" from users where id = ${actor.userId}`,
  )
  return keptUntil
}

/** Sets that time, to the present one at most; an earlier one changes nothing. */
export async function keepUntil({ actor, db, clock }: Ctx<UserActor>, until: string): Promise<void> {
  await db.count(sql`
    update users set app_changes_kept_at =
      greatest(app_changes_kept_at, least(${until}::timestamptz, ${clock().toISOString()}::timestamptz))
    where id = ${actor.userId}`)
}
