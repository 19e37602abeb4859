import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { makeDirectory } from '../make-directory.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { isDiskFull, releaseReserve } from './reserve.ts'
import { EmbeddedStream } from './stream.ts'
import type { EngineStart, FromEngine, ToEngine } from './worker.ts'

/** PostgreSQL inside this process, on a worker thread. */
export interface Embedded {
  /** A connection for pg's `stream` option. Streams are served one after the other: use a pool of one. */
  stream(): Duplex
  /** Dumps the cluster as a tar file that `openEmbedded` accepts; open transactions are not included. */
  dump(): Promise<Uint8Array>
  /** Ends all streams, shuts the engine down and releases the directory lock. Never rejects; idempotent. */
  close(): Promise<void>
  /** Pauses or resumes checkpoints, so that no WAL is removed while the files are copied. */
  pauseCheckpoints(held: boolean): void
  /** Handles connections of other processes to the directory lock (`connectToHolder`); by default they are closed. */
  onConnection(visitor: (socket: Socket) => void): void
  /** Number of fsync calls since the database was opened. */
  syncs(): number
  /** Resolves with the error if the engine stops unexpectedly; by then all streams have failed with it. */
  readonly failed: Promise<Error>
}

/** Destroys the streams when the engine has stopped; its code is that of a broken connection. */
class EngineStopped extends Error {
  readonly code = 'ECONNABORTED'
}

const LIBRARY = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const CLOSE_TIMEOUT_MS = 30_000
const FILES_SYNCED_AT_ONCE = 32
const UNFINISHED = 'unfinished-'
// Enough for PostgreSQL's max_stack_depth to take effect first; pages are only committed when touched.
const STACK_MB = 128
// Threads and child processes run compiled files, even when this file runs as TypeScript source.
const COMPILED = import.meta.url.endsWith('.ts') ? '../../../dist/foundation/embedded/' : './'
const WORKER_URL = new URL(`${COMPILED}worker.js`, import.meta.url)
const CREATE_URL = new URL(`${COMPILED}create.js`, import.meta.url)

/**
 * Opens the database in `dir`, creating both when they do not exist (mode 0700), or in memory when `dir` is null.
 * `dump`, the result of an earlier `dump()`, initialises a new database; it is an error with an existing one.
 * On disk, a commit is acknowledged after fsync. If the disk is too full to start, the reserved space is given up.
 * @throws DirectoryInUse when another process has the directory open
 * @throws Error when the directory was made by an incompatible version or cannot be opened
 */
export async function openEmbedded({ dir, dump }: { dir: string | null; dump?: Uint8Array }): Promise<Embedded> {
  if (dir === null) return startEngine(null, dump)
  const home = resolve(dir)
  makeDirectory(home)
  const lock = await lockDirectory(home)
  try {
    const cluster = await prepareCluster(home, dump)
    const start = () => startEngine(cluster, undefined, lock)
    return await start().catch(async (error) => {
      if (!isDiskFull(error) || !(await releaseReserve(home))) throw error
      return start()
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Returns the path of a complete cluster of this version; replaces an unfinished one. */
async function prepareCluster(home: string, dump?: Uint8Array) {
  const cluster = join(home, 'postgres')
  const marker = join(home, 'engine')
  const present = await readdir(home)
  const engine = await engineName()
  if (present.includes('postgres')) {
    if (dump) throw new Error(`The data directory ${home} already holds a database; a dump needs an empty one.`)
    const made = await readFile(marker, 'utf8').catch(() => 'something unknown')
    if (made.trim() === engine) return cluster
    throw new Error(
      `The data directory ${home} was made by ${made.trim()}; this version needs ${engine}. ` +
        'Export with the version that made it, then import into a new directory.',
    )
  }
  if (present.includes('PG_VERSION')) {
    throw new Error(`The directory ${home} is a PostgreSQL data directory of other origin; choose another one.`)
  }
  for (const name of present.filter((name) => name.startsWith(UNFINISHED))) {
    await rm(join(home, name), { recursive: true, force: true })
  }
  // Creation takes 200 MB that a thread would not return to the system, so a child process does it. Its folder is
  // unique to the attempt, because the child may outlive a killed parent.
  const unfinished = await mkdtemp(join(home, UNFINISHED))
  await createCluster(unfinished, dump)
  await writeFile(marker, `${engine}\n`)
  await syncTree(unfinished)
  await syncFile(marker)
  await rename(unfinished, cluster)
  await syncFile(home)
  return cluster
}

async function createCluster(folder: string, dump?: Uint8Array) {
  const child = spawn(process.execPath, [fileURLToPath(CREATE_URL), folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  const complaint = text(child.stderr)
  child.stdin.on('error', () => {})
  child.stdin.end(dump ?? '')
  const [code, signal] = await once(child, 'exit')
  if (code !== 0)
    throw new Error(`The database could not be created in ${folder} (${signal ?? code}): ${await complaint}`)
}

async function startEngine(dir: string | null, dump?: Uint8Array, lock?: DirectoryLock): Promise<Embedded> {
  const syncs = new Int32Array(new SharedArrayBuffer(4))
  const worker = await launch({ dir, dump, syncs })
  const tell = (message: ToEngine) => worker.postMessage(message)
  const streams: EmbeddedStream[] = []
  const dumps = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>()
  let counter = 0
  let failure: Error | null = null
  let closing: Promise<void> | null = null

  const serve = () => streams[0]?.serve((bytes) => tell({ type: 'bytes', session: streams[0]!.session, bytes }))
  const leave = (stream: EmbeddedStream) => {
    const place = streams.indexOf(stream)
    if (place === -1) return
    streams.splice(place, 1)
    if (stream.used && !failure) tell({ type: 'end', session: stream.session })
    if (place === 0) serve()
  }
  const fail = (error: Error) => {
    if (failure) return
    failure = error
    for (const stream of [...streams]) stream.destroy(error)
    for (const { reject } of dumps.values()) reject(error)
    dumps.clear()
  }

  worker.on('message', (message: FromEngine) => {
    if (message.type === 'bytes') {
      // Output for a stream that has been destroyed is dropped.
      if (streams[0]?.session === message.session) streams[0].push(Buffer.from(message.bytes.buffer))
    } else if (message.type === 'dumped') {
      dumps.get(message.id)?.resolve(message.bytes)
      dumps.delete(message.id)
    }
  })
  const ended = finished(worker)
  const failed = new Promise<Error>((tellDeath) => {
    ended.then(
      () => fail(new EngineStopped('The embedded database is closed.')),
      (error: Error) => {
        fail(error)
        if (!closing) tellDeath(error)
      },
    )
  })
  await ready(worker, ended)

  return {
    stream() {
      const stream = new EmbeddedStream(++counter, leave)
      if (failure || closing) {
        stream.destroy(failure ?? new EngineStopped('The embedded database is closing.'))
      } else {
        streams.push(stream)
        serve()
      }
      return stream
    },
    dump: () =>
      new Promise((resolve, reject) => {
        if (failure || closing) return reject(failure ?? new Error('The embedded database is closing.'))
        const id = ++counter
        dumps.set(id, { resolve, reject })
        tell({ type: 'dump', id })
      }),
    close() {
      closing ??= (async () => {
        for (const stream of [...streams]) stream.destroy()
        if (!failure) tell({ type: 'close' })
        // A running statement cannot be cancelled. Terminating loses uncommitted work only, as a crash would.
        const timer = setTimeout(() => worker.terminate(), CLOSE_TIMEOUT_MS)
        await ended.catch(() => {})
        clearTimeout(timer)
        await lock?.release()
      })()
      return closing
    },
    pauseCheckpoints: (held) => failure || tell({ type: 'hold', held }),
    onConnection: (visitor) => lock?.onConnection(visitor),
    syncs: () => Atomics.load(syncs, 0),
    failed,
  }
}

// Node provides it, but TypeScript declares it only in its DOM library.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> }

let compiled: Promise<unknown> | null = null

/** Compiles the engine once per process; threads share the machine code. */
function compileEngine() {
  compiled ??= readFile(join(LIBRARY, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** Engine name up to the minor version: clusters are not compatible between minor versions. */
async function engineName() {
  const { version } = JSON.parse(await readFile(join(LIBRARY, '..', 'package.json'), 'utf8')) as { version: string }
  return `PGlite ${version.split('.').slice(0, 2).join('.')}`
}

async function launch(start: Omit<EngineStart, 'wasm'>) {
  const workerData: EngineStart = { ...start, wasm: await compileEngine() }
  return new Worker(WORKER_URL, {
    workerData,
    name: 'embedded-database',
    execArgv: [],
    resourceLimits: { stackSizeMb: STACK_MB },
  })
}

async function ready(worker: Worker, ended: Promise<void>) {
  const reported = new Promise<void>((resolve) => {
    worker.on('message', (message: FromEngine) => message.type === 'ready' && resolve())
  })
  await Promise.race([reported, ended])
}

/** Resolves when the thread exits with code 0; rejects with EngineStopped otherwise. */
async function finished(worker: Worker) {
  let reason: Error | null = null
  worker.on('error', (error) => {
    reason = error
  })
  worker.on('message', (message: FromEngine) => {
    if (message.type === 'fatal') reason = new Error(message.message)
  })
  const [code] = await once(worker, 'exit')
  const what = (reason as Error | null)?.message ?? `exit code ${code}`
  if (reason || code !== 0) throw new EngineStopped(`The embedded database stopped: ${what}`, { cause: reason })
}

async function syncTree(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  for (let at = 0; at < paths.length; at += FILES_SYNCED_AT_ONCE) {
    await Promise.all(paths.slice(at, at + FILES_SYNCED_AT_ONCE).map(syncFile))
  }
  await syncFile(folder)
}

async function syncFile(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
