import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { FairQueue } from './fair-queue.ts'
import type {
  Call,
  CallResult,
  Change,
  IndexRow,
  PackedVectors,
  RecallOptions,
  RecallStats,
  SearchRequest,
  SearchResult,
} from './types.ts'

/** Rows per message: serialising that many blocks the main thread for about a millisecond. */
const ROWS_PER_MESSAGE = 1_000
/** A worker that sends nothing for this long while a call is pending is terminated and replaced. */
const UNRESPONSIVE_MS = 15_000
const WATCHDOG_INTERVAL_MS = 5_000
/**
 * Searches in the worker at a time: one runs while the next is on its way. The others wait here, where users take turns,
 * so that many searches of one user delay another's by one search each turn.
 */
const SEARCHES_IN_WORKER_MAX = 2
/** Searches of one user that may wait. */
const SEARCHES_WAITING_MAX = 256
/** Delay before another attempt when a worker did not start. */
const RESTART_DELAY_MS = 1_000

/** Thrown for a search of a user of whom too many searches wait already. */
export class TooManySearches extends Error {
  override name = 'TooManySearches'
}

/** Rows of a store, read for a build. */
export interface BuiltPart {
  /** The store's version, read before the first part. */
  version: number
  /** The user's own name. */
  ownName?: string | undefined
  rows: IndexRow[]
}

export interface Recall {
  /**
   * `undefined`: there is no index (never built, evicted, or lost with the worker). Build it and retry.
   * @throws TooManySearches if 256 searches of the user wait
   */
  search(request: SearchRequest): Promise<SearchResult | undefined>
  /** See `RecallEngine.apply`; also `false` if the worker is lost. */
  apply(user: string, change: Change): Promise<boolean>
  /**
   * Builds a user's index from pages of rows. `version` is the store version read before the first page; an empty store
   * is one empty page. Concurrent calls for one user share a build, and only the first one reads. Resolves to `false` if
   * another index was completed first or the worker was lost.
   */
  build(user: string, read: () => AsyncIterable<BuiltPart>): Promise<boolean>
  /** The store version of a user's index; `undefined` if there is no index. */
  versionOf(user: string): Promise<number | undefined>
  /** Evicts a user's index and aborts a running build of it. */
  evict(user: string): Promise<void>
  evictAll(): Promise<void>
  stats(): Promise<RecallStats>
  close(): Promise<void>
}

type CallBody = Call extends infer C ? (C extends Call ? Omit<C, 'call'> : never) : never

interface PendingCall {
  body: CallBody
  /** When it was sent to the worker; 0 while it waits. */
  since: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Starts the worker thread that owns the search indexes. A worker that exits or stops responding is replaced by an empty
 * one; pending calls then resolve as if there were no indexes, and the next search triggers a rebuild. If no worker can
 * be started, calls are rejected with the reason.
 */
export function openRecall(options: RecallOptions): Recall {
  const pending = new Map<number, PendingCall>()
  const builds = new Map<string, Promise<boolean>>()
  const waitingSearches = new FairQueue<PendingCall>()
  let searchesInWorker = 0
  let lastCall = 0
  let closed = false
  let isUp = false
  let startError: Error | undefined
  let lastMessageAt = 0
  let worker = startWorker()

  function startWorker(): Worker {
    const next = new Worker(workerFile(), { workerData: options, name: 'recall' })
    isUp = false
    let reason: Error | undefined
    next.on('message', ({ call, value, error }: CallResult) => {
      lastMessageAt = performance.now()
      isUp = true
      startError = undefined
      if (call === 0) return
      const waiting = pending.get(call)
      pending.delete(call)
      if (waiting?.body.kind === 'search') searchesInWorker--
      sendSearches()
      if (error === undefined) waiting?.resolve(value)
      else waiting?.reject(new Error(error))
      if (!pending.size) next.unref()
    })
    next.on('error', (error) => {
      reason = error instanceof Error ? error : new Error(String(error))
    })
    next.on('exit', () => replaceWorker(next, reason))
    next.unref()
    return next
  }

  function replaceWorker(exited: Worker, reason: Error | undefined): void {
    if (exited !== worker) return
    const wasUp = isUp
    if (!wasUp) startError = reason ?? new Error('the recall worker did not start')
    for (const [, waiting] of pending) settleWithoutWorker(waiting, startError)
    pending.clear()
    searchesInWorker = 0
    for (let search = waitingSearches.next(); search; search = waitingSearches.next())
      settleWithoutWorker(search, startError)
    if (closed) return
    if (wasUp) worker = startWorker()
    else
      setTimeout(() => {
        if (!closed) worker = startWorker()
      }, RESTART_DELAY_MS).unref()
  }

  const watchdog = setInterval(() => {
    const now = performance.now()
    for (const { since } of pending.values())
      if (now - Math.max(since, lastMessageAt) > UNRESPONSIVE_MS) return void worker.terminate()
  }, WATCHDOG_INTERVAL_MS)
  watchdog.unref()

  function send<T>(body: CallBody): Promise<T> {
    if (closed) return Promise.reject(new Error('recall is closed'))
    if (startError) return Promise.reject(startError)
    return new Promise<T>((resolve, reject) => {
      const call = { body, since: 0, resolve: resolve as (value: unknown) => void, reject }
      if (body.kind !== 'search') return post(call)
      const { user } = body.request
      if (waitingSearches.waiting(user) >= SEARCHES_WAITING_MAX)
        return reject(new TooManySearches(`${SEARCHES_WAITING_MAX} searches of this user wait`))
      waitingSearches.add(user, call)
      sendSearches()
    })
  }

  function sendSearches(): void {
    while (searchesInWorker < SEARCHES_IN_WORKER_MAX) {
      const search = waitingSearches.next()
      if (!search) return
      searchesInWorker++
      post(search)
    }
  }

  function post(waiting: PendingCall): void {
    const call = ++lastCall
    // A worker with pending calls keeps the process alive, an idle one does not.
    if (!pending.size) worker.ref()
    waiting.since = performance.now()
    pending.set(call, waiting)
    worker.postMessage({ ...waiting.body, call })
  }

  const apply = (user: string, change: Change) => send<boolean>({ kind: 'apply', user, change })

  async function runBuild(user: string, read: () => AsyncIterable<BuiltPart>) {
    const build = randomUUID()
    let page = 0
    let version: number | undefined
    let ownName: string | undefined
    let unsent: IndexRow[] = []
    const sendPage = (rows: IndexRow[], last: boolean) =>
      apply(user, { from: null, to: version!, build, page: page++, ownName, ...packRows(rows), last })
    for await (const part of read()) {
      version ??= part.version
      ownName = part.ownName
      unsent = unsent.concat(part.rows)
      // Always leaves something to send, so that the last page can be marked as such.
      while (unsent.length > ROWS_PER_MESSAGE) {
        if (!(await sendPage(unsent.slice(0, ROWS_PER_MESSAGE), false))) return false
        unsent = unsent.slice(ROWS_PER_MESSAGE)
      }
    }
    return version !== undefined && (await sendPage(unsent, true))
  }

  return {
    search: (request) => send({ kind: 'search', request }),
    apply,
    build(user, read) {
      const running = builds.get(user)
      if (running) return running
      const build = runBuild(user, read)
        .catch(async (error: unknown) => {
          // An incomplete build would block the next one until it counts as abandoned.
          await send({ kind: 'evict', user })
          throw error
        })
        .finally(() => builds.delete(user))
      builds.set(user, build)
      return build
    },
    versionOf: (user) => send({ kind: 'version', user }),
    evict: (user) => send({ kind: 'evict', user }),
    evictAll: () => send({ kind: 'evictAll' }),
    stats: () => send({ kind: 'stats' }),
    async close() {
      closed = true
      clearInterval(watchdog)
      await worker.terminate()
    },
  }
}

/**
 * Separates rows from their vectors and concatenates the vectors. Vectors of another length than the first belong to
 * another model and are left out.
 */
export function packRows(rows: readonly IndexRow[]): { rows: IndexRow[]; vectors: PackedVectors | undefined } {
  const withoutCodes = rows.map(({ codes: _, ...row }) => row)
  return { rows: withoutCodes, vectors: packVectors(rows) }
}

/** Concatenates vectors; `undefined` if there are none. Those of another length than the first are left out. */
export function packVectors(
  rows: readonly { id: string; codes?: Uint8Array | Int8Array | null }[],
): PackedVectors | undefined {
  const size = rows.find(({ codes }) => codes?.length)?.codes?.length
  if (!size) return undefined
  const included = rows.filter(({ codes }) => codes?.length === size)
  const codes = new Int8Array(included.length * size)
  for (const [at, row] of included.entries()) codes.set(row.codes!, at * size)
  return { ids: included.map(({ id }) => id), codes }
}

/** Settles a call whose worker exited: its indexes are lost. */
function settleWithoutWorker({ body: { kind }, resolve, reject }: PendingCall, startError: Error | undefined): void {
  if (startError) reject(startError)
  else if (kind === 'apply') resolve(false)
  else if (kind === 'stats') resolve({ bytes: 0, indexes: 0, docs: 0, evicted: 0 } satisfies RecallStats)
  else resolve(undefined)
}

/** The compiled worker. Tests import this file as TypeScript, which Node 20 cannot load in a worker thread. */
function workerFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url)
}
