import { quantise } from '@memory-service/recall/quantise'
import type { Breaker } from '../../../foundation/models/breaker.ts'
import type { Embedder } from '../../../foundation/models/embedder.ts'
import { ModelFailure } from '../../../foundation/models/failure.ts'
import { withTimeout } from '../../../foundation/models/with-timeout.ts'
import type { Db } from '../../../foundation/sql/db.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'
import type { Indexes } from '../../memories/indexes.ts'
import { type Position, type SourceRow, selectForVectors } from '../../memories/internal-queries.ts'
import { openDerivationLoop, type Progress } from '../loop.ts'
import type { Watermarks } from '../watermarks.ts'
import { openEmbeddingCalls } from './embed.ts'
import { measureQuality } from './quality.ts'
import * as store from './store.ts'

/* Vectors of memories, for recall by meaning. A new model has no watermarks, so the loop embeds every memory with it. */

/** Longer than one call of the model usually takes. */
const LEASE_SECONDS = 20
/** Tables are analysed before the first read, after so many vectors, and again whenever the number has doubled. */
const ANALYZE_AT = 100
/** For the texts that a model's quality is measured with. */
const QUALITY_MS = 60_000
/** How often the model's use is recorded: see `deleteUnusedVectors`. */
const RECORD_USE_MS = 10 * 60_000

export interface VectorPorts {
  vectors: Vectors
}

export type Vectors = ReturnType<typeof openVectors>

interface VectorSpace {
  embedder: Embedder
  model: store.VectorModel
  watermarks: Watermarks
}

interface Options {
  db: Db
  log: Log
  recall: Indexes
  /** The current embedder; `undefined` until one is loaded. */
  embedder: () => Embedder | undefined
  /** Whether this process embeds memories. If not, it still learns the vector space, for its queries and indexes. */
  works: boolean
}

/** Opens the derivation of vectors; `start` begins it. */
export function openVectors({ db, log, recall, embedder, works }: Options) {
  const closing = new AbortController()
  const calls = openEmbeddingCalls({ log, signal: closing.signal })
  let space: VectorSpace | undefined
  const qualities = new WeakMap<Embedder, number>()
  let measuring: Promise<void> | undefined
  let usedAt = Number.NEGATIVE_INFINITY
  let embedded = 0
  let analyzeAt = 0

  async function prepare(): Promise<Watermarks | undefined> {
    const current = embedder()
    if (!current) return undefined
    await recordUse(current)
    await calls.wake(current)
    return (await spaceOf(current)).watermarks
  }

  // Also while the model fails: its vectors are retained.
  async function recordUse(current: Embedder): Promise<void> {
    const now = performance.now()
    if (now - usedAt < RECORD_USE_MS) return
    const spaces = await store.recordModelUse(db, current.name)
    usedAt = now
    // The space of a process that was suspended for a day may have been deleted.
    if (!spaces.some(({ id }) => id === space?.model.id)) space = undefined
  }

  async function spaceOf(current: Embedder): Promise<VectorSpace> {
    if (space?.embedder !== current) {
      const model = await store.registerModel(db, current.name, await calls.probe(current))
      recall.useModel(model.id)
      space = { embedder: current, model, watermarks: store.vectorWatermarks(model.id) }
      log.info({ model: current.name, dimension: model.dimension }, 'embedding model ready; recall is hybrid')
    }
    if (!qualities.has(current)) measuring ??= measure(current)
    return space
  }

  /** Measures the quality of a model, beside its work. After a failure it is measured again. */
  async function measure(current: Embedder): Promise<void> {
    try {
      const quality = await withTimeout(closing.signal, QUALITY_MS, (signal) => measureQuality(current, signal))
      qualities.set(current, quality)
      log.info({ model: current.name, quality }, 'embedding model measured')
    } catch (error) {
      log.debug({ err: error, model: current.name }, 'the quality of the embedding model could not be measured')
    } finally {
      measuring = undefined
    }
  }

  /** The space that {@link prepare} has set. */
  function currentSpace(): VectorSpace {
    if (!space) throw new ModelFailure('unreachable', 'the embedding model is not ready')
    return space
  }

  async function read(positions: ReadonlyMap<string, Position>, rowsPerStore: number): Promise<SourceRow[]> {
    if (embedded >= analyzeAt) {
      analyzeAt = Math.max(ANALYZE_AT, embedded * 2)
      await store.analyzeTables(db)
    }
    return db.rows<SourceRow>(selectForVectors(currentSpace().model.id, positions, rowsPerStore))
  }

  async function derive(rows: readonly SourceRow[]) {
    const { embedder, model } = currentSpace()
    const vectors = await calls.vectorsOf(embedder, rows)
    if (vectors.some((vector) => vector && vector.length !== model.dimension)) {
      // Another model now has the same name.
      space = undefined
      throw new ModelFailure('garbled', `the vectors do not have the dimension ${model.dimension} of earlier ones`)
    }
    return { outputs: new Map(rows.map((row, at) => [row, vectors[at] && quantise(vectors[at])])) }
  }

  async function storeVectors(outputs: ReadonlyMap<SourceRow, Int8Array | undefined>) {
    const vectors = [...outputs].map(([{ user_id, id, version }, codes]) => ({ user_id, id, version, codes }))
    const { versions, stored } = await store.insertVectors(db, currentSpace().model.id, vectors)
    const ids = new Set(stored.map(({ id }) => id))
    for (const [user, version] of versions)
      recall.changed(user, {
        from: version - 1,
        to: version,
        rows: [],
        removed: [],
        vectors: vectors.flatMap(({ user_id, id, codes }) =>
          user_id === user && codes && ids.has(id) ? [{ id, codes }] : [],
        ),
      })
    embedded += stored.length
    return versions
  }

  const loop = openDerivationLoop<Int8Array | undefined>(
    { db, log, works },
    {
      name: 'vectors',
      leaseSeconds: LEASE_SECONDS,
      prepare,
      rowsPerRun: () => calls.textsPerCall(currentSpace().embedder),
      read,
      derive,
      store: storeVectors,
    },
  )
  return {
    start: loop.start,
    nudge: loop.nudge,
    changed: loop.changed,
    /** The embedder whose vectors the indexes hold; `undefined` until one has responded. */
    embedder: (): Embedder | undefined => space?.embedder,
    /** How well it finds synonyms, 0 to 1; 0 until that is measured. */
    quality: (): number => (space && qualities.get(space.embedder)) ?? 0,
    /** For metrics: the model's name, its circuit breaker, the backlog, and how many vectors this process has stored. */
    progress(): Progress & { model: string | undefined; breaker: Breaker['state']; embedded: number } {
      return { model: space?.embedder.name, breaker: calls.breaker(), embedded, ...loop.progress() }
    },
    async close(): Promise<void> {
      closing.abort()
      await loop.stop()
      await measuring
    },
  }
}
