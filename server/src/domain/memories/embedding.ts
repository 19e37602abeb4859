import type { Db } from '../../foundation/db.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import type { Log } from '../../foundation/log.ts'
import { type Breaker, openBreaker } from '../../foundation/models/breaker.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import type { Indexes } from './indexes.ts'
import { quantise } from './recall/codes.ts'
import * as store from './vectors.ts'

/*
 * Brings every memory its vector, in the background. A write only tells who wrote; what a crash, an outage or another
 * process left undone is found by walking over the stores whose mark is behind their version. So nothing is queued,
 * nothing can be lost, and a new model is nothing but marks that are all behind.
 */

const CLOCK_MS = 1_000
/** A call takes no longer, whatever stands behind it. */
const CALL_MS = 15_000
/** A store claimed is worked on; if its process dies, another takes it over after so long. */
const LEASE_SECONDS = 20
const STORES_AT_ONCE = 64
const TEXTS_AT_ONCE = 128
/** People told of at writes; beyond, the walk finds them. */
const DUE_MAX = 50_000
/** Stores looked at in one step of the walk. The first walk makes no pause; later ones take a step a second. */
const WALK_STORES = 1_000
const WALK_REST_MS = 10_000
const WALK_STEP_MS = 1_000
const PROGRESS_MS = 10_000
/** How often the model is noted as in use: see `sweepModels`. */
const IN_USE_MS = 10 * 60_000
const FIRST_WALK = { after: '', nextAt: 0, first: true }
const BEGINNING: store.Place = { version: 0, id: '' }
/** A text every model takes: it tells the dimension, and whether a refusal is of the text or of us. */
const PROBE = 'memory'

interface Parts {
  db: Db
  log: Log
  recall: Indexes
  /** The embedder there is by now. */
  embedder: () => Embedder | undefined
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
export function openEmbedding({ db, log, recall, embedder }: Parts) {
  const breaker = openBreaker({ clock: () => new Date() })
  /** Stores with work, and where in each it goes on. */
  const due = new Map<string, store.Place>()
  const closing = new AbortController()
  let loop: Loop | undefined
  let space: { embedder: Embedder; model: store.VectorModel; notedAt: number } | undefined
  let walk = FIRST_WALK
  let progress = { held: 0, behind: 0, toldAt: 0 }
  let embedded = 0
  let failures = 0

  /** Tells of a write: this person's store has something new. */
  function changed(userId: string): void {
    if (!space) return
    if (due.size < DUE_MAX && !due.has(userId)) due.set(userId, BEGINNING)
    loop?.nudge()
  }

  /** One turn; answers whether there is more to do at once. */
  async function turn(): Promise<boolean> {
    const current = embedder()
    if (!current) return false
    try {
      // After an outage one small call tells first whether it is over.
      if (breaker.state !== 'closed') await call(current, [PROBE])
      const model = await spaceOf(current)
      if (due.size < STORES_AT_ONCE) await takeWalk(model)
      const more = due.size > 0 && (await work(current, model))
      await tell(current, model)
      return more || (due.size === 0 && walk.nextAt === 0)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return false
    }
  }

  async function spaceOf(current: Embedder): Promise<number> {
    const now = Date.now()
    if (space?.embedder === current && now - space.notedAt < IN_USE_MS) return space.model.id
    const dimension = space?.embedder === current ? space.model.dimension : (await call(current, [PROBE]))[0]!.length
    const model = await store.nameModel(db, current.name, dimension)
    if (space?.embedder !== current) {
      due.clear()
      walk = FIRST_WALK
      recall.useModel(model.id)
      log.info({ model: current.name, dimension }, 'memories are embedded, recall is hybrid')
    }
    space = { embedder: current, model, notedAt: now }
    return model.id
  }

  async function takeWalk(model: number): Promise<void> {
    const now = Date.now()
    if (now < walk.nextAt) return
    const { users, last } = await store.storesBehind(db, model, walk.after, WALK_STORES)
    for (const user of users) if (!due.has(user)) due.set(user, BEGINNING)
    if (last === undefined) walk = { after: '', nextAt: now + WALK_REST_MS, first: false }
    else walk = { ...walk, after: last, nextAt: walk.first ? 0 : now + WALK_STEP_MS }
  }

  async function work(current: Embedder, model: number): Promise<boolean> {
    const users = [...due.keys()].slice(0, STORES_AT_ONCE)
    const claimed = await store.claimStores(db, model, users, LEASE_SECONDS)
    const places = new Map(
      claimed.map(({ user_id, done_to }) => [user_id, later(due.get(user_id), { version: done_to, id: '~' })]),
    )
    // Who is not claimed is another's, or gone; whoever writes from here on is due anew.
    for (const user of users) due.delete(user)
    if (!claimed.length) return due.size > 0
    const each = Math.max(1, Math.floor(Math.min(current.batchMax, TEXTS_AT_ONCE) / claimed.length))
    let done = new Map<string, number | undefined>(claimed.map(({ user_id }) => [user_id, undefined]))
    try {
      const rows = await store.readUnembedded(db, model, places, each)
      const versions = rows.length ? await bring(current, model, rows) : new Map<string, number>()
      done = new Map(claimed.map((claim) => [claim.user_id, doneTo(claim, rows, versions, each)]))
      for (const [user, version] of done) if (version === undefined) due.set(user, placeAfter(user, rows, places))
    } catch (error) {
      for (const [user, place] of places) due.set(user, place)
      throw error
    } finally {
      await store.markStores(db, model, done)
    }
    return due.size > 0
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

  async function bring(current: Embedder, model: number, rows: readonly store.Unembedded[]) {
    const vectors = await embedAll(current, rows)
    const { versions, taken } = await store.bringVectors(db, model, vectors)
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

  /** Vectors for all rows. Where the model refuses, what it refuses is found by halves and stays without. */
  async function embedAll(current: Embedder, rows: readonly store.Unembedded[]): Promise<store.NewVector[]> {
    try {
      const vectors = await call(
        current,
        rows.map(({ content }) => content),
      )
      return rows.map(({ user_id, id, version }, at) => ({ user_id, id, version, codes: quantise(vectors[at]!) }))
    } catch (error) {
      if (!(error instanceof ModelFailure && error.kind === 'refused')) throw error
      if (rows.length > 1) {
        const half = rows.length >> 1
        return [...(await embedAll(current, rows.slice(0, half))), ...(await embedAll(current, rows.slice(half)))]
      }
      await call(current, [PROBE])
      log.info({ memory: rows[0]!.id }, 'the model would not take a memory; it is found by its words alone')
      return rows.map(({ user_id, id, version }) => ({ user_id, id, version, codes: undefined }))
    }
  }

  async function call(current: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
    if (!breaker.allows()) throw new ModelFailure('unreachable', 'the embedding model is given a rest')
    try {
      const vectors = await current.embed(texts, AbortSignal.any([closing.signal, AbortSignal.timeout(CALL_MS)]))
      if (breaker.state !== 'closed') log.info('the embedding model answers again')
      breaker.succeeded()
      return vectors
    } catch (error) {
      if (!(error instanceof ModelFailure) || closing.signal.aborted) throw error
      // What a model will not take says nothing against the model, unless it is the probe.
      if (error.kind === 'refused' && texts[0] !== PROBE) breaker.succeeded()
      else {
        if (breaker.state === 'closed') log.warn({ err: error }, 'the embedding model fails, memories wait for vectors')
        failures++
        breaker.failed(error.retryAfterMs)
      }
      throw error
    }
  }

  async function tell(current: Embedder, model: number): Promise<void> {
    const now = Date.now()
    if (now - progress.toldAt < PROGRESS_MS) return
    const wasBehind = progress.behind
    progress = { ...(await store.countBehind(db, model)), toldAt: now }
    if (progress.behind) log.info({ model: current.name, ...progress }, 'memories are being embedded')
    else if (wasBehind) log.info({ model: current.name, held: progress.held }, 'every memory has its vector')
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
      return { model: space?.embedder.name, breaker: breaker.state, held, behind, embedded, failures }
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
