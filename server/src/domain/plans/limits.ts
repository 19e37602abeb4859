import type { Actor } from '../../foundation/actor.ts'
import { Failure } from '../../foundation/errors.ts'

interface ReachedLimit {
  limit: string
  used: number
  max: number
  plan: string
}

/**
 * The failure of a plan's limit. How much is used, the maximum and the plan are for the person, for the developer whose
 * plan it is, and for an app that may read everything. Others learn the name of the limit.
 */
export function limitExceeded(actor: Actor, owner: 'user' | 'developer', reached: ReachedLimit) {
  return new Failure('limit_exceeded', mayKnow(actor, owner) ? reached : { limit: reached.limit })
}

function mayKnow(actor: Actor, owner: 'user' | 'developer'): boolean {
  switch (actor.kind) {
    case 'user':
      return true
    case 'app':
      return owner === 'developer' || (actor.reads.includes('*') && !actor.muted.length)
    case 'developer':
    case 'client':
    // Only the token endpoint, where the app's server has authenticated.
    case 'public':
      return owner === 'developer'
  }
}
