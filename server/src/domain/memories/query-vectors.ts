import { quantise } from '@memory-service/recall/quantise'
import { LRUCache } from 'lru-cache'
import { type Breaker, openBreaker } from '../../foundation/models/breaker.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'

/** Longer queries are cut: more text changes their vector little. */
const QUERY_CHARS_MAX = 2_000
const CACHE_BYTES_MAX = 16 * 1024 * 1024
/** Estimated overhead of a cache entry. */
const ENTRY_BYTES = 200
/** Concurrent embeddings of queries. Beyond this, recall uses keywords alone instead of waiting. */
const CONCURRENT_MAX = 256

export type QueryVectors = ReturnType<typeof openQueryVectors>

interface Options {
  /** The embedder whose vectors the search indexes contain. */
  embedder: () => Embedder | undefined
  /** How well it finds synonyms, 0 to 1. */
  quality: () => number
  timeoutMs: number
}

/** Embeds queries, with a deadline of `timeoutMs`, a cache and a circuit breaker. */
export function openQueryVectors({ embedder, quality, timeoutMs }: Options) {
  const breaker = openBreaker({ clock: () => new Date() })
  const cache = new LRUCache<string, Int8Array>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: (codes, key) => codes.byteLength + 2 * key.length + ENTRY_BYTES,
  })
  const running = new Map<string, Promise<Int8Array | undefined>>()
  let dimension = 0
  const counts = { cached: 0, embedded: 0, missed: 0 }

  async function embed(current: Embedder, key: string, text: string): Promise<Int8Array | undefined> {
    try {
      const [vector] = await current.embed([text], AbortSignal.timeout(timeoutMs))
      breaker.succeeded()
      const codes = quantise(vector!)
      // Another dimension means another model under the same name: cached vectors are not comparable with its vectors.
      if (codes.length !== dimension) cache.clear()
      dimension = codes.length
      cache.set(key, codes)
      counts.embedded++
      return codes
    } catch (error) {
      // Recall continues by keyword and reports that; the background embedding logs failures of the model.
      breaker.failed(error instanceof ModelFailure ? error.retryAfterMs : undefined)
      counts.missed++
      return undefined
    }
  }

  return {
    /**
     * The quantised vector of a user's query; `undefined` without a model, after the deadline, or while the breaker is
     * open. Users share no vectors: otherwise the response time would tell whether someone else asked the same.
     */
    async vectorOf(userId: string, query: string): Promise<Int8Array | undefined> {
      const current = embedder()
      if (!current) return undefined
      const text = query.slice(0, QUERY_CHARS_MAX)
      const key = `${userId} ${current.name} ${text}`
      const cached = cache.get(key)
      if (cached) {
        counts.cached++
        return cached
      }
      const shared = running.get(key)
      if (shared) return shared
      if (running.size >= CONCURRENT_MAX || !breaker.allows()) {
        counts.missed++
        return undefined
      }
      const embedding = embed(current, key, text).finally(() => running.delete(key))
      running.set(key, embedding)
      return embedding
    },
    quality,
    /** How many queries were in the cache, embedded, or left without a vector; and the state of the circuit breaker. */
    stats: (): { cached: number; embedded: number; missed: number; breaker: Breaker['state'] } => ({
      ...counts,
      breaker: breaker.state,
    }),
  }
}
