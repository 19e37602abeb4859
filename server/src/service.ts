import { mkdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobs, routes } from './app.ts'
import { openAuditLog } from './domain/audit/audit.ts'
import { openTokens } from './domain/connections/tokens.ts'
import { openBriefs } from './domain/context/brief.ts'
import { openEmbedding } from './domain/memories/embedding.ts'
import { openIndexes } from './domain/memories/indexes.ts'
import { openQueryVectors } from './domain/memories/query-vectors.ts'
import { openReading } from './domain/memories/relations/reading.ts'
import { openDocuments } from './domain/oauth/documents.ts'
import { openMeter } from './domain/plans/meter.ts'
import { startFiring } from './domain/schedule/fire.ts'
import { openDeliveries } from './domain/webhooks/deliver.ts'
import { openSender } from './domain/webhooks/send.ts'
import type { Patience } from './edge/connections.ts'
import { openHttp } from './edge/http.ts'
import { openMetrics } from './edge/metrics.ts'
import { type Config, SECRET_KEY_CHARS_ADVISED } from './foundation/config.ts'
import type { Ports } from './foundation/ctx.ts'
import { type Database, openPostgres, openStream } from './foundation/db.ts'
import { openEmbedded } from './foundation/embedded.ts'
import { attendCopies } from './foundation/embedded-copy.ts'
import { vacuum } from './foundation/embedded-vacuum.ts'
import { Failure } from './foundation/errors.ts'
import { type Job, startJobs } from './foundation/jobs.ts'
import { type Log, openLog } from './foundation/log.ts'
import { openMeasures } from './foundation/measures.ts'
import { migrate } from './foundation/migrate.ts'
import type { ChatModel } from './foundation/models/chat.ts'
import { chooseEmbedder, type Embeddings } from './foundation/models/choose.ts'
import { openHttpChat } from './foundation/models/http-chat.ts'
import { watchChat, watchEmbedder } from './foundation/models/watched.ts'
import { keptSecretKey, openVault } from './foundation/secrets.ts'
import { sql } from './foundation/sql.ts'
import { NO_TRACE, type Trace } from './foundation/trace.ts'
import { traceStatements } from './foundation/traced-db.ts'
import { unusableAddress, unusableDatabase, unusableDirectory } from './foundation/unusable.ts'

const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
const DRAIN_MS = 30_000
const READY_TIMEOUT_MS = 2_000
const DATABASE_TRIES = 60
const DATABASE_RETRY_MS = 1_000

/** A running service. */
export interface Service {
  url: string
  ports: Ports
  /** Resolves when something ends that the service cannot go on without. */
  failed: Promise<Error>
  /** Gives notice and drains: no new requests, running ones finish within 30 s, what is buffered is written. */
  stop(): Promise<void>
}

/** What tests hand in instead of the real thing. */
export interface Instead {
  clock?: () => Date
  log?: Log
  chat?: ChatModel
  patience?: Patience
  /** An embedded database in memory, restored from this dump. */
  dump?: Uint8Array
  /** Whether the search thread makes its code fast before anybody asks; of no use to who starts hundreds. */
  practice?: boolean
  /** What returns on its own, where it is not everything. */
  jobs?: readonly Job[]
}

/** Opens the database, brings it up to date, and serves; resolves once requests are answered. */
export async function startService(config: Config, instead: Instead = {}): Promise<Service> {
  const log = instead.log ?? openLog(config.logLevel)
  if (config.secretKey && config.secretKey.length < SECRET_KEY_CHARS_ADVISED)
    log.warn(`SECRET_KEY is short; ${SECRET_KEY_CHARS_ADVISED} random characters or more are recommended`)
  const embeddings = await chooseEmbedder(config, log)
  const trace = await openTrace(config)
  const { db, failed, close } = await openDatabase(config, log, instead.dump).catch(async (error) => {
    await embeddings.close()
    throw error
  })
  const state = { now: 'starting' as 'starting' | 'ready' | 'leaving' | 'draining' }
  const ports = openPorts(config, trace === NO_TRACE ? db : traceStatements(db), log, embeddings, trace, instead)
  const operations = {
    metrics: openMetrics(db, ports, VERSION),
    open: () => state.now === 'ready' || state.now === 'leaving',
    ready: async () => state.now === 'ready' && (await answers(db)),
  }
  const http = await openHttp(ports, config.role === 'worker' ? [] : routes, operations, instead.patience)
  let workers: { stop(): Promise<void> }[] = []
  try {
    await http.listen({ host: config.host, port: config.port }).catch((error) => {
      throw unusableAddress(config, error)
    })
    const url = addressOf(config.host, http.server.address() as AddressInfo)
    ports.config.baseUrl = config.baseUrl ?? url
    ports.config.hubUrl = config.hubUrl ?? ports.config.baseUrl
    const applied = await migrateWithPatience(db, log, config.databaseUrl ? DATABASE_TRIES : 1)
    if (applied.length) log.info({ applied }, 'the schema was brought up to date')
    ports.embedding.start()
    ports.relations.start()
    embeddings.onReady(ports.embedding.wake)
    if (config.role !== 'api') workers = startWorkers(ports, instead.jobs)
    state.now = 'ready'
  } catch (error) {
    await http.close()
    await closePorts(ports, log)
    await embeddings.close()
    await close()
    throw error
  }
  return {
    url: ports.config.baseUrl,
    ports,
    failed,
    async stop() {
      // A balancer that asks now and then still sends requests until it has heard; these are served as ever.
      state.now = 'leaving'
      await sleep(config.drainNoticeMs)
      state.now = 'draining'
      await Promise.race([http.close(), sleep(DRAIN_MS, undefined, { ref: false })])
      http.server.closeAllConnections()
      await Promise.all(workers.map((worker) => worker.stop()))
      await closePorts(ports, log)
      await embeddings.close()
      await close()
      await trace.close()
    },
  }
}

/** What works without a request: deliveries, triggers, jobs. */
function startWorkers(ports: Ports, instead?: readonly Job[]): { stop(): Promise<void> }[] {
  ports.deliveries.start()
  const all = ports.config.databaseUrl ? jobs : [...jobs, vacuum]
  return [startJobs(ports, instead ?? all), startFiring(ports)]
}

// The library is loaded by who wants traces, and by nobody else.
async function openTrace({ tracing }: Config): Promise<Trace> {
  if (!tracing) return NO_TRACE
  const { openOtlp } = await import('./foundation/trace-otlp.ts')
  return openOtlp(tracing, VERSION)
}

interface Opened {
  db: Database
  failed: Promise<Error>
  close(): Promise<void>
}

async function openDatabase(config: Config, log: Log, dump: Uint8Array | undefined): Promise<Opened> {
  const { databaseUrl, databasePrepare, dataDir } = config
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { prepare: databasePrepare })
    return { db, failed: new Promise(() => {}), close: () => db.close() }
  }
  const embedded = await openEmbedded(dump ? { dir: null, dump } : { dir: dataDir }).catch((error) => {
    throw unusableDirectory(config, error)
  })
  const db = openStream(() => embedded.stream())
  attendCopies(embedded, db, log)
  return {
    db,
    failed: embedded.died,
    async close() {
      await db.close()
      await embedded.close()
    },
  }
}

function openPorts(
  config: Config,
  db: Database,
  log: Log,
  embeddings: Embeddings,
  trace: Trace,
  instead: Instead,
): Ports {
  const measures = openMeasures()
  const clock = instead.clock ?? (() => new Date())
  if (!config.secretKey) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const vault = openVault(config.secretKey ?? keptSecretKey(config.dataDir))
  const sender = openSender({ allowPrivate: config.webhookAllowPrivate })
  const recall = openIndexes({
    db,
    log,
    measures,
    bytesMax: config.recallMemoryBytes,
    practice: instead.practice ?? true,
  })
  const embedder = watchEmbedder(embeddings.current, { measures, url: config.embeddings.url })
  const model = instead.chat ?? (config.model ? openHttpChat(config.model) : undefined)
  const chat = model && watchChat(model, { measures, url: config.model?.url })
  const embedding = openEmbedding({ db, log, recall, embedder, brings: config.role !== 'api' })
  return {
    db,
    log,
    clock,
    config: { ...config, baseUrl, hubUrl: config.hubUrl ?? baseUrl },
    vault,
    trace,
    measures,
    chat,
    deliveries: openDeliveries({ db, clock, log, vault, sender, trace, measures }),
    tokens: openTokens({ db, clock, measures }),
    meter: openMeter({ db, clock, log, rateLimit: config.rateLimit }),
    audit: openAuditLog({ db, log }),
    briefs: openBriefs(),
    documents: openDocuments({ allowPrivate: config.webhookAllowPrivate }),
    recall,
    embedding,
    relations: openReading({ db, log, chat: config.relations ? chat : undefined, reads: config.role !== 'api' }),
    queries: openQueryVectors({ embedder: embedding.current, timeoutMs: config.embeddings.timeoutMs }),
  }
}

async function closePorts(ports: Ports, log: Log): Promise<void> {
  const { embedding, relations, deliveries, documents, meter, audit, recall } = ports
  for (const part of [embedding, relations, deliveries, documents, meter, audit, recall])
    await Promise.resolve(part.close()).catch((err) => log.error({ err }, 'a part did not close cleanly'))
}

// A database that is still starting itself is waited for; one that refuses us is not, nor our own.
async function migrateWithPatience(db: Database, log: Log, triesMax: number): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrate(db)
    } catch (err) {
      if (!(err instanceof Failure && err.code === 'unavailable') || tries === triesMax) throw unusableDatabase(err)
      log.warn({ cause: String((err.cause as Error | undefined)?.message), tries }, 'the database does not answer yet')
      await sleep(DATABASE_RETRY_MS)
    }
  }
}

async function answers(db: Database): Promise<boolean> {
  const asked = db.rows(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, sleep(READY_TIMEOUT_MS, false, { ref: false })])
}

function addressOf(host: string, { port, family, address }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host === 'localhost' ? host : address
  return `http://${family === 'IPv6' && name.includes(':') ? `[${name}]` : name}:${port}`
}
