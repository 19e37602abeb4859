import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { EmbeddedStream } from './embedded-stream.ts'
import type { EngineStart, FromEngine, ToEngine } from './embedded-worker.ts'

/** PostgreSQL inside this process, on a thread of its own. */
export interface Embedded {
  /** A connection for pg's `stream` option. Streams are served one after the other: use a pool of one. */
  stream(): Duplex
  /** The cluster as a tar, as `openEmbedded` takes it; transactions open at the time are left out. */
  dump(): Promise<Uint8Array>
  /** Ends every stream, writes everything out and lets go of the directory. Never rejects, and twice is once. */
  close(): Promise<void>
  /** Whether the engine is kept from checkpoints, and so from clearing its log: while its files are copied. */
  hold(held: boolean): void
  /** What to do with other processes that knock at the directory (`knock`); without one they are sent away. */
  attend(visitor: (socket: Socket) => void): void
  /** How many times the disk was told to keep what was written, since the opening. */
  syncs(): number
  /** Resolves if the engine ends without having been told to; by then all streams have failed with that error. */
  readonly died: Promise<Error>
}

/** What ends a stream when the engine has ended, told as a broken connection is. */
class EngineGone extends Error {
  readonly code = 'ECONNABORTED'
}

const LIBRARY = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const CLOSE_TIMEOUT_MS = 30_000
const FILES_SYNCED_AT_ONCE = 32
const UNFINISHED = 'unfinished-'
// What deep recursion in a statement takes before PostgreSQL refuses to go on; a page is only used once touched.
const STACK_MB = 128
// Threads and children are started from compiled files, also when this one is run as it is written.
const COMPILED = import.meta.url.endsWith('.ts') ? '../../dist/foundation/' : './'
const WORKER_URL = new URL(`${COMPILED}embedded-worker.js`, import.meta.url)
const CREATE_URL = new URL(`${COMPILED}embedded-create.js`, import.meta.url)

/**
 * Opens the database in `dir`, creating both when they do not exist (mode 0700), or one in memory when `dir` is null.
 * `dump`, the result of an earlier `dump()`, is what a new database starts with; with an existing one it is an error.
 * A commit is acknowledged once it is on the disk (in memory, of course, it is not).
 *
 * Throws DirectoryInUse when another process has the directory open, and an Error that says so when the directory was
 * made by another version or cannot be opened.
 */
export async function openEmbedded({ dir, dump }: { dir: string | null; dump?: Uint8Array }): Promise<Embedded> {
  if (dir === null) return startEngine(null, dump)
  const home = resolve(dir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(home)
  try {
    const cluster = await prepareCluster(home, dump)
    return await startEngine(cluster, undefined, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Makes sure that a whole cluster of our version is there; a half-made one is begun anew. */
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
  // Creating takes 200 MB that a thread would leave with us for good, so a child process does it. It gets a folder
  // no other attempt uses: it may outlive a parent that is killed.
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
    if (stream.spoke && !failure) tell({ type: 'end', session: stream.session })
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
      // What a stream that has left would have got is nobody's.
      if (streams[0]?.session === message.session) streams[0].push(Buffer.from(message.bytes.buffer))
    } else if (message.type === 'dumped') {
      dumps.get(message.id)?.resolve(message.bytes)
      dumps.delete(message.id)
    }
  })
  const ended = finished(worker)
  const died = new Promise<Error>((tellDeath) => {
    ended.then(
      () => fail(new EngineGone('The embedded database is closed.')),
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
        stream.destroy(failure ?? new EngineGone('The embedded database is closing.'))
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
        // A statement that does not end cannot be cancelled; its work is lost as in a crash, nothing acknowledged is.
        const timer = setTimeout(() => worker.terminate(), CLOSE_TIMEOUT_MS)
        await ended.catch(() => {})
        clearTimeout(timer)
        await lock?.release()
      })()
      return closing
    },
    hold: (held) => failure || tell({ type: 'hold', held }),
    attend: (visitor) => lock?.attend(visitor),
    syncs: () => Atomics.load(syncs, 0),
    died,
  }
}

// Node has it; the language's own library, without the browser's, does not tell.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> }

let compiled: Promise<unknown> | null = null

/** Compiled once a process: the threads share the machine code. */
function compileEngine() {
  compiled ??= readFile(join(LIBRARY, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** Up to the minor: a cluster made by another line of releases is not readable by this one. */
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
  const told = new Promise<void>((resolve) => {
    worker.on('message', (message: FromEngine) => message.type === 'ready' && resolve())
  })
  await Promise.race([told, ended])
}

/** Resolves when the thread has left as it was told to; rejects with what ended it otherwise. */
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
  if (reason || code !== 0) throw new EngineGone(`The embedded database stopped: ${what}`, { cause: reason })
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
