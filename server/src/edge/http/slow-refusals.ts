import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '../../foundation/auth/throttle.ts'
import type { EdgePorts } from '../ports.ts'
import { openCounts } from './connections.ts'

/*
 * Clients that ignore refusals and try again at once take the CPU from others. So the responses that refuse calls of one
 * network wait, once there are many of them in a minute: each of its connections then gets two a second at most. Calls that
 * are accepted never wait.
 */

/** Refusals of one network in a minute, after which the next ones wait. */
export const REFUSALS_MAX = 600
const HELD_MS = 500
/** Responses that wait at the same time; further ones are sent at once. */
const HELD_MAX = 2_000
/** The same for one network, so that it does not keep those of others from waiting. */
export const HELD_PER_NETWORK_MAX = HELD_MAX / 2

declare module 'fastify' {
  interface FastifyRequest {
    /** How long its response has waited. */
    heldMs: number
  }
}

/** Installs the limit, if there are rate limits. @param wait resolves once a response has waited long enough */
export function slowRefusals(
  app: FastifyInstance,
  { config: { rateLimit }, limits }: Pick<EdgePorts, 'limits'> & { config: Pick<EdgePorts['config'], 'rateLimit'> },
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  app.decorateRequest('heldMs', 0)
  if (rateLimit === null) return
  let held = 0
  const heldByNetwork = openCounts(HELD_PER_NETWORK_MAX)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isRefusal(request, reply)) return done(null, payload)
    const network = clientNetwork(request.ip)
    const isHeld = limits.count(`refused ${network}`) > REFUSALS_MAX && held < HELD_MAX
    const release = isHeld ? heldByNetwork.take(network) : undefined
    if (!release) return done(null, payload)
    held++
    // Otherwise, the waiting responses of one client would use up the concurrent requests of others at its address.
    request.endConcurrent?.()
    void wait(HELD_MS).then(() => {
      held--
      release()
      request.heldMs = HELD_MS
      done(null, payload)
    })
  })
}

/** Whether a response refuses a call beyond a limit or without a valid credential. Mistakes of apps are not refusals. */
function isRefusal({ ctx, caller }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (statusCode < 400 || statusCode >= 500) return false
  // Calls of tools have a caller only.
  return statusCode === 429 || (ctx ? ctx.actor.kind === 'public' : !caller)
}

/** Milliseconds that a request took, without those that its response waited. */
export function elapsedOf({ heldMs }: FastifyRequest, { elapsedTime }: FastifyReply): number {
  return elapsedTime - heldMs
}
