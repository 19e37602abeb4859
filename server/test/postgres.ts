// A temporary PostgreSQL for tests and benchmarks: found or installed, started on a free port, removed afterwards.

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const MAJOR_MIN = 15
const START_TIMEOUT_MS = 30_000
const START_POLL_MS = 50
const LOG_TAIL_CHARS = 2_000

/** A running server. `url` connects a superuser to the database `postgres`. */
export interface Postgres {
  url: string
  /** Stops the server immediately and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a new cluster on 127.0.0.1. Without `durable`, which benchmarks set, it does not wait for the disk.
 * `settings` are added to those of all tests.
 * It ends with this process, also after kill -9.
 *
 * @throws if PostgreSQL 15 or newer is missing and cannot be installed, or if it does not start
 */
export async function startPostgres({
  durable = false,
  settings: more = {},
}: {
  durable?: boolean
  settings?: Record<string, string>
} = {}): Promise<Postgres> {
  const bin = findBinaries() ?? installBinaries()
  const owner = unprivileged()
  const home = mkdtempSync(join(tmpdir(), 'memory-service-pg-'))
  const data = join(home, 'data')
  const log = join(home, 'log')
  const password = randomBytes(12).toString('hex')
  writeFileSync(join(home, 'password'), password, { mode: 0o600 })
  writeFileSync(log, '')
  if (owner.uid !== undefined) {
    for (const path of [home, log, join(home, 'password')]) chownSync(path, owner.uid, owner.gid!)
  }
  try {
    execFileSync(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--pwfile',
        join(home, 'password'),
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorts by bytes like the embedded engine, but still classifies non-ASCII letters as letters.
        '--lc-collate=C',
        `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
        '--locale=C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...owner, cwd: home, stdio: 'pipe' },
    )
    const port = await freePort()
    const command = [join(bin, 'postgres'), ...settings({ data, home, port, durable, more })]
    const { ended, stop } = supervise(command, home, owner)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    await answers(url, ended, log).catch(async (error) => {
      await stop()
      throw error
    })
    return { url, stop }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

function settings(at: { data: string; home: string; port: number; durable: boolean; more: Record<string, string> }) {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: at.port,
    unix_socket_directories: at.home,
    max_connections: 300,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(at.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...at.more,
  }
  return ['-D', at.data, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

// The shell's standard input ends when this process exits for any reason. Only the server keeps descriptor 3 open, so
// its end shows that the server has exited.
const SUPERVISOR = `
home=$1; shift
"$@" </dev/null >"$home/log" 2>&1 & server=$!
exec 3>&-
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server
cd / && rm -rf "$home"`

/** Starts the server under a shell that stops it and removes the folder; Ctrl-C does not reach this process group. */
function supervise(command: string[], home: string, owner: Owner) {
  const shell = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', home, ...command], {
    ...owner,
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => shell.stdio[3]!.once('close', () => resolve()))
  const exited = once(shell, 'exit')
  shell.stdin!.on('error', () => {})
  ;(shell.stdio[3] as Socket).resume().unref()
  ;(shell.stdin as Socket).unref()
  shell.unref()
  return {
    ended,
    async stop() {
      shell.ref()
      shell.stdin!.end()
      await exited
    },
  }
}

async function answers(url: string, ended: Promise<void>, log: string) {
  const complaint = (what: string) =>
    new Error(`PostgreSQL ${what}: ${readFileSync(log, 'utf8').slice(-LOG_TAIL_CHARS)}`)
  let over = false
  ended.then(() => {
    over = true
  })
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(START_POLL_MS)) {
    if (over) throw complaint('did not start')
    if (await withClient(url, async () => true).catch(() => false)) return
  }
  throw complaint('did not answer in time')
}

interface Owner {
  uid?: number
  gid?: number
}

/** PostgreSQL and its poolers refuse to run as root, so they run as the user that its package creates. */
export function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder with the programs of the newest PostgreSQL, or null if none is new enough. */
export function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const folders = versions.map((version) => join(debian, String(version), 'bin'))
  try {
    folders.push(
      execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    )
  } catch {
    // Not in PATH.
  }
  return (
    folders.find(
      (folder) =>
        ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))) && majorOf(folder) >= MAJOR_MIN,
    ) ?? null
  )
}

function majorOf(folder: string) {
  const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(version)?.[1] ?? 0)
}

function installBinaries() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Otherwise the package starts its own cluster on the default port.
    const clusters = '/etc/postgresql-common/createcluster.conf'
    if (!existsSync(clusters)) {
      mkdirSync('/etc/postgresql-common', { recursive: true })
      writeFileSync(clusters, 'create_main_cluster = false\n')
    }
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-q'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const bin = findBinaries()
  if (bin) return bin
  throw new Error(
    `PostgreSQL ${MAJOR_MIN} or newer is needed, with its initdb. Install it: "apt-get install postgresql" ` +
      'on Debian and Ubuntu, "brew install postgresql@17" on macOS (its pg_config must be on the PATH).',
  )
}

/**
 * Creates a database with a unique name on the server of `url` and returns its URL. `template` is the URL of a
 * database to copy, which must have no connections.
 */
export async function freshDatabase(url: string, template?: string): Promise<string> {
  // A database that is distributed over a Citus cluster, for test files that can share it.
  if (template && process.env.CITUS_URL) return process.env.CITUS_URL
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = template ? nameOf(template) : 'template0'
  // Copies files rather than pages, which takes a third of the processor time.
  await withClient(at(url, 'postgres'), (client) =>
    client.query(`create database ${name} template ${source} strategy file_copy`),
  )
  return at(url, name)
}

/** Drops the database of `url` and closes its connections; does nothing if it does not exist. */
export async function dropDatabase(url: string): Promise<void> {
  await withClient(at(url, 'postgres'), (client) => client.query(`drop database if exists ${nameOf(url)} with (force)`))
}

function at(url: string, name: string) {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

function nameOf(url: string) {
  return pg.escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1)))
}

/** Connects, as superuser, for the time of `work`. */
export async function withClient<T>(where: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(where)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
