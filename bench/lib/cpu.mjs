// CPU time of processes in seconds, read from proc(5); Linux only.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** CPU time of a process, including its threads and its children that have exited. */
export function cpuSeconds(pid) {
  // The fields follow the process name in brackets, which may contain any character.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return (user + system + childUser + childSystem) / TICKS_PER_SECOND
}

/** Returns a function that reads the CPU time of all processes of a PostgreSQL server; 0 for the embedded engine. */
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

/**
 * CPU time of a process's running threads in seconds, to the nanosecond, for blocks that are shorter than a tick; 0 for a
 * process that has ended.
 */
export function threadSeconds(pid) {
  const times = readIfExists(() => readdirSync(`/proc/${pid}/task`).map((thread) => nanoseconds(pid, thread)))
  return (times ?? []).reduce((sum, each) => sum + each, 0) / 1e9
}

const nanoseconds = (pid, thread) =>
  Number(readIfExists(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))?.split(' ')[0] ?? 0)

/** Returns a function that reads the CPU time of those processes of a PostgreSQL server that are connected to a database. */
export async function backendClock({ databaseUrl }) {
  if (!databaseUrl) return () => 0
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return () => rows.reduce((sum, { pid }) => sum + threadSeconds(pid), 0)
}

function readIfExists(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
