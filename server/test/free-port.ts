import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Ports for processes that are given their port. They lie below the ephemeral ports of Linux, macOS and Windows, so that
 * no outgoing connection and no listener on port 0 takes one between the choice and its use.
 */

const LOWEST = 15_000
/** Ports of one test worker; workers that run at the same time have different numbers. */
const RANGE = 1_000
const WORKERS = 16

const first = LOWEST + (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS) * RANGE
let next = Math.floor(Math.random() * RANGE)

/** A TCP port of loopback that is not in use; never the same twice until all others of its range were given. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < RANGE; tried++) {
    const port = first + (next++ % RANGE)
    if (await isFree(port)) return port
  }
  throw new Error(`all ports from ${first} to ${first + RANGE - 1} are in use`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const failed = once(server, 'error').then(() => false)
  server.listen(port, '127.0.0.1')
  if (!(await Promise.race([once(server, 'listening').then(() => true), failed]))) return false
  server.close()
  await once(server, 'close')
  return true
}
