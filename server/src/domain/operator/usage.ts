import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { listActs } from '../audit/operator-acts.ts'
import { bytesOfStores } from '../memories/store-queries.ts'
import { monthOf } from '../plans/plans.ts'
import { timeByApp } from '../request-log/cost.ts'
import { type Command, command } from './command.ts'
import { findAccount } from './find.ts'
import { LIST_OPTIONS, type OperatorPorts, pageOf } from './ports.ts'
import { fields, listed, table } from './text.ts'

const TOP_DEFAULT = 10
const TOP_MAX = 100
// The bytes of memories are added up for these people only: the ones with the most memories.
const MEASURED_PEOPLE = 100

interface Tenant {
  id: string
  email: string
  memories: number
  chatBytes: number
  memoryBytes: number
  bytes: number
}

/** Commands about how much the service is used, and by whom. */
export const usageCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'usage',
    summary: 'totals, the largest people, the busiest developers, and the apps that cost the most time',
    options: { top: { type: 'number', min: 1, max: TOP_MAX, help: `how many of each; by default ${TOP_DEFAULT}` } },
    async run({ db, clock, config }: OperatorPorts, { options: { top = TOP_DEFAULT } }) {
      const since = monthOf(clock()).start.slice(0, 10)
      const totals = await totalsOf(db, since)
      const people = await largestPeople(db)
      const byMemories = [...people].sort((a, b) => b.memories - a.memories).slice(0, top)
      const byBytes = [...people].sort((a, b) => b.bytes - a.bytes).slice(0, top)
      const byCalls = await busiestDevelopers(db, since, top)
      const byTime = await costliestApps(db, clock, config.requestLogDays, top)
      const text = [
        fields(totals),
        `People with the most memories\n${table(byMemories, ['id', 'email', 'memories', 'bytes'])}`,
        `People with the most bytes\n${table(byBytes, ['id', 'email', 'bytes', 'memoryBytes', 'chatBytes'])}`,
        `Developers with the most calls this month\n${table(byCalls, ['id', 'email', 'apiCalls', 'memoryWrites', 'hostedTokens'])}`,
        config.requestLogDays
          ? `Apps that took the most time in the last ${config.requestLogDays} days\n${table(byTime, ['id', 'slug', 'developer', 'seconds', 'requests', 'meanMs', 'slow'])}`
          : 'Apps by time: unknown, because REQUEST_LOG_DAYS is 0',
      ]
      const data = { totals, people: { byMemories, byBytes }, developers: { byCalls }, apps: { byTime } }
      return { data, text: text.join('\n\n') }
    },
  }),
  command({
    name: 'log',
    summary: 'lists what the operator did, newest first',
    options: {
      ...LIST_OPTIONS,
      person: { type: 'text', help: 'only what was done to this person, by address or id' },
      developer: { type: 'text', help: 'only what was done to this developer, by address or id' },
    },
    async run(ports: OperatorPorts, { options }) {
      const { limit, rows, below } = pageOf(options)
      const { person, developer } = options
      const subject =
        person !== undefined
          ? (await findAccount(ports.db, 'user', person)).id
          : developer !== undefined
            ? (await findAccount(ports.db, 'developer', developer)).id
            : null
      return listed(await listActs(ports, subject, below, rows), limit, ['id', 'at', 'act', 'subjectId', 'detail'])
    },
  }),
]

function totalsOf(db: Db, since: string) {
  return db.one<object>(sql`
    select (select count(*) from users) - (select count(*) from app_accounts) as people,
      (select count(*) from app_accounts) as "appAccounts", (select count(*) from developers) as developers,
      (select count(*) from apps where registration = 'portal' and deleted_at is null) as apps,
      (select count(*) from connections where status = 'active' and not is_test) as connections,
      s.memories, s."chatBytes", u."apiCallsThisMonth", u."memoryWritesThisMonth", u."hostedTokensThisMonth",
      pg_database_size(current_database()) as "databaseBytes"
    from (select coalesce(sum(memory_count), 0)::bigint as memories, coalesce(sum(chat_bytes), 0)::bigint as "chatBytes"
        from stores) s,
      (select coalesce(sum(api_calls), 0)::bigint as "apiCallsThisMonth",
          coalesce(sum(memory_writes), 0)::bigint as "memoryWritesThisMonth",
          coalesce(sum(hosted_tokens_in + hosted_tokens_out), 0)::bigint as "hostedTokensThisMonth"
        from usage_days where day >= ${since}::date) u`)
}

async function largestPeople(db: Db): Promise<Tenant[]> {
  const largest = await db.rows<Omit<Tenant, 'memoryBytes' | 'bytes'>>(sql`
    select s.user_id as id, u.email, s.memory_count as memories, s.chat_bytes as "chatBytes"
    from ((select user_id from stores order by memory_count desc limit ${MEASURED_PEOPLE})
      union (select user_id from stores order by chat_bytes desc limit ${MEASURED_PEOPLE})) t
    join stores s on s.user_id = t.user_id join users u on u.id = s.user_id`)
  const bytes = new Map(
    (await db.rows<{ id: string; bytes: number }>(bytesOfStores(largest.map(({ id }) => id)))).map((row) => [
      row.id,
      row.bytes,
    ]),
  )
  return largest.map((each) => {
    const memoryBytes = bytes.get(each.id) ?? 0
    return { ...each, memoryBytes, bytes: memoryBytes + each.chatBytes }
  })
}

function busiestDevelopers(db: Db, since: string, top: number) {
  return db.rows<{
    id: string
    email: string | null
    apiCalls: number
    memoryWrites: number
    hostedTokens: number
  }>(sql`
    select u.developer_id as id, d.email, u.calls as "apiCalls", u.writes as "memoryWrites", u.tokens as "hostedTokens"
    from (select developer_id, sum(api_calls)::bigint as calls, sum(memory_writes)::bigint as writes,
        sum(hosted_tokens_in + hosted_tokens_out)::bigint as tokens
      from usage_days where day >= ${since}::date group by developer_id order by 2 desc, developer_id limit ${top}) u
    left join developers d on d.id = u.developer_id order by u.calls desc, u.developer_id`)
}

/** The apps whose requests took the most time together: few slow requests count as much as many fast ones. */
async function costliestApps(db: Db, clock: () => Date, days: number, top: number) {
  const since = new Date(clock().getTime() - days * DAY_MS).toISOString()
  const costs = await timeByApp(db, since, top)
  const apps = await db.rows<{ id: string; slug: string; developer: string | null }>(sql`
    select a.id, a.slug, d.email as developer from apps a left join developers d on d.id = a.developer_id
    where a.id = any(${costs.map(({ id }) => id)}::text[])`)
  const named = new Map(apps.map((app) => [app.id, app]))
  return costs.map(({ id, ms, requests, slow }) => {
    const { slug = null, developer = null } = named.get(id) ?? {}
    const [seconds, meanMs] = [Math.round(ms / 1_000), Math.round(ms / requests)]
    return { id, slug, developer, seconds, requests, meanMs, slow }
  })
}
