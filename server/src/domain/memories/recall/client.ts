import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type {
  Answer,
  Call,
  Change,
  Found,
  IndexRow,
  PackedVectors,
  RecallStart,
  RecallStats,
  SearchRequest,
} from './types.ts'

/** Rows sent in one message: what the main loop spends on packing them stays around a millisecond. */
const ROWS_PER_MESSAGE = 1_000
/** A worker silent for so long with a call open is taken for stuck and replaced. */
const SILENCE_MAX_MS = 15_000
const SILENCE_CHECK_MS = 5_000
/** A worker that never came up is tried again, but not more often than this. */
const RESTART_MS = 1_000

export interface Recall {
  /** `undefined`: the index is not held (never built, let go, or lost with the worker). Build it, then ask again. */
  search(request: SearchRequest): Promise<Found | undefined>
  /** See `RecallEngine.apply`; `false` also when the worker was lost. */
  apply(user: string, change: Change): Promise<boolean>
  /**
   * Builds a user's index from pages of rows, the version being one read before the first page. Calls that come while
   * a build of that user is under way wait for it and read nothing. An empty store is one empty page. `false`: another
   * index got there first, or the worker was lost.
   */
  build(user: string, read: () => AsyncIterable<{ version: number; rows: IndexRow[] }>): Promise<boolean>
  held(user: string): Promise<number | undefined>
  forget(user: string): Promise<void>
  forgetAll(): Promise<void>
  stats(): Promise<RecallStats>
  close(): Promise<void>
}

type Body = Call extends infer C ? (C extends Call ? Omit<C, 'call'> : never) : never

interface Open {
  kind: Call['kind']
  since: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Starts the thread that owns the search indexes. A thread that dies or goes silent is replaced by a fresh, empty one;
 * its open calls are answered as if nothing were held, and the next search builds again from the truth. If no thread
 * can be started at all, calls are refused with the reason.
 */
export function openRecall(start: RecallStart): Recall {
  const open = new Map<number, Open>()
  const builds = new Map<string, Promise<boolean>>()
  let last = 0
  let closed = false
  let up = false
  let refusal: Error | undefined
  let heardAt = 0
  let worker = launch()

  function launch(): Worker {
    const next = new Worker(workerFile(), { workerData: start, name: 'recall' })
    up = false
    let reason: Error | undefined
    next.on('message', ({ call, value, error }: Answer) => {
      heardAt = performance.now()
      up = true
      refusal = undefined
      if (call === 0) return
      const waiting = open.get(call)
      open.delete(call)
      if (error === undefined) waiting?.resolve(value)
      else waiting?.reject(new Error(error))
      if (!open.size) next.unref()
    })
    next.on('error', (error) => {
      reason = error instanceof Error ? error : new Error(String(error))
    })
    next.on('exit', () => replace(next, reason))
    next.unref()
    return next
  }

  function replace(dead: Worker, reason: Error | undefined): void {
    if (dead !== worker) return
    const wasUp = up
    if (!wasUp) refusal = reason ?? new Error('the recall worker did not start')
    for (const [, waiting] of open) answerWithout(waiting, refusal)
    open.clear()
    if (closed) return
    if (wasUp) worker = launch()
    else
      setTimeout(() => {
        if (!closed) worker = launch()
      }, RESTART_MS).unref()
  }

  const watch = setInterval(() => {
    const now = performance.now()
    for (const { since } of open.values())
      if (now - Math.max(since, heardAt) > SILENCE_MAX_MS) return void worker.terminate()
  }, SILENCE_CHECK_MS)
  watch.unref()

  function ask<T>(body: Body): Promise<T> {
    if (closed) return Promise.reject(new Error('recall is closed'))
    if (refusal) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      const call = ++last
      // A thread with work keeps the process alive, an idle one does not.
      if (!open.size) worker.ref()
      open.set(call, {
        kind: body.kind,
        since: performance.now(),
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      worker.postMessage({ ...body, call })
    })
  }

  const apply = (user: string, change: Change) => ask<boolean>({ kind: 'apply', user, change })

  async function buildNow(user: string, read: () => AsyncIterable<{ version: number; rows: IndexRow[] }>) {
    const build = randomUUID()
    let page = 0
    let version: number | undefined
    let waiting: IndexRow[] = []
    const send = (rows: IndexRow[], last: boolean) =>
      apply(user, { from: null, to: version!, build, page: page++, ...packed(rows), last })
    for await (const part of read()) {
      version ??= part.version
      waiting = waiting.concat(part.rows)
      // One message is held back, so that the last one is known when it is sent.
      while (waiting.length > ROWS_PER_MESSAGE) {
        if (!(await send(waiting.slice(0, ROWS_PER_MESSAGE), false))) return false
        waiting = waiting.slice(ROWS_PER_MESSAGE)
      }
    }
    return version !== undefined && (await send(waiting, true))
  }

  return {
    search: (request) => ask({ kind: 'search', request }),
    apply,
    build(user, read) {
      const underWay = builds.get(user)
      if (underWay) return underWay
      const build = buildNow(user, read)
        .catch(async (error: unknown) => {
          // Half an index helps nobody, and would keep the next build waiting.
          await ask({ kind: 'forget', user })
          throw error
        })
        .finally(() => builds.delete(user))
      builds.set(user, build)
      return build
    },
    held: (user) => ask({ kind: 'held', user }),
    forget: (user) => ask({ kind: 'forget', user }),
    forgetAll: () => ask({ kind: 'forgetAll' }),
    stats: () => ask({ kind: 'stats' }),
    async close() {
      closed = true
      clearInterval(watch)
      await worker.terminate()
    },
  }
}

/**
 * Rows and their vectors, each vector taken out of its row: as one piece they cross to the thread in one copy. Vectors
 * that are not as long as the first belong to no model of ours and stay behind.
 */
export function packed(rows: readonly IndexRow[]): { rows: IndexRow[]; vectors: PackedVectors | undefined } {
  const bare = rows.map(({ codes: _, ...row }) => row)
  return { rows: bare, vectors: packVectors(rows) }
}

/** Vectors in one piece. */
export function packVectors(
  rows: readonly { id: string; codes?: Uint8Array | Int8Array | null }[],
): PackedVectors | undefined {
  const size = rows.find(({ codes }) => codes?.length)?.codes?.length
  if (!size) return undefined
  const taken = rows.filter(({ codes }) => codes?.length === size)
  const codes = new Int8Array(taken.length * size)
  for (const [at, row] of taken.entries()) codes.set(row.codes!, at * size)
  return { ids: taken.map(({ id }) => id), codes }
}

/** What a call gets when its worker is gone: nothing is held any more. */
function answerWithout({ kind, resolve, reject }: Open, refusal: Error | undefined): void {
  if (refusal) reject(refusal)
  else if (kind === 'apply') resolve(false)
  else if (kind === 'stats') resolve({ bytes: 0, indexes: 0, docs: 0, evicted: 0 } satisfies RecallStats)
  else resolve(undefined)
}

/** Run from source, as tests are, the worker is the compiled one: Node 20 loads no TypeScript into a thread. */
function workerFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../../../../dist/domain/memories/recall/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url)
}
