import { z } from 'zod'
import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'

/** What happened to a developer's account: the security log of developers. */
export const DeveloperEvent = z
  .object({ id: z.string(), at: z.iso.datetime(), action: z.string(), request_id: z.string() })
  .meta({ id: 'DeveloperEvent' })
export type DeveloperEvent = z.output<typeof DeveloperEvent>

/** Records what happened to a developer's account, in the transaction of its cause. */
export async function recordEvent(ctx: Ctx<Actor>, developerId: string, action: string): Promise<void> {
  const now = ctx.clock()
  await ctx.db.count(sql`
    insert into developer_events (developer_id, id, at, action, request_id)
    values (${developerId}, ${newId('aud', now.getTime())}, ${now.toISOString()}, ${action}, ${ctx.requestId})`)
}

/** One page of the events of the caller's account, newest first. */
export function listEvents(
  { db, vault, actor: { developerId } }: Ctx<DeveloperActor>,
  query: z.output<typeof PageQuery>,
): Promise<Page<DeveloperEvent>> {
  return pageById(vault, ['developer events', developerId], query, (below, rows) =>
    db.rows<DeveloperEvent>(sql`
      select id, at, action, request_id from developer_events
      where developer_id = ${developerId} and id < ${below} order by id desc limit ${rows}`),
  )
}

/** Deletes a batch of the events older than `DEVELOPER_EVENT_DAYS`. Returns `true` if there may be more. */
export async function deleteExpiredEvents({
  db,
  clock,
  config,
}: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const before = new Date(clock().getTime() - config.developerEventDays * DAY_MS).toISOString()
  const deleted = await db.count(sql`
    delete from developer_events where (developer_id, id) in (
      select developer_id, id from developer_events where at < ${before} order by at limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
