import { RecallEngine } from './engine.ts'
import { SearchQueue } from './fair-queue.ts'
import type { Searcher } from './searcher.ts'
import type { RecallOptions, SearchRequest, SearchResult } from './types.ts'
import { warmUp } from './warm-up.ts'

/** How long all searches, and all changes, may keep this thread in one turn of the event loop. */
const TURN_MS = 1

interface Waiting {
  request: SearchRequest
  resolve: (result: SearchResult | undefined) => void
  reject: (error: unknown) => void
}

/** Indexes in this thread. */
export interface Local extends Searcher {
  /** Whether there is an index of this user. */
  has(user: string): boolean
  /** Number of rows in the index of a user; 0 without one. */
  sizeOf(user: string): number
  /** Estimated bytes of the index of a user; 0 without one. */
  bytesOf(user: string): number
}

/**
 * Keeps indexes in this thread, for stores so small that a search takes less time than a message to the worker. Searches
 * run at once while they take less than a millisecond of one turn of the event loop; the others wait, and users take
 * turns.
 */
export function openLocal(options: RecallOptions): Local {
  const engine = new RecallEngine({ bytesMax: options.bytesMax, sliceMs: TURN_MS })
  const waiting = new SearchQueue<Waiting>()
  /** Time spent on searches in this turn. */
  let spentMs = 0
  let isScheduled = false
  let closed = false

  function run({ request, resolve, reject }: Waiting): void {
    const start = performance.now()
    try {
      resolve(engine.search(request))
    } catch (error) {
      reject(error)
    }
    spentMs += performance.now() - start
  }

  function beginTurn(): void {
    isScheduled = false
    spentMs = 0
    while (spentMs < TURN_MS) {
      const next = waiting.next()
      if (!next) return
      run(next)
    }
    schedule()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(beginTurn)
  }

  const open = <T>(value: () => T | Promise<T>): Promise<T> =>
    closed ? Promise.reject(new Error('recall is closed')) : new Promise((resolve) => resolve(value()))

  if (options.warmUp) warmUp(TURN_MS).catch(() => {})

  return {
    has: (user) => engine.versionOf(user) !== undefined,
    sizeOf: (user) => engine.sizeOf(user),
    bytesOf: (user) => engine.bytesOf(user),
    search: (request) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('recall is closed'))
        const search = { request, resolve, reject }
        if (spentMs < TURN_MS && !waiting.size) run(search)
        else waiting.add(request.user, search)
        schedule()
      }),
    copies: (request) => open(() => engine.copies(request)),
    apply: (user, change) => open(() => engine.apply(user, change)),
    save: (user, sealing) => open(() => engine.save(user, sealing)),
    load: (user, snapshot) => open(() => engine.load(user, snapshot)),
    versionOf: (user) => open(() => engine.versionOf(user)),
    evict: (user) => open(() => engine.evict(user)),
    evictAll: () => open(() => engine.evictAll()),
    stats: () => open(() => engine.stats()),
    async close() {
      closed = true
      for (let next = waiting.next(); next; next = waiting.next()) next.reject(new Error('recall is closed'))
      engine.evictAll()
    },
  }
}
