import { z } from 'zod'
import type { AppActor, DeveloperActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { DAY_MS, Day } from '../../foundation/times.ts'
import type { MeterPorts } from './meter.ts'
import { dayOf, developerLimitsOf, monthOf, userLimitsOf } from './plans.ts'

const SERIES_DAYS_MAX = 400

const limit = z.int().nullable().meta({ description: 'null is unlimited.' })
const metered = z.object({ used: z.int(), limit, remaining: limit })
const Period = z.object({ start: z.iso.datetime(), end: z.iso.datetime() }).meta({ id: 'Period' })

export const Quota = z
  .object({
    plan: z.enum(['sandbox', 'starter', 'growth', 'pro', 'enterprise']),
    period: Period,
    api_calls: metered,
    hosted_tokens: metered,
    memory_writes: z.object({ used: z.int() }),
    context_requests: z.object({ used: z.int() }),
    connected_users: z.object({ used: z.int(), limit }),
  })
  .meta({
    id: 'Quota',
    description:
      'Usage in this UTC month and the limits of the developer’s plan, for all apps of the developer together.',
  })

interface Sums {
  api_calls: number
  memory_writes: number
  context_requests: number
  hosted_tokens_in: number
  hosted_tokens_out: number
}

const sums = sql`
  coalesce(sum(api_calls), 0)::bigint as api_calls, coalesce(sum(memory_writes), 0)::bigint as memory_writes,
  coalesce(sum(context_requests), 0)::bigint as context_requests,
  coalesce(sum(hosted_tokens_in), 0)::bigint as hosted_tokens_in,
  coalesce(sum(hosted_tokens_out), 0)::bigint as hosted_tokens_out`

/** The usage and limits of the developer's plan this month, exact to the call. */
export async function readQuota(ctx: Ctx<AppActor, MeterPorts>): Promise<z.output<typeof Quota>> {
  await ctx.meter.flush()
  const { developerId, developerPlan, developerLimits } = ctx.actor
  const period = monthOf(ctx.clock())
  const used = await ctx.db.one<Sums>(sql`
    select ${sums} from usage_days where developer_id = ${developerId} and day >= ${period.start.slice(0, 10)}::date`)
  const { callsPerMonthMax, usersMax } = developerLimitsOf(developerPlan, developerLimits)
  const of = (used: number, max: number | null) => ({
    used,
    limit: max,
    remaining: max === null ? null : Math.max(0, max - used),
  })
  return {
    plan: developerPlan,
    period,
    api_calls: of(used.api_calls, callsPerMonthMax),
    hosted_tokens: of(used.hosted_tokens_in + used.hosted_tokens_out, null),
    memory_writes: { used: used.memory_writes },
    context_requests: { used: used.context_requests },
    connected_users: { used: await connectedUsers(ctx, developerId), limit: usersMax },
  }
}

/** People who are connected to at least one app of a developer. */
export async function connectedUsers({ db }: Ctx, developerId: string): Promise<number> {
  const { used } = await db.one<{ used: number }>(sql`
    select count(distinct c.user_id) as used from connections c join apps a on a.id = c.app_id
    where a.developer_id = ${developerId} and c.status = 'active' and not c.is_test`)
  return used
}

export const UserUsage = z
  .object({
    plan: z.enum(['free', 'plus', 'pro']),
    memories: z.object({ used: z.int(), limit }),
    connected_apps: z.object({ used: z.int(), limit }),
    memory_stores: z.object({ used: z.literal(1), limit: z.literal(1) }),
  })
  .meta({ id: 'UserUsage' })

/** The usage and limits of the user's plan. */
export async function readUserUsage({ db, actor }: Ctx<UserActor>): Promise<z.output<typeof UserUsage>> {
  const { memoriesMax, appsMax } = userLimitsOf(actor.userPlan, actor.userLimits)
  const used = await db.one<{ memory_count: number; apps: number }>(sql`
    select s.memory_count,
      (select count(*) from connections c where c.user_id = ${actor.userId} and c.status = 'active') as apps
    from stores s where s.user_id = ${actor.userId}`)
  return {
    plan: actor.userPlan,
    memories: { used: used.memory_count, limit: memoriesMax },
    connected_apps: { used: used.apps, limit: appsMax },
    memory_stores: { used: 1, limit: 1 },
  }
}

export const UsageQuery = z.object({
  from: Day.optional().meta({ description: 'First UTC day; by default, the first of this month.' }),
  to: Day.optional().meta({ description: 'Last UTC day; by default, today.' }),
})

const counts = {
  api_calls: z.int(),
  hosted_tokens_in: z.int(),
  hosted_tokens_out: z.int(),
  memory_writes: z.int(),
  context_requests: z.int(),
}
export const AppUsage = z
  .object({
    plan: z.enum(['sandbox', 'starter', 'growth', 'pro', 'enterprise']),
    period: Period,
    totals: z.object({ ...counts, connected_users: z.int() }),
    all_apps: z
      .object({ ...counts, connected_users: z.int() })
      .meta({ description: 'The same for all apps of the developer together, as the limits count them.' }),
    limits: z.object({ api_calls: limit, connected_users: limit }),
    series: z
      .array(
        z
          .object({
            date: z.iso.date(),
            ...counts,
            connected_users: z
              .int()
              .meta({ description: 'At the end of the day, without people whose accounts have been deleted since.' }),
          })
          .meta({ id: 'UsageDay' }),
      )
      .meta({ description: 'One entry for each day of the period.' }),
  })
  .meta({ id: 'AppUsage' })

/** The usage of one app by day. The caller checks that the app belongs to the developer. */
export async function readAppUsage(
  ctx: Ctx<DeveloperActor, MeterPorts>,
  appId: string,
  query: z.output<typeof UsageQuery>,
): Promise<z.output<typeof AppUsage>> {
  await ctx.meter.flush()
  const now = ctx.clock()
  const to = query.to ?? dayOf(now)
  const from = query.from ?? (query.to ? `${to.slice(0, 7)}-01` : monthOf(now).start.slice(0, 10))
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw invalid('to', `must not be before ${from}, the first day`)
  if (days > SERIES_DAYS_MAX) throw invalid('from', `must start a period of at most ${SERIES_DAYS_MAX} days`)
  const rows = await ctx.db.rows<Sums & { date: string }>(sql`
    select day as date, api_calls, hosted_tokens_in, hosted_tokens_out, memory_writes, context_requests
    from usage_days where app_id = ${appId} and day between ${from}::date and ${to}::date`)
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const users = await ctx.db.one<{ used: number }>(
    sql`select count(*) as used from connections
      where app_id = ${appId} and status = 'active' and not is_test`,
  )
  const { developerId } = ctx.actor
  const all = await ctx.db.one<Sums>(sql`
    select ${sums} from usage_days where developer_id = ${developerId} and day between ${from}::date and ${to}::date`)
  const none = { api_calls: 0, hosted_tokens_in: 0, hosted_tokens_out: 0, memory_writes: 0, context_requests: 0 }
  const changes = await usersByDay(ctx, appId, from, to)
  let connected_users = 0
  const series = Array.from({ length: days }, (_, i) => {
    const date = dayOf(new Date(Date.parse(from) + i * DAY_MS))
    connected_users += changes.get(date) ?? 0
    return { ...(byDay.get(date) ?? { date, ...none }), connected_users }
  })
  const total = (name: keyof Sums) => series.reduce((sum, day) => sum + day[name], 0)
  const { developerPlan: plan, developerLimits } = ctx.actor
  const { callsPerMonthMax, usersMax } = developerLimitsOf(plan, developerLimits)
  return {
    plan,
    period: { start: `${from}T00:00:00.000Z`, end: new Date(Date.parse(to) + DAY_MS).toISOString() },
    totals: {
      api_calls: total('api_calls'),
      hosted_tokens_in: total('hosted_tokens_in'),
      hosted_tokens_out: total('hosted_tokens_out'),
      memory_writes: total('memory_writes'),
      context_requests: total('context_requests'),
      connected_users: users.used,
    },
    all_apps: { ...all, connected_users: await connectedUsers(ctx, developerId) },
    limits: { api_calls: callsPerMonthMax, connected_users: usersMax },
    series,
  }
}

/** The change in the number of an app's users on each day; earlier changes count for the first day. */
async function usersByDay({ db }: Ctx, appId: string, from: string, to: string): Promise<Map<string, number>> {
  const day = (time: Sql) => sql`greatest((${time} at time zone 'UTC')::date, ${from}::date)`
  const rows = await db.rows<{ date: string; change: number }>(sql`
    select date, sum(change) as change from (
      select ${day(sql`connected_at`)} as date, 1 as change from connections
        where app_id = ${appId} and not is_test
      union all
      select ${day(sql`revoked_at`)}, -1 from connections
        where app_id = ${appId} and revoked_at is not null and not is_test) s
    where date <= ${to}::date group by date`)
  return new Map(rows.map(({ date, change }) => [date, change]))
}
