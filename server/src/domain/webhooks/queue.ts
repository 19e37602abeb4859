import type { Database } from '../../foundation/sql/db.ts'
import { nothing, onEachShard, onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { isAppStopped } from '../apps/stops.ts'

/*
 * The statements of the delivery queue. Deliveries whose time has come are marked first, in the order of their time. The
 * marked ones are leased in rounds, from each endpoint in turn, some hundred endpoints at a time. So neither what waits
 * for a later attempt nor the number of endpoints determines what a look costs.
 */

const LEASE_MS = 25_000
/** Deliveries that one statement marks. */
const MARKED_MAX = 2_000
/** Endpoints that one look walks over. */
const ENDPOINTS_MAX = 500

// Endpoints whose last attempt failed or took long share a lane of their own, so that they cannot use up the capacity for
// the others. Nor can one developer, before that is known: at most half of a lane is for the endpoints of one.
export const LANES = {
  healthy: { concurrencyMax: 256, perDeveloperMax: 128, perEndpointMax: 32 },
  failing: { concurrencyMax: 128, perDeveloperMax: 64, perEndpointMax: 4 },
} as const
export type Lane = keyof typeof LANES

/** A leased delivery with its subscription. */
export interface LeasedDelivery {
  user_id: string
  id: string
  subscription_id: string
  connection_id: string | null
  event_id: string
  event_type: string
  scope: string | null
  data: unknown
  attempt_count: number
  attempts_kept: number
  created_at: string
  due_since: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  active: boolean
  lane: Lane
  developer_id: string
  shard: Shard
}

/** A shard of a cluster, named by a user on it; `undefined` for a single database. */
export type Shard = string | undefined

const RUNNING = recordset('b', { subscription_id: 'text', taken: 'int', is_slow: 'boolean' })
const OF_DEVELOPERS = recordset('o', { developer_id: 'text', failing: 'boolean', taken: 'int' })

/** Groups rows by their shard. */
export function byShard<Row extends { shard: Shard }>(rows: readonly Row[]): [Shard, Row[]][] {
  const groups = new Map<Shard, Row[]>()
  for (const row of rows) groups.set(row.shard, [...(groups.get(row.shard) ?? []), row])
  return [...groups]
}

/** Finds the shards with due deliveries. A single database is returned in any case. */
export async function findDueShards(db: Pick<Database, 'rows' | 'layout'>, now: Date): Promise<Shard[]> {
  if (!db.layout?.isSpread) return [undefined]
  const due = await db.rows<{ user_id: string }>(
    onEachShard(sql`
      (select user_id from deliveries where status = 'pending' and is_due limit 1)
      union all
      (select user_id from deliveries
        where status = 'pending' and not is_due and due_at <= ${now.toISOString()}::timestamptz
          and (held_until is null or held_until <= clock_timestamp())
        order by due_at limit 1)
      limit 1`),
  )
  return due.map(({ user_id }) => user_id)
}

/** Marks deliveries whose time has come. Returns whether there may be more. */
export async function markDue(db: Pick<Database, 'count'>, now: Date, shard: Shard): Promise<boolean> {
  const mark = sql`
    with due as (
      select d.user_id, d.id from deliveries d
      where d.status = 'pending' and not d.is_due and d.due_at <= ${now.toISOString()}
        and (d.held_until is null or d.held_until <= clock_timestamp())
      order by d.due_at limit ${MARKED_MAX} for update skip locked
    )
    update deliveries d set is_due = true from due where d.user_id = due.user_id and d.id = due.id
    ${shard === undefined ? nothing : sql`returning 1`}`
  const marked = await db.count(onShardOf(shard, mark))
  return marked === MARKED_MAX
}

/** What a look leases. */
interface Look {
  shard: Shard
  worker: string
  now: Date
  /** Free slots of each lane. */
  free: Record<Lane, number>
  /** Attempts in progress, by subscription. */
  running: ReadonlyMap<string, number>
  /** Subscriptions whose last attempt took long. */
  slow?: ReadonlySet<string>
  /** Attempts in progress, by developer and lane. */
  ofDevelopers?: readonly { developer_id: string; lane: Lane; taken: number }[]
  /** The subscription after which the walk begins. */
  after: string
}

/**
 * Leases marked deliveries by moving `due_at` beyond the longest possible attempt. `next` is where the next look begins:
 * empty after the last endpoint.
 */
export async function leaseDue(
  db: Pick<Database, 'rows'>,
  { shard, worker, now, free, running, slow = new Set(), ofDevelopers = [], after }: Look,
): Promise<{ leased: LeasedDelivery[]; next: string }> {
  const at = now.toISOString()
  const known = [...new Set([...running.keys(), ...slow])].map((id) => {
    return { subscription_id: id, taken: running.get(id) ?? 0, is_slow: slow.has(id) }
  })
  const taken = ofDevelopers.map(({ lane, ...of }) => ({ ...of, failing: lane === 'failing' }))
  const perLane = (limit: 'perEndpointMax' | 'perDeveloperMax', failing: Sql) =>
    sql`case when ${failing} then ${LANES.failing[limit]}::int else ${LANES.healthy[limit]}::int end`
  const lease = sql`
    with recursive waiting (subscription_id, position) as (
      (select d.subscription_id, 1 from deliveries d
        where d.status = 'pending' and d.is_due and d.subscription_id > ${after}::text
        order by d.subscription_id limit 1)
      union all
      select (select d.subscription_id from deliveries d
        where d.status = 'pending' and d.is_due and d.subscription_id > w.subscription_id
        order by d.subscription_id limit 1), w.position + 1
      from waiting w where w.subscription_id is not null and w.position < ${ENDPOINTS_MAX}
    ), endpoints as (
      select s.id as subscription_id, a.developer_id, coalesce(b.taken, 0) as taken,
        s.failing_since is not null or coalesce(b.is_slow, false) as failing
      from waiting w
      join webhook_subscriptions s on s.id = w.subscription_id and s.listening_until is null
      join apps a on a.id = s.app_id
      left join ${RUNNING(known)} on b.subscription_id = w.subscription_id
    ), due as (
      select d.user_id, d.id, d.due_at, p.failing, p.developer_id,
        row_number() over (partition by p.subscription_id order by d.due_at) as round
      from endpoints p cross join lateral (
        select d.user_id, d.id, d.due_at from deliveries d
        where d.subscription_id = p.subscription_id and d.status = 'pending' and d.is_due and d.due_at <= ${at}
        order by d.due_at limit greatest(${perLane('perEndpointMax', sql`p.failing`)} - p.taken, 0) for update skip locked
      ) d
    ), allowed as (
      select due.*, row_number() over (partition by due.developer_id, due.failing order by round, due_at)
        <= ${perLane('perDeveloperMax', sql`due.failing`)} - coalesce(o.taken, 0) as is_allowed
      from due left join ${OF_DEVELOPERS(taken)} on o.developer_id = due.developer_id and o.failing = due.failing
    ), picked as (
      (select user_id, id, failing, developer_id, due_at from allowed where is_allowed and not failing
        order by round, due_at limit ${free.healthy})
      union all
      (select user_id, id, failing, developer_id, due_at from allowed where is_allowed and failing
        order by round, due_at limit ${free.failing})
    ), leased as (
      update deliveries d set lease = ${worker}, attempt_count = d.attempt_count + 1, is_due = false,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}
      from picked p, webhook_subscriptions s
      where d.user_id = p.user_id and d.id = p.id and s.id = d.subscription_id
      returning d.user_id, d.id, d.subscription_id, d.connection_id, d.event_id, d.event_type, d.scope, d.data,
        d.attempt_count, jsonb_array_length(d.attempts) as attempts_kept, d.created_at, p.due_at as due_since,
        s.url, s.secret, case when s.previous_until > ${at} then s.previous_secret end as previous_secret,
        s.status = 'active' and not ${isAppStopped(sql`s.app_id`)} as active,
        case when p.failing then 'failing' else 'healthy' end as lane, p.developer_id
    )
    select e.walked, e.last, l.* from (
      select count(w.subscription_id)::int as walked, max(w.subscription_id) as last from waiting w) e
    left join leased l on true`
  const rows = await db.rows<Omit<LeasedDelivery, 'shard'> & { walked: number; last: string | null }>(
    onShardOf(shard, lease, { times: ['created_at', 'due_since'], bytes: ['secret', 'previous_secret'] }),
  )
  const [{ walked, last } = { walked: 0, last: null }] = rows
  const leased = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, shard }))
  return { leased, next: (walked === ENDPOINTS_MAX && last) || '' }
}
