import { prepareValue } from 'pg/lib/utils.js'
import { Failure } from '../errors.ts'
import type { Db } from './db.ts'
import { NO_TABLE, sqlState } from './db-errors.ts'
import { compile, type OnShard, type Sql, sql } from './sql.ts'

/*
 * Statements on a Citus cluster. Citus plans a statement of several parts part by part from the coordinator, and refuses
 * row locks and clocks in some of them. A statement marked with `onShardOf` therefore runs as a whole on the machine of its
 * rows: `run_on_shard`, a function of `deploy/citus/distribute.sql`, names the shards in it instead of the tables. A single
 * PostgreSQL runs the same statements without the function.
 */

/** How the rows of users are spread. One object for all wrappers of a database. */
export interface Layout {
  /** Whether users are on several machines: a statement with row locks must then be about one of them. */
  isSpread: boolean
}

/** Users of whom statements run at the same time. */
const CONCURRENT_MAX = 8

/** Finds out whether the database is a cluster. Called once it is migrated. */
export async function detectLayout(db: Db): Promise<void> {
  if (!db.layout) return
  const { spread } = await db.one<{ spread: boolean }>(
    sql`select to_regprocedure('run_on_shard(text,text,text[])') is not null as spread`,
  )
  db.layout.isSpread = spread
}

type Run = (query: Sql) => Promise<{ rows: unknown[]; rowCount: number | null }>

/** Runs marked statements on their shards if the database is a cluster. */
export function runMarked(run: Run, layout: Layout | undefined): Run {
  if (!layout) return run
  return async (query) => {
    if (!query.shard || !layout.isSpread) return run(query)
    const { text, values } = compile(query)
    const { rows: results } = (await run(callOnShards(query.shard, text, values)).catch(failUnlessPlaced)) as {
      rows: { rows: Record<string, unknown>[] }[]
    }
    const rows = rowsOfShards(
      results.flatMap(({ rows }) => rows),
      query.shard,
    )
    return { rows, rowCount: rows.length }
  }
}

/** While a machine is being replaced, the coordinator may run a statement itself. It does not have the shards, so nothing is done. */
function failUnlessPlaced(error: unknown): never {
  throw sqlState(error) === NO_TABLE ? new Failure('unavailable', undefined, error) : error
}

/** The call that runs a statement on the shard of a user, or on each shard. Each row of its result has an array of rows. */
function callOnShards({ key }: OnShard, text: string, values: readonly unknown[]): Sql {
  const texts = values.map(asText)
  if (key !== undefined) return sql`select run_on_shard(${key}, ${text}, ${texts}::text[]) as rows`
  // Machines that fail are left out.
  return sql`
    select w.result::json as rows from run_command_on_workers(
      format('select run_on_each_shard(%L, %L)', ${text}::text, ${texts}::text[])) w where w.success`
}

/** Converts rows from JSON, in which times and bytes are text. */
function rowsOfShards(rows: Record<string, unknown>[], { times = [], bytes = [] }: OnShard): unknown[] {
  for (const row of rows) {
    for (const name of times) if (row[name] !== null) row[name] = new Date(row[name] as string).toISOString()
    for (const name of bytes) if (row[name] !== null) row[name] = Buffer.from((row[name] as string).slice(2), 'hex')
  }
  return rows
}

function asText(value: unknown): string | null {
  if (ArrayBuffer.isView(value))
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  const text: unknown = prepareValue(value)
  return text === null || text === undefined ? null : String(text)
}

/**
 * Runs work about some users: once for all of them, or on a cluster once for each, some at a time.
 * @returns the results of all runs; none without users.
 */
export async function forUsers<T>(
  { layout }: Pick<Db, 'layout'>,
  users: readonly string[],
  work: (users: readonly string[]) => Promise<T>,
): Promise<T[]> {
  if (!layout?.isSpread) return users.length ? [await work(users)] : []
  const results: T[] = []
  const left = [...users]
  const workOff = async () => {
    for (let user = left.shift(); user !== undefined; user = left.shift()) results.push(await work([user]))
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_MAX, users.length) }, workOff))
  return results
}

/** The only user, for {@link onShardOf}; `undefined` if there are several. */
export function onlyOf([first, ...others]: readonly string[]): string | undefined {
  return others.length ? undefined : first
}
