import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findBinaries, unprivileged } from './postgres.ts'

/*
 * A PostgreSQL that can crash and restart on the same port, alone or as the standby of another. It ends with the test
 * process, also if that is killed.
 */

const START_TIMEOUT_MS = 30_000
const POLL_MS = 50
const LOG_TAIL_CHARS = 2_000
const PASSWORD = 'only for tests'

/** A server, running or stopped. `url` is for a superuser of the database `postgres`. */
export type Cluster = Awaited<ReturnType<typeof openCluster>>

interface Asked {
  settings?: Record<string, string>
  /** The primary that it follows, under the name `standby`. */
  of?: Pick<Cluster, 'port'>
  /** The parent folder of its data. */
  within?: string
}

// Stops the server when the test process has exited, then removes the folder unless it must stay. Only the server
// keeps descriptor 3 open, so its end shows that the server has exited.
const SUPERVISOR = `
home=$1; shift
"$@" </dev/null >>"$home/log" 2>&1 & server=$!
exec 3>&-
read word
kill -QUIT $server 2>/dev/null; wait
[ "$word" = keep ] || rm -rf "$home"`

/** Creates a cluster and starts it. */
export async function openCluster({ settings = {}, of, within = tmpdir() }: Asked = {}) {
  const bin = findBinaries()
  if (!bin) throw new Error('PostgreSQL is needed, with its initdb')
  const owner = unprivileged()
  const home = mkdtempSync(join(within, 'memory-service-cluster-'))
  const data = join(home, 'data')
  const port = await freePort()
  const url = `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  writeFileSync(join(home, 'password'), PASSWORD)
  writeFileSync(join(home, 'log'), '')
  for (const path of [home, join(home, 'log'), join(home, 'password')])
    if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid as number)
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...owner, cwd: home, stdio: 'pipe' })
  if (of) {
    const source = `host=127.0.0.1 port=${of.port} user=postgres password='${PASSWORD}' application_name=standby`
    run('pg_basebackup', ['-D', data, '-d', source, '-R', '-c', 'fast', '--no-sync'])
  } else {
    const locale = ['--encoding=UTF8', '--locale=C', '--lc-ctype=C.UTF-8', '--no-instructions', '--no-sync']
    run('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      `--pwfile=${join(home, 'password')}`,
      '-A',
      'scram-sha-256',
      ...locale,
    ])
  }
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    timezone: 'UTC',
    // fsync is off: killing a process does not lose what the operating system has; only a machine failure would.
    fsync: 'off',
    ...settings,
  }
  const command = [
    join(bin, 'postgres'),
    '-D',
    data,
    ...Object.entries(values).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ]
  let shell: ReturnType<typeof spawn> | undefined
  let ended = false

  async function start(): Promise<void> {
    await leave('keep')
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(POLL_MS)) {
      if (!shell) {
        shell = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', home, ...command], {
          ...owner,
          cwd: home,
          detached: true,
          stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
        })
        shell.stdin?.on('error', () => {})
        ended = false
        ;(shell.stdio[3] as Socket).resume().once('close', () => {
          ended = true
        })
      }
      if (await answers(url)) return
      // Leftovers of the previous server may block the start for a moment.
      if (ended) await leave('keep')
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(home, 'log'), 'utf8').slice(-LOG_TAIL_CHARS)}`)
    }
  }

  async function leave(word: 'keep' | 'remove'): Promise<void> {
    if (!shell) return
    const exited = once(shell, 'exit')
    shell.stdin?.end(`${word}\n`)
    await exited
    shell = undefined
  }

  /** Signals the server, or all of its processes too; returns the signalled process ids. */
  function signal(name: NodeJS.Signals, whom: 'server' | 'all'): number[] {
    const server = serverOf(data)
    if (!server) throw new Error('it does not run')
    const pids = whom === 'all' ? [server, ...childrenOf(server)] : [server]
    for (const pid of pids)
      try {
        process.kill(pid, name)
      } catch {
        // It exited on its own meanwhile.
      }
    return pids
  }

  await start()
  return {
    url,
    port,
    start,
    signal,
    /** Whether the server is running. */
    runs: () => serverOf(data) !== undefined,
    /** Kills every process of the server at once, like the loss of its machine. */
    async kill(): Promise<void> {
      const pids = signal('SIGKILL', 'all')
      while (pids.some(isAlive)) await sleep(POLL_MS)
    },
    /** Promotes a standby, so that it accepts writes. */
    promote: () => void run('pg_ctl', ['promote', '-D', data, '-w']),
    async close(): Promise<void> {
      if (serverOf(data)) signal('SIGCONT', 'all')
      await leave('remove')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

function serverOf(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)?.parent === pid)
    .map(Number)
}

// A zombie process counts as exited.
function isAlive(pid: number): boolean {
  const stat = statOf(String(pid))
  return stat !== undefined && stat.state !== 'Z'
}

function statOf(pid: string): { state: string; parent: number } | undefined {
  try {
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}
