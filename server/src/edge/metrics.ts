import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Ports } from '../foundation/ctx.ts'
import type { Database } from '../foundation/db.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export type Metrics = ReturnType<typeof openMetrics>

/** What `/metrics` tells: the process, every route by status and time, the database pool, the search indexes and vectors. */
export function openMetrics(
  db: Database,
  { recall, embedding, queries }: Pick<Ports, 'recall' | 'embedding' | 'queries'>,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['route', 'status'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [register],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { total, idle, waiting } = db.pool()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'recall_index',
    help: 'Search indexes held: bytes, stores and memories',
    labelNames: ['what'],
    registers: [register],
    async collect() {
      const { bytes, indexes, docs } = await recall.stats()
      this.set({ what: 'bytes' }, bytes)
      this.set({ what: 'stores' }, indexes)
      this.set({ what: 'memories' }, docs)
    },
  })
  new Gauge({
    name: 'vectors',
    help: 'Memories in all, those in stores not all embedded yet, those this process embedded, and failed calls',
    labelNames: ['what'],
    registers: [register],
    collect() {
      const { held, behind, embedded, failures } = embedding.progress()
      this.set({ what: 'memories' }, held)
      this.set({ what: 'behind' }, behind)
      this.set({ what: 'embedded' }, embedded)
      this.set({ what: 'failures' }, failures)
    },
  })
  new Gauge({
    name: 'query_vectors',
    help: 'Queries by where their vector came from: the cache, the model, or nowhere in time',
    labelNames: ['from'],
    registers: [register],
    collect() {
      const { cached, embedded, missed } = queries.stats()
      this.set({ from: 'cache' }, cached)
      this.set({ from: 'model' }, embedded)
      this.set({ from: 'nowhere' }, missed)
    },
  })
  return {
    /** Notes one answered request. */
    answered(route: string, status: number, ms: number): void {
      requests.inc({ route, status })
      seconds.observe({ route }, ms / 1000)
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
