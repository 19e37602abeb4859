import { fdatasyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the thread is started with. */
export interface EngineStart {
  /** The cluster's own folder; null keeps everything in memory. */
  dir: string | null
  /** A dump to begin from, where no cluster exists yet. */
  dump?: Uint8Array
  /** The engine, compiled once per process and shared by its threads. */
  wasm: unknown
  /** One shared cell, counting the times the disk was told to keep what was written. */
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

/** The slices of the engine's inside that its published types leave out. */
interface EngineInside {
  _PostgresMainLoopOnce: () => void
  _IsTransactionBlock: () => number
  NODEFS: NodeFiles
}
interface NodeFiles {
  tryFSOperation<T>(f: () => T): T
  stream_ops: { fsync?: (stream: { nfd: number }) => number; write: (...args: unknown[]) => number }
}

// Results leave in pieces of this size: small enough to start early, large enough to cost few messages.
const REPLY_PIECE_BYTES = 64 * 1024
const LOG_TAIL_LINES = 5
const GRAVE = / (FATAL|PANIC): /
// The engine never checkpoints by itself, and its log would grow for ever: after so much written, it is told to.
const WRITTEN_UNTIL_CHECKPOINT_BYTES = 64 * 1024 * 1024
// The engine leaves its main loop by an exception of this status after every SQL error: nothing is wrong then.
const SQL_ERROR_STATUS = 100

const SETTINGS = [
  'timezone=UTC',
  'log_timezone=UTC',
  'client_encoding=UTF8',
  // What goes wrong in a statement is told to its client alone: statements carry what people wrote.
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
  // Deep nesting (of JSON, say) must meet this limit, an error, before that of the thread's own stack, the end.
  'max_stack_depth=2MB',
  // All of it is resident from the start, and the system caches the files: eight times as much wins a tenth.
  'shared_buffers=16MB',
  // A table is counted while everybody waits: a fifth of the usual sample takes a fifth of the time.
  'default_statistics_target=20',
  'min_wal_size=32MB',
  // The other ways to sync are not wired to the disk in the WebAssembly build.
  'wal_sync_method=fsync',
]

const { dir, dump, wasm, syncs } = workerData as EngineStart
const port = parentPort!
const logTail: string[] = []
let writtenBytes = 0
// Whether the client is in the middle of an exchange.
let midway = false
// While a copy is taken the log must stay whole from its beginning, and a checkpoint would clear it.
let held = false
const piece = new Uint8Array(REPLY_PIECE_BYTES)

/** A folder on disk whose fsync reaches the disk; the engine's own stops at a stub. */
class DurableFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const wire = (inside: unknown) => {
      const files = (inside as EngineInside).NODEFS
      // A failure becomes an errno, upon which PostgreSQL panics rather than acknowledge a lost commit.
      files.stream_ops.fsync = (stream) =>
        files.tryFSOperation(() => {
          fdatasyncSync(stream.nfd)
          Atomics.add(syncs, 0, 1)
          return 0
        })
      const write = files.stream_ops.write
      files.stream_ops.write = (...args) => {
        const bytes = write(...args)
        writtenBytes += bytes
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
  // A trap or an abort leaves the memory in an unknown state, and the engine would carry on: end it here instead.
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

/** Runs whole protocol messages to their end before it returns; `reply` gets copies, in order. */
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
  // The work is done when the call returns; its promise only says whether it threw. It may on a client's greeting,
  // whose refusal the client has been told by then.
  pg.execProtocolRawStream(messages, { syncToFs: false, onRawData }).catch((error) => {
    if (messages[0] !== GREETING) die(error)
  })
  flush()
}

/** A simple query as the protocol frames it. */
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

/** Between transactions only: else it would come into the client's own exchange with the engine, half way through. */
function checkpoint() {
  if (held || midway || (pg.Module as unknown as EngineInside)._IsTransactionBlock()) return
  writtenBytes = 0
  run(pg, query('checkpoint'), () => {})
}

/** Whether the client will go on from where these messages leave: they end neither in a sync nor in a simple query. */
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
      if (writtenBytes >= WRITTEN_UNTIL_CHECKPOINT_BYTES) checkpoint()
      return
    }
    case 'end':
      // Whatever the client left half done is gone before the next one is heard: messages are worked in order.
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
