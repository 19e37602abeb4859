import { allowedByBoth, allows, qualifiersFor } from '@memory-service/scopes'
import { LRUCache } from 'lru-cache'
import type { AppActor } from '../../foundation/actor.ts'
import { hashesOf, isSecret } from '../../foundation/auth/secrets.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { entryLimit } from '../../foundation/entry-limit.ts'
import { Failure } from '../../foundation/errors.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import type { ChangeFeed } from '../../foundation/sql/change-feed.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import { mutedSources } from '../webhooks/emit.ts'
import { type AccessOf, accessOf } from './access-changes.ts'
import { isShareLimited } from './connections.ts'
import { otherScheme } from './proofs.ts'
import type { Target } from './target.ts'

export const TOKEN_PREFIX = 'mst'
// A token revoked on another process must fail here within a second, and a lookup takes part of that.
const FRESH_MS = 800
/** While changes of access are notified, the connection of a token is read again after this time. */
const NOTIFIED_FRESH_MS = 5 * 60_000
/** How long a token is remembered after it was last looked up. */
const TOKEN_TTL_MS = 10 * 60_000
const TOKENS_MAX = 20_000
/** How long a token whose access was ended is reported as such, instead of as unknown. */
const REVOKED_RETENTION_MS = 30 * 24 * 60 * 60_000

export interface TokenPorts {
  tokens: TokenCache
}

/** What making and ending connections uses beside the base ports. */
export interface ConnectionPorts extends TokenPorts, DeliveryPorts, MailPorts {}

interface CachedToken {
  actor: AppActor
  /** What the token is valid for; `null` is both. */
  target: Target | null
  /** The thumbprint of the key it is bound to (RFC 9449); `null` if it is not bound. */
  jkt: string | null
  /** Of the token, in milliseconds since 1970. */
  expiresAt: number
  /** Of the connection, in milliseconds since 1970. */
  accessUntil: number
  refusal: Refusal | null
  /** When the connection was last read, on the clock of `performance.now()`. */
  readAt: number
  /**
   * Whether the token was found twice, under the same grants. Between the two statements of one lookup a consent may replace
   * the token, so a single lookup does not show that the token belongs to the grants.
   */
  isConfirmed: boolean
}

/** Why the token of an active connection is refused at present. */
type Refusal = 'account_suspended' | 'app_suspended' | 'connection_paused'

export type TokenCache = ReturnType<typeof openTokens>

interface TokenParts extends Pick<Ports, 'db' | 'clock' | 'measures'> {
  accessFeed: ChangeFeed
}

/**
 * Opens a cache from tokens to actors. While the feed is current, it drops those whose access changes; otherwise grants and
 * plans in it are used for less than a second. Then the connection is read again. What ends a token without ending its
 * connection raises the version of the user's grants, so while that is the same, the token itself need not be looked up.
 * Tokens that this process revokes are dropped at once.
 */
export function openTokens({ db, clock, measures, accessFeed }: TokenParts) {
  const tokensOf = new Map<string, Set<string>>()
  const cache = new LRUCache<string, CachedToken>({
    ...entryLimit(TOKENS_MAX),
    ttl: TOKEN_TTL_MS,
    dispose({ actor: { userId } }, token) {
      const tokens = tokensOf.get(userId)
      if (tokens?.delete(token) && !tokens.size) tokensOf.delete(userId)
    },
  })
  // Raised by `forget`, so that a lookup that began before it does not cache a stale result.
  let generation = 0
  accessFeed.onChange((payload) => {
    const changed = accessOf(payload)
    if (changed) forget(changed)
  })

  function isFresh({ readAt }: CachedToken): boolean {
    const age = performance.now() - readAt
    return age < FRESH_MS || (age < NOTIFIED_FRESH_MS && accessFeed.isCurrent(readAt))
  }

  async function lookUp(token: string, held?: CachedToken): Promise<CachedToken | undefined> {
    if (!isSecret(TOKEN_PREFIX, token)) return undefined
    const start = { generation, at: performance.now() }
    const known = await load(db, token, clock())
    if (!known) return undefined
    const isConfirmed = held?.actor.grantsVersion === known.actor.grantsVersion
    return remember(token, { ...known, readAt: start.at, isConfirmed }, start.generation)
  }

  /** Reads the connection of a remembered token again; `undefined` if its grants have changed since. */
  async function readAgain(token: string, held: CachedToken): Promise<CachedToken | undefined> {
    const start = { generation, at: performance.now() }
    const { userId, connectionId, familyId, grantsVersion } = held.actor
    const current = await loadConnection(db, userId, connectionId, familyId)
    if (current?.actor.grantsVersion !== grantsVersion) return undefined
    return remember(token, { ...held, ...current, readAt: start.at }, start.generation)
  }

  function remember(token: string, known: CachedToken, since: number): CachedToken {
    if (since !== generation) return known
    const { userId } = known.actor
    cache.set(token, known)
    const tokens = tokensOf.get(userId)
    if (tokens) tokens.add(token)
    else tokensOf.set(userId, new Set([token]))
    return known
  }

  function forget(changed: AccessOf): void {
    generation++
    if ('userId' in changed) {
      for (const token of [...(tokensOf.get(changed.userId) ?? [])]) cache.delete(token)
      return
    }
    const [[name, id]] = Object.entries(changed) as [['appId' | 'developerId', string]]
    for (const [token, { actor }] of cache.entries()) if (actor[name] === id) cache.delete(token)
  }

  return {
    /**
     * The actor of a token; `undefined` if it is unknown, expired or for another target. With `prove`, the token must be
     * bound to a key, which is passed to it; without, the token must not be bound.
     * @throws Failure `unauthorized`; `connection_revoked` if its connection has ended; `connection_paused`, `account_suspended`,
     * `app_suspended`
     */
    async actorOf(
      token: string,
      target: Target = 'api',
      prove?: (jkt: string) => Promise<void>,
    ): Promise<AppActor | undefined> {
      const held = cache.get(token)
      const fresh = held && isFresh(held) ? held : undefined
      measures.cacheLookup('tokens', fresh ? 'hit' : held ? 'stale' : 'miss')
      const again = !fresh && held?.isConfirmed ? await readAgain(token, held) : undefined
      const known = fresh ?? again ?? (await lookUp(token, held))
      const now = clock().getTime()
      if (!known || known.expiresAt <= now) return undefined
      if (known.target !== null && known.target !== target) return undefined
      if ((known.jkt === null) !== (prove === undefined)) throw otherScheme(known.jkt)
      if (known.jkt !== null) await prove?.(known.jkt)
      return permitted(known, now)
    },
    /** Drops the tokens of a user, an app or a developer. */
    forget,
    /** Whether changes of access are notified, so that tokens are remembered for minutes; `undefined` until that is known. */
    isNotified: () => accessFeed.isLive(),
  }
}

interface StoredToken {
  user_id: string
  connection_id: string
  family_id: string | null
  target: Target | null
  jkt: string | null
  expires_at: string | null
}

// Two statements: the first finds the user of the token, the second reads that user's rows, which may be in another
// partition.
async function load(
  db: Db,
  token: string,
  now: Date,
): Promise<Omit<CachedToken, 'readAt' | 'isConfirmed'> | undefined> {
  const hashes = hashesOf(token)
  const held = await db.maybe<StoredToken>(sql`
    select user_id, connection_id, family_id, target, dpop_jkt as jkt, expires_at
    from connection_tokens where token_hash = any(${hashes}::bytea[])`)
  const found = held && (await loadConnection(db, held.user_id, held.connection_id, held.family_id))
  if (found)
    return {
      ...found,
      target: held.target,
      jkt: held.jkt,
      expiresAt: held.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(held.expires_at),
    }
  const since = new Date(now.getTime() - REVOKED_RETENTION_MS).toISOString()
  const revoked =
    held ??
    (await db.maybe(sql`
    select 1 from revoked_tokens where token_hash = any(${hashes}::bytea[]) and revoked_at > ${since}`))
  if (revoked) throw new Failure('connection_revoked')
  return undefined
}

type Row = Omit<AppActor, 'kind' | 'reads' | 'writes'> & {
  accessUntil: string | null
  refusal: Refusal | null
  familyScopes: string[] | null
}

/** Reads an active connection. A client registered outside the portal is its own developer, on an unlimited plan. */
async function loadConnection(
  db: Db,
  userId: string,
  connectionId: string,
  familyId: string | null,
): Promise<Pick<CachedToken, 'actor' | 'accessUntil' | 'refusal'> | undefined> {
  const family =
    familyId === null
      ? nothing
      : sql`
    join token_families f on f.user_id = ${userId} and f.connection_id = c.id and f.id = ${familyId}`
  const row = await db.maybe<Row>(sql`
    select c.id as "connectionId", c.user_id as "userId", i.id as "aiId", a.id as "appId", a.slug as app,
      ${familyId}::text as "familyId", coalesce(a.developer_id, a.id) as "developerId", c.scopes,
      nullif(u.name, '') as "ownName",
      u.plan as "userPlan", coalesce(d.plan, 'enterprise') as "developerPlan", s.grants_version as "grantsVersion",
      ${familyId === null ? sql`c.expires_at` : sql`least(c.expires_at, f.access_until)`} as "accessUntil", u.limits as "userLimits",
      coalesce(d.limits, '{}') as "developerLimits", case
        when u.suspended_at is not null then 'account_suspended'
        when a.stopped_at is not null or d.suspended_at is not null then 'app_suspended'
        when c.paused_at is not null then 'connection_paused' end as refusal,
      ${isShareLimited(userId)} as "isShareLimited", ${mutedSources(userId)} as muted,
      exists (select from muted_sources own where own.user_id = ${userId} and own.app = a.slug) as "isMuted", c.is_test as "isTest",
      ${familyId === null ? sql`null::text[]` : sql`f.scopes`} as "familyScopes"
    from connections c
    join users u on u.id = c.user_id
    join stores s on s.user_id = c.user_id
    join identities i on i.user_id = c.user_id
    join apps a on a.id = c.app_id
    left join developers d on d.id = a.developer_id ${family}
    where c.user_id = ${userId} and c.id = ${connectionId} and c.status = 'active' and a.deleted_at is null`)
  if (!row) return undefined
  const { accessUntil, refusal, familyScopes, ownName, ...fields } = row
  const scopes = familyScopes ? allowedByBoth(row.scopes, familyScopes) : row.scopes
  const [reads, writes] = [qualifiersFor(scopes, 'memory:read'), qualifiersFor(scopes, 'memory:write')]
  return {
    actor: { kind: 'app', ...fields, ownName: allows(scopes, 'identity:read') ? ownName : null, scopes, reads, writes },
    accessUntil: accessUntil === null ? Number.POSITIVE_INFINITY : Date.parse(accessUntil),
    refusal,
  }
}

/**
 * The actor of a connection, unless its access has ended or it is refused at present. The failure names the app.
 * @throws Failure `connection_revoked`, `connection_paused`, `account_suspended`, `app_suspended`
 */
function permitted(
  { actor, accessUntil, refusal }: Pick<CachedToken, 'actor' | 'accessUntil' | 'refusal'>,
  now: number,
): AppActor {
  if (accessUntil > now && !refusal) return actor
  const failure = new Failure(accessUntil > now && refusal ? refusal : 'connection_revoked')
  failure.app = actor
  throw failure
}

/**
 * Reads the grants of an authenticated app again, because they may have changed since.
 * @throws Failure `connection_revoked`, `connection_paused`, `account_suspended`, `app_suspended`
 */
export async function currentActor(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  actor: Pick<AppActor, 'userId' | 'connectionId' | 'familyId'>,
): Promise<AppActor> {
  const known = await loadConnection(db, actor.userId, actor.connectionId, actor.familyId)
  if (!known) throw new Failure('connection_revoked')
  return permitted(known, clock().getTime())
}

/** Deletes tokens, and remembers their hashes so that their holders learn that their access was ended. */
export async function revokeTokens({ db, clock }: Pick<Ports, 'db' | 'clock'>, where: Sql): Promise<void> {
  const ended = await db.rows<{ token_hash: Buffer }>(
    sql`delete from connection_tokens where ${where} returning token_hash`,
  )
  if (!ended.length) return
  const hashes = ended.map(({ token_hash }) => token_hash)
  await db.count(sql`
    insert into revoked_tokens (token_hash, revoked_at)
    select hash, ${clock().toISOString()}::timestamptz from unnest(${hashes}::bytea[]) as t (hash)
    on conflict (token_hash) do nothing`)
}

/** Deletes a batch of the hashes of tokens revoked a month ago. Returns `true` if there may be more. */
export async function deleteRevokedTokens({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - REVOKED_RETENTION_MS).toISOString()
  const deleted = await db.count(sql`
    delete from revoked_tokens where token_hash in (
      select token_hash from revoked_tokens where revoked_at < ${before} limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
