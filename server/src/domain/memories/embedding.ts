import type { Db } from '../../foundation/db.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import type { Log } from '../../foundation/log.ts'
import type { Breaker } from '../../foundation/models/breaker.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import type { Indexes } from './indexes.ts'
import { openModelCalls } from './model-calls.ts'
import { quantise } from './recall/codes.ts'
import * as store from './vectors.ts'

/*
 * Brings every memory its vector, in the background. A write only tells who wrote; what a crash, an outage or another
 * process left undone is found by walking over the stores whose mark is behind their version. So nothing is queued,
 * nothing can be lost, and a new model is nothing but marks that are all behind.
 */

const CLOCK_MS = 1_000
/** A store claimed is worked on, mostly for one call of the model; if its process dies, another takes it over after so long. */
const LEASE_SECONDS = 20
const STORES_AT_ONCE = 64
/** People told of at writes; beyond, a walk finds them. */
const DUE_MAX = 50_000
/**
 * Stores looked at in one step of the walk. The first walk makes no pause, nor does the next one when more were told of
 * than could be noted; all others take a step a second, a million stores in some two minutes.
 */
const WALK_STORES = 10_000
const WALK_REST_MS = 10_000
const WALK_STEP_MS = 1_000
const PROGRESS_MS = 10_000
/** Counting what is behind takes a second at a million stores; it gets no more than this part of the time. */
const PROGRESS_SHARE = 0.01
/** The tables are analysed at the first work, after so many vectors, and again whenever they have doubled. */
const ANALYSED_AT = 100
/** How often the model is noted as in use: see `sweepModels`. */
const IN_USE_MS = 10 * 60_000
const FIRST_WALK = { after: '', nextAt: 0, first: true }
const BEGINNING: store.Place = { version: 0, id: '' }

interface Parts {
  db: Db
  log: Log
  recall: Indexes
  /** The embedder there is by now. */
  embedder: () => Embedder | undefined
  /** Whether this process brings vectors; one that does not still knows the model, for its queries and indexes. */
  brings: boolean
}

/** What `/metrics` tells of the work. */
export interface Progress {
  model: string | undefined
  breaker: Breaker['state']
  held: number
  behind: number
  embedded: number
  failures: number
}

declare module '../../foundation/ctx.ts' {
  interface Ports {
    embedding: Embedding
  }
}

export type Embedding = ReturnType<typeof openEmbedding>

/** Opens the work; it begins with `start`. */
export function openEmbedding({ db, log, recall, embedder, brings }: Parts) {
  /** Stores with work, and where in each it goes on. */
  const due = new Map<string, store.Place>()
  const closing = new AbortController()
  const calls = openModelCalls({ log, signal: closing.signal })
  let loop: Loop | undefined
  let space: { embedder: Embedder; model: store.VectorModel } | undefined
  let notedAt = Number.NEGATIVE_INFINITY
  let walk = FIRST_WALK
  let overflowed = false
  /** Stores met since the last one that was ours to work on. */
  let passed = 0
  let progress = { held: 0, behind: 0, nextAt: 0 }
  let embedded = 0
  let analyseAt = 0

  /** Tells of a write: this person's store has something new. */
  function changed(userId: string): void {
    if (!space || !brings) return
    if (due.size >= DUE_MAX) overflowed = true
    else if (!due.has(userId)) due.set(userId, BEGINNING)
    loop?.nudge()
  }

  /** One turn; answers whether there is more to do at once. */
  async function turn(): Promise<boolean> {
    const current = embedder()
    if (!current) return false
    await noteInUse(current)
    try {
      // Before the model is asked: how much waits is told while it is away, too.
      if (space) await tell(current, space.model.id)
      await calls.wake(current)
      const model = await modelOf(current)
      await tell(current, model.id)
      if (!brings) return false
      if (due.size < STORES_AT_ONCE) await takeWalk(model.id)
      const more = due.size > 0 && (await work(current, model))
      return more || (due.size === 0 && walk.nextAt === 0)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return false
    }
  }

  // Also while the model does not answer: what it made waits for it.
  async function noteInUse(current: Embedder): Promise<void> {
    const now = performance.now()
    if (now - notedAt < IN_USE_MS) return
    const spaces = await store.noteInUse(db, current.name)
    notedAt = now
    // A process that was asleep for a day finds its space swept.
    if (!spaces.some(({ id }) => id === space?.model.id)) space = undefined
  }

  async function modelOf(current: Embedder): Promise<store.VectorModel> {
    if (space?.embedder === current) return space.model
    const model = await store.nameModel(db, current.name, await calls.probe(current))
    due.clear()
    walk = FIRST_WALK
    progress.nextAt = 0
    recall.useModel(model.id)
    space = { embedder: current, model }
    log.info({ model: current.name, dimension: model.dimension }, 'memories are embedded, recall is hybrid')
    return model
  }

  async function takeWalk(model: number): Promise<void> {
    const now = performance.now()
    if (overflowed) walk = FIRST_WALK
    if (now < walk.nextAt) return
    overflowed = false
    const { users, last } = await store.storesBehind(db, model, walk.after, WALK_STORES)
    for (const user of users) if (!due.has(user)) due.set(user, BEGINNING)
    if (last === undefined) walk = { after: '', nextAt: now + WALK_REST_MS, first: false }
    else walk = { ...walk, after: last, nextAt: walk.first ? 0 : now + WALK_STEP_MS }
  }

  async function work(current: Embedder, model: store.VectorModel): Promise<boolean> {
    const texts = calls.textsAtOnce(current)
    const users = [...due.keys()].slice(0, Math.min(STORES_AT_ONCE, texts))
    if (embedded >= analyseAt) {
      analyseAt = Math.max(ANALYSED_AT, embedded * 2)
      await store.analyseTables(db)
    }
    const { claimed, elsewhere } = await store.claimStores(db, model.id, users, LEASE_SECONDS)
    const places = new Map(
      claimed.map(({ user_id, done_to }) => [user_id, later(due.get(user_id), { version: done_to, id: '~' })]),
    )
    const waiting = elsewhere.map((user) => [user, due.get(user) ?? BEGINNING] as const)
    // Who writes from here on is due anew. What another process is at is looked after when it is done, or dead.
    for (const user of users) due.delete(user)
    for (const [user, place] of waiting) due.set(user, place)
    if (!claimed.length) {
      // Once round, then on the clock: all that is due is being worked on elsewhere.
      passed += waiting.length
      if (passed < due.size) return true
      passed = 0
      return false
    }
    passed = 0
    const each = Math.floor(texts / claimed.length)
    let done = new Map<string, number | undefined>(claimed.map(({ user_id }) => [user_id, undefined]))
    try {
      const rows = await store.readUnembedded(db, model.id, places, each)
      const versions = rows.length ? await bring(current, model, rows) : new Map<string, number>()
      done = new Map(claimed.map((claim) => [claim.user_id, doneTo(claim, rows, versions, each)]))
      for (const [user, version] of done) if (version === undefined) due.set(user, placeAfter(user, rows, places))
    } catch (error) {
      for (const [user, place] of places) due.set(user, place)
      throw error
    } finally {
      await store.markStores(db, model.id, done)
    }
    return due.size > waiting.length
  }

  /** Up to which version a store is done; `undefined` when there may be more to do. */
  function doneTo(
    { user_id, version }: store.Claimed,
    rows: readonly store.Unembedded[],
    versions: ReadonlyMap<string, number>,
    each: number,
  ): number | undefined {
    const own = rows.filter((row) => row.user_id === user_id)
    if (!own.length) return version
    // Raised by our vectors alone: nobody wrote while they were made.
    return own.length < each && versions.get(user_id) === version + 1 ? version + 1 : undefined
  }

  async function bring(current: Embedder, model: store.VectorModel, rows: readonly store.Unembedded[]) {
    const made = await calls.vectorsOf(current, rows)
    if (made.some((vector) => vector && vector.length !== model.dimension)) {
      // Behind the same name there is another model by now.
      space = undefined
      throw new ModelFailure('garbled', 'the vectors are of another length than they were')
    }
    const vectors = rows.map(({ user_id, id, version }, at) => ({
      user_id,
      id,
      version,
      codes: made[at] && quantise(made[at]),
    }))
    const { versions, taken } = await store.bringVectors(db, model.id, vectors)
    const ids = new Set(taken.map(({ id }) => id))
    for (const [user, version] of versions)
      recall.changed(user, {
        from: version - 1,
        to: version,
        rows: [],
        gone: [],
        vectors: vectors.flatMap(({ user_id, id, codes }) =>
          user_id === user && codes && ids.has(id) ? [{ id, codes }] : [],
        ),
      })
    embedded += taken.length
    return versions
  }

  async function tell(current: Embedder, model: number): Promise<void> {
    const now = performance.now()
    if (now < progress.nextAt) return
    const wasBehind = progress.behind
    const { held, behind } = await store.countBehind(db, model)
    const counted = performance.now()
    progress = { held, behind, nextAt: counted + Math.max(PROGRESS_MS, (counted - now) / PROGRESS_SHARE) }
    if (behind) log.info({ model: current.name, held, behind }, 'memories are being embedded')
    else if (wasBehind) log.info({ model: current.name, held }, 'every memory has its vector')
  }

  return {
    start(): void {
      loop = startLoop({ log }, 'embedding', CLOCK_MS, turn)
    },
    /** There may be work: looks now. */
    wake: (): void => loop?.nudge(),
    changed,
    /** The embedder whose vectors the indexes hold; `undefined` until one has answered. */
    current: (): Embedder | undefined => space?.embedder,
    /** What is known of the work, for those who run the service. */
    progress(): Progress {
      const { held, behind } = progress
      return { model: space?.embedder.name, ...calls.stats(), held, behind, embedded }
    },
    async close(): Promise<void> {
      closing.abort()
      await loop?.stop()
    },
  }
}

function later(a: store.Place | undefined, b: store.Place): store.Place {
  return a && (a.version > b.version || (a.version === b.version && a.id > b.id)) ? a : b
}

function placeAfter(
  user: string,
  rows: readonly store.Unembedded[],
  places: ReadonlyMap<string, store.Place>,
): store.Place {
  const last = rows.findLast(({ user_id }) => user_id === user)
  return last ? { version: last.version, id: last.id } : (places.get(user) ?? BEGINNING)
}
