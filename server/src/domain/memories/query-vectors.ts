import { LRUCache } from 'lru-cache'
import { type Breaker, openBreaker } from '../../foundation/models/breaker.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { quantise } from './recall/codes.ts'

/** What a model makes of more is much the same. */
const QUERY_CHARS_MAX = 2_000
const CACHE_BYTES_MAX = 16 * 1024 * 1024
const ENTRY_BYTES = 200
/** Queries on their way at once; beyond, recall is by keyword rather than late. */
const UNDER_WAY_MAX = 256

declare module '../../foundation/ctx.ts' {
  interface Ports {
    queries: QueryVectors
  }
}

export type QueryVectors = ReturnType<typeof openQueryVectors>

/** Vectors of queries, in time or not at all: `embedder` is the one whose vectors the indexes hold. */
export function openQueryVectors({ embedder, timeoutMs }: { embedder: () => Embedder | undefined; timeoutMs: number }) {
  const breaker = openBreaker({ clock: () => new Date() })
  const cache = new LRUCache<string, Int8Array>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: (codes, key) => codes.byteLength + 2 * key.length + ENTRY_BYTES,
  })
  const underWay = new Map<string, Promise<Int8Array | undefined>>()
  let dimension = 0
  const told = { cached: 0, embedded: 0, missed: 0 }

  async function ask(current: Embedder, key: string, text: string): Promise<Int8Array | undefined> {
    try {
      const [vector] = await current.embed([text], AbortSignal.timeout(timeoutMs))
      breaker.succeeded()
      const codes = quantise(vector!)
      // Vectors of another length are of another model behind the same name: what was kept compares with nothing now.
      if (codes.length !== dimension) cache.clear()
      dimension = codes.length
      cache.set(key, codes)
      told.embedded++
      return codes
    } catch (error) {
      // Whatever it was, recall goes on by keyword and says so; the background work logs how the model fails.
      breaker.failed(error instanceof ModelFailure ? error.retryAfterMs : undefined)
      told.missed++
      return undefined
    }
  }

  return {
    /** The direction of a query's vector; `undefined` without a model, past the deadline, or while it rests. */
    async vectorOf(query: string): Promise<Int8Array | undefined> {
      const current = embedder()
      if (!current) return undefined
      const text = query.slice(0, QUERY_CHARS_MAX)
      const key = `${current.name} ${text}`
      const cached = cache.get(key)
      if (cached) {
        told.cached++
        return cached
      }
      const asked = underWay.get(key)
      if (asked) return asked
      if (underWay.size >= UNDER_WAY_MAX || !breaker.allows()) {
        told.missed++
        return undefined
      }
      const asking = ask(current, key, text).finally(() => underWay.delete(key))
      underWay.set(key, asking)
      return asking
    },
    /** How queries fared, and whether the model is being asked, for those who run the service. */
    stats: (): { cached: number; embedded: number; missed: number; breaker: Breaker['state'] } => ({
      ...told,
      breaker: breaker.state,
    }),
  }
}
