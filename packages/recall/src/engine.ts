import { namesIn } from '@memory-service/understanding/names'
import { Arena } from './arena.ts'
import { BUILD_ABANDONED_MS, type Build, isAbandoned, newBuild } from './builds.ts'
import { applyContents } from './contents.ts'
import { copiesOf } from './copies.ts'
import { tokenCacheBytes } from './lexicon/token-records.ts'
import { emptyResult, type Ranking, rank, search } from './rank.ts'
import type { Sealing } from './sealing.ts'
import { Slices } from './slices.ts'
import { loadIndex, saveIndex } from './snapshot.ts'
import type {
  BuildPage,
  Change,
  CopiesRequest,
  CopiesResult,
  RecallStats,
  SealedSnapshot,
  SearchRequest,
  SearchResult,
  Snapshot,
  Update,
} from './types.ts'
import type { UserIndex } from './user-index.ts'

/** Changes take this long in one turn of the event loop, together, so a search waits no longer than this plus one other search. */
const SLICE_MS = 4
/** Lifetime of an index that alone exceeds the budget, so that the request that built it can search it. */
const OVERSIZE_TTL_MS = 1_000
/** An index is dropped, and rebuilt on demand, once it has added more than FACTOR × its rows + MIN rows. */
const REBUILD_FACTOR = 4
const REBUILD_ROWS_MIN = 10_000

interface IndexEntry {
  index: UserIndex
  version: number
  bytes: number
}

interface EngineOptions {
  bytesMax: number
  arena?: Arena
  sliceMs?: number | undefined
}

/**
 * The search indexes of all users. Searches are synchronous; changes are applied in time slices; the least recently used
 * indexes are evicted when they exceed the memory budget.
 *
 * Changes to one user's index are applied in order. A search between two slices sees a partially applied change and
 * reports the version before it. A new index is built separately and replaces the old one when it is complete.
 */
export class RecallEngine {
  readonly #bytesMax: number
  readonly #arena: Arena
  readonly #slices: Slices
  /** In order of use, the least recently used first. */
  readonly #indexes = new Map<string, IndexEntry>()
  readonly #builds = new Map<string, Build>()
  /** The last queued change of each user. */
  readonly #queues = new Map<string, Promise<unknown>>()
  #bytes = 0
  #evicted = 0
  #oversizeTimer: NodeJS.Timeout | undefined

  /**
   * @param bytesMax memory budget of all indexes, in bytes
   * @param arena the memory of their vectors
   * @param sliceMs how long changes keep the thread in one turn of the event loop, together
   */
  constructor({ bytesMax, arena = new Arena(), sliceMs = SLICE_MS }: EngineOptions) {
    this.#bytesMax = bytesMax
    this.#slices = new Slices(sliceMs)
    this.#arena = arena
  }

  /**
   * The best rows for a query; `undefined` if the user has no index. An index older than `atLeast` is not searched: the
   * result has its version and empty lists.
   */
  search(request: SearchRequest): SearchResult | undefined {
    const entry = this.#use(request.user)
    if (!entry) return undefined
    if (entry.version < (request.atLeast ?? 0)) return emptyResult(entry.version)
    return search(entry.index, entry.version, request)
  }

  /** Rows that may say the same as others. The result is `undefined` or empty in the same cases as that of a search. */
  copies(request: CopiesRequest): CopiesResult | undefined {
    const entry = this.#use(request.user)
    if (!entry) return undefined
    if (entry.version < (request.atLeast ?? 0)) return { version: entry.version, copies: [] }
    return copiesOf(entry.index, entry.version, request)
  }

  /** A ranking with its evidence, for the calibration of scores; `undefined` if the user has no index. */
  rank(request: SearchRequest): Pick<Ranking, 'values' | 'evidence'> | undefined {
    const entry = this.#indexes.get(request.user)
    return entry && rank(entry.index, request)
  }

  /** The store version of a user's index; `undefined` if there is no index. */
  versionOf(user: string): number | undefined {
    return this.#indexes.get(user)?.version
  }

  /** The number of rows in a user's index; 0 without one. */
  sizeOf(user: string): number {
    return this.#indexes.get(user)?.index.size ?? 0
  }

  /** The estimated bytes of a user's index; 0 without one. */
  bytesOf(user: string): number {
    return this.#indexes.get(user)?.bytes ?? 0
  }

  /**
   * Applies a change. Resolves to `false` for a change that does not fit: an update whose `from` is not the version of
   * the index, or a page that is not the next one of the running build. The first page of a second build resolves, to
   * `false`, only when the running build has finished, so that its caller can search then.
   */
  apply(user: string, change: Change): Promise<boolean> {
    return change.from === null ? this.#applyPage(user, change) : this.#enqueue(user, () => this.#update(user, change))
  }

  /** A sealed copy of a user's index; `undefined` without one. Changes of the index wait until it is made. */
  save(user: string, sealing: Sealing): Promise<Snapshot | undefined> {
    return this.#enqueue(user, async () => {
      const entry = this.#indexes.get(user)
      return entry && this.#slices.run(saveIndex(entry.index, entry.version, sealing))
    })
  }

  /**
   * Opens a sealed copy of a user's index. Resolves to `false` if there is an index that is as new.
   * @throws if the copy was sealed otherwise, is incomplete or was changed
   */
  load(user: string, snapshot: SealedSnapshot): Promise<boolean> {
    return this.#enqueue(user, async () => {
      const index = await this.#slices.run(loadIndex(this.#arena, snapshot))
      return this.#install(user, index, snapshot.version)
    })
  }

  /** Evicts a user's index and aborts a running build of it. */
  evict(user: string): void {
    this.#dropBuild(user)
    this.#drop(user)
  }

  /** Evicts all indexes and aborts all builds. */
  evictAll(): void {
    for (const user of [...this.#builds.keys()]) this.#dropBuild(user)
    for (const user of [...this.#indexes.keys()]) this.#drop(user)
  }

  /** Current totals. `bytes` includes running builds. */
  stats(): RecallStats {
    let docs = 0
    for (const { index } of this.#indexes.values()) docs += index.size
    return { bytes: this.#bytes + tokenCacheBytes(), indexes: this.#indexes.size, docs, evicted: this.#evicted }
  }

  async #applyPage(user: string, page: BuildPage): Promise<boolean> {
    if (page.page === 0 && !(await this.#startBuild(user, page))) return false
    return this.#enqueue(user, () => this.#addPage(user, page))
  }

  async #startBuild(user: string, page: BuildPage): Promise<boolean> {
    const other = this.#builds.get(user)
    if (other && !isAbandoned(other)) {
      await Promise.race([other.finished, delay(BUILD_ABANDONED_MS)])
      return false
    }
    this.#dropBuild(user)
    if ((this.versionOf(user) ?? -1) >= page.to) return false
    this.#builds.set(user, newBuild(page, this.#arena))
    return true
  }

  async #addPage(user: string, page: BuildPage): Promise<boolean> {
    const build = this.#builds.get(user)
    if (!build || build.name !== page.build || build.nextPage !== page.page) return false
    if (page.ownName) build.index.ownNames = namesIn(page.ownName)
    await applyContents(build.index, { ...page, removed: [] }, this.#slices, page.last)
    if (this.#builds.get(user) !== build) return freeEvicted(build.index)
    build.nextPage++
    build.lastPageAt = performance.now()
    this.#bytes += build.index.bytes - build.bytes
    build.bytes = build.index.bytes
    if (!page.last) {
      this.#enforceBudget(user)
      return true
    }
    this.#builds.delete(user)
    this.#bytes -= build.bytes
    build.finish()
    return this.#install(user, build.index, page.to)
  }

  /** Makes a complete index the one of a user, unless there is one that is newer. */
  #install(user: string, index: UserIndex, version: number): boolean {
    if ((this.versionOf(user) ?? -1) > version) {
      index.free()
      return false
    }
    this.#drop(user)
    this.#indexes.set(user, { index, version, bytes: index.bytes })
    this.#bytes += index.bytes
    this.#enforceBudget(user)
    return true
  }

  async #update(user: string, change: Update): Promise<boolean> {
    const { from, to } = change
    const entry = this.#indexes.get(user)
    if (entry?.version !== from) return false
    await applyContents(entry.index, change, this.#slices)
    if (this.#indexes.get(user) !== entry) return freeEvicted(entry.index)
    entry.version = to
    this.#bytes += entry.index.bytes - entry.bytes
    entry.bytes = entry.index.bytes
    if (entry.index.added > REBUILD_FACTOR * entry.index.size + REBUILD_ROWS_MIN) this.#drop(user)
    this.#enforceBudget(user)
    return true
  }

  #enqueue<T>(user: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(user)
    const queued = before ? before.then(work, work) : work()
    this.#queues.set(user, queued)
    const done = () => {
      if (this.#queues.get(user) === queued) this.#queues.delete(user)
    }
    queued.then(done, done)
    return queued
  }

  /** Evicts the least recently used indexes except `user`'s, and that one a little later if it alone is too large. */
  #enforceBudget(user: string): void {
    if (this.#bytes <= this.#bytesMax) return
    for (const [other, build] of this.#builds) if (isAbandoned(build)) this.#dropBuild(other)
    for (const other of this.#indexes.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      if (other !== user) this.#evictForSpace(other)
    }
    if (this.#bytes <= this.#bytesMax || this.#oversizeTimer) return
    this.#oversizeTimer = setTimeout(() => {
      this.#oversizeTimer = undefined
      for (const other of this.#indexes.keys()) if (this.#bytes > this.#bytesMax) this.#evictForSpace(other)
    }, OVERSIZE_TTL_MS)
    this.#oversizeTimer.unref()
  }

  #evictForSpace(user: string): void {
    this.#evicted++
    this.#drop(user)
  }

  /** The index of a user, which becomes the one that was used last. */
  #use(user: string): IndexEntry | undefined {
    const entry = this.#indexes.get(user)
    if (!entry) return undefined
    this.#indexes.delete(user)
    this.#indexes.set(user, entry)
    return entry
  }

  #drop(user: string): void {
    const entry = this.#indexes.get(user)
    if (!entry) return
    this.#indexes.delete(user)
    this.#bytes -= entry.bytes
    entry.index.free()
  }

  #dropBuild(user: string): void {
    const build = this.#builds.get(user)
    if (!build) return
    this.#builds.delete(user)
    this.#bytes -= build.bytes
    build.index.free()
    build.finish()
  }
}

/** Frees the vector blocks that a change allocated after its index had been evicted. */
function freeEvicted(index: UserIndex): false {
  index.free()
  return false
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
