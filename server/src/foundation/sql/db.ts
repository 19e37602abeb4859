import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { Failure, MissingRow } from '../errors.ts'
import { asFailure, LOST_STATEMENT, NO_TABLE, SILENT, sqlState, TRY_AGAIN } from './db-errors.ts'
import { hostsOf, poolConfigOf } from './hosts.ts'
import { openLastingPool } from './lasting-pool.ts'
import { type AsSent, patiently, prepared, type Run, sendOn, sendOnAny } from './send.ts'
import { type Layout, runMarked } from './shards.ts'
import { compileUnnamed, type Sql, sql } from './sql.ts'
import { untilNextTry } from './tries.ts'
import { getTypeParser } from './type-parsers.ts'

const POOL_MAX = 20
// Limits both opening a new connection and waiting for one from the pool.
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
// PostgreSQL enforces the statement timeout. No response shortly after it means that the host is unreachable; TCP
// alone would take about 15 minutes to report that.
const SILENCE_MAX_MS = STATEMENT_TIMEOUT_MS + 5_000
const KEEP_ALIVE_AFTER_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000

/** Runs statements: on the pool, or on the connection of an open transaction. */
export interface Db {
  /** All rows of the result, with SQL's column names. */
  rows<T>(query: Sql): Promise<T[]>
  /** The only row; fails when there is not exactly one. */
  one<T>(query: Sql): Promise<T>
  /** The row, or `undefined` when there is none. */
  maybe<T>(query: Sql): Promise<T | undefined>
  /** The number of rows the statement affected. */
  count(query: Sql): Promise<number>
  /**
   * Runs work in one transaction; a nested one joins it. A deadlock or serialization failure runs it again, as it does a
   * single statement; after the fourth it is `unavailable`. `patient`: without statement timeouts. `background`: others use
   * the embedded engine in between.
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: { patient?: boolean; background?: boolean }): Promise<T>
  /** Whether the statements are those of an open transaction. */
  readonly isTransaction?: true
  /** Runs `hint` after the commit, or at once outside a transaction. Best effort: a crash in between loses it. */
  afterCommit(hint: () => void): void
  /** How users are spread over machines; only for PostgreSQL at a URL. */
  readonly layout?: Layout | undefined
}

/** The database with its connection pool. */
export interface Database extends Db {
  close(): Promise<void>
  /** Numbers of open connections, idle ones, requests waiting for one, and the maximum. */
  pool(): { total: number; idle: number; waiting: number; max: number }
}

interface PostgresOptions {
  prepare?: boolean
  poolMax?: number
  /** Called when a connection had the empty `search_path` of another program, which has been repaired. */
  onLostPath?: () => void
  /** Called once, when a pooler does not support prepared statements; from then on they are unnamed. */
  onUnprepared?: () => void
}

/**
 * Opens a pool on a PostgreSQL URL. Of several hosts it uses the one that accepts writes. `prepare: false` sends
 * unnamed statements, which connection poolers in transaction mode require.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  let { prepare = true } = options
  const onLostStatement = () => {
    if (prepare) options.onUnprepared?.()
    prepare = false
  }
  const config = {
    ...poolConfigOf(hostsOf(url), CONNECT_TIMEOUT_MS),
    max: options.poolMax ?? POOL_MAX,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MAX_MS,
    application_name: 'memory-service',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
  const asSent: AsSent = (query) => (prepare ? prepared(query) : compileUnnamed(query))
  return openPool(
    config,
    asSent,
    { onLostPath: options.onLostPath ?? (() => {}), onLostStatement },
    { isSpread: false },
  )
}

/**
 * Opens a pool of one connection on a stream that speaks the PostgreSQL protocol, as the embedded engine does. `prepare`
 * prepares the connection before it is used.
 */
export function openStream(
  stream: () => Duplex,
  prepare: (client: pg.ClientBase) => Promise<void> = async () => {},
): Database {
  const config = { stream: stream as () => never, user: 'postgres', database: 'postgres', max: 1 }
  return openPool({ ...config, verify: (client, done) => void prepare(client).then(() => done(), done) })
}

interface Repairs {
  onLostPath: () => void
  onLostStatement: () => void
}

const NO_REPAIRS: Repairs = { onLostPath: () => {}, onLostStatement: () => {} }

function openPool(
  config: pg.PoolConfig,
  asSent: AsSent = prepared,
  repairs: Repairs = NO_REPAIRS,
  layout?: Layout,
): Database {
  const open = () =>
    openLastingPool({
      ...config,
      types: { getTypeParser },
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: config.max === 1 ? 0 : IDLE_TIMEOUT_MS,
    })
  let pool = open()
  let openedAt = performance.now()
  const left: Promise<void>[] = []
  // When one connection times out, the others are probably dead too and would each cost a full timeout, so the whole
  // pool is replaced. Timeouts soon after that belong to connections of the previous pool and are ignored.
  const leave = () => {
    if (performance.now() - openedAt < SILENCE_MAX_MS) return
    left.push(pool.end())
    pool = open()
    openedAt = performance.now()
  }
  const run: Run = (query) =>
    retrying(() => sendOnAny(pool, asSent(query)), repairs).catch((error) => {
      if (sqlState(error) !== NO_TABLE) throw error
      return transact(pool, asSent, (_, run) => run(query), {
        patient: false,
        leave,
        ...repairs,
        layout,
        lacksPath: true,
      })
    })
  return {
    layout,
    ...statements(runMarked(run, layout), leave),
    afterCommit: (hint) => hint(),
    transaction: (work, { patient = false } = {}) =>
      transact(pool, patient ? patiently(asSent) : asSent, work, { patient, leave, ...repairs, layout }),
    close: async () => void (await Promise.all([...left, pool.end()])),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }),
  }
}

/** Builds the query methods on `run`; `leave` is called when a query times out without a response. */
function statements(run: Run, leave: () => void): Pick<Db, 'rows' | 'one' | 'maybe' | 'count'> {
  const send = async (query: Sql) => {
    try {
      return await run(query)
    } catch (error) {
      if (error instanceof Error && error.message === SILENT) leave()
      throw asFailure(error)
    }
  }
  return {
    rows: async <T>(query: Sql) => (await send(query)).rows as T[],
    async one<T>(query: Sql) {
      const { rows } = await send(query)
      if (!rows.length) throw new MissingRow()
      if (rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
      return rows[0] as T
    },
    async maybe<T>(query: Sql) {
      const { rows } = await send(query)
      if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}`)
      return rows[0] as T | undefined
    },
    count: async (query) => (await send(query)).rowCount ?? 0,
  }
}

/** Runs a statement that is a transaction of its own, again after a deadlock or serialization failure. */
async function retrying<T>(run: () => Promise<T>, { onLostStatement }: Repairs): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await run()
    } catch (error) {
      if (LOST_STATEMENT.has(sqlState(error))) onLostStatement()
      await untilNextTry(tries, error)
    }
}

interface TransactOptions extends Repairs {
  patient: boolean
  leave: () => void
  layout: Layout | undefined
  lacksPath?: boolean
}

/*
 * Behind a pooler in transaction mode, other programs share server connections with the service, and what they set in their
 * session stays: pg_dump sets an empty `search_path`, with which no table is found. A statement that finds no table runs again
 * after a reset of the path on the same server connection, which repairs that connection for everybody.
 */
async function resetPath(db: Db): Promise<boolean> {
  const { empty } = await db.one<{ empty: boolean }>(sql`select current_setting('search_path') in ('', '""') as empty`)
  await db.count(sql`reset search_path`)
  return empty
}

async function transact<T>(
  pool: pg.Pool,
  asSent: AsSent,
  work: (db: Db, run: Run) => Promise<T>,
  { patient, leave, layout, onLostPath, onLostStatement, lacksPath = false }: TransactOptions,
): Promise<T> {
  let resetsPath = lacksPath
  let failed: unknown
  for (let tries = 0; ; tries++) {
    if (failed) await untilNextTry(tries, failed)
    const hints: (() => void)[] = []
    const client = await pool.connect().catch((error) => {
      throw asFailure(error)
    })
    let broken: unknown
    try {
      const run: Run = (query) => sendOn(client, asSent(query))
      const db: Db = {
        layout,
        ...statements(runMarked(run, layout), leave),
        isTransaction: true,
        afterCommit: (hint) => hints.push(hint),
        transaction: (inner) => inner(db),
      }
      await db.count(sql`begin`)
      if (resetsPath && (await resetPath(db))) onLostPath()
      if (patient) await db.rows(sql`select set_config('statement_timeout', '0', true)`)
      const result = await work(db, run)
      await db.count(sql`commit`)
      for (const hint of hints) hint()
      return result
    } catch (error) {
      // Skip ROLLBACK on a dead connection: PostgreSQL rolls back when the client disconnects.
      if (error instanceof Failure && error.code === 'unavailable') broken = error
      else
        await client.query('rollback').catch((lost) => {
          broken = lost
        })
      if (LOST_STATEMENT.has(sqlState(error))) onLostStatement()
      // The connection is released before the pause.
      failed = TRY_AGAIN.has(sqlState(error)) ? error : undefined
      if (failed) continue
      if (!resetsPath && sqlState(error) === NO_TABLE) {
        resetsPath = true
        continue
      }
      throw error
    } finally {
      client.release(broken ? true : undefined)
    }
  }
}
