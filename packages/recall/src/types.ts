import type { Sealing } from './sealing.ts'

/* The types that the engine, its worker and the main thread share. All are plain data, so they can cross threads. */

/** One memory as the index sees it. */
export interface IndexRow {
  id: string
  scope: string
  /** The app that wrote it; null or absent if none did. */
  source?: string | null
  /** Whose words its content is: an app, or null for the user; absent: `source`. */
  writer?: string | null
  content: string
  /** When the described event happened, in ms since 1970. */
  occurredAt: number
  /** When the memory was written, in ms since 1970. */
  createdAt: number
  /** 0 to 100. */
  importance: number
  pinned: boolean
  /** Store version of the call that wrote the row. Rows with the same value were written by one call. */
  batch: number
  /** Index within that call, from 0. */
  position: number
  /** When the statement became true; absent: `occurredAt`. */
  validFrom?: number | null
  /** When it stopped being true; null or absent: it is still true. */
  validUntil?: number | null
  /** From when on no search finds the row; null or absent: never. */
  expiresAt?: number | null
  /** Whether another statement has superseded it. */
  superseded?: boolean
  /** Id of the row that has superseded it. */
  supersededBy?: string | null
  /** Id of the row that has probably superseded it. */
  maybeSupersededBy?: string | null
  /** When the store began and ceased to contain the row in this form; for an index of revisions. */
  storedFrom?: number | null
  storedUntil?: number | null
  /** Who deleted the memory of which the row is a revision; null or absent: it exists. */
  deletedBy?: string | null
  /** The quantised vector (see `quantise.ts`), if there is one. */
  codes?: Uint8Array | Int8Array | null
}

/** The quantised vectors of `ids`, concatenated, so that they cross to the worker in one copy. */
export interface PackedVectors {
  ids: readonly string[]
  codes: Int8Array
}

/**
 * Which rows a search covers, by their state; by default those that are current. Expired rows are never covered.
 *
 * A row is current if it is not superseded and its `validUntil` is not past.
 */
export interface SearchState {
  /** `superseded`: rows that are no longer current; `all`: both. Default `current`. */
  state?: 'current' | 'superseded' | 'all' | undefined
  /** Only rows that were true at this instant, superseded since or not. */
  validAt?: number | undefined
  /** Only rows that the store held at this instant. Rows are current or not as of then. */
  asOf?: number | undefined
  /** With `asOf`: of memories that were deleted since, only those that this editor deleted; absent: all. */
  deletedBy?: string | undefined
}

export interface SearchRequest {
  user: string
  query: string
  /** Qualifiers of the caller's read grants; `['*']` for the owner. */
  readable: readonly string[]
  /** A further qualifier that limits the search. */
  within?: string
  /** Sources whose rows the caller may not read. */
  muted?: readonly string[]
  /** Whether the caller may not know the user's own names: to it, a text about one of them is about another person. */
  nameless?: boolean | undefined
  at?: SearchState | undefined
  /** The current time in ms since 1970. Relative dates such as "yesterday" refer to it. */
  now: number
  /** Maximum number of results. */
  limit: number
  /** The query's quantised vector, if there is one. */
  vector?: Int8Array | undefined
  /** How well the model of the vectors finds synonyms in English, 0 to 1; absent: unknown, as 0. */
  vectorQuality?: number | undefined
  /** Attributes such as `allergy`: the newest rows that state them of the user are listed, too. */
  attributes?: readonly string[] | undefined
  /** Lists rows with the same text and scope separately, for callers that filter the results. */
  keepDuplicates?: boolean | undefined
  /** Rows to list beside those found: see {@link SearchResult.seeds}. */
  seeds?: SeedsRequest | undefined
  /** Minimum version: an older index is not searched. */
  atLeast?: number
}

/** Which rows matter whatever the query: so many of each group. */
export interface SeedsRequest {
  rows: number
  /** Qualifiers, in each of which the newest rows are a group. */
  within: readonly string[]
}

/** The best rows, best first. All lists but `stating` and `seeds` are parallel. */
export interface SearchResult {
  /** The version that was searched. Below `atLeast` the lists are empty: update the index from this version and retry. */
  version: number
  ids: string[]
  /** The probability that each row answers the query, 0 to 1, descending (see `calibration.ts`). */
  scores: number[]
  /** The share of the query's own words that each row matches, 0 to 1. */
  keyword: number[]
  /** The cosine of each row's vector and the query's, -1 to 1; `null` where either is missing. */
  vector: (number | null)[]
  /** The share of each row's ranking score that rows written beside it in one call lent to it, 0 to 1. */
  neighbour: number[]
  /** How many further rows with the same text and scope each row stands for; it is the newest of them. */
  duplicates: number[]
  /** The probability that any of the rows answers the query, 0 to 1; 0 without rows. */
  relevance: number
  /** Whether vectors took part in the ranking. */
  hybrid: boolean
  /** Rows that state the requested attributes, in the order of these, newest first. */
  stating: string[]
  /** Requested by {@link SearchRequest.seeds}: pinned, important and new rows in the requested state. */
  seeds: string[]
}

/** Asks for rows that may say the same as others, for the owner of the store: it is not limited to grants. */
export interface CopiesRequest {
  user: string
  /** The rows to compare with all others. */
  ids: readonly string[]
  /** The current time in ms since 1970. */
  now: number
  /** Minimum version: an older index is not read. */
  atLeast?: number
}

export interface CopiesResult {
  /** Like that of a {@link SearchResult}. */
  version: number
  /** In the order of the request: ids of current rows of the same scope with nearly the same terms, the closest first. */
  copies: string[][]
}

/** One page of a complete index. The pages of one build share a name and are numbered from 0. */
export interface BuildPage {
  from: null
  to: number
  build: string
  page: number
  /** The user's own name: statements about it are about the user. */
  ownName?: string | undefined
  rows: readonly IndexRow[]
  vectors?: PackedVectors | undefined
  last: boolean
}

/**
 * All changes between two versions: `rows` are added or replaced, the ids in `removed` are removed, and vectors are
 * attached to their rows.
 */
export interface Update {
  from: number
  to: number
  rows: readonly IndexRow[]
  removed: readonly string[]
  vectors?: PackedVectors | undefined
}

export type Change = BuildPage | Update

/** A sealed copy of an index. */
export interface Snapshot {
  /** The version of the index. */
  version: number
  rows: number
  parts: Uint8Array[]
}

/** A snapshot, and what it was sealed with. */
export interface SealedSnapshot extends Snapshot {
  sealing: Sealing
}

export interface WorkerOptions {
  /** Maximum size of all indexes and their vectors, in bytes. */
  bytesMax: number
}

export interface RecallOptions extends WorkerOptions {
  /** Whether synthetic searches run at start, so that V8 compiles the code before the first real one. */
  warmUp: boolean
}

export interface RecallStats {
  bytes: number
  indexes: number
  docs: number
  /** Indexes evicted since the worker started because memory was short. */
  evicted: number
}

/** A message to the worker. Each call gets exactly one result with the same number. */
export type Call = { call: number } & (
  | { kind: 'search'; request: SearchRequest }
  | { kind: 'copies'; request: CopiesRequest }
  | { kind: 'apply'; user: string; change: Change }
  | { kind: 'save'; user: string; sealing: Sealing }
  | { kind: 'load'; user: string; snapshot: SealedSnapshot }
  | { kind: 'version'; user: string }
  | { kind: 'evict'; user: string }
  | { kind: 'evictAll' }
  | { kind: 'stats' }
)

/** A message from the worker. `call` 0 reports that the worker is ready. */
export interface CallResult {
  call: number
  value?: unknown
  error?: string
}
