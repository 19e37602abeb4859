import type { Config } from './config.ts'

/** Limits of an account in place of its plan's, by name; null is unlimited. */
export type OwnLimits = Readonly<Record<string, number | null>>

/** An app acting for one user, authenticated by its connection token. */
export interface AppActor {
  kind: 'app'
  connectionId: string
  /** The installation the token belongs to; `null` for portal apps. */
  familyId: string | null
  userId: string
  aiId: string
  /** The user's own name, if the app may read the identity: statements about it are about the user. */
  ownName: string | null
  appId: string
  /** The slug of the app, stored as `sourceApp` of memories it writes. */
  app: string
  developerId: string
  /** Granted consent scopes. */
  scopes: readonly string[]
  /** Qualifiers of its `memory:read` and `memory:write` scopes, parsed once. */
  reads: readonly string[]
  writes: readonly string[]
  /** The version of the user's grants when these were read; writes check that it is still current. */
  grantsVersion: number
  /** Whether it may fill only its share of the store, because other apps may write too. */
  isShareLimited: boolean
  /** Other apps whose memories the user hides from this one, by slug. */
  muted: readonly string[]
  /** Whether the user hides its own memories from others. */
  isMuted: boolean
  userPlan: Config['userPlan']
  /** Limits that the operator set for the user. */
  userLimits: OwnLimits
  developerPlan: Config['developerPlan']
  /** Limits that the operator set for the developer. */
  developerLimits: OwnLimits
  /** Whether the user is a test person of the app, whose calls count against no plan. */
  isTest?: boolean
  /** Whether it acts for a user without a connection: one whose memories it holds, or who claims them. */
  isHeld?: boolean
}

/** An app on its own, authenticated with its client id and secret. */
export interface ClientActor {
  kind: 'client'
  appId: string
  /** The SHA-256 of the secret it was authenticated with. */
  secretHash: Buffer
  /** The slug of the app. */
  app: string
  developerId: string
  developerPlan: Config['developerPlan']
  /** Limits that the operator set for the developer. */
  developerLimits: OwnLimits
}

/**
 * A user of the Hub, authenticated by a session cookie. Has access to the user's whole store, so the qualifiers are
 * `*`.
 */
export interface UserActor {
  kind: 'user'
  userId: string
  aiId: string
  /** The user's own name: statements about it are about the user. */
  ownName: string | null
  sessionHash: Buffer
  /** When the user was last authenticated in this session; `null` for a credential that is no session. */
  confirmedAt: string | null
  reads: readonly string[]
  writes: readonly string[]
  userPlan: Config['userPlan']
  /** Limits that the operator set for the user. */
  userLimits: OwnLimits
  /** Set while a command of the operator acts for the user, without a session. */
  byOperator?: true
  /** Whether the address of the account waits for its first confirmation. */
  isPending?: boolean
}

/** A developer in the portal, authenticated by a session cookie. */
export interface DeveloperActor {
  kind: 'developer'
  developerId: string
  sessionHash: Buffer
  /** When the developer was last authenticated in this session. */
  confirmedAt: string | null
  developerPlan: Config['developerPlan']
  /** Limits that the operator set for the developer. */
  developerLimits: OwnLimits
  /** Whether the address of the account waits for its first confirmation. */
  isPending?: boolean
}

/** An unauthenticated caller. */
export interface PublicActor {
  kind: 'public'
}

/** Actors that can access memories. */
export type MemoryActor = AppActor | UserActor
export type Actor = AppActor | ClientActor | UserActor | DeveloperActor | PublicActor
export type Audience = Actor['kind']
export type ActorOf<A extends Audience> = Extract<Actor, { kind: A }>

/** The sources whose memories the caller may not see, by slug; a user sees all of their own. */
export function mutedFor(actor: MemoryActor): readonly string[] {
  return actor.kind === 'app' ? actor.muted : []
}

/** Whether the caller may not know the user's own name: nothing that it sees may depend on the name. */
export function isNameless(actor: MemoryActor): boolean {
  return actor.kind === 'app' && !actor.scopes.includes('identity:read')
}

/** The id of the credential; idempotency keys, cursors and rate limits are bound to it. */
export function credentialOf(actor: Actor): string {
  switch (actor.kind) {
    case 'app':
      return actor.connectionId
    case 'client':
      return actor.appId
    case 'user':
      return actor.userId
    case 'developer':
      return actor.developerId
    case 'public':
      return 'public'
  }
}
