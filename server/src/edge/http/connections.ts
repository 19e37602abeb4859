import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetwork } from '../../foundation/auth/throttle.ts'
import type { Config } from '../../foundation/config.ts'
import { Failure } from '../../foundation/errors.ts'
import { addressMatcher } from '../../foundation/net/address.ts'

/*
 * Limits on client connections: in total, and for each client address, so that one client with many open connections
 * leaves room for the others. Trusted proxies open connections for many clients; there, each client's concurrent
 * requests are limited instead.
 */

// One address gets at most this share of all connections.
const ADDRESS_SHARE = 1 / 4

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends its count among the concurrent requests of its address, if these are limited. */
    endConcurrent: (() => void) | null
  }
}

/** Installs the limits. Connections beyond them are closed; idle ones are closed to free capacity. */
export function limitConnections(app: FastifyInstance, config: ConnectionLimits): void {
  const { connectionsMax, connectionsPerAddressMax, trustedProxies } = config
  const perAddressMax = Math.min(connectionsPerAddressMax, Math.floor(connectionsMax * ADDRESS_SHARE))
  const isProxy = addressMatcher(trustedProxies)
  const server: Server = app.server
  server.maxConnections = connectionsMax
  server.on('drop', () => server.closeIdleConnections())

  const connections = openCounts(perAddressMax)
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const release = connections.take(clientNetwork(remoteAddress))
    if (release) socket.once('close', release)
    else socket.destroy()
  })

  const requests = openCounts(perAddressMax)
  app.decorateRequest('endConcurrent', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { remoteAddress = '' } = request.raw.socket
    // A proxy that names no client sends requests of its own, such as health checks.
    if (!isProxy(remoteAddress) || request.ip === remoteAddress) return done()
    const release = requests.take(clientNetwork(request.ip))
    if (!release) return done(new Failure('rate_limited', { retry_after: 1 }))
    request.endConcurrent = release
    reply.raw.once('close', release)
    done()
  })
}

/** Connections whose first bytes another process has read, which Node does not count. */
export const receivedElsewhere = new WeakSet<Socket>()

/**
 * Closes connections that have not sent anything when the server closes. Browsers open connections in advance, and Node
 * takes them for active ones, so each of them would delay a shutdown.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0 && !receivedElsewhere.has(socket)) socket.destroy()
    done()
  })
}

type ConnectionLimits = Pick<Config, 'connectionsMax' | 'connectionsPerAddressMax' | 'trustedProxies'>

/** Counts what is in use by key; `take` returns the function that releases it once, or `undefined` at the limit. */
export function openCounts(max: number): { take(key: string): (() => void) | undefined } {
  const counts = new Map<string, number>()
  return {
    take(key) {
      const count = counts.get(key) ?? 0
      if (count >= max) return undefined
      counts.set(key, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (counts.get(key) ?? 1) - 1
        if (left) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
