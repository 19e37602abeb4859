import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql.ts'

/* A message that comes again, from an app that retries without end, say, is answered again and not looked through again. */

const KEPT_MS = 24 * 60 * 60_000

/** What a turn was looked through by: what the person said and what the app added. */
export function digestOf(
  { vault, actor }: Ctx<AppActor>,
  { userMessage, appContext }: { userMessage?: string | undefined; appContext?: object | undefined },
): Buffer {
  return vault.mac('extracted', JSON.stringify([actor.connectionId, userMessage ?? null, appContext ?? null]))
}

/** Whether the same was looked through within a day. */
export async function wasExtracted({ db, clock, actor }: Ctx<AppActor>, digest: Buffer): Promise<boolean> {
  const row = await db.maybe(sql`
    select from extracted_messages
    where user_id = ${actor.userId} and connection_id = ${actor.connectionId} and digest = ${digest}
      and at > ${oldest(clock)}`)
  return row !== undefined
}

/** Notes that it was; `false` when somebody else had done so meanwhile. */
export async function noteExtracted({ db, clock, actor }: Ctx<AppActor>, digest: Buffer): Promise<boolean> {
  const noted = await db.count(sql`
    insert into extracted_messages as e (user_id, connection_id, digest, at)
    values (${actor.userId}, ${actor.connectionId}, ${digest}, ${clock().toISOString()})
    on conflict (user_id, connection_id, digest) do update set at = excluded.at where e.at <= ${oldest(clock)}`)
  return noted > 0
}

/** Sweeps what is older than a day, some at a time. */
export async function sweepExtracted({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const swept = await db.count(sql`
    delete from extracted_messages where (user_id, connection_id, digest) in (
      select user_id, connection_id, digest from extracted_messages where at <= ${oldest(clock)} limit ${SWEPT_ROWS})`)
  return swept === SWEPT_ROWS
}

function oldest(clock: () => Date): string {
  return new Date(clock().getTime() - KEPT_MS).toISOString()
}
