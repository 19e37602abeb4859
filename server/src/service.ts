import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppPorts, jobs, routes } from './app.ts'
import { warmUpReading } from './domain/memories/warm-up.ts'
import { DEVELOPER_PLANS, USER_PLANS } from './domain/plans/plans.ts'
import { startFiring } from './domain/schedule/fire.ts'
import type { ClientTimeouts } from './edge/http/client-timeouts.ts'
import { openHttp } from './edge/http/server.ts'
import { openMetricsServer } from './edge/operations/endpoints.ts'
import { openMetrics } from './edge/operations/metrics.ts'
import { type Config, SECRET_KEY_CHARS_ADVISED } from './foundation/config.ts'
import type { LocalCommand } from './foundation/embedded/copy.ts'
import { vacuumJob } from './foundation/embedded/vacuum.ts'
import { type Job, startJobs } from './foundation/jobs.ts'
import { openEmbeddings } from './foundation/models/embeddings.ts'
import { listPauses } from './foundation/pauses.ts'
import { detectLayout } from './foundation/sql/shards.ts'
import { traceStatements } from './foundation/sql/traced-db.ts'
import { checkAddresses, explainListenError } from './foundation/startup-errors.ts'
import { type Log, openLog } from './foundation/telemetry/log.ts'
import { NO_TRACE, type Trace } from './foundation/telemetry/trace.ts'
import { VERSION } from './foundation/version.ts'
import { runAdminCommand } from './service/admin-command.ts'
import { isReachable, migrateWithRetry, openDatabase } from './service/database.ts'
import { openKeys } from './service/keys.ts'
import { urlOf } from './service/listening-url.ts'
import { closePorts, openPorts, type PortOverrides } from './service/ports.ts'
import type { WorkerLink } from './service/worker.ts'

const DRAIN_MS = 30_000
/** Where a worker listens, which gets its connections from the primary. */
const ON_LOOPBACK = { host: '127.0.0.1', port: 0 }
const STARTING = { output: 'The service is still starting; run the command again in a moment.', status: 1 } as const

/** A running service. */
export interface Service {
  /** Where clients reach it: `BASE_URL`, or else its address. */
  url: string
  /** The address it listens on. */
  address: string
  /** The port of the metrics, if they have one of their own. */
  metricsPort: number | undefined
  ports: AppPorts
  /** Resolves when the embedded database stops; the service cannot continue then. */
  failed: Promise<Error>
  /** Drains and closes: no new requests, running ones get 30 s to finish, buffers are written. */
  stop(): Promise<void>
}

/** Replacements used by tests. */
export interface Overrides extends PortOverrides {
  log?: Log
  /** Timeouts for slow clients. */
  clientTimeouts?: ClientTimeouts
  /** The jobs to run; all of them by default. */
  jobs?: readonly Job<AppPorts>[]
  /** The primary of which this process is a worker. */
  worker?: WorkerLink
}

/** Opens the database, applies migrations and starts serving; resolves once requests are accepted. */
export async function startService(config: Config, overrides: Overrides = {}): Promise<Service> {
  if (!overrides.worker) await checkAddresses(config)
  const log = overrides.log ?? openLog(config.logLevel)
  if (config.secretKey && config.secretKey.length < SECRET_KEY_CHARS_ADVISED)
    log.warn(`SECRET_KEY is short; ${SECRET_KEY_CHARS_ADVISED} random characters or more are recommended`)
  const embeddings = await openEmbeddings(config, log)
  const trace = await openTrace(config)
  let command: LocalCommand = async () => STARTING
  const asked: LocalCommand = (words) => command(words)
  const { db, accessFeed, failed, close } = await openDatabase(config, log, asked, overrides.embedded).catch(
    async (error) => {
      await embeddings.close()
      throw error
    },
  )
  let state: 'starting' | 'ready' | 'stopping' | 'draining' = 'starting'
  const keys = openKeys(config)
  const traced = trace === NO_TRACE ? db : traceStatements(db)
  const ports = openPorts({ config, db: traced, accessFeed, log, vault: keys.vault, embeddings, trace }, overrides)
  const { worker } = overrides
  const ofProcess = openMetrics(db, ports, VERSION)
  const operations = {
    metrics: worker ? { ...ofProcess, text: worker.metricsText } : ofProcess,
    open: () => state === 'ready' || state === 'stopping',
    draining: () => state === 'stopping' || state === 'draining',
    ready: async () => state === 'ready' && (await isReachable(db)),
  }
  const http = await openHttp(ports, config.role === 'worker' ? [] : routes, operations, overrides.clientTimeouts)
  let workers: { stop(): Promise<void> }[] = []
  let address: string
  let metrics: Awaited<ReturnType<typeof openMetricsServer>> | undefined
  try {
    worker?.attach(http, ofProcess)
    await http.listen(worker ? ON_LOOPBACK : { host: config.host, port: config.port }).catch((error) => {
      throw explainListenError(config, error)
    })
    worker?.listening()
    if (config.metricsPort !== undefined && !worker) {
      const at = { host: config.host, port: config.metricsPort }
      metrics = await openMetricsServer(operations, at.host, at.port).catch((error) => {
        throw explainListenError(at, error, 'METRICS_PORT')
      })
    }
    address = worker?.address ?? urlOf(config.host, http.server.address() as AddressInfo)
    ports.config.baseUrl = config.baseUrl ?? address
    ports.config.hubUrl = config.hubUrl ?? ports.config.baseUrl
    const applied = await migrateWithRetry(db, config, log)
    if (applied.length) log.info({ applied }, 'migrations applied')
    await detectLayout(db)
    await keys.check(ports)
    ports.vectors.start()
    ports.relations.start()
    embeddings.onReady(ports.vectors.nudge)
    if (config.role !== 'api') workers = startWorkers(ports, overrides.jobs)
    workers.push(keys.watch(ports))
    command = (words) => runAdminCommand({ ...ports, vault: keys.vault, keySettings: config }, words)
    state = 'ready'
    worker?.ready()
    for (const { name, since, reason } of await listPauses(db))
      log.warn({ since, reason }, `${name} is paused; “admin resume ${name}” ends it`)
    log.info(defaultLimits(config), 'default limits of new accounts')
    if (config.recallWarmUp && config.role !== 'worker') warmUpReading(ports.clock()).catch(() => {})
  } catch (error) {
    await http.close()
    await metrics?.close()
    await closePorts(ports)
    await embeddings.close()
    await close()
    throw error
  }
  return {
    url: ports.config.baseUrl,
    address,
    metricsPort: metrics?.port,
    ports,
    failed,
    async stop() {
      // `/readyz` fails from here on. Load balancers poll it, so requests are still served for a while.
      state = 'stopping'
      await sleep(config.drainNoticeMs)
      state = 'draining'
      // Waiting requests would outlast the drain.
      ports.concurrency.endLimits()
      const answered = http.close().then(() => worker?.idle())
      const drained = Promise.all([answered, ports.extractions.stop(), ports.readings.stop()]).then(() =>
        ports.background.idle(),
      )
      await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })])
      http.server.closeAllConnections()
      await metrics?.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      await closePorts(ports)
      await embeddings.close()
      await close()
      await trace.close()
    },
  }
}

/** The limits that new accounts start with, and the settings and the command that change them. */
function defaultLimits({ userPlan, developerPlan, signUp }: Config) {
  return {
    people: { plan: userPlan, ...USER_PLANS[userPlan] },
    developers: { plan: developerPlan, ...DEVELOPER_PLANS[developerPlan] },
    sign_up: signUp.mode,
    change_by:
      'DEFAULT_USER_PLAN, DEFAULT_DEVELOPER_PLAN, SIGNUP; for existing accounts: admin people plan, admin limits set',
  }
}

/** Starts the background work: deliveries, triggers and jobs. */
function startWorkers(ports: AppPorts, override?: readonly Job<AppPorts>[]): { stop(): Promise<void> }[] {
  ports.deliveries.start()
  ports.mailer.start()
  ports.extractions.start(ports)
  ports.readings.start(ports)
  const all = ports.config.databaseUrl ? jobs : [...jobs, vacuumJob()]
  return [startJobs(ports, override ?? all), startFiring(ports)]
}

// The OpenTelemetry libraries are large, so they are only loaded when tracing is on.
async function openTrace({ tracing }: Config): Promise<Trace> {
  if (!tracing) return NO_TRACE
  const { openOtlp } = await import('./foundation/telemetry/trace-otlp.ts')
  return openOtlp(tracing, VERSION)
}
