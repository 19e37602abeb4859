import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { receivedElsewhere } from '../edge/http/connections.ts'
import type { Metrics } from '../edge/operations/metrics.ts'
import type { Config } from '../foundation/config.ts'
import { entryLimit } from '../foundation/entry-limit.ts'
import { credentialOf, slotOf } from './routing.ts'
import type { ToPrimary, ToWorker } from './worker-messages.ts'

/*
 * This process as a worker of a primary (`primary.ts`): it takes connections from the primary, and listens on a port of
 * loopback only because Node's HTTP server tracks connections while it listens.
 */

const REPORTED_MAX = 10_000
const MEMORY_BYTES_MIN = 16 * 1024 * 1024
/** Connections to the database of all workers of a machine together, and the least of one. */
const DATABASE_CONNECTIONS = 40
const DATABASE_CONNECTIONS_MIN = 4

/** What a service does differently as a worker. */
export interface WorkerLink {
  /** The address that the primary listens on. */
  address: string
  /** Takes connections for this server. */
  attach(http: FastifyInstance, metrics: Metrics): void
  /** The metrics of all workers. */
  metricsText(): Promise<string>
  listening(): void
  ready(): void
  /** Resolves when all connections that the primary has passed on are closed. */
  idle(): Promise<void>
}

/** Waits for the primary to assign a worker number to this process. `onStop` is called when the primary stops it. */
export async function openWorkerLink(config: Config, onStop: () => void): Promise<WorkerLink> {
  // The order to stop may come while the service starts.
  process.on('message', ({ kind }: ToWorker) => {
    if (kind === 'stop') onStop()
  })
  const [{ count, address }] = (await once(process, 'message')) as [Extract<ToWorker, { kind: 'start' }>]
  const open = new Set<Socket>()
  const asked = new Map<number, (text: string) => void>()
  let lastCall = 0
  const waiting: (() => void)[] = []
  process.once('disconnect', onStop)

  function take(http: FastifyInstance, socket: Socket | undefined, head: Uint8Array): void {
    // The client may have left meanwhile.
    if (!socket) return
    if (open.size >= config.connectionsMax) {
      http.server.closeIdleConnections()
      return void socket.destroy()
    }
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (!open.size) for (const done of waiting.splice(0)) done()
    })
    if (head.length) receivedElsewhere.add(socket)
    http.server.emit('connection', socket)
    if (head.length) socket.emit('data', Buffer.from(head))
  }

  return {
    address,
    attach(http, metrics) {
      process.on('message', (message: ToWorker, socket: Socket | undefined) => {
        if (message.kind === 'connection') take(http, socket, message.head)
        else if (message.kind === 'metrics') asked.get(message.call)?.(message.text)
        else if (message.kind === 'collect')
          metrics.json().then((collected) => tell({ kind: 'collected', call: message.call, metrics: collected }))
      })
      const reported = new LRUCache<string, true>(entryLimit(REPORTED_MAX))
      http.addHook('preHandler', (request, _reply, done) => {
        const actor = request.ctx?.actor
        if (actor && 'userId' in actor && actor.userId !== undefined) {
          const credential = credentialOf(request.headers)
          if (credential !== undefined && !reported.has(credential)) {
            reported.set(credential, true)
            tell({ kind: 'home', credential, slot: slotOf(actor.userId, count) })
          }
        }
        done()
      })
    },
    metricsText() {
      const call = ++lastCall
      const text = new Promise<string>((resolve) => asked.set(call, resolve))
      tell({ kind: 'metrics', call })
      return text.finally(() => asked.delete(call))
    },
    listening: () => tell({ kind: 'listening' }),
    ready: () => tell({ kind: 'ready' }),
    idle: () => (open.size ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  }

  function tell(message: ToPrimary): void {
    if (process.connected) process.send?.(message, undefined, {}, () => {})
  }
}

/** The settings of one of several workers, which share what there is of memory and connections. */
export function shareOf(config: Config): Config {
  const { workers, databasePoolMax } = config
  const databaseShare = Math.max(DATABASE_CONNECTIONS_MIN, Math.floor(DATABASE_CONNECTIONS / workers))
  return {
    ...config,
    recallMemoryBytes: Math.max(MEMORY_BYTES_MIN, Math.floor(config.recallMemoryBytes / workers)),
    connectionsMax: Math.ceil(config.connectionsMax / workers),
    connectionsPerAddressMax: Math.ceil(config.connectionsPerAddressMax / workers),
    databasePoolMax: Math.min(databasePoolMax, databaseShare),
  }
}
