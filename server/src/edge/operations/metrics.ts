import { statfs } from 'node:fs/promises'
import {
  type Aggregator,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { TokenPorts } from '../../domain/connections/tokens.ts'
import type { RelationPorts } from '../../domain/derived/relations/relations.ts'
import type { VectorPorts } from '../../domain/derived/vectors/vectors.ts'
import { waitingMails } from '../../domain/mail/mail.ts'
import type { ReadPorts } from '../../domain/memories/ports.ts'
import { triggerBacklog } from '../../domain/schedule/fire.ts'
import { deliveryBacklog } from '../../domain/webhooks/deliveries.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { listPauses, PAUSES } from '../../foundation/pauses.ts'
import type { Database } from '../../foundation/sql/db.ts'
import { RESPONSE_SECONDS } from '../../foundation/telemetry/measurements.ts'
import { cachedLookup } from './cached-lookup.ts'

export type Metrics = ReturnType<typeof openMetrics>

interface MetricsPorts extends Ports, TokenPorts, ReadPorts, RelationPorts, VectorPorts {}

/** The values of one metric, by labels. */
type Worth = [labels: Record<string, string>, value: number][]

/** Gauges of the database or the machine, which every process reports. */
const SHARED_GAUGES =
  /^(memory_service_build_info|memories_held|service_paused|mails_waiting|data_disk_.*|.*_(backlog|due|due_seconds|open))$/

let ofProcess: Metric[] | undefined

// Metrics of the process. The library observes them until the process ends, so all services in a process share them;
// otherwise each stopped service would stay in memory with its registry.
function processMetrics(): Metric[] {
  if (ofProcess) return ofProcess
  const register = new Registry()
  collectDefaultMetrics({ register })
  // The declared type is that of the JSON representation.
  ofProcess = register.getMetricsAsArray() as unknown as Metric[]
  return ofProcess
}

/** Removes all values. The library's `reset` alone sets a metric without labels to 0, also where the value is unknown. */
function clear(metric: Gauge | Counter, labelNames: string[]): void {
  metric.reset()
  if (!labelNames.length) metric.remove()
}

/**
 * Creates the metrics of `/metrics`: the process, response counts and durations by route, and the state of the modules.
 * Values from the database are cached and omitted if the lookup takes too long. `docs/operations.md` describes each
 * metric.
 */
export function openMetrics(db: Database, ports: MetricsPorts, version: string) {
  const { measures, config, tokens, recall, vectors, relations, queries, trace } = ports
  const { register } = measures
  const registers = [register]
  for (const metric of processMetrics()) register.registerMetric(metric)
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route and status; 499 means that the client disconnected first',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route and class of status',
    labelNames: ['route', 'class'],
    buckets: RESPONSE_SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress',
    registers,
  })

  /**
   * Registers a gauge whose values are looked up at each scrape; unavailable values are omitted. Of several workers,
   * what each has of its own is added up, and of what they share one is taken.
   */
  function gauge(name: string, help: string, labelNames: string[], look: () => Worth | Promise<Worth>): void {
    const aggregator: Aggregator = name === 'access_notified' ? 'min' : SHARED_GAUGES.test(name) ? 'max' : 'sum'
    new Gauge({
      name,
      aggregator,
      help,
      labelNames,
      registers,
      async collect() {
        const worth = await look()
        clear(this, labelNames)
        for (const [labels, value] of worth) this.set(labels, value)
      },
    })
  }
  /** Registers a counter whose value is maintained by another module. */
  function total(name: string, help: string, labelNames: string[], look: () => Worth | Promise<Worth>): void {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const worth = await look()
        clear(this, labelNames)
        for (const [labels, value] of worth) this.inc(labels, value)
      },
    })
  }

  gauge('memory_service_build_info', 'Always 1; what is running', ['version', 'node', 'engine', 'role'], () => [
    [{ version, node: process.version, engine: config.databaseUrl ? 'postgres' : 'embedded', role: config.role }, 1],
  ])
  gauge('database_connections', 'Connections to the database, by state', ['state'], () => {
    const { total, idle } = db.pool()
    return [
      [{ state: 'busy' }, total - idle],
      [{ state: 'idle' }, idle],
    ]
  })
  gauge('database_connections_max', 'Connections there may be', [], () => [[{}, db.pool().max]])
  gauge('database_waiting', 'Statements and transactions that wait for a connection', [], () => [
    [{}, db.pool().waiting],
  ])
  gauge(
    'access_notified',
    '1 while changes of access are notified, so that tokens are remembered for minutes; 0 while they are not',
    [],
    () => {
      const isNotified = tokens.isNotified()
      return isNotified === undefined ? [] : [[{}, isNotified ? 1 : 0]]
    },
  )
  gauge('recall_index_bytes', 'Memory the search indexes take', [], async () => [[{}, (await recall.stats()).bytes]])
  gauge('recall_index_bytes_max', 'Memory the search indexes may take', [], () => [[{}, config.recallMemoryBytes]])
  gauge('recall_index_stores', 'Stores whose search index is held', [], async () => [
    [{}, (await recall.stats()).indexes],
  ])
  gauge('recall_index_memories', 'Memories in the search indexes held', [], async () => [
    [{}, (await recall.stats()).docs],
  ])
  total('recall_index_evictions_total', 'Search indexes let go to make room', [], async () => [
    [{}, (await recall.stats()).evicted],
  ])
  gauge(
    'memories_held',
    'Memories of all users, counted from time to time while an embedding model is in use',
    [],
    () => [[{}, vectors.progress().total]],
  )
  gauge('vectors_backlog', 'Memories in stores that are not fully embedded', [], () => [
    [{}, vectors.progress().behind],
  ])
  gauge('embedding_circuit_open', '1 while the circuit breaker of the embedding model is open', [], () => [
    [{}, vectors.progress().breaker === 'closed' ? 0 : 1],
  ])
  total('vectors_made_total', 'Vectors stored by this process', [], () => [[{}, vectors.progress().embedded]])
  gauge('relations_backlog', 'Memories in stores that were not fully read for relations', [], () => [
    [{}, relations.progress().behind],
  ])
  gauge(
    'relations_circuit_open',
    '1 while the circuit breaker of the chat model is open for reading relations',
    [],
    () => [[{}, relations.progress().breaker === 'closed' ? 0 : 1]],
  )
  total('relations_made_total', 'Memories for which this process has stored relations', [], () => [
    [{}, relations.progress().made],
  ])
  total(
    'query_vectors_total',
    'Queries by where their vector came from; from nowhere: found by words',
    ['from'],
    () => {
      const { cached, embedded, missed } = queries.stats()
      return [
        [{ from: 'cache' }, cached],
        [{ from: 'model' }, embedded],
        [{ from: 'nowhere' }, missed],
      ]
    },
  )
  total(
    'trace_spans_total',
    'Spans made, and those the collector took; the rest are on their way or lost',
    ['state'],
    () => {
      const { ended, exported } = trace.stats()
      return [
        [{ state: 'ended' }, ended],
        [{ state: 'exported' }, exported],
      ]
    },
  )
  const waiting = cachedLookup(() => waitingMails(ports))
  gauge('mails_waiting', 'Mails that have not been sent, up to 10000', [], async () => {
    const mails = await waiting()
    return mails === undefined ? [] : [[{}, mails]]
  })
  const late = cachedLookup(async () => ({
    deliveries: await deliveryBacklog(ports),
    triggers: await triggerBacklog(ports),
  }))
  const lateOf = async (what: 'deliveries' | 'triggers', part: 'due' | 'oldest_seconds'): Promise<Worth> => {
    const looked = await late()
    return looked ? [[{}, looked[what][part]]] : []
  }
  gauge('webhook_deliveries_due', 'Attempts that are due and not begun, up to 10000', [], () =>
    lateOf('deliveries', 'due'),
  )
  gauge('webhook_oldest_due_seconds', 'For how long the oldest of them has been due', [], () =>
    lateOf('deliveries', 'oldest_seconds'),
  )
  gauge('triggers_due', 'Triggers that are due and have not fired, up to 10000', [], () => lateOf('triggers', 'due'))
  gauge('triggers_oldest_due_seconds', 'For how long the oldest of them has been due', [], () =>
    lateOf('triggers', 'oldest_seconds'),
  )
  const paused = cachedLookup(() => listPauses(db))
  gauge('service_paused', '1 for what the operator has paused: sending, changes', ['what'], async () => {
    const pauses = await paused()
    return pauses ? PAUSES.map((what) => [{ what }, pauses.some(({ name }) => name === what) ? 1 : 0]) : []
  })
  const disk = cachedLookup(async () => (config.databaseUrl ? undefined : statfs(config.dataDir)))
  gauge('data_disk_size_bytes', 'The disk of DATA_DIR; of the embedded engine only', [], async () => {
    const found = await disk()
    return found ? [[{}, found.blocks * found.bsize]] : []
  })
  gauge('data_disk_free_bytes', 'What is free of it', [], async () => {
    const found = await disk()
    return found ? [[{}, found.bavail * found.bsize]] : []
  })
  return {
    /** Counts a request in flight; `requestEnded` must follow in every case. */
    requestStarted: (): void => inFlight.inc(),
    requestEnded: (): void => inFlight.dec(),
    /** Records the status and duration of a response, in milliseconds. */
    responded(route: string, status: number, ms: number): void {
      requests.inc({ route, status })
      seconds.observe({ route, class: `${Math.trunc(status / 100)}xx` }, ms / 1000)
    },
    text: () => register.metrics(),
    /** All values, to be added to those of other processes. */
    json: () => register.getMetricsAsJSON() as Promise<MetricObjectWithValues<MetricValue<string>>[]>,
    contentType: register.contentType,
  }
}
