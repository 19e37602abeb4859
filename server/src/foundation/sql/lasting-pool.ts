import pg from 'pg'

/**
 * Opens a pool that survives the loss of its connections, whether they are idle, in use or being verified: without these
 * listeners, their `error` events would end the process. The pool replaces idle ones; statements under way fail.
 */
export function openLastingPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
