import { randomUUID } from 'node:crypto'
import { type Local, openLocal } from './local.ts'
import { packRows } from './pack.ts'
import type { Searcher } from './searcher.ts'
import type { IndexRow, RecallOptions, RecallStats, SealedSnapshot, Update } from './types.ts'
import { openWorker } from './worker-client.ts'

/** Rows per message: serialising that many blocks the main thread for about a millisecond. */
const ROWS_PER_MESSAGE = 1_000
/** Limits for building an index in this thread; larger stores are built in the worker. */
const LOCAL_ROWS_MAX = 1_000
const LOCAL_CHARS_MAX = 400_000
/** A local index that would exceed this is dropped, and built in the worker by the next search. */
const LOCAL_GROWN_MAX = 2_000
/** A local index that would exceed this moves to the worker: about twice what the largest store that is built here takes. */
const LOCAL_BYTES_MAX = 6 * 1024 * 1024
/** A larger snapshot is loaded by the worker. */
const LOCAL_SNAPSHOT_BYTES_MAX = 2 * 1024 * 1024
/** Of an index, for each character that is added, at most in common languages. */
const BYTES_PER_CHAR = 6
/** Adding a longer row would keep this thread for too long at a time. */
const LOCAL_ROW_CHARS_MAX = 4_000
/** Searching for a longer text would keep this thread for too long. Its user's index moves to the worker. */
const LOCAL_QUERY_CHARS_MAX = 500
/** Users whose small stores are searched in the worker; the oldest entries are dropped first. */
const MOVED_MAX = 10_000
/** The share of the memory for indexes in this thread. */
const LOCAL_SHARE = 0.5

/** Rows of a store, read for a build. */
export interface BuiltPart {
  /** The store's version, read before the first part. */
  version: number
  /** The user's own name. */
  ownName?: string | undefined
  rows: IndexRow[]
}

export interface Recall extends Searcher {
  /**
   * Builds a user's index from pages of rows. `version` is the store version read before the first page; an empty store
   * is one empty page. Concurrent calls for one user share a build, and only the first one reads. Resolves to `false` if
   * another index was completed first or the worker was lost.
   */
  build(user: string, read: () => AsyncIterable<BuiltPart>): Promise<boolean>
}

/**
 * Opens the search indexes: those of small stores in this thread, where a search takes less time than a message to
 * another, and those of large stores in a worker thread.
 */
export function openRecall(options: RecallOptions): Recall {
  const local = openLocal({ ...options, bytesMax: options.bytesMax * LOCAL_SHARE })
  const worker = openWorker({ bytesMax: options.bytesMax * (1 - LOCAL_SHARE) })
  const builds = new Map<string, Promise<boolean>>()
  const moved = new Set<string>()
  const of = (user: string): Searcher => (local.has(user) ? local : worker)

  async function move(user: string): Promise<void> {
    const [oldest] = moved
    if (moved.size >= MOVED_MAX && oldest !== undefined) moved.delete(oldest)
    moved.add(user)
    await local.evict(user)
  }

  async function buildHere(user: string, parts: readonly BuiltPart[]): Promise<boolean> {
    const isBuilt = await runBuild(local, user, parts)
    // The caller finds no index, and then one is built in the worker.
    if (local.bytesOf(user) > LOCAL_BYTES_MAX) await move(user)
    return isBuilt
  }

  async function build(user: string, read: () => AsyncIterable<BuiltPart>): Promise<boolean> {
    const parts = read()[Symbol.asyncIterator]()
    const first: BuiltPart[] = []
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) return buildHere(user, first)
      first.push(next.value)
      if (moved.has(user) || !isSmall(first)) break
    }
    const all = async function* () {
      yield* first
      yield* { [Symbol.asyncIterator]: () => parts }
    }
    return runBuild(worker, user, all())
  }

  return {
    async search(request) {
      const { user, query } = request
      if (query.length > LOCAL_QUERY_CHARS_MAX && local.has(user)) await move(user)
      return of(user).search(request)
    },
    copies: (request) => of(request.user).copies(request),
    async apply(user, change) {
      if (!local.has(user) || change.from === null) return worker.apply(user, change)
      if (!fitsInBytes(local, user, change)) await move(user)
      else if (!staysSmall(local, user, change)) await local.evict(user)
      return local.apply(user, change)
    },
    build(user, read) {
      const running = builds.get(user)
      if (running) return running
      const started = build(user, read)
        .catch(async (error: unknown) => {
          // An incomplete build would block the next one until it counts as abandoned.
          await Promise.all([local.evict(user), worker.evict(user)])
          throw error
        })
        .finally(() => builds.delete(user))
      builds.set(user, started)
      return started
    },
    save: (user, sealing) => of(user).save(user, sealing),
    load: (user, snapshot) => (isSmallSnapshot(snapshot) && !moved.has(user) ? local : worker).load(user, snapshot),
    versionOf: (user) => of(user).versionOf(user),
    evict: async (user) => void (await Promise.all([local.evict(user), worker.evict(user)])),
    evictAll: async () => void (await Promise.all([local.evictAll(), worker.evictAll()])),
    stats: async () => sum(await local.stats(), await worker.stats()),
    close: async () => void (await Promise.all([local.close(), worker.close()])),
  }
}

/** Sends the parts of a store to the thread that will search it. */
async function runBuild(
  { apply }: Searcher,
  user: string,
  parts: Iterable<BuiltPart> | AsyncIterable<BuiltPart>,
): Promise<boolean> {
  const build = randomUUID()
  let page = 0
  let version: number | undefined
  let ownName: string | undefined
  let unsent: IndexRow[] = []
  const sendPage = (rows: IndexRow[], last: boolean) =>
    apply(user, { from: null, to: version!, build, page: page++, ownName, ...packRows(rows), last })
  for await (const part of parts) {
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

function isSmall(parts: readonly BuiltPart[]): boolean {
  const rows = parts.flatMap((part) => part.rows)
  return rows.length <= LOCAL_ROWS_MAX && !hasLongRow(rows) && charsOf(rows) <= LOCAL_CHARS_MAX
}

function isSmallSnapshot({ rows, parts }: SealedSnapshot): boolean {
  return rows <= LOCAL_ROWS_MAX && parts.reduce((sum, { length }) => sum + length, 0) <= LOCAL_SNAPSHOT_BYTES_MAX
}

function staysSmall(local: Local, user: string, { rows }: Update): boolean {
  return local.sizeOf(user) + rows.length <= LOCAL_GROWN_MAX && !hasLongRow(rows)
}

function fitsInBytes(local: Local, user: string, { rows }: Update): boolean {
  return local.bytesOf(user) + charsOf(rows) * BYTES_PER_CHAR <= LOCAL_BYTES_MAX
}

const charsOf = (rows: readonly IndexRow[]) => rows.reduce((sum, { content }) => sum + content.length, 0)
const hasLongRow = (rows: readonly IndexRow[]) => rows.some(({ content }) => content.length > LOCAL_ROW_CHARS_MAX)

const sum = (one: RecallStats, other: RecallStats): RecallStats => ({
  bytes: one.bytes + other.bytes,
  indexes: one.indexes + other.indexes,
  docs: one.docs + other.docs,
  evicted: one.evicted + other.evicted,
})
