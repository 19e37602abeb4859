import { Worker } from 'node:worker_threads'
import { SearchQueue } from './fair-queue.ts'
import type { Searcher } from './searcher.ts'
import type { Call, CallResult, RecallStats, WorkerOptions } from './types.ts'

/** A worker that sends nothing for this long while a call is pending is terminated and replaced. */
const UNRESPONSIVE_MS = 15_000
const WATCHDOG_INTERVAL_MS = 5_000
/**
 * Searches in the worker at a time: one runs while the next is on its way. The others wait here, where users take turns,
 * so that many searches of one user delay another's by one search each turn.
 */
const SEARCHES_IN_WORKER_MAX = 2
/** Delay before another attempt when a worker did not start. */
const RESTART_DELAY_MS = 1_000

type CallBody = Call extends infer C ? (C extends Call ? Omit<C, 'call'> : never) : never

interface PendingCall {
  body: CallBody
  /** When it was sent to the worker; 0 while it waits. */
  since: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Indexes in a worker thread, which the first build starts. If it exits or stops responding, its indexes are lost: pending
 * calls resolve as if there had been none, and the next build starts another worker. If a worker cannot be started, calls
 * are rejected with the reason, and a second later the next build tries again.
 */
export function openWorker({ bytesMax }: WorkerOptions): Searcher {
  const pending = new Map<number, PendingCall>()
  const waitingSearches = new SearchQueue<PendingCall>()
  let searchesInWorker = 0
  let lastCall = 0
  let closed = false
  let isUp = false
  let startError: Error | undefined
  let lastMessageAt = 0
  let worker: Worker | undefined

  function startWorker(): Worker {
    const next = new Worker(workerFile(), { workerData: { bytesMax } satisfies WorkerOptions, name: 'recall' })
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
    worker = undefined
    if (startError)
      setTimeout(() => {
        startError = undefined
      }, RESTART_DELAY_MS).unref()
  }

  const watchdog = setInterval(() => {
    const now = performance.now()
    for (const { since } of pending.values())
      if (now - Math.max(since, lastMessageAt) > UNRESPONSIVE_MS) return void worker?.terminate()
  }, WATCHDOG_INTERVAL_MS)
  watchdog.unref()

  function send<T>(body: CallBody): Promise<T> {
    if (closed) return Promise.reject(new Error('recall is closed'))
    if (startError) return Promise.reject(startError)
    return new Promise<T>((resolve, reject) => {
      const call = { body, since: 0, resolve: resolve as (value: unknown) => void, reject }
      if (!worker && !startsWorker(body)) return settleWithoutWorker(call, undefined)
      if (body.kind !== 'search') return post(call)
      waitingSearches.add(body.request.user, call)
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
    worker ??= startWorker()
    // A worker with pending calls keeps the process alive, an idle one does not.
    if (!pending.size) worker.ref()
    waiting.since = performance.now()
    pending.set(call, waiting)
    worker.postMessage({ ...waiting.body, call }, movedWith(waiting.body))
  }

  return {
    search: (request) => send({ kind: 'search', request }),
    copies: (request) => send({ kind: 'copies', request }),
    apply: (user, change) => send({ kind: 'apply', user, change }),
    save: (user, sealing) => send({ kind: 'save', user, sealing }),
    load: (user, snapshot) => send({ kind: 'load', user, snapshot }),
    versionOf: (user) => send({ kind: 'version', user }),
    evict: (user) => send({ kind: 'evict', user }),
    evictAll: () => send({ kind: 'evictAll' }),
    stats: () => send({ kind: 'stats' }),
    async close() {
      closed = true
      clearInterval(watchdog)
      await worker?.terminate()
    },
  }
}

/** The bytes of a snapshot, which its caller does not use any more. */
function movedWith(body: CallBody): ArrayBuffer[] {
  if (body.kind !== 'load') return []
  return [...new Set(body.snapshot.parts.map(({ buffer }) => buffer as ArrayBuffer))]
}

/** Whether a call makes an index. */
function startsWorker(body: CallBody): boolean {
  return body.kind === 'load' || (body.kind === 'apply' && body.change.from === null)
}

/** Settles a call whose worker exited: its indexes are lost. */
function settleWithoutWorker({ body: { kind }, resolve, reject }: PendingCall, startError: Error | undefined): void {
  if (startError) reject(startError)
  else if (kind === 'apply' || kind === 'load') resolve(false)
  else if (kind === 'stats') resolve({ bytes: 0, indexes: 0, docs: 0, evicted: 0 } satisfies RecallStats)
  else resolve(undefined)
}

/** The compiled worker. Tests import this file as TypeScript, which Node 20 cannot load in a worker thread. */
function workerFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../dist/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url)
}
