import type pg from 'pg'
import { ABOUT_DATA, sqlState } from './db-errors.ts'
import { PreparedQuery, type QueryResult } from './prepared-query.ts'
import { compile, compileUnnamed, type Sql } from './sql.ts'
import { getTypeParser } from './type-parsers.ts'

/* How statements are sent to PostgreSQL. */

const FOR_EVER_MS = 2 ** 31 - 1

export type Run = (query: Sql) => Promise<Pick<QueryResult, 'rows'> & { rowCount: number | null }>

/** Makes a statement what the driver sends. */
export type AsSent = (query: Sql) => PreparedQuery | pg.QueryConfig

export const prepared: AsSent = (query) => new PreparedQuery(compile(query), getTypeParser)

/** Without the driver's timeout. */
export const patiently =
  (asSent: AsSent): AsSent =>
  (query) =>
    Object.assign(asSent(query), { query_timeout: FOR_EVER_MS })

/** Sends a statement on any connection of a pool, which keeps it after errors about the data; the driver would not. */
export async function sendOnAny(pool: pg.Pool, query: ReturnType<AsSent>): ReturnType<Run> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await sendOn(client, query)
  } catch (error) {
    isBroken = !ABOUT_DATA.test(sqlState(error))
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Sends a statement on a connection. */
export function sendOn(to: pg.ClientBase, query: ReturnType<AsSent>): ReturnType<Run> {
  if (!(query instanceof PreparedQuery)) return to.query(query)
  const sent = new Promise<QueryResult>((resolve, reject) => {
    query.callback = (error, result) => (result ? resolve(result) : reject(error))
    to.query(query)
  })
  return sent.catch((error) => {
    Error.captureStackTrace(error) // Its own stack ends at the socket.
    throw error
  })
}

/** Sends unnamed statements on a connection of one's own. */
export const runOn =
  (client: pg.ClientBase): Run =>
  (query) =>
    sendOn(client, compileUnnamed(query))
