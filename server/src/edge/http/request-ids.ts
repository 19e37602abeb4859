import type { IncomingMessage } from 'node:http'
import type { Config } from '../../foundation/config.ts'
import { newId } from '../../foundation/ids.ts'
import { addressMatcher } from '../../foundation/net/address.ts'

const EDGE_ID = /^[\w.:-]{1,128}$/

/**
 * Returns what gives each request its id: that of the `X-Request-Id` header if a trusted proxy sends one, so that its log and
 * ours name the request alike, and a new one otherwise.
 */
export function requestIds({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const isProxy = addressMatcher(trustedProxies)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = trustedProxies.length ? headers['x-request-id'] : undefined
    if (typeof id !== 'string' || !EDGE_ID.test(id) || !isProxy(socket.remoteAddress ?? '')) return newId('req')
    return id
  }
}
