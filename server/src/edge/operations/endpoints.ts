import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Status recorded for requests whose client disconnected before the response, as in nginx. */
export const CLIENT_CLOSED_REQUEST = 499

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

/** Mounts the health, readiness and metrics endpoints. */
export function mountOperations(app: FastifyInstance, { metrics, ready: isReady }: Operations): void {
  app.get('/healthz', { config: { name: 'health' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { name: 'ready' } }, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', { config: { name: 'metrics' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}
