import type { Config } from './config.ts'

/** An app acting for one person, by the connection token it was given. */
export interface AppActor {
  kind: 'app'
  connectionId: string
  userId: string
  aiId: string
  appId: string
  /** The slug of the app: what a memory carries as `sourceApp`. */
  app: string
  developerId: string
  /** Consent scopes as granted. */
  scopes: readonly string[]
  /** Qualifiers of its `memory:read` and `memory:write` grants, taken out of `scopes` once. */
  reads: readonly string[]
  writes: readonly string[]
  userPlan: Config['userPlan']
  developerPlan: Config['developerPlan']
}

/** A person in the Hub, by a session cookie. The store is theirs, so their qualifiers are `*`. */
export interface UserActor {
  kind: 'user'
  userId: string
  aiId: string
  sessionHash: Buffer
  reads: readonly string[]
  writes: readonly string[]
  userPlan: Config['userPlan']
}

/** A developer in the portal, by a session cookie. */
export interface DeveloperActor {
  kind: 'developer'
  developerId: string
  sessionHash: Buffer
  developerPlan: Config['developerPlan']
}

/** Nobody in particular. */
export interface PublicActor {
  kind: 'public'
}

/** Whoever can reach memories. */
export type MemoryActor = AppActor | UserActor
export type Actor = AppActor | UserActor | DeveloperActor | PublicActor
export type Audience = Actor['kind']
export type ActorOf<A extends Audience> = Extract<Actor, { kind: A }>

/** The id a credential answers to: what idempotency keys, cursors and limits are bound to. */
export function credentialOf(actor: Actor): string {
  switch (actor.kind) {
    case 'app':
      return actor.connectionId
    case 'user':
      return actor.userId
    case 'developer':
      return actor.developerId
    case 'public':
      return 'public'
  }
}
