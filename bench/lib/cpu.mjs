// Seconds of CPU that processes have had, from what the kernel keeps of them (proc(5)): Linux alone has it so.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Of one process, its threads and those of its children that have ended included. */
export function cpuSeconds(pid) {
  // After the name in brackets, which may hold anything: state, parent and so on.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return (user + system + childUser + childSystem) / TICKS_A_SECOND
}

/** A reader of the seconds of a PostgreSQL server, all its processes together; 0 where there is no server. */
export async function databaseClock({ databaseUrl }) {
  if (!databaseUrl) return () => 0
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  await client.end()
  return () => [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
}

const ps = (...options) => execFileSync('ps', options, { encoding: 'utf8' }).trim().split(/\s+/).map(Number)
const parentOf = (pid) => ps('-o', 'ppid=', '-p', String(pid))[0]
const childrenOf = (pid) => ps('-o', 'pid=', '--ppid', String(pid))
