import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, sameBytes } from '../../foundation/auth/secrets.ts'
import type { Config } from '../../foundation/config.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Metrics } from './metrics.ts'

/** Status recorded for requests whose client disconnected before the response, as in nginx. */
export const CLIENT_CLOSED_REQUEST = 499

const METRICS_CONNECTIONS_MAX = 20

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation within a route that serves several; one of a fixed set of names, used as a metric label. */
    errand: string | null
  }
}

/** The operational state of the process. */
export interface Operations {
  metrics: Metrics
  /** False while starting, migrating or draining: all other endpoints respond with 503. */
  open: () => boolean
  /** Whether the process is stopping and gets no new requests from load balancers. */
  draining: () => boolean
  /** The result of `/readyz`: `open()` is true and the database responds. */
  ready: () => Promise<boolean>
}

/** The name of a request in metrics and logs: the route name, with the operation if there is one. */
export function routeNameOf({ routeOptions, errand }: FastifyRequest): string {
  const { name = 'none' } = routeOptions.config as { name?: string }
  return errand ? `${name}:${errand}` : name
}

/** Counts a request whose client disconnected before the response. */
export function countAbandoned({ metrics }: Operations, request: FastifyRequest, reply: FastifyReply): void {
  metrics.responded(routeNameOf(request), CLIENT_CLOSED_REQUEST, reply.elapsedTime)
}

/**
 * Mounts the health and readiness endpoints, and the metrics unless they have a port of their own. The metrics require
 * `METRICS_TOKEN`; without one, only a service that no other machine can reach serves them.
 */
export function mountOperations(app: FastifyInstance, operations: Operations, config: MetricsAccess): void {
  const { metrics, ready: isReady, draining: isDraining } = operations
  app.get('/healthz', { config: { name: 'health' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { name: 'ready' } }, async (request, reply) => {
    if (isDraining()) {
      // HAProxy stops new requests on 404 but lets running ones finish (`disable-on-404`).
      const { draining } = request.query as { draining?: unknown }
      return reply.code(draining === '404' ? 404 : 503).send({ status: 'draining' })
    }
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  if (config.metricsPort !== undefined) return
  app.get('/metrics', { config: { name: 'metrics' } }, async (request, reply) => {
    checkMetricsAccess(config, request)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

type MetricsAccess = Pick<Config, 'isLocal' | 'metricsToken' | 'metricsPort'>

function checkMetricsAccess({ isLocal, metricsToken }: MetricsAccess, { headers }: FastifyRequest): void {
  if (metricsToken !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined || !sameBytes(hashSecret(token), hashSecret(metricsToken)))
      throw new Failure('unauthorized', { reason: 'Send METRICS_TOKEN as a bearer token.' })
  } else if (!isLocal)
    throw new Failure('forbidden', { reason: 'Metrics are off: set METRICS_TOKEN or METRICS_PORT to serve them.' })
}

/** Serves the metrics, and nothing else, on a port of its own. */
export async function openMetricsServer({ metrics }: Operations, host: string, port: number): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    request.resume()
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    const text = await metrics.text().catch(() => undefined)
    if (text === undefined) return response.writeHead(500).end()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  server.maxConnections = METRICS_CONNECTIONS_MAX
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface MetricsServer {
  port: number
  close(): Promise<void>
}
