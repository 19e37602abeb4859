import { fdatasyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { openEarlySync } from './early-sync.ts'

/** The worker thread's `workerData`. */
export interface EngineStart {
  /** The cluster's folder; null for an in-memory database. */
  dir: string | null
  /** A dump to load into a new cluster. */
  dump?: Uint8Array
  /** The compiled WebAssembly module, shared by all threads of the process. */
  wasm: unknown
  /** A shared counter of fsync calls, in one cell. */
  syncs: Int32Array
}

export type ToEngine =
  | { type: 'bytes'; session: number; bytes: Uint8Array }
  | { type: 'end'; session: number }
  | { type: 'dump'; id: number }
  | { type: 'hold'; held: boolean }
  | { type: 'close' }

export type FromEngine =
  | { type: 'ready' }
  | { type: 'bytes'; session: number; bytes: Uint8Array }
  | { type: 'dumped'; id: number; bytes: Uint8Array }
  | { type: 'fatal'; message: string }

/** Internals of PGlite that its published types omit. */
interface EngineInside {
  _PostgresMainLoopOnce: () => void
  _IsTransactionBlock: () => number
  NODEFS: NodeFiles
}
interface FileNode {
  parent: { name: string }
}
interface FileStream {
  nfd: number
  node: FileNode
}
interface NodeFiles {
  tryFSOperation<T>(f: () => T): T
  realPath(node: FileNode): string
  stream_ops: {
    fsync?: (stream: FileStream) => number
    write: (stream: FileStream, ...args: unknown[]) => number
  }
}

// Results are sent in chunks of this size: small enough for low latency, large enough for few messages.
const REPLY_PIECE_BYTES = 64 * 1024
const LOG_TAIL_LINES = 5
const GRAVE = / (FATAL|PANIC): /
// The engine never checkpoints by itself and its WAL would grow without limit, so a checkpoint follows this many bytes.
const WRITTEN_UNTIL_CHECKPOINT_BYTES = 64 * 1024 * 1024
// A checkpoint waits for the files that are being synced, unless the disk does not keep up.
const WRITTEN_MAX_BYTES = 2 * WRITTEN_UNTIL_CHECKPOINT_BYTES
const LOG_FOLDER = 'pg_wal'
// The engine leaves its main loop with an exception of this status after every SQL error; the engine itself is fine.
const SQL_ERROR_STATUS = 100

const SETTINGS = [
  'timezone=UTC',
  'log_timezone=UTC',
  'client_encoding=UTF8',
  // Statement errors go to the client only, not to the log: statements contain users' content.
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
  // Deep recursion (nested JSON, for example) must hit this limit, an SQL error, before the thread's stack overflows.
  'max_stack_depth=2MB',
  // Resident from the start, and the OS caches the files anyway: eight times as much gains about 10 % speed.
  'shared_buffers=16MB',
  // ANALYZE blocks the only connection: a fifth of the default sample takes a fifth of the time.
  'default_statistics_target=20',
  // Pages are in memory. With the default of 4, statements on small stores scan whole tables, which takes twice as long.
  'random_page_cost=1.1',
  'min_wal_size=32MB',
  // The other sync methods do not reach the disk in the WebAssembly build.
  'wal_sync_method=fsync',
]

const { dir, dump, wasm, syncs } = workerData as EngineStart
const port = parentPort!
const logTail: string[] = []
let writtenBytes = 0
// Whether the client is in the middle of an extended-protocol exchange.
let midway = false
// No checkpoints while a copy is taken: they would remove WAL files that the copy needs.
let held = false
const piece = new Uint8Array(REPLY_PIECE_BYTES)
const earlySync = openEarlySync(checkpointIfDue, die)

/** A file system whose fsync reaches the disk; PGlite's own is a stub. */
class DurableFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const wire = (inside: unknown) => {
      const files = (inside as EngineInside).NODEFS
      // A failure becomes an errno, so PostgreSQL panics instead of acknowledging a lost commit.
      files.stream_ops.fsync = (stream) =>
        files.tryFSOperation(() => {
          fdatasyncSync(stream.nfd)
          Atomics.add(syncs, 0, 1)
          return 0
        })
      const write = files.stream_ops.write
      files.stream_ops.write = (stream, ...args) => {
        const bytes = write(stream, ...args)
        writtenBytes += bytes
        // The log is synced by each commit.
        if (stream.node.parent.name !== LOG_FOLDER) earlySync.wrote(files.realPath(stream.node), bytes)
        return bytes
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), wire] } }
  }
}

function tell(message: FromEngine, transfer: ArrayBuffer[] = []) {
  port.postMessage(message, transfer)
}

function die(reason: unknown): never {
  const what = (reason as { message?: string } | null)?.message ?? String(reason)
  tell({ type: 'fatal', message: [what, ...logTail].join('\n  ') })
  process.exit(1)
}

function startParams() {
  const params = PGlite.defaultStartParams.filter((param) => dir === null || param !== '-F')
  return [...params, ...SETTINGS.flatMap((setting) => ['-c', setting])]
}

async function open() {
  const pg = await PGlite.create({
    ...(dir === null ? {} : { fs: new DurableFS(dir) }),
    ...(dump ? { loadDataDir: new Blob([dump as Uint8Array<ArrayBuffer>]) } : {}),
    pgliteWasmModule: wasm as never,
    startParams: startParams(),
    onStderr: (line) => {
      if (GRAVE.test(line)) logTail.push(line)
      if (logTail.length > LOG_TAIL_LINES) logTail.shift()
      return true
    },
  })
  // After a WebAssembly trap or abort the memory is in an unknown state and PGlite would continue: exit instead.
  const inside = pg.Module as unknown as EngineInside
  const once = inside._PostgresMainLoopOnce
  inside._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if ((error as { status?: number } | null)?.status !== SQL_ERROR_STATUS) die(error)
      throw error
    }
  }
  return pg
}

/** Runs complete protocol messages synchronously; `reply` receives copies of the output, in order. */
function run(pg: PGlite, messages: Uint8Array, reply: (bytes: Uint8Array<ArrayBuffer>) => void) {
  let used = 0
  const flush = () => {
    if (used > 0) reply(piece.slice(0, used))
    used = 0
  }
  const onRawData = (bytes: Uint8Array) => {
    if (used + bytes.length > piece.length) flush()
    if (bytes.length > piece.length) return reply(bytes.slice())
    piece.set(bytes, used)
    used += bytes.length
  }
  // The call runs synchronously; its promise only reports whether it threw. On a startup message it may throw: the
  // client has received the error by then.
  pg.execProtocolRawStream(messages, { syncToFs: false, onRawData }).catch((error) => {
    if (messages[0] !== GREETING) die(error)
  })
  flush()
}

/** Encodes a simple query message. */
function query(sql: string) {
  const text = Buffer.from(sql)
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeInt32BE(text.length + 5, 1)
  text.copy(message, 5)
  return message
}

const GREETING = 0
const QUERY = 0x51
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4)
const FORGET = [SYNC, query('rollback'), query('discard all')]

function checkpointIfDue() {
  if (writtenBytes >= (earlySync.isBusy() ? WRITTEN_MAX_BYTES : WRITTEN_UNTIL_CHECKPOINT_BYTES)) checkpoint()
}

/** Runs a checkpoint, only between transactions: otherwise it would interrupt the client's protocol exchange. */
function checkpoint() {
  if (held || midway || (pg.Module as unknown as EngineInside)._IsTransactionBlock()) return
  writtenBytes = 0
  run(pg, query('checkpoint'), () => {})
}

/** Whether these messages leave an exchange open: they end neither with a Sync nor with a simple query. */
function leavesOff(messages: Uint8Array) {
  return messages[0] !== QUERY && !SYNC.every((byte, at) => messages.at(at - SYNC.length) === byte)
}

const pg = await open().catch(die)

port.on('message', async (message: ToEngine) => {
  switch (message.type) {
    case 'bytes': {
      const { session } = message
      run(pg, message.bytes, (bytes) => tell({ type: 'bytes', session, bytes }, [bytes.buffer]))
      midway = leavesOff(message.bytes)
      checkpointIfDue()
      return
    }
    case 'end':
      // Messages are processed in order, so the session state is reset before the next client's first message.
      for (const step of FORGET) run(pg, step, () => {})
      midway = false
      return
    case 'dump': {
      checkpoint()
      const bytes = new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer())
      return tell({ type: 'dumped', id: message.id, bytes }, [bytes.buffer])
    }
    case 'hold':
      held = message.held
      return
    case 'close':
      await pg.close()
      process.exit(0)
  }
})
tell({ type: 'ready' })
