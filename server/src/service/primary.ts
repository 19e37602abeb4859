import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { Config } from '../foundation/config.ts'
import { explainListenError } from '../foundation/startup-errors.ts'
import { openLog } from '../foundation/telemetry/log.ts'
import { type Handoff, Handoffs } from './handoffs.ts'
import { urlOf } from './listening-url.ts'
import { Routes } from './routing.ts'
import { type ToPrimary, type ToWorker, WORKER_ARGUMENT, type WorkerMetrics } from './worker-messages.ts'

/*
 * The primary of `WORKERS` processes. It listens, reads the first bytes of each connection and passes it to a worker, with
 * which the client talks directly from then on. It restarts workers that exit, and adds up their metrics.
 */

/** A connection that sends nothing for this long is passed on as it is. */
const HEAD_WAIT_MS = 1_000
/** A connection waits this long for a worker while all of them start. */
const WORKER_WAIT_MS = 10_000
const WAITING_MAX = 1_000
const METRICS_WAIT_MS = 10_000
/** The delay before a worker is started again: doubled each time, up to a limit, until one has run for a while. */
const RESTART_MS = 500
const RESTART_MS_MAX = 30_000
const STABLE_MS = 60_000
/** Workers end running requests within 30 s. */
const STOP_MS = 45_000

interface Worker {
  child: ChildProcess
  handoffs: Handoffs
  state: 'starting' | 'listening' | 'ready'
  startedAt: number
}

/** A running primary. */
export interface Primary {
  /** Where clients reach it: `BASE_URL`, or else its address. */
  url: string
  address: string
  stop(): Promise<void>
}

/** Starts the workers; resolves once all of them accept requests. `main`: the program that they run. */
export async function startPrimary(config: Config, main: string): Promise<Primary> {
  const { workers: count } = config
  const log = openLog(config.logLevel)
  const routes = new Routes(count)
  const workers: (Worker | undefined)[] = Array.from({ length: count }, () => undefined)
  const restarts = new Array<number>(count).fill(0)
  const waiting = new Set<() => void>()
  let isStopping = false

  const server = createServer({ pauseOnConnect: true, noDelay: true }, receive)
  server.listen({ host: config.host, port: config.port })
  await once(server, 'listening').catch((error) => {
    throw explainListenError(config, error)
  })
  const address = urlOf(config.host, server.address() as AddressInfo)
  const url = config.baseUrl ?? address

  /** Reads the first bytes of a connection, which say whose it is. */
  function receive(socket: Socket): void {
    const chunks: Buffer[] = []
    const onError = () => socket.destroy()
    const go = () => {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('end', onEnd)
      stopReading(socket)
      for (let rest = socket.read(); rest; rest = socket.read()) chunks.push(rest)
      const head = Buffer.concat(chunks)
      void pass({ socket, head })
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      go()
    }
    const onEnd = () => {
      clearTimeout(timer)
      socket.destroy()
    }
    const timer = setTimeout(go, HEAD_WAIT_MS)
    socket.on('error', onError)
    socket.once('close', () => clearTimeout(timer))
    socket.once('end', onEnd)
    socket.on('data', onData)
    socket.resume()
  }

  async function pass({ socket, head }: Handoff): Promise<void> {
    const slot = routes.slotFor(head.toString('latin1'), socket.remoteAddress ?? '')
    const worker = workerAt(slot) ?? (await whenListening().then(() => workerAt(slot)))
    if (!worker || socket.destroyed) return void socket.destroy()
    worker.handoffs.send({ socket, head })
  }

  /** The worker of a slot, or the next one that is ready. While none is, one that responds that it is starting. */
  function workerAt(slot: number): Worker | undefined {
    const inOrder = workers.map((_, step) => workers[(slot + step) % count])
    const connected = inOrder.filter((worker) => worker?.child.connected)
    return (
      connected.find((worker) => worker?.state === 'ready') ?? connected.find((worker) => worker?.state === 'listening')
    )
  }

  /** Resolves when a worker listens, or when none has for too long. */
  function whenListening(): Promise<void> {
    if (waiting.size >= WAITING_MAX || isStopping) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, WORKER_WAIT_MS)
      waiting.add(done)
    })
  }

  const collecting = new Map<number, (metrics: WorkerMetrics) => void>()
  let lastCall = 0

  function collectFrom({ child }: Worker): Promise<WorkerMetrics> {
    const call = ++lastCall
    const answer = new Promise<WorkerMetrics>((resolve) => collecting.set(call, resolve))
    tell(child, { kind: 'collect', call })
    return Promise.race([answer, sleep(METRICS_WAIT_MS, [], { ref: false })]).finally(() => collecting.delete(call))
  }

  /** The metrics of all workers together. */
  async function metricsText(): Promise<string> {
    const open = workers.filter((worker) => worker?.state === 'ready') as Worker[]
    const collected = await Promise.all(open.map(collectFrom))
    const all = AggregatorRegistry.aggregate(collected.filter(({ length }) => length))
    return `${await all.metrics()}\n# HELP workers Workers that accept requests\n# TYPE workers gauge\nworkers ${open.length}\n`
  }

  function start(slot: number, started: () => void): void {
    const child = fork(main, [WORKER_ARGUMENT], { serialization: 'advanced' })
    const handoffs = new Handoffs(child)
    const worker: Worker = { child, handoffs, state: 'starting', startedAt: performance.now() }
    workers[slot] = worker
    tell(child, { kind: 'start', count, address })
    child.on('message', (message) => {
      const sent = message as ToPrimary
      if (sent.kind === 'collected') collecting.get(sent.call)?.(sent.metrics)
      else if (sent.kind === 'home') routes.learn(sent.credential, sent.slot)
      else if (sent.kind === 'metrics')
        metricsText().then(
          (text) => tell(child, { kind: 'metrics', call: sent.call, text }),
          (err) => log.warn({ err }, 'metrics of the workers not collected'),
        )
      else {
        worker.state = sent.kind
        for (const done of [...waiting]) done()
        if (sent.kind === 'ready') started()
      }
    })
    child.on('error', (err) => log.error({ err, slot }, 'worker not reached'))
    child.once('exit', (code, signal) => restart(slot, worker, code ?? signal))
  }

  function restart(slot: number, worker: Worker, exit: number | string | null): void {
    if (workers[slot] === worker) workers[slot] = undefined
    for (const handoff of worker.handoffs.takeBack()) void pass(handoff)
    if (isStopping) return
    if (performance.now() - worker.startedAt > STABLE_MS) restarts[slot] = 0
    const delayMs = Math.min(RESTART_MS_MAX, RESTART_MS * 2 ** restarts[slot]!++)
    log.error({ slot, exit, delayMs }, 'worker exited; restarting')
    setTimeout(() => !isStopping && start(slot, () => {}), delayMs)
  }

  async function stop(): Promise<void> {
    isStopping = true
    const exits = workers.map((worker) => worker && exitOf(worker.child))
    for (const worker of workers) if (worker) tell(worker.child, { kind: 'stop' })
    // While load balancers notice, new connections are still served.
    await sleep(config.drainNoticeMs)
    server.close()
    metrics?.close()
    let areKilled = false
    const timer = setTimeout(() => {
      areKilled = true
      for (const worker of workers) worker?.child.kill('SIGKILL')
    }, STOP_MS)
    await Promise.all(exits)
    clearTimeout(timer)
    if (areKilled) throw new Error(`workers had not stopped after ${STOP_MS / 1_000} s and were killed`)
  }

  const metrics = config.metricsPort === undefined ? undefined : await serveMetrics(config, metricsText)
  const ready = workers.map((_, slot) => new Promise<void>((resolve) => start(slot, resolve)))
  const exited = workers.map((worker) => exitOf((worker as Worker).child))
  const failedToStart = await Promise.race([
    Promise.all(ready).then(() => false),
    Promise.race(exited).then(() => true),
  ])
  if (failedToStart) {
    await stop()
    throw new WorkerNotStarted()
  }
  return { url, address, stop }
}

/** Stops reading at once; `pause` reads ahead, and what was read is lost when the connection is passed on. */
function stopReading(socket: Socket): void {
  socket.pause()
  ;(socket as Socket & { _handle?: { readStop(): void } | null })._handle?.readStop()
}

/** Serves the metrics of all workers on a port of their own. */
async function serveMetrics(config: Config, text: () => Promise<string>) {
  const server = createHttpServer(async (request, response) => {
    request.resume()
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(await text())
  })
  server.listen(config.metricsPort, config.host)
  await once(server, 'listening').catch((error) => {
    throw explainListenError({ host: config.host, port: config.metricsPort as number }, error, 'METRICS_PORT')
  })
  return server
}

/** A worker exited before all of them had started. It has printed the reason. */
class WorkerNotStarted extends Error {
  override name = 'WorkerNotStarted'
}

function tell(child: ChildProcess, message: ToWorker): void {
  // The exit of a worker is noticed elsewhere.
  if (child.connected) child.send(message, () => {})
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
