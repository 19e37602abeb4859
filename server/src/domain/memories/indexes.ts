import { openRecall } from '@memory-service/recall'
import { TooManySearches } from '@memory-service/recall/fair-queue'
import { packRows, packVectors } from '@memory-service/recall/pack'
import type {
  CopiesRequest,
  CopiesResult,
  IndexRow,
  RecallOptions,
  SearchRequest,
  SearchResult,
  Update,
} from '@memory-service/recall/types'
import { LRUCache } from 'lru-cache'
import type { Vault } from '../../foundation/auth/secrets.ts'
import { entryLimit } from '../../foundation/entry-limit.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Measures } from '../../foundation/telemetry/measurements.ts'
import {
  type IndexedRevision,
  memoryIdOf,
  selectForIndex,
  selectRevisionsForIndex,
  selectStatesForIndex,
  selectVectorsSince,
  type VectorRow,
} from './internal-queries.ts'
import type { SnapshotParts } from './snapshot-parts.ts'
import { openSnapshots, type StoreState, selectStore } from './snapshots.ts'

/*
 * Keeps the search indexes consistent with the database. Every change increments the store's version and stamps the rows
 * it touches; a deletion leaves a tombstone with a version. An index has the version of the store it was built from, so
 * an index of any age, in any process, catches up by reading the rows and tombstones with newer versions.
 */

/*
 * A second index of a user's store holds all its revisions, for searches of the past. It has no vectors, is built when it
 * is needed, and rebuilt if the store has changed since.
 */

const PAGE_ROWS = 2_000
const WARM_STORES_MAX = 100_000
const ATTEMPTS_MAX = 10
const BUSY_SECONDS = 1

interface Options extends RecallOptions {
  db: Db
  log: Log
  measures: Measures
  /** Where the bytes of snapshots are, and whether this process uses any. */
  snapshotParts: SnapshotParts
  usesSnapshots: boolean
  snapshotRowsMin?: number | undefined
  vault: Pick<Vault, 'mac'>
  /** Whether memories have vectors, once the model is ready. */
  hasVectors: boolean
}

// No user id contains `@`.
const REVISIONS_SUFFIX = '@revisions'

/** The name of the index of a user's revisions. */
const revisionsOf = (user: string) => `${user}${REVISIONS_SUFFIX}`

export type Indexes = ReturnType<typeof openIndexes>

/** Opens the search indexes of this process. Each is built when its user's memories are first searched. */
export function openIndexes(options: Options) {
  const { db, log, measures, snapshotParts, usesSnapshots, snapshotRowsMin, vault, hasVectors } = options
  const engine = openRecall(options)
  const snapshots = openSnapshots({
    ...{ db, log, vault, engine, parts: snapshotParts, isEnabled: usesSnapshots, rowsMin: snapshotRowsMin },
    model: () => model,
  })
  // Stores that were searched recently in this process. Writes to them update the index at once.
  const warm = new LRUCache<string, true>(entryLimit(WARM_STORES_MAX))
  const running = new Map<string, Promise<void>>()
  let model: number | undefined

  /**
   * Searches a user's index, which may be older than the store. Builds a missing index, and updates one that is older
   * than `atLeast`, before the search. A search of the past is of the index of revisions, and returns ids of memories.
   * @throws Failure `rate_limited` if too many searches of the user wait
   */
  async function search(request: SearchRequest): Promise<SearchResult> {
    if (request.at?.asOf === undefined) return searchIndex(request)
    const result = await searchIndex({ ...request, user: revisionsOf(request.user) })
    const idsOf = (list: readonly string[]) => list.map(memoryIdOf)
    return { ...result, ids: idsOf(result.ids), stating: idsOf(result.stating), seeds: idsOf(result.seeds) }
  }

  function searchIndex(request: SearchRequest): Promise<SearchResult> {
    return whenCurrent(request, () => engine.search(request))
  }

  /**
   * Finds rows of a user's current memories that may say the same as others. The index may be older than the store, but
   * not older than `atLeast`.
   */
  function copies(request: CopiesRequest): Promise<CopiesResult> {
    return whenCurrent(request, () => engine.copies(request))
  }

  /** Asks an index, and again once it is built or updated if there is none or it is older than `atLeast`. */
  async function whenCurrent<R extends { version: number }>(
    { user, atLeast = 0 }: { user: string; atLeast?: number },
    ask: () => Promise<R | undefined>,
  ): Promise<R> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const result = await ask().catch((error) => {
        throw error instanceof TooManySearches
          ? new Failure('rate_limited', { retry_after: BUSY_SECONDS }, error)
          : error
      })
      const isCurrent = result && result.version >= atLeast
      if (!attempt) measures.cacheLookup('indexes', isCurrent ? 'hit' : result ? 'stale' : 'miss')
      if (isCurrent) return result
      await catchUp(user)
      warm.set(user, true)
    }
    throw new Failure('unavailable', undefined, new Error(`the index of ${user} is evicted as soon as it is built`))
  }

  // Concurrent callers share an update, and call again if it started too early for them.
  function catchUp(user: string): Promise<void> {
    let update = running.get(user)
    if (!update) {
      const isOfRevisions = user.endsWith(REVISIONS_SUFFIX)
      const work = isOfRevisions ? buildRevisions(user.slice(0, -REVISIONS_SUFFIX.length)) : buildOrUpdate(user)
      update = work.finally(() => running.delete(user))
      running.set(user, update)
    }
    return update
  }

  // Read before the rows: changes made in the meantime have newer versions and are part of the next update.
  function readVersion(user: string, snapshot = false) {
    return db.maybe<StoreState>(selectStore(user, snapshot))
  }

  /** Loads the snapshot of an index, if there is one of the current vector space. Returns the version of the index. */
  async function loadSnapshot(user: string, { snapshot }: StoreState): Promise<number | undefined> {
    if (!snapshot) return undefined
    // At the start, before the model is ready, its vector space is probably that of the snapshots.
    if (model === undefined && snapshot.model !== null && hasVectors) switchModel(snapshot.model)
    const isLoaded = (model ?? null) === snapshot.model && (await snapshots.load(user, snapshot))
    measures.cacheLookup('snapshots', isLoaded ? 'hit' : 'stale')
    return isLoaded ? engine.versionOf(user) : undefined
  }

  function switchModel(id: number): void {
    if (model === id) return
    model = id
    warm.clear()
    logFailure(engine.evictAll())
  }

  async function buildRevisions(user: string): Promise<void> {
    const name = revisionsOf(user)
    const indexed = await engine.versionOf(name)
    const store = await readVersion(user)
    if (!store) return void (await engine.evict(name))
    if (indexed !== undefined && indexed >= store.version) return
    await engine.evict(name)
    await engine.build(name, () => readRevisions(user, store.version, store.name ?? undefined))
  }

  /** Reads all states that a store contains or contained, in pages; `version` was read before the first page. */
  async function* readRevisions(user: string, version: number, ownName: string | undefined) {
    let rows: IndexedRevision[]
    let after = { id: '', revision: 0 }
    do {
      rows = await db.rows(selectStatesForIndex(user, after.id, PAGE_ROWS))
      yield { version, ownName, rows }
      after = positionOf(rows, after)
    } while (rows.length === PAGE_ROWS)
    after = { id: '', revision: 0 }
    do {
      rows = await db.rows(selectRevisionsForIndex(user, after, PAGE_ROWS))
      yield { version, ownName, rows }
      after = positionOf(rows, after)
    } while (rows.length === PAGE_ROWS)
  }

  async function buildOrUpdate(user: string): Promise<void> {
    let indexed = await engine.versionOf(user)
    const store = await readVersion(user, usesSnapshots && indexed === undefined)
    if (!store) return void (await engine.evict(user))
    indexed ??= await loadSnapshot(user, store)
    if (indexed === undefined || indexed < store.gone_floor) {
      await engine.evict(user)
      const builtFor = model
      await engine.build(user, () => readStore(user, store.version, store.name ?? undefined, builtFor))
      if (builtFor !== model) await engine.evict(user)
      else snapshots.changed(user, Number.POSITIVE_INFINITY)
      return
    }
    if (indexed >= store.version) return
    const rows = await db.rows<IndexRow>(selectForIndex(user, model, sql`m.version > ${indexed} order by m.id`))
    const tombstones = await db.rows<{ id: string }>(
      sql`select id from gone_memories where user_id = ${user} and version > ${indexed}`,
    )
    const newVectors = model === undefined ? [] : await db.rows<VectorRow>(selectVectorsSince(user, model, indexed))
    const isApplied = await engine.apply(user, {
      from: indexed,
      to: store.version,
      rows: packRows(rows).rows,
      removed: tombstones.map(({ id }) => id),
      vectors: packVectors([...rows, ...newVectors]),
    })
    snapshots.changed(user, rows.length + tombstones.length + newVectors.length)
    // Another update was applied first, or the index was evicted: the next search repeats the check.
    if (!isApplied) log.debug({ user }, 'search index update is outdated; skipped')
  }

  // If the worker is lost, so are its indexes; the next search reports a worker that does not start.
  function logFailure(eviction: Promise<void>): void {
    eviction.catch((err) => log.warn({ err }, 'search index eviction failed'))
  }

  /**
   * Reads a whole store in pages; `version` was read before the first page. The next page is requested while the caller
   * processes the current one.
   */
  async function* readStore(user: string, version: number, ownName: string | undefined, model: number | undefined) {
    const pageAfter = (id: string) => {
      const page = db.rows<IndexRow>(selectForIndex(user, model, sql`m.id > ${id} order by m.id limit ${PAGE_ROWS}`))
      // Avoids an unhandled rejection if the caller stops before this page.
      page.catch(() => {})
      return page
    }
    let next: Promise<IndexRow[]> | undefined = pageAfter('')
    while (next) {
      const rows: IndexRow[] = await next
      const last = rows.at(-1)
      next = last && rows.length === PAGE_ROWS ? pageAfter(last.id) : undefined
      yield { version, ownName, rows }
    }
  }

  return {
    search,
    copies,
    /** Applies a committed write to a warm index. Ignored unless the index has exactly the version before the write. */
    changed(user: string, { vectors, ...change }: Omit<Update, 'vectors'> & { vectors?: readonly VectorRow[] }): void {
      if (!warm.has(user)) return
      snapshots.changed(user, change.rows.length + change.removed.length + (vectors?.length ?? 0))
      engine
        .apply(user, { ...change, vectors: vectors && packVectors(vectors) })
        .catch((err) => log.warn({ err }, 'search index update failed'))
    },
    evict(user: string): void {
      warm.delete(user)
      snapshots.forget(user)
      logFailure(engine.evict(user))
      logFailure(engine.evict(revisionsOf(user)))
    },
    /** Switches to the vectors of another model: evicts all indexes, which are rebuilt when they are next searched. */
    useModel: switchModel,
    /** Makes a snapshot of a user's index now, if there is one and it would be of use. Returns whether it did. */
    saveSnapshot: snapshots.save,
    /** Deletes the snapshot of a user, in the transaction that erases memories of the store, which is locked. */
    eraseSnapshot: snapshots.erase,
    /** Deletes a batch of outdated snapshots, in a transaction. Returns whether there may be more. */
    sweepSnapshots: snapshots.sweep,
    stats: () => engine.stats(),
    async close() {
      snapshots.close()
      await engine.close()
    },
  }
}

/** The position of the last row of a page. */
function positionOf(rows: readonly IndexedRevision[], before: { id: string; revision: number }) {
  const last = rows.at(-1)
  return last ? { id: last.memoryId, revision: last.revision } : before
}
