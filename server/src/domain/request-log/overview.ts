import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { MeterPorts } from '../plans/meter.ts'
import { developerLimitsOf, monthOf } from '../plans/plans.ts'
import { AppUsage, connectedUsers } from '../plans/usage.ts'
import type { RequestLogPorts } from './log.ts'
import { DAY_MS, HOUR_MS, hourOf } from './requests.ts'

const counts = {
  requests: z.int(),
  failed: z.int().meta({ description: 'Those with a status of 400 or more.' }),
}

export const AppsOverview = z
  .object({
    plan: AppUsage.shape.plan,
    limits: AppUsage.shape.limits,
    api_calls: z.int().meta({ description: 'In this UTC month, of all apps.' }),
    connected_users: z.int().meta({ description: 'People who are connected to at least one app.' }),
    since: z.iso.datetime().meta({ description: 'The first hour that requests are counted for.' }),
    apps: z.array(
      z
        .object({
          id: z.string(),
          api_calls: z.int().meta({ description: 'In this UTC month.' }),
          connected_users: z.int(),
          failing_subscriptions: z
            .int()
            .meta({ description: 'Active webhook subscriptions that have failed since their last success.' }),
          ...counts,
          hours: z.array(z.object({ hour: z.iso.datetime(), ...counts }).meta({ id: 'OverviewHour' })).meta({
            description: 'One entry for each of 24 UTC hours, oldest first; the last is the current one.',
          }),
        })
        .meta({ id: 'AppOverview' }),
    ),
  })
  .meta({
    id: 'AppsOverview',
    description: 'Requests are those of the current UTC hour and the 23 before it, including those for test people.',
  })
type AppsOverview = z.output<typeof AppsOverview>
type AppNumbers = Pick<AppsOverview['apps'][number], 'id' | 'api_calls' | 'connected_users' | 'failing_subscriptions'>

/** Numbers of all apps of the developer: calls and people, and the requests of 24 hours. */
export async function readAppsOverview(ctx: Ctx<DeveloperActor, MeterPorts & RequestLogPorts>): Promise<AppsOverview> {
  await Promise.all([ctx.meter.flush(), ctx.requestLog.settle()])
  const { developerId, developerPlan: plan, developerLimits } = ctx.actor
  const now = ctx.clock()
  const month = monthOf(now).start.slice(0, 10)
  const last = hourOf(now.getTime())
  const first = last - DAY_MS + HOUR_MS
  const since = new Date(first).toISOString()
  const apps = await ctx.db.rows<AppNumbers>(sql`
    select a.id,
      (select coalesce(sum(u.api_calls), 0)::bigint from usage_days u
        where u.app_id = a.id and u.day >= ${month}::date) as api_calls,
      (select count(*) from connections c
        where c.app_id = a.id and c.status = 'active' and not c.is_test) as connected_users,
      (select count(*) from webhook_subscriptions s
        where s.app_id = a.id and s.status = 'active' and s.listening_until is null
          and s.failing_since is not null) as failing_subscriptions
    from apps a where a.developer_id = ${developerId} order by a.id desc`)
  const hours = await ctx.db.rows<{ app_id: string; hour: string; requests: number; failed: number }>(sql`
    select h.app_id, h.hour, sum(h.requests)::bigint as requests,
      coalesce(sum(h.requests) filter (where h.status >= 400), 0)::bigint as failed
    from app_request_hours h where h.app_id = any(${apps.map(({ id }) => id)}::text[]) and h.hour >= ${since}
    group by h.app_id, h.hour`)
  const countsAt = new Map(
    hours.map(({ app_id, hour, requests, failed }) => [`${app_id} ${hour}`, { requests, failed }]),
  )
  // Calls of deleted apps count, too.
  const { api_calls } = await ctx.db.one<{ api_calls: number }>(sql`
    select coalesce(sum(api_calls), 0)::bigint as api_calls from usage_days
    where developer_id = ${developerId} and day >= ${month}::date`)
  const { callsPerMonthMax, usersMax } = developerLimitsOf(plan, developerLimits)
  return {
    plan,
    limits: { api_calls: callsPerMonthMax, connected_users: usersMax },
    api_calls,
    connected_users: await connectedUsers(ctx, developerId),
    since,
    apps: apps.map((app) => {
      const byHour = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, at) => {
        const hour = new Date(first + at * HOUR_MS).toISOString()
        return { hour, ...(countsAt.get(`${app.id} ${hour}`) ?? { requests: 0, failed: 0 }) }
      })
      const total = (name: 'requests' | 'failed') => byHour.reduce((sum, hour) => sum + hour[name], 0)
      return { ...app, requests: total('requests'), failed: total('failed'), hours: byHour }
    }),
  }
}
