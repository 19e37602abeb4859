import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { dayOf } from '../plans/plans.ts'
import { READ_ACTIONS, WRITE_ACTIONS } from './actions.ts'
import { type AuditPorts, firstIdAt } from './audit.ts'

const SERIES_DAYS = 30
// An index by connection would cost every write. The query scans the user's entries of these days, bounded by this.
const ENTRIES_MAX = 200_000

const counts = {
  reads: z.int().meta({ description: 'Number of reads.' }),
  writes: z.int().meta({ description: 'Number of writes, edits and deletions.' }),
  memoriesRead: z
    .int()
    .meta({ description: 'Number of memories in these reads; a memory that was read twice counts twice.' }),
  memoriesWritten: z.int(),
}

export const Activity = z
  .object({
    series: z.array(z.object({ date: z.iso.date(), ...counts }).meta({ id: 'ActivityDay' })).meta({
      description: 'One entry for each of the last 30 UTC days, oldest first; the last is today.',
    }),
    totals: z.object(counts),
  })
  .meta({ id: 'Activity' })
type Activity = z.output<typeof Activity>
type Counts = Activity['totals']

const NONE: Counts = { reads: 0, writes: 0, memoriesRead: 0, memoriesWritten: 0 }

/** The activity of one connection in the last 30 days. The caller checks that it belongs to the user. */
export async function readActivity(ctx: Ctx<UserActor, AuditPorts>, connectionId: string): Promise<Activity> {
  await ctx.audit.flush()
  const today = Date.parse(dayOf(ctx.clock()))
  const days = Array.from({ length: SERIES_DAYS }, (_, i) => today - (SERIES_DAYS - 1 - i) * DAY_MS)
  const start = days[0] as number
  const read = sql`e.action = any(${READ_ACTIONS}::text[])`
  const written = sql`e.action = any(${WRITE_ACTIONS}::text[])`
  const rows = await ctx.db.rows<Counts & { date: string }>(sql`
    select (e.at at time zone 'UTC')::date as date,
      count(*) filter (where ${read}) as reads, count(*) filter (where ${written}) as writes,
      coalesce(sum(e.count) filter (where ${read}), 0) as "memoriesRead",
      coalesce(sum(e.count) filter (where ${written}), 0) as "memoriesWritten"
    from (
      select at, action, count, connection_id from audit_entries
      where user_id = ${ctx.actor.userId} and id >= ${firstIdAt(start)}
      order by id desc limit ${ENTRIES_MAX}) e
    where e.connection_id = ${connectionId} and e.at >= ${new Date(start).toISOString()}::timestamptz
    group by 1`)
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const series = days.map((ms) => {
    const date = dayOf(new Date(ms))
    return byDay.get(date) ?? { date, ...NONE }
  })
  const total = (name: keyof Counts) => series.reduce((sum, day) => sum + day[name], 0)
  return {
    series,
    totals: {
      reads: total('reads'),
      writes: total('writes'),
      memoriesRead: total('memoriesRead'),
      memoriesWritten: total('memoriesWritten'),
    },
  }
}
