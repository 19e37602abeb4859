import { qualifiersFor } from '@memory-service/scopes'
import { LRUCache } from 'lru-cache'
import type { AppActor } from '../../foundation/actor.ts'
import { hashSecret, isSecret } from '../../foundation/auth/secrets.ts'
import type { Ports } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import type { Target } from './target.ts'

export const TOKEN_PREFIX = 'mst'
// A token revoked on another process must fail here within a second, and a lookup takes part of that.
const TOKEN_TTL_MS = 800
const TOKENS_MAX = 20_000

export interface TokenPorts {
  tokens: TokenCache
}

/** What making and ending connections uses beside the base ports. */
export interface ConnectionPorts extends TokenPorts, DeliveryPorts {}

interface CachedToken {
  actor: AppActor
  /** What the token is valid for; `null` is both. */
  target: Target | null
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type TokenCache = ReturnType<typeof openTokens>

/**
 * Opens a cache from tokens to actors. Entries live for less than a second, so grants and plans are never older than
 * that; tokens that this process revokes are dropped at once.
 */
export function openTokens({ db, clock, measures }: Pick<Ports, 'db' | 'clock' | 'measures'>) {
  const cache = new LRUCache<string, CachedToken>({ max: TOKENS_MAX, ttl: TOKEN_TTL_MS })
  // Raised by `forget`, so that a lookup that began before it does not cache a stale result.
  let generation = 0

  async function lookUp(token: string): Promise<CachedToken | undefined> {
    if (!isSecret(TOKEN_PREFIX, token)) return undefined
    const start = { generation, at: performance.now() }
    const known = await load(db, token)
    if (known && start.generation === generation) cache.set(token, known, { start: start.at })
    return known
  }

  return {
    /** The actor of a token; `undefined` if it is invalid, expired or for another target. */
    async actorOf(token: string, target: Target = 'api'): Promise<AppActor | undefined> {
      const held = cache.get(token)
      measures.cacheLookup('tokens', held ? 'hit' : 'miss')
      const known = held ?? (await lookUp(token))
      if (!known || known.expiresAt <= clock().getTime()) return undefined
      return known.target === null || known.target === target ? known.actor : undefined
    },
    /** Drops the tokens of every matching actor. */
    forget(which: (actor: AppActor) => boolean): void {
      generation++
      for (const [token, { actor }] of cache.entries()) if (which(actor)) cache.delete(token)
    },
  }
}

type Row = Omit<AppActor, 'kind' | 'reads' | 'writes'>

interface StoredToken {
  user_id: string
  connection_id: string
  target: Target | null
  expires_at: string | null
}

// Two statements: the first finds the user of the token, the second reads that user's rows, which may be in another
// partition. A client registered outside the portal is its own developer, on an unlimited plan.
async function load(db: Db, token: string): Promise<CachedToken | undefined> {
  const held = await db.maybe<StoredToken>(sql`
    select user_id, connection_id, target, expires_at from connection_tokens where token_hash = ${hashSecret(token)}`)
  if (!held) return undefined
  const row = await db.maybe<Row>(sql`
    select c.id as "connectionId", c.user_id as "userId", i.id as "aiId", a.id as "appId", a.slug as app,
      coalesce(a.developer_id, a.id) as "developerId", c.scopes, u.plan as "userPlan",
      coalesce(d.plan, 'enterprise') as "developerPlan"
    from connections c
    join users u on u.id = c.user_id
    join identities i on i.user_id = c.user_id
    join apps a on a.id = c.app_id
    left join developers d on d.id = a.developer_id
    where c.user_id = ${held.user_id} and c.id = ${held.connection_id} and c.status = 'active'`)
  if (!row) return undefined
  const reads = qualifiersFor(row.scopes, 'memory:read')
  const writes = qualifiersFor(row.scopes, 'memory:write')
  return {
    actor: { kind: 'app', ...row, reads, writes },
    target: held.target,
    expiresAt: held.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(held.expires_at),
  }
}
