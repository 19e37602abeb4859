import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'

/* Remembers which turns candidates were extracted from, so that an app that retries does not extract them again. */

const TTL_MS = 24 * 60 * 60_000

/** The digests that identify a turn, of the user's message and the app's context, by each of the vault's keys. */
export function digestsOf(
  { vault, actor }: Ctx<AppActor>,
  { userMessage, appContext }: { userMessage?: string | undefined; appContext?: object | undefined },
): readonly Buffer[] {
  return vault.macs('extracted', JSON.stringify([actor.connectionId, userMessage ?? null, appContext ?? null]))
}

/** Whether candidates were extracted from the same turn within a day. */
export async function wasExtracted({ db, clock, actor }: Ctx<AppActor>, digests: readonly Buffer[]): Promise<boolean> {
  const row = await db.maybe(sql`
    select from extracted_messages
    where user_id = ${actor.userId} and connection_id = ${actor.connectionId} and digest = any(${digests}::bytea[])
      and at > ${oldest(clock)}`)
  return row !== undefined
}

/** Records the extraction; returns false if another request has recorded it meanwhile. */
export async function recordExtracted(
  { db, clock, actor }: Ctx<AppActor>,
  [digest]: readonly Buffer[],
): Promise<boolean> {
  const recorded = await db.count(sql`
    insert into extracted_messages as e (user_id, connection_id, digest, at)
    values (${actor.userId}, ${actor.connectionId}, ${digest}, ${clock().toISOString()})
    on conflict (user_id, connection_id, digest) do update set at = excluded.at where e.at <= ${oldest(clock)}`)
  return recorded > 0
}

/** Deletes a batch of records older than one day. @returns whether there may be more. */
export async function deleteExpiredExtracted({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from extracted_messages where (user_id, connection_id, digest) in (
      select user_id, connection_id, digest from extracted_messages where at <= ${oldest(clock)} order by at limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}

function oldest(clock: () => Date): string {
  return new Date(clock().getTime() - TTL_MS).toISOString()
}
