import type { Duplex } from 'node:stream'
import pg from 'pg'
import { Failure } from './errors.ts'
import { followHosts, hostsOf } from './hosts.ts'
import { compile, compileUnnamed, type Sql, sql } from './sql.ts'

const POOL_MAX = 20
// For a connection, be it a new one or one that others hold.
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
// PostgreSQL keeps the limit above. One that says nothing by then is out of reach: a machine that has gone sends no
// word of it, and the system would wait for it for a quarter of an hour.
const SILENCE_MAX_MS = STATEMENT_TIMEOUT_MS + 5_000
const KEEP_ALIVE_AFTER_MS = 10_000
const FOR_EVER_MS = 2 ** 31 - 1
const IDLE_TIMEOUT_MS = 60_000
const TRANSACTION_TRIES = 4

const UNIQUE_VIOLATION = '23505'
const DUPLICATE = /^duplicate key value violates unique constraint "(.*)"$/
const TRY_AGAIN = new Set(['40001', '40P01'])
// Connection lost, out of connections, of resources or of time, shutting down, or a standby: worth trying again later.
const OUT_OF_REACH = /^(08|53|57P|57014|25006)/
// What the system says of sockets, names and files; `ERR_` is what Node says of mistakes.
const OUT_OF_REACH_NODE = /^E(?!RR_)[A-Z_]+$/
// What the driver says without a code.
const SILENT = 'Query read timeout'
const LOST = /timeout exceeded when trying to connect|Connection terminated|not queryable|calling end on the pool/

/** What statements run on: the pool, or the one connection of an open transaction. */
export interface Db {
  /** Every row of the answer, its columns named as SQL names them. */
  rows<T>(query: Sql): Promise<T[]>
  /** The only row; fails when there is not exactly one. */
  one<T>(query: Sql): Promise<T>
  /** The row, or `undefined` when there is none. */
  maybe<T>(query: Sql): Promise<T | undefined>
  /** How many rows the statement touched. */
  count(query: Sql): Promise<number>
  /**
   * Runs work in one transaction; a transaction inside a transaction joins it. What the database asks to be
   * repeated (deadlock, serialization) is repeated, so the work may run more than once. A `patient` one may take as
   * long as it takes.
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: { patient?: boolean }): Promise<T>
  /** Runs when the transaction has been committed, at once outside of one. For hints, never for promises. */
  afterCommit(hint: () => void): void
}

/** The database as the process owns it. */
export interface Database extends Db {
  close(): Promise<void>
  /** Connections there are, idle ones, who waits for one, and how many there may be. */
  pool(): { total: number; idle: number; waiting: number; max: number }
}

/**
 * Opens a pool on a PostgreSQL address, which may name several hosts, of which the one that takes writes is used.
 * Without `prepare` no statement has a name, as poolers by transaction need it.
 */
export function openPostgres(url: string, { prepare = true }: { prepare?: boolean } = {}): Database {
  const config = {
    ...followHosts(hostsOf(url), CONNECT_TIMEOUT_MS),
    max: POOL_MAX,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MAX_MS,
    application_name: 'memory-service',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
  return openPool(config, prepare ? compile : compileUnnamed)
}

/** Opens a pool of one on streams that speak PostgreSQL's protocol: the embedded engine. */
export function openStream(stream: () => Duplex): Database {
  return openPool({ stream: stream as () => never, user: 'postgres', database: 'postgres', max: 1 })
}

function openPool(config: pg.PoolConfig, asSent: AsSent = compile): Database {
  const open = () => {
    const pool = new pg.Pool({
      ...config,
      types: { getTypeParser },
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: config.max === 1 ? 0 : IDLE_TIMEOUT_MS,
    })
    // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  let pool = open()
  let openedAt = performance.now()
  const left: Promise<void>[] = []
  // When one connection falls silent the others have as well: each would be found out by a wait of its own. What tells
  // of it later was asked on the connections that were left then.
  const leave = () => {
    if (performance.now() - openedAt < SILENCE_MAX_MS) return
    left.push(pool.end())
    pool = open()
    openedAt = performance.now()
  }
  return {
    ...statements((query) => pool.query(asSent(query)), leave),
    afterCommit: (hint) => hint(),
    transaction: (work, { patient = false } = {}) =>
      transact(pool, patient ? patiently(asSent) : asSent, work, { patient, leave }),
    close: async () => void (await Promise.all([...left, pool.end()])),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }),
  }
}

type AsSent = (query: Sql) => pg.QueryConfig

const patiently =
  (asSent: AsSent): AsSent =>
  (query) =>
    Object.assign(asSent(query), { query_timeout: FOR_EVER_MS })

type Run = (query: Sql) => Promise<pg.QueryResult>

/** `leave` hears that the database has fallen silent. */
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
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`)
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

async function transact<T>(
  pool: pg.Pool,
  asSent: AsSent,
  work: (db: Db) => Promise<T>,
  { patient, leave }: { patient: boolean; leave: () => void },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const hints: (() => void)[] = []
    const client = await pool.connect().catch((error) => {
      throw asFailure(error)
    })
    let broken: unknown
    try {
      const db: Db = {
        ...statements((query) => client.query(asSent(query)), leave),
        afterCommit: (hint) => hints.push(hint),
        transaction: (inner) => inner(db),
      }
      await db.count(sql`begin`)
      if (patient) await db.rows(sql`select set_config('statement_timeout', '0', true)`)
      const result = await work(db)
      await db.count(sql`commit`)
      for (const hint of hints) hint()
      return result
    } catch (error) {
      // To what is out of reach nothing more is said: PostgreSQL undoes what it was doing for who has gone.
      if (error instanceof Failure && error.code === 'unavailable') broken = error
      else
        await client.query('rollback').catch((lost) => {
          broken = lost
        })
      if (tries < TRANSACTION_TRIES && TRY_AGAIN.has(sqlState(error))) continue
      throw error
    } finally {
      client.release(broken ? true : undefined)
    }
  }
}

/**
 * Whether an error is a unique index saying no; one whose name begins so, for partitions and shards add to it. Of a shard
 * Citus hands on what it said, without the field for the name, and from an `insert … select` without the code.
 */
export function isDuplicate(error: unknown, name = ''): boolean {
  const { constraint, message = '' } = (error ?? {}) as { constraint?: string; message?: string }
  const said = DUPLICATE.exec(message)?.[1]
  if (said === undefined && sqlState(error) !== UNIQUE_VIOLATION) return false
  return (constraint ?? said ?? '').startsWith(name)
}

/** Whether the database itself said no to a statement, so that nothing of it was kept. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

function sqlState(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

function asFailure(error: unknown): unknown {
  const code = sqlState(error)
  const lost = error instanceof Error && (error.message === SILENT || LOST.test(error.message))
  return lost || OUT_OF_REACH.test(code) || OUT_OF_REACH_NODE.test(code)
    ? new Failure('unavailable', undefined, error)
    : error
}

// Rows are replies, so values arrive as JSON has them: times as ISO 8601 in UTC with milliseconds.
const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: isoTime,
  [pg.types.builtins.DATE]: (text) => text,
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const parser = format === 'binary' ? undefined : PARSERS[oid]
  return parser ?? pg.types.getTypeParser(oid, format as 'text')
}

function isoTime(text: string): string {
  // '2026-11-20 19:04:05.12+00' is the usual form, the session being in UTC; the rest goes through Date.
  if (text.length >= 22 && text.length <= 26 && text.endsWith('+00') && text[10] === ' ') {
    const fraction = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0') : '000'
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
  }
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
