// A throw-away PostgreSQL for tests and benchmarks: found or installed, started on a free port, gone afterwards.

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
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const MAJOR_MIN = 15
const START_TIMEOUT_MS = 30_000
const START_POLL_MS = 50
const LOG_TAIL_CHARS = 2_000

/** A running server. `url` is a superuser's, of the database `postgres`. */
export interface Postgres {
  url: string
  /** Stops it at once and removes all it kept. */
  stop(): Promise<void>
}

/**
 * Starts a new cluster on 127.0.0.1. Without `durable` it never waits for the disk; benchmarks want it to. `settings`
 * come on top of those all tests have.
 * It ends with this process, however that ends, kill -9 included.
 *
 * Throws when there is no PostgreSQL 15 or newer and it cannot be installed, or when it does not start.
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
        // Byte order, as the embedded engine sorts; letters beyond ASCII are letters all the same.
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
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(at.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...at.more,
  }
  return ['-D', at.data, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

// The shell's standard input ends when this process is no more, however it went; the server alone keeps descriptor 3
// open, so that its end is seen too.
const SUPERVISOR = `
home=$1; shift
"$@" </dev/null >"$home/log" 2>&1 & server=$!
exec 3>&-
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server
cd / && rm -rf "$home"`

/** Starts the server under a shell that stops it and removes the folder; Ctrl-C does not reach their group. */
function supervise(command: string[], home: string, owner: Owner) {
  const shell = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', home, ...command], {
    ...owner,
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => shell.stdio[3]!.once('close', () => resolve()))
  const gone = once(shell, 'exit')
  shell.stdin!.on('error', () => {})
  ;(shell.stdio[3] as Socket).resume().unref()
  ;(shell.stdin as Socket).unref()
  shell.unref()
  return {
    ended,
    async stop() {
      shell.ref()
      shell.stdin!.end()
      await gone
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

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

interface Owner {
  uid?: number
  gid?: number
}

/** PostgreSQL and what stands before it refuse to run as root: its package brings a user for them. */
export function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder of the newest PostgreSQL's programs, or null when there is none new enough. */
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
    // Not on the path.
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
    // Else the package starts a cluster of its own on the usual port.
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
 * Creates a database with a name of its own on the server of `url`, and returns its address. `template` is the
 * address of a database to copy, to which nobody may be connected meanwhile.
 */
export async function freshDatabase(url: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(at(url, 'postgres'), (client) =>
    client.query(`create database ${name} template ${template ? nameOf(template) : 'template0'}`),
  )
  return at(url, name)
}

/** Drops the database that `url` names, cutting off who is still connected. One that is gone already is fine. */
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

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
