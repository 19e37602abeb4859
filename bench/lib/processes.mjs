// The processes of a benchmark: a temporary PostgreSQL, the service, and scripts such as the load generator.

import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'

const ROOT = new URL('../../', import.meta.url)
const STOP_MS = 10_000

/** Imports a TypeScript file of the tests and what it imports beside it, compiled since Node 20 cannot load it. */
export async function importTypeScript(path) {
  const compiled = new Map()
  const file = compileTo(compiled, path)
  return import(file.href).finally(() => {
    for (const each of compiled.values()) rmSync(each)
  })
}

function compileTo(compiled, path) {
  const known = compiled.get(path)
  if (known) return known
  const folder = new URL('bench/dist/', ROOT)
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${basename(path, '.ts')}-${process.pid}.mjs`, folder)
  compiled.set(path, file)
  const { outputText } = ts.transpileModule(readFileSync(new URL(path, ROOT), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  const beside = (_, name) => `from '${compileTo(compiled, join(dirname(path), name)).href}'`
  writeFileSync(file, outputText.replace(/from '\.\/([\w-]+\.ts)'/g, beside))
  return file
}

/** The functions with which tests start PostgreSQL. */
export const postgresTools = () => importTypeScript('server/test/postgres.ts')

/** A temporary folder; the caller removes it. */
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
 * The environment of the service: no rate limits, and only the database differs between engines. Recall is by keyword
 * unless `embeddings` contains a source of vectors.
 */
export function serviceEnvironment({ databaseUrl, dataDir, embeddings = { EMBEDDINGS: 'off' }, environment = {} }) {
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
    ...environment,
    ...(process.env.RECALL_MEMORY_MB ? { RECALL_MEMORY_MB: process.env.RECALL_MEMORY_MB } : {}),
    ...(process.env.DATABASE_PREPARE ? { DATABASE_PREPARE: process.env.DATABASE_PREPARE } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
  }
}

/** Starts the service in its own process; `nodeOptions` are for profiling. */
export async function startService(engine, nodeOptions = []) {
  const port = await freePort()
  const env = { ...serviceEnvironment(engine), PORT: String(port) }
  const main = fileURLToPath(new URL('server/dist/main.js', ROOT))
  const child = tracked(spawn(process.execPath, [...nodeOptions, main], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service did not start (exit code ${code})`)))
    child.stdout.on('data', (text) => String(text).includes('listening on') && resolve())
  })
  return { port, base: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

// Child processes are killed when this process exits for any reason.
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

function tracked(child) {
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

/** Starts a benchmark script; `request` sends a message and resolves with the `result` of its response. */
export function startScript(name, env = {}) {
  const options = { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env }, execArgv: [] }
  const child = tracked(fork(new URL(name, import.meta.url), options))
  let pending
  child.on('message', ({ error, result }) =>
    error ? pending?.reject(new Error(`${name}: ${error}`)) : pending?.resolve(result),
  )
  child.on('exit', () => pending?.reject(new Error(`${name} ended`)))
  return {
    pid: child.pid,
    send: (message) => child.send(message),
    async request(message) {
      const response = new Promise((resolve, reject) => {
        pending = { resolve, reject }
      })
      child.send(message)
      return response
    },
    stop: () => end(child),
  }
}

/** Resident memory of a process in MiB. */
export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  }
}
