import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { forUsers } from '../../foundation/sql/shards.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Position, SourceRow } from '../memories/internal-queries.ts'
import {
  type Claim,
  claimStores,
  countBehind,
  END_OF_VERSION,
  type Release,
  releaseStores,
  storesBehind,
  type Watermarks,
} from './watermarks.ts'

/*
 * The loop that derives data from memories with a model. A write nudges it with the user's id. A walk over all stores
 * finds those whose watermark is behind, so work survives a crash, an outage, a lost nudge or a change of the model.
 */

const INTERVAL_MS = 1_000
/** The most stores claimed by one run. */
const STORES_PER_RUN = 64
/** The most users nudged and not yet processed; beyond, the walk finds them. */
const DUE_MAX = 50_000
/**
 * Stores checked in one step of the walk. The first walk does not pause, nor does the one after `due` overflowed; others
 * take one step a second, two minutes for a million stores, and pause after the last.
 */
const WALK_STORES = 10_000
const WALK_STEP_MS = 1_000
const WALK_PAUSE_MS = 10_000
const FIRST_WALK = { after: '', nextAt: 0, first: true }
const PROGRESS_MS = 10_000
/** The most time spent on counting, which takes a second at a million stores. */
const PROGRESS_SHARE = 0.01
const BEGINNING: Position = { version: 0, id: '' }

/** One kind of derived data: how to read unprocessed memories, derive from them and store the outputs. */
export interface Derivation<Output> {
  /** Names the loop and its log entries. */
  name: string
  /** How long one run may take; then another process may claim its stores. */
  leaseSeconds: number
  /**
   * Makes sure that the model responds.
   * @returns its watermarks, the same object until the model changes; `undefined` while there is no model.
   * @throws ModelFailure
   */
  prepare(): Promise<Watermarks | undefined>
  /** The most memories of one run, at least 1. */
  rowsPerRun(): number
  /** Reads unprocessed memories after a position in each store, in order, at most `rowsPerStore` of each. */
  read(positions: ReadonlyMap<string, Position>, rowsPerStore: number): Promise<SourceRow[]>
  /**
   * Derives from memories, in no transaction. A row without an output is read again by a later run.
   * @throws ModelFailure if there is no output at all.
   */
  derive(rows: readonly SourceRow[]): Promise<Derived<Output>>
  /**
   * Stores the outputs of those memories that have not changed since they were read.
   * @returns the new version of each store that the outputs raised the version of.
   */
  store(outputs: ReadonlyMap<SourceRow, Output>): Promise<ReadonlyMap<string, number>>
}

export interface Derived<Output> {
  outputs: ReadonlyMap<SourceRow, Output>
  /** Why some rows have no output; the loop then pauses. */
  failure?: unknown
}

/** How far the loop is: all memories, and those in stores that are behind. Counted every ten seconds at most. */
export interface Progress {
  total: number
  behind: number
}

/**
 * Opens the loop of one kind of derived data; `start` begins it.
 * @param works false in a process that only prepares the model and counts; others then derive.
 */
export function openDerivationLoop<Output>(
  { db, log, works }: { db: Db; log: Log; works: boolean },
  derivation: Derivation<Output>,
) {
  /** Stores with work, and the position after which each continues. */
  const due = new Map<string, Position>()
  let loop: Loop | undefined
  let watermarks: Watermarks | undefined
  let walk = FIRST_WALK
  let overflowed = false
  /** Stores of other processes met since the last claim. */
  let passed = 0
  let progress = { total: 0, behind: 0, nextAt: 0 }

  function changed(userId: string): void {
    if (!watermarks || !works) return
    if (due.size >= DUE_MAX) overflowed = true
    else if (!due.has(userId)) due.set(userId, BEGINNING)
    loop?.nudge()
  }

  /** Returns whether there is more to do at once. */
  async function iterate(): Promise<boolean> {
    try {
      // Counts before the model is called, so that the backlog is reported during an outage too.
      if (watermarks) await count(watermarks)
      const current = await derivation.prepare()
      if (!current) return false
      if (current !== watermarks) begin(current)
      await count(current)
      if (!works) return false
      if (due.size < Math.min(STORES_PER_RUN, derivation.rowsPerRun())) await stepWalk(current)
      const more = due.size > 0 && (await run(current))
      return more || (due.size === 0 && walk.nextAt === 0)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return false
    }
  }

  function begin(current: Watermarks): void {
    watermarks = current
    due.clear()
    walk = FIRST_WALK
    progress.nextAt = 0
  }

  async function stepWalk(current: Watermarks): Promise<void> {
    const now = performance.now()
    if (overflowed) walk = FIRST_WALK
    if (now < walk.nextAt) return
    overflowed = false
    const { users, last } = await storesBehind(db, current, walk.after, WALK_STORES)
    for (const user of users) if (!due.has(user)) due.set(user, BEGINNING)
    if (last === undefined) walk = { after: '', nextAt: now + WALK_PAUSE_MS, first: false }
    else walk = { ...walk, after: last, nextAt: walk.first ? 0 : now + WALK_STEP_MS }
  }

  /** Processes one batch of memories; returns whether there may be more that no other process has claimed. */
  async function run(current: Watermarks): Promise<boolean> {
    const rowsMax = derivation.rowsPerRun()
    const users = [...due.keys()].slice(0, Math.min(STORES_PER_RUN, rowsMax))
    const { claims, elsewhere } = await claimStores(db, current, users, derivation.leaseSeconds)
    const positions = new Map(claims.map(({ user_id, from }) => [user_id, later(due.get(user_id), from)]))
    const waiting = elsewhere.map((user) => [user, due.get(user) ?? BEGINNING] as const)
    // A nudge from here on makes the store due again. Claimed stores of other processes move to the end.
    for (const user of users) due.delete(user)
    for (const [user, position] of waiting) due.set(user, position)
    if (!claims.length) {
      // All that is due is claimed elsewhere: after one pass over it, wait for the interval.
      passed += waiting.length
      if (passed < due.size) return true
      passed = 0
      return false
    }
    passed = 0
    const rowsPerStore = Math.floor(rowsMax / claims.length)
    let releases: Ended[] = claims.map((claim) => ({ ...claim, to: claim.from, caughtUp: false }))
    try {
      const read = await forUsers(db, [...positions.keys()], (users) =>
        derivation.read(new Map(users.map((user) => [user, positions.get(user)!])), rowsPerStore),
      )
      const rows = read.flat()
      const { outputs, failure }: Derived<Output> = rows.length ? await derivation.derive(rows) : { outputs: new Map() }
      const versions = outputs.size ? await derivation.store(outputs) : NO_VERSIONS
      releases = claims.map((claim) => endOf(claim, rows, outputs, versions.get(claim.user_id), rowsPerStore))
      if (failure) throw failure
    } finally {
      for (const { user_id, to, caughtUp } of releases)
        if (!caughtUp) due.set(user_id, later(positions.get(user_id), to))
      await releaseStores(db, current, releases)
    }
    return due.size > waiting.length
  }

  async function count(current: Watermarks): Promise<void> {
    const now = performance.now()
    if (now < progress.nextAt) return
    const wasBehind = progress.behind
    const { total, behind } = await countBehind(db, current)
    const counted = performance.now()
    progress = { total, behind, nextAt: counted + Math.max(PROGRESS_MS, (counted - now) / PROGRESS_SHARE) }
    if (behind) log.info({ derived: derivation.name, total, behind }, 'derived data behind')
    else if (wasBehind) log.info({ derived: derivation.name, total }, 'derived data complete')
  }

  return {
    start(): void {
      loop = startLoop({ log }, derivation.name, INTERVAL_MS, iterate)
    },
    /** Runs the next iteration now. */
    nudge: (): void => loop?.nudge(),
    /** Reports that a user's store has new or edited content. */
    changed,
    progress: (): Progress => ({ total: progress.total, behind: progress.behind }),
    stop: async (): Promise<void> => loop?.stop(),
  }
}

const NO_VERSIONS: ReadonlyMap<string, number> = new Map()

interface Ended extends Release {
  /** Whether all of the store was derived when its memories were read. */
  caughtUp: boolean
}

/** How far a store is derived after a run: up to its first row without an output, or completely. */
function endOf(
  claim: Claim,
  rows: readonly SourceRow[],
  outputs: ReadonlyMap<SourceRow, unknown>,
  raisedTo: number | undefined,
  rowsPerStore: number,
): Ended {
  const own = rows.filter((row) => row.user_id === claim.user_id)
  const stopped = own.findIndex((row) => !outputs.has(row))
  const last = own[(stopped < 0 ? own.length : stopped) - 1]
  // A row or a version beyond the claim's means that a request wrote meanwhile; there may be more to do.
  const isAlone = (last?.version ?? 0) <= claim.version && (raisedTo ?? claim.version + 1) === claim.version + 1
  if (stopped < 0 && own.length < rowsPerStore && isAlone)
    return { ...claim, to: { version: raisedTo ?? claim.version, id: END_OF_VERSION }, caughtUp: true }
  return { ...claim, to: last ? { version: last.version, id: last.id } : claim.from, caughtUp: false }
}

function later(a: Position | undefined, b: Position): Position {
  return a && (a.version > b.version || (a.version === b.version && a.id > b.id)) ? a : b
}
