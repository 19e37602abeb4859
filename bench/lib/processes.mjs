// The processes a benchmark runs: a throw-away PostgreSQL, the service, the load generator, and what they cost.

import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = new URL('../../', import.meta.url)
const STOP_MS = 10_000

/** A file of the tests' own, which are TypeScript; Node 20 takes it compiled. */
export async function compiled(path) {
  const source = readFileSync(new URL(path, ROOT), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  const folder = new URL('bench/dist/', ROOT)
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${basename(path, '.ts')}-${process.pid}.mjs`, folder)
  writeFileSync(file, outputText)
  return import(file.href).finally(() => rmSync(file))
}

/** The tests' own PostgreSQL. */
export const postgresTools = () => compiled('server/test/postgres.ts')

/** A folder that is removed in the end. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'memory-service-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/**
 * What the service is started with: nothing is limited, and nothing but the database differs between engines. Recall is
 * by keyword unless `embeddings` says where vectors come from.
 */
export function serviceEnvironment({ databaseUrl, dataDir, embeddings = { EMBEDDINGS: 'off' } }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SECRET_KEY: 'only for benchmarks, only for benchmarks, only',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    DEFAULT_USER_PLAN: 'pro',
    DEFAULT_DEVELOPER_PLAN: 'enterprise',
    LOG_LEVEL: 'warn',
    ...embeddings,
    ...(process.env.RECALL_MEMORY_MB ? { RECALL_MEMORY_MB: process.env.RECALL_MEMORY_MB } : {}),
    ...(process.env.DATABASE_PREPARE ? { DATABASE_PREPARE: process.env.DATABASE_PREPARE } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
  }
}

/** Starts the service as anyone would; `nodeOptions` are for profiling. */
export async function startService(engine, nodeOptions = []) {
  const port = await freePort()
  const env = { ...serviceEnvironment(engine), PORT: String(port) }
  const main = fileURLToPath(new URL('server/dist/main.js', ROOT))
  const child = watched(spawn(process.execPath, [...nodeOptions, main], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service did not start (exit code ${code})`)))
    child.stdout.on('data', (text) => String(text).includes('listening on') && resolve())
  })
  return { port, base: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

// Whatever ends this process ends what it started.
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

function watched(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/** Starts one of our own scripts; `ask` sends a message and resolves with the `result` it answers. */
export function startScript(name, env = {}) {
  const options = { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env }, execArgv: [] }
  const child = watched(fork(new URL(name, import.meta.url), options))
  let asked
  child.on('message', ({ error, result }) =>
    error ? asked?.reject(new Error(`${name}: ${error}`)) : asked?.resolve(result),
  )
  child.on('exit', () => asked?.reject(new Error(`${name} ended`)))
  return {
    pid: child.pid,
    tell: (message) => child.send(message),
    async ask(message) {
      const answered = new Promise((resolve, reject) => {
        asked = { resolve, reject }
      })
      child.send(message)
      return answered
    },
    stop: () => end(child),
  }
}

/** Resident memory of a process in MB. */
export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  }
}
