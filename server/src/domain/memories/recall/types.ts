/** The words the recall engine, its worker and the main thread share. All of it is plain data: it crosses threads. */

/** What the index knows of one memory. */
export interface IndexRow {
  id: string
  scope: string
  content: string
  /** When what is told happened, in ms since 1970. */
  occurredAt: number
  /** When it was written, in ms since 1970. */
  createdAt: number
  /** 0 to 100. */
  importance: number
  pinned: boolean
  /** Store version of the call that wrote it: rows with equal `born` were written together. */
  born: number
  /** Position in that call, from 0. */
  place: number
  /** The direction of its vector (see `codes.ts`), where there is one yet. */
  codes?: Uint8Array | Int8Array | null
}

/** Vectors on their way to the thread of the indexes: those of `ids`, one after the other in one piece of memory. */
export interface PackedVectors {
  ids: readonly string[]
  codes: Int8Array
}

export interface SearchRequest {
  user: string
  query: string
  /** Qualifiers of the caller's read grants; `['*']` for the owner. */
  readable: readonly string[]
  /** A further qualifier the caller asked to stay within. */
  within?: string
  /** The caller's clock, in ms since 1970: what "yesterday" is counted from. */
  now: number
  limit: number
  /** The direction of the query's vector, where there is one. */
  vector?: Int8Array | undefined
  /** A version known to exist: an older index is not searched. */
  atLeast?: number
}

/** The best rows, best first; the three lists run in parallel. */
export interface Found {
  /** The version searched. Below `atLeast` the lists are empty: bring the index up to date from here, ask again. */
  version: number
  ids: string[]
  /** 0 to 1, never rising along the list, comparable between queries: see `rank.ts`. */
  scores: number[]
  /** The share of the query's own words each row answers, 0 to 1. */
  keyword: number[]
  /** The cosine between each row's vector and the query's; `null` where either is missing. */
  vector: (number | null)[]
  /** Whether vectors took part. */
  hybrid: boolean
}

/** One page of a whole index. Pages of one build carry one name and count from 0. */
export interface BuildPage {
  from: null
  to: number
  build: string
  page: number
  rows: readonly IndexRow[]
  vectors?: PackedVectors | undefined
  last: boolean
}

/** All that changed between two versions, in one piece: rows are added or replaced, `gone` ids removed, vectors join their rows. */
export interface Update {
  from: number
  to: number
  rows: readonly IndexRow[]
  gone: readonly string[]
  vectors?: PackedVectors | undefined
}

export type Change = BuildPage | Update

/** What the search thread is started with. */
export interface RecallStart {
  /** Bytes that the indexes and their vectors may take. */
  bytesMax: number
  /** Whether it runs made-up searches first, so that nobody's is the one V8 has to compile for. */
  practice: boolean
}

export interface RecallStats {
  bytes: number
  indexes: number
  docs: number
  /** Indexes let go to make room, since the thread began. */
  evicted: number
}

/** What the main thread sends; each call is answered once, under the same number. */
export type Call = { call: number } & (
  | { kind: 'search'; request: SearchRequest }
  | { kind: 'apply'; user: string; change: Change }
  | { kind: 'held'; user: string }
  | { kind: 'forget'; user: string }
  | { kind: 'forgetAll' }
  | { kind: 'stats' }
)

/** What the worker sends back. `call` 0 says that it is up. */
export interface Answer {
  call: number
  value?: unknown
  error?: string
}
