import { type Actor, credentialOf } from '../../foundation/actor.ts'
import { clientNetwork } from '../../foundation/auth/throttle.ts'
import type { Route } from '../../foundation/route.ts'

/** Who sends a request, if requests are limited. */
export interface RequestCaller {
  /** Whose requests it is limited with: those of the user, or of the app or developer without one. */
  person: string
  /** The connection or session among those of the person. */
  credential: string
  /** Whether it goes before requests of connections: one of the person's own session. */
  isFirst?: boolean
  /** Whether the time that its requests take does not matter, only how many run at a time: many people may share an address. */
  isUntimed?: boolean
}

/**
 * Who sends a request; without a credential, its client address, whose changes are apart from its reads. `null` if it is not
 * limited: it mostly waits for a model, for its client or, on the way back from there, for an identity provider.
 */
export function callerOf(
  { costly, consumes, method, cookies }: Pick<Route, 'costly' | 'consumes' | 'cookies'> & { method?: Route['method'] },
  actor: Actor,
  address: string,
): RequestCaller | null {
  if (costly || consumes) return null
  if (actor.kind === 'public') {
    if (method === 'GET' && cookies) return null
    const isRead = method === 'GET'
    const person = `${isRead ? 'address' : 'changes of address'} ${clientNetwork(address)}`
    return { person, credential: person, isUntimed: !isRead }
  }
  const own = credentialOf(actor)
  return { person: 'userId' in actor ? actor.userId : own, credential: own, isFirst: actor.kind === 'user' }
}
