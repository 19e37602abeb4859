import { sql } from '../../foundation/sql/sql.ts'
import { developerLimitsOf, monthOf } from '../plans/plans.ts'
import { ACCOUNT_LIST_OPTIONS, accountCommands, isListed, statusOf } from './accounts.ts'
import { type Command, command } from './command.ts'
import { findAccount } from './find.ts'
import { type OperatorPorts, pageOf } from './ports.ts'
import { fields, listed } from './text.ts'

interface ListedDeveloper {
  id: string
  email: string
  plan: string
  status: string
  apps: number
  createdAt: string
}

/** Commands about developers. */
export const developerCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'developers list',
    summary: 'lists developers, newest first',
    options: ACCOUNT_LIST_OPTIONS,
    async run({ db }: OperatorPorts, { options }) {
      const { limit, rows, below } = pageOf(options)
      const developers = await db.rows<ListedDeveloper>(sql`
        select d.id, d.email, d.plan, ${statusOf(sql`d`)} as status,
          (select count(*) from apps a where a.developer_id = d.id) as apps, d.created_at as "createdAt"
        from developers d
        where d.id < ${below} and ${isListed(sql`d`, options)}
        order by d.id desc limit ${rows}`)
      return listed(developers, limit, ['id', 'email', 'plan', 'status', 'apps', 'createdAt'])
    },
  }),
  command({
    name: 'developers show',
    summary: 'shows a developer: plan, limits, apps and calls of the month',
    args: ['email or id'],
    async run({ db, clock }: OperatorPorts, { args: [named = ''] }) {
      const { limits, ...account } = await findAccount(db, 'developer', named)
      const max = developerLimitsOf(account.plan as 'sandbox', limits)
      const since = monthOf(clock()).start.slice(0, 10)
      const counts = await db.one<{ calls: number; users: number; slugs: string[]; sessions: number }>(sql`
        select
          (select coalesce(sum(api_calls), 0)::bigint from usage_days
            where developer_id = ${account.id} and day >= ${since}::date) as calls,
          (select count(distinct c.user_id) from connections c join apps a on a.id = c.app_id
            where a.developer_id = ${account.id} and c.status = 'active' and not c.is_test) as users,
          array(select slug from apps where developer_id = ${account.id} order by id) as slugs,
          (select count(*) from sessions e where e.holder_id = ${account.id}) as sessions`)
      const developer = {
        ...account,
        apps: counts.slugs,
        apiCallsThisMonth: { used: counts.calls, limit: max.callsPerMonthMax },
        connectedUsers: { used: counts.users, limit: max.usersMax },
        sessions: counts.sessions,
        ownLimits: limits,
      }
      return { data: developer, text: fields(developer) }
    },
  }),
  ...accountCommands({
    area: 'developers',
    holder: 'developer',
    what: 'developer',
    plans: ['sandbox', 'starter', 'growth', 'pro', 'enterprise'],
    suspends: 'Ends the sessions, and stops all apps of the developer, until the developer is restored.',
    erases: 'Deletes the account and its apps; every connection to them ends.',
  }),
]
