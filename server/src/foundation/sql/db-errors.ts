import pg from 'pg'
import { Failure } from '../errors.ts'

/* What errors of the driver and of PostgreSQL mean. */

const UNIQUE_VIOLATION = '23505'
const DUPLICATE = /^duplicate key value violates unique constraint "(.*)"$/
export const NO_TABLE = '42P01'
// A pooler handed the connection to another client: the prepared statement is unknown, or its name is taken.
export const LOST_STATEMENT = new Set(['26000', '42P05'])
export const TRY_AGAIN = new Set(['40001', '40P01', ...LOST_STATEMENT])
// SQLSTATE classes of wrong values, violated constraints and lost races, after which a connection is as good as before.
export const ABOUT_DATA = /^(22|23|40)/
// SQLSTATE classes that can be retried later: connection lost, out of resources, statement timeout, shutdown, standby.
const OUT_OF_REACH = /^(08|53|57P|57014|25006)/
// System error codes for sockets, DNS and files; codes that begin with `ERR_` are Node's programming errors.
const OUT_OF_REACH_NODE = /^E(?!RR_)[A-Z_]+$/
// Messages of errors without a code of their own: of the driver, and of Citus when it has lost a machine.
export const SILENT = 'Query read timeout'
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|calling end on the pool|failure on connection marked as essential/

/**
 * Whether an error is a unique violation of a constraint whose name begins with `name` (partitions and shards append a
 * suffix). Citus forwards a shard's message without the constraint field, and for `insert … select` without the code.
 */
export function isDuplicate(error: unknown, name = ''): boolean {
  const { constraint, message = '' } = (error ?? {}) as { constraint?: string; message?: string }
  const duplicated = DUPLICATE.exec(message)?.[1]
  if (duplicated === undefined && sqlState(error) !== UNIQUE_VIOLATION) return false
  return (constraint ?? duplicated ?? '').startsWith(name)
}

/** Whether the database itself rejected the statement, so that it had no effect. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

/** The SQLSTATE of an error, or the code of a system error; empty for others. */
export function sqlState(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** The failure `unavailable` of an error that means that the database is out of reach; any other error as it is. */
export function asFailure(error: unknown): unknown {
  const code = sqlState(error)
  const lost = error instanceof Error && (error.message === SILENT || LOST.test(error.message))
  return lost || OUT_OF_REACH.test(code) || OUT_OF_REACH_NODE.test(code)
    ? new Failure('unavailable', undefined, error)
    : error
}
