import { LRUCache } from 'lru-cache'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ports } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { hashSecret, isSecret } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { qualifiersFor } from '../vocabulary/scopes.ts'
import type { Target } from './target.ts'

export const TOKEN_PREFIX = 'mst'
// A token revoked on another process must fail here within a second; a look-up takes part of that.
const TOKEN_KEPT_MS = 800
const TOKENS_KEPT_MAX = 20_000

declare module '../../foundation/ctx.ts' {
  interface Ports {
    tokens: TokenCache
  }
}

interface Known {
  actor: AppActor
  /** What the token is good for; `null` is everything. */
  target: Target | null
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type TokenCache = ReturnType<typeof openTokens>

/**
 * From tokens to actors. An answer is kept for less than a second, so what it says of grants and plans is
 * never older than that; what this process itself ends, it forgets at once.
 */
export function openTokens({ db, clock, measures }: Pick<Ports, 'db' | 'clock' | 'measures'>) {
  const kept = new LRUCache<string, Known>({ max: TOKENS_KEPT_MAX, ttl: TOKEN_KEPT_MS })
  // Raised by every forgetting, so that a look-up begun before it does not bring back what it saw.
  let era = 0

  async function look(token: string): Promise<Known | undefined> {
    if (!isSecret(TOKEN_PREFIX, token)) return undefined
    const begun = { era, at: performance.now() }
    const known = await load(db, token)
    if (known && begun.era === era) kept.set(token, known, { start: begun.at })
    return known
  }

  return {
    /** The actor of a living connection's token, or `undefined`; also when the token is good for another target. */
    async actorOf(token: string, target: Target = 'api'): Promise<AppActor | undefined> {
      const held = kept.get(token)
      measures.looked('tokens', held ? 'hit' : 'miss')
      const known = held ?? (await look(token))
      if (!known || known.expiresAt <= clock().getTime()) return undefined
      return known.target === null || known.target === target ? known.actor : undefined
    },
    /** Forgets every actor the test names. */
    forget(which: (actor: AppActor) => boolean): void {
      era++
      for (const [token, { actor }] of kept.entries()) if (which(actor)) kept.delete(token)
    },
  }
}

type Row = Omit<AppActor, 'kind' | 'reads' | 'writes'>

interface Held {
  user_id: string
  connection_id: string
  target: Target | null
  expires_at: string | null
}

// Two statements: the first knows the token and not yet the person, the second looks where that person's rows lie. A
// client outside the portal is its own developer, on a plan without limits: its person's limits bind it.
async function load(db: Db, token: string): Promise<Known | undefined> {
  const held = await db.maybe<Held>(sql`
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
