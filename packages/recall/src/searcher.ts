import type { Sealing } from './sealing.ts'
import type {
  Change,
  CopiesRequest,
  CopiesResult,
  RecallStats,
  SealedSnapshot,
  SearchRequest,
  SearchResult,
  Snapshot,
} from './types.ts'

/** Searches the indexes of one thread, and changes them. */
export interface Searcher {
  /**
   * `undefined`: there is no index (never built, evicted, or lost with the worker). Build it and retry.
   * @throws TooManySearches if 256 searches of the user wait
   */
  search(request: SearchRequest): Promise<SearchResult | undefined>
  /** See `RecallEngine.copies`. */
  copies(request: CopiesRequest): Promise<CopiesResult | undefined>
  /** See `RecallEngine.apply`; also `false` if the worker is lost. */
  apply(user: string, change: Change): Promise<boolean>
  /** See `RecallEngine.save`; also `undefined` if the worker is lost. */
  save(user: string, sealing: Sealing): Promise<Snapshot | undefined>
  /** See `RecallEngine.load`; also `false` if the worker is lost. The parts may be moved to another thread. */
  load(user: string, snapshot: SealedSnapshot): Promise<boolean>
  /** The store version of a user's index; `undefined` if there is no index. */
  versionOf(user: string): Promise<number | undefined>
  /** Evicts a user's index and aborts a running build of it. */
  evict(user: string): Promise<void>
  evictAll(): Promise<void>
  stats(): Promise<RecallStats>
  close(): Promise<void>
}
