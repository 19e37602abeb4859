// What a drill starts, in a temporary folder: PostgreSQL, the service, and other programs. All of it ends with the drill.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export const DEPLOY = new URL('../../', import.meta.url)
/** The command of this version, in words. */
const SERVICE = (process.env.MEMORY_SERVICE ?? 'memory-service').split(' ')
const READY_MS = 300_000
const POLL_MS = 50

export const run = promisify(execFile)

/** A temporary folder, and what has to be stopped at the end, in reverse order. */
export async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'drill-'))
  const closing = []
  const folder = {
    path,
    onClose: (close) => closing.push(close),
    async close() {
      for (const close of closing.splice(0).reverse()) await close().catch(() => {})
      // A drill that reached its end has set a status.
      if (process.exitCode === undefined) {
        console.log('FAILED')
        process.exitCode = 1
      }
      // The logs explain a failure.
      if (process.exitCode) console.error(`${path} has the logs`)
      else await rm(path, { recursive: true, force: true })
    },
  }
  // PostgreSQL runs in a process group of its own, which an interrupt from the terminal does not reach.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => folder.close().finally(() => process.exit(1)))
  return folder
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** Starts a program whose output goes to a file, and returns how to stop it. */
async function startProgram(folder, name, [program, ...args], env = process.env) {
  const log = await open(join(folder.path, `${name}.log`), 'a')
  const child = spawn(program, args, { env, stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  const exited = once(child, 'exit')
  exited.catch(() => {})
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  folder.onClose(() => stop('SIGKILL'))
  return { stop, hasExited: () => child.exitCode !== null || child.signalCode !== null }
}

/** Starts a program that listens on a port, and waits until it does. */
export async function startListener(folder, name, command, port) {
  const program = await startProgram(folder, name, command)
  await until(name, async () => {
    await once(await connectTo(port), 'connect')
    return true
  })
  return program
}

async function connectTo(port) {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => socket.destroy())
  return socket
}

async function until(what, succeeds) {
  for (const deadline = Date.now() + READY_MS; ; await sleep(POLL_MS)) {
    if (await succeeds().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`${what} was not ready within ${READY_MS / 1_000} s`)
  }
}

/** Starts a coordinator and two workers of a Citus cluster; `undefined` if Citus is not installed. */
export async function startCitus(folder) {
  const settings = ["shared_preload_libraries = 'citus'", 'max_prepared_transactions = 200', 'shared_buffers = 64MB']
  const { stdout } = await run('pg_config', ['--sharedir']).catch(() => ({ stdout: '' }))
  if (!existsSync(join(stdout.trim(), 'extension/citus.control'))) return undefined
  const [coordinator, ...workers] = [
    await startPostgres(folder, 'coordinator', { settings }),
    await startPostgres(folder, 'worker1', { settings }),
    await startPostgres(folder, 'worker2', { settings }),
  ]
  for (const { query } of [coordinator, ...workers]) await query('create extension citus')
  await coordinator.query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of workers) await coordinator.query(`select citus_add_node('127.0.0.1', ${port})`)
  return { coordinator, workers }
}

/** Makes a primary acknowledge a commit only once its standby has it, and waits until that is so. */
export async function makeSynchronous({ query }) {
  await query("alter system set synchronous_standby_names = 'standby'")
  await query('select pg_reload_conf()')
  await until(
    'a synchronous standby',
    async () => (await query('select sync_state from pg_stat_replication')) === 'sync',
  )
}

/** Starts a PostgreSQL server with the database `memory`, or a standby of another one. */
export async function startPostgres(folder, name, { include, standbyOf, settings = [] } = {}) {
  const data = join(folder.path, name)
  const port = await freePort()
  if (standbyOf) {
    const source = `host=127.0.0.1 port=${standbyOf.port} user=memory application_name=standby`
    await run('pg_basebackup', ['-D', data, '-d', source, '-R', '-c', 'fast'])
  } else await run('initdb', ['-D', data, '-U', 'memory', '-A', 'trust', '--encoding=UTF8', '--locale=C'])
  const lines = [
    ...(include && !standbyOf ? [`include '${include}'`, "synchronous_standby_names = ''"] : []),
    ...[`port = ${port}`, "listen_addresses = '127.0.0.1'", `unix_socket_directories = '${data}'`],
    // Killing a process does not lose what the operating system has.
    'fsync = off',
    ...settings,
  ]
  await appendFile(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  const control = (...args) => run('pg_ctl', ['-D', data, '-s', '-w', '-l', join(folder.path, `${name}.log`), ...args])
  await control('start')
  folder.onClose(() => control('-m', 'immediate', 'stop'))
  const query = async (text, database = 'memory') =>
    (await run('psql', ['-h', data, '-p', String(port), '-U', 'memory', '-d', database, '-XqtAc', text])).stdout.trim()
  if (!standbyOf) await query('create database memory', 'postgres')
  return { port, data, control, query, url: `postgres://memory@127.0.0.1:${port}/memory` }
}

/** Starts a process of the service, of this version unless a command is given, and waits until it is ready. */
export async function startService(folder, name, settings, command = SERVICE) {
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder.path, NODE_ENV: 'production' },
    ...{ SECRET_KEY: 'only for a drill, only for a drill, only for a drill', EMBEDDINGS: 'off', CONNECTORS: 'off' },
    ...{ RATE_LIMIT: 'off', AUTH_RATE_LIMIT: 'off', DEFAULT_USER_PLAN: 'pro', DEFAULT_DEVELOPER_PLAN: 'enterprise' },
    // The receiver of the load is a private address, also where TRUSTED_PROXIES is set.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...settings,
  }
  const program = await startProgram(folder, name, command, env)
  const url = `http://127.0.0.1:${settings.PORT}`
  await until(name, async () => {
    if (program.hasExited()) throw new Error(`${name} exited`)
    return (await fetch(`${url}/readyz`)).ok
  })
  return { ...program, url }
}
