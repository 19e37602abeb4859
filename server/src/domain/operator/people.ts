import { sql } from '../../foundation/sql/sql.ts'
import { userLimitsOf } from '../plans/plans.ts'
import { ACCOUNT_LIST_OPTIONS, accountCommands, isListed, statusOf } from './accounts.ts'
import { type Command, command } from './command.ts'
import { findAccount } from './find.ts'
import { type OperatorPorts, pageOf } from './ports.ts'
import { fields, listed } from './text.ts'

interface ListedPerson {
  id: string
  email: string
  plan: string
  status: string
  memories: number
  createdAt: string
}

/** Commands about people: numbers of what they store, never its content. */
export const peopleCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'people list',
    summary: 'lists people, newest first',
    options: ACCOUNT_LIST_OPTIONS,
    async run({ db }: OperatorPorts, { options }) {
      const { limit, rows, below } = pageOf(options)
      const people = await db.rows<ListedPerson>(sql`
        select u.id, u.email, u.plan, ${statusOf(sql`u`)} as status, s.memory_count as memories,
          u.created_at as "createdAt"
        from users u join stores s on s.user_id = u.id
        where u.id < ${below} and not exists (select from app_accounts o where o.account_id = u.id) and ${isListed(sql`u`, options)}
        order by u.id desc limit ${rows}`)
      return listed(people, limit, ['id', 'email', 'plan', 'status', 'memories', 'createdAt'])
    },
  }),
  command({
    name: 'people show',
    summary: 'shows a person: plan, limits, how much is stored, apps and sessions',
    args: ['email or id'],
    async run({ db }: OperatorPorts, { args: [named = ''] }) {
      const { limits, ...account } = await findAccount(db, 'user', named)
      const { memoriesMax, appsMax } = userLimitsOf(account.plan as 'free', limits)
      const counts = await db.one<{ memories: number; chatBytes: number; apps: number; sessions: number }>(sql`
        select s.memory_count as memories, s.chat_bytes as "chatBytes",
          (select count(*) from connections c where c.user_id = ${account.id} and c.status = 'active') as apps,
          (select count(*) from sessions e where e.holder_id = ${account.id}) as sessions
        from stores s where s.user_id = ${account.id}`)
      const { id: _, ...rest } = account
      const person = {
        id: account.id,
        ...rest,
        memories: { used: counts.memories, limit: memoriesMax },
        connectedApps: { used: counts.apps, limit: appsMax },
        chatBytes: counts.chatBytes,
        sessions: counts.sessions,
        ownLimits: limits,
      }
      return { data: person, text: fields(person) }
    },
  }),
  ...accountCommands({
    area: 'people',
    holder: 'user',
    what: 'person',
    plans: ['free', 'plus', 'pro'],
    suspends: 'Ends the sessions and refuses the tokens of all apps until the person is restored; nothing is deleted.',
    erases: 'Erases the account and everything in it, at once and for good.',
  }),
]
