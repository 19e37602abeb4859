import type { FastifyRequest } from 'fastify'
import { clientNetwork } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Route } from '../../foundation/route.ts'
import type { EdgePorts } from '../ports.ts'
import { invalidCredentials } from './admit.ts'
import { untilTurn } from './until-turn.ts'

/**
 * Waits until it is the turn of a request whose body is read. Those with the secret of an app take turns by app, apart from
 * the other requests of their address: sign-ins there do not delay them, nor they the sign-ins.
 * @throws Failure (rejects) like {@link untilTurn}; `rate_limited` for an address that has sent many invalid credentials
 */
export function untilClientTurn(ports: EdgePorts, route: Route, request: FastifyRequest): Promise<void> | undefined {
  if (!route.clientOf || request.leave || request.caller === null) return untilTurn(ports.concurrency, request)
  return findClient(ports, route.clientOf, request).then(() => untilTurn(ports.concurrency, request))
}

async function findClient(
  { config, limits }: EdgePorts,
  clientOf: NonNullable<Route['clientOf']>,
  request: FastifyRequest,
): Promise<void> {
  const network = clientNetwork(request.ip)
  const [key, max] = invalidCredentials(config, network)
  if (max !== null) limits.check(key, max)
  const appId = await clientOf(request.ctx as Ctx, request.body)
  if (appId === null && max !== null) limits.admit(key, max)
  if (!appId) return
  request.caller = { person: `clients at address ${network}`, credential: appId, isUntimed: true }
}
