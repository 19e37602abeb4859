import type { Db } from '../../foundation/sql/db.ts'
import { forUsers, onlyOf } from '../../foundation/sql/shards.ts'
import { onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Position } from '../memories/internal-queries.ts'

/*
 * Watermarks: the position up to which each store is derived. A store whose watermark is behind its version may hold
 * unprocessed memories, so a write queues nothing. A lease on the watermark gives a store to one process at a time.
 */

/** Sorts after every id: a position with this id covers all memories of its version. */
export const END_OF_VERSION = '~'

/** The watermarks of one kind of derived data, as SQL. `k` is a row of the table, `s` a row of `stores`. */
export interface Watermarks {
  /** `<table> k`, for `from` and `join`. */
  table: Sql
  /** ` and …` on `k`: which rows of the table belong to this kind. */
  and: Sql
  /** Condition: the store's version is after its watermark, which may be missing. */
  isBehind: Sql
  /** `insert into <table> as k (…, leased_until) select …`: a watermark at the beginning, up to the lease column. */
  insert: Sql
  /** The table's key columns. */
  key: Sql
  /** The columns of a {@link Position}, read from `k`. */
  position: Sql
  /** `update <table> k set …`: moves a watermark to the position `t.version`, `t.id`. */
  advance: Sql
}

/** A store claimed by this process. */
export interface Claim {
  user_id: string
  /** The store's version, read before any of its memories. */
  version: number
  /** The store's watermark. */
  from: Position
  /** End of the lease; identifies the claim. */
  until: string
}

/** A claim to be released, and how far its store is derived by now. */
export interface Release extends Claim {
  to: Position
}

/**
 * Finds stores that may hold unprocessed memories, among the `rows` stores after a user id.
 * @returns those users, and the last user id checked; `undefined` at the end of the stores.
 */
export async function storesBehind(db: Db, { table, and, isBehind }: Watermarks, after: string, rows: number) {
  // A cluster cannot join the first stores of all its shards, so it looks for those that are behind.
  if (db.layout?.isSpread) {
    const found = await db.rows<{ user_id: string }>(sql`
      select s.user_id from stores s left join ${table} on k.user_id = s.user_id ${and}
      where s.user_id > ${after} and ${isBehind} order by s.user_id limit ${rows}`)
    const users = found.map(({ user_id }) => user_id)
    return { users, last: users.length < rows ? undefined : users.at(-1) }
  }
  const checked = await db.rows<{ user_id: string; behind: boolean }>(sql`
    select s.user_id, ${isBehind} as behind
    from (select user_id, version from stores where user_id > ${after} order by user_id limit ${rows}) s
    left join ${table} on k.user_id = s.user_id ${and} order by s.user_id`)
  const users = checked.filter(({ behind }) => behind).map(({ user_id }) => user_id)
  return { users, last: checked.length < rows ? undefined : checked.at(-1)?.user_id }
}

/** Counts all memories, and those in stores that are behind. */
export function countBehind(db: Db, { table, and, isBehind }: Watermarks): Promise<{ total: number; behind: number }> {
  return db.one(sql`
    select coalesce(sum(s.memory_count), 0)::bigint as total,
      coalesce(sum(s.memory_count) filter (where ${isBehind}), 0)::bigint as behind
    from stores s left join ${table} on k.user_id = s.user_id ${and}`)
}

/**
 * Claims stores for `seconds`. The store rows are locked meanwhile, so no watermark is created for a store that is being
 * erased.
 * @returns the claims, and the users whose stores another process has claimed. A user in neither has no store any more.
 */
export async function claimStores(
  db: Db,
  { insert, key, position }: Watermarks,
  users: readonly string[],
  seconds: number,
): Promise<{ claims: Claim[]; elsewhere: string[] }> {
  const claim = (users: readonly string[]) => sql`
    with wanted as (
      select user_id, version from stores where user_id = any(${users}::text[]) order by user_id for key share
    ), claimed as (
      ${insert}, now() + make_interval(secs => ${seconds}) from wanted order by user_id
      on conflict (${key}) do update set leased_until = excluded.leased_until
        where k.leased_until is null or k.leased_until < now()
      returning k.user_id, ${position}, k.leased_until)
    select w.user_id, w.version, c.version as at, c.id, c.leased_until as until
    from wanted w left join claimed c on c.user_id = w.user_id`
  const results = await forUsers(db, users, (users) =>
    db.rows<{ user_id: string; version: number; until: string | null; at: number; id: string }>(
      onShardOf(onlyOf(users), claim(users), { times: ['until'] }),
    ),
  )
  const found = results.flat()
  return {
    claims: found.flatMap(({ at, id, until, ...store }) =>
      until === null ? [] : [{ ...store, until, from: { version: at, id } }],
    ),
    elsewhere: found.flatMap(({ until, user_id }) => (until === null ? [user_id] : [])),
  }
}

const DONE = recordset('t', { user_id: 'text', version: 'bigint', id: 'text', until: 'timestamptz' })

/** Advances watermarks and ends their leases. A lease that has passed to another process is left alone. */
export async function releaseStores(
  db: Db,
  { table, and, advance }: Watermarks,
  releases: readonly Release[],
): Promise<void> {
  const done = new Map(releases.map(({ user_id, to, until }) => [user_id, { user_id, ...to, until }]))
  // Locks in the order of the claims; otherwise two processes could deadlock.
  const release = (users: readonly string[]) => sql`
    with locked as (
      select k.user_id from ${table} where k.user_id = any(${users}::text[]) ${and} order by k.user_id for update)
    ${advance}, leased_until = null
    from locked l
    join ${DONE(users.map((user) => done.get(user)!))} on t.user_id = l.user_id
    where k.user_id = l.user_id and k.leased_until = t.until ${and} returning k.user_id`
  await forUsers(db, [...done.keys()], (users) => db.count(onShardOf(onlyOf(users), release(users))))
}
