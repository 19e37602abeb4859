import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** What an answer nobody waited for counts as, after nginx. */
export const LEFT_STATUS = 499

declare module 'fastify' {
  interface FastifyRequest {
    /** What a request at an address of many errands came for: one of a few names that are ours. */
    errand: string | null
  }
}

/** What the people who run it look at, and whether requests are taken. */
export interface Operations {
  metrics: Metrics
  /** False while starting, migrating and draining: everything but operations answers 503. */
  open: () => boolean
  /** What `/readyz` tells: open, and the database answers. */
  ready: () => Promise<boolean>
}

/** What a request is called in metrics and log: its route, and its errand where there is one. */
export function routeNameOf({ routeOptions, errand }: FastifyRequest): string {
  const { name = 'none' } = routeOptions.config as { name?: string }
  return errand ? `${name}:${errand}` : name
}

/** Notes that whoever asked has gone before there was an answer. */
export function noteLeft({ metrics }: Operations, request: FastifyRequest, reply: FastifyReply): void {
  metrics.answered(routeNameOf(request), LEFT_STATUS, reply.elapsedTime)
}

/** Health, readiness and metrics. */
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
