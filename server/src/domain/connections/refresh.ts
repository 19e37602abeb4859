import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import { hashSecret, isSecret } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { throttle } from '../../foundation/throttle.ts'
import { allows } from '../vocabulary/scopes.ts'
import { endConnection } from './connections.ts'
import {
  dropFamilies,
  type Family,
  issue,
  REFRESH_PREFIX,
  REFRESH_TTL_MS,
  refreshableUntil,
  successorOf,
  type Tokens,
} from './families.ts'
import { agreed, type Target } from './target.ts'

const GRACE_MS = 60_000
const REFRESHES_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
const FAMILIES_AT_ONCE = 100

/** What a client asks for with a refresh token. */
export interface Refresh {
  refresh_token: string
  target: Target | null
  /** Scopes it names; they may not exceed the grant. */
  scopes: readonly string[]
}

interface Held {
  expires_at: string
  target: Target | null
}

/**
 * Spends a refresh token of this app for fresh tokens of its family, in the transaction at hand; `undefined` when it
 * is none, or none any more. One that was stolen has ended its family by then, so the transaction must be committed.
 * @throws Failure `invalid_scope`, `invalid_target` or `rate_limited`, none of which spends it
 */
export async function refreshFamily(
  ctx: Ctx,
  appId: string,
  { refresh_token, target, scopes }: Refresh,
): Promise<{ tokens: Tokens; connection_id: string; ai_id: string; scopes: string[] } | undefined> {
  const { db, clock, config } = ctx
  if (!isSecret(REFRESH_PREFIX, refresh_token)) return undefined
  const hash = hashSecret(refresh_token)
  const now = clock()
  const family = await familyOf(ctx, hash)
  if (!family) return undefined
  const grant = await hold(ctx, family)
  if (grant?.app_id !== appId || grant.status !== 'active') return undefined
  // Looked at only now that nobody else changes it.
  const held = await db.maybe<Held>(sql`
    select expires_at, target from token_families where user_id = ${family.userId} and id = ${family.id}`)
  const spentAt = await whenSpent(ctx, hash)
  if (!held || spentAt === undefined || Date.parse(held.expires_at) <= now.getTime()) return undefined
  const next = successorOf(ctx, refresh_token)
  // Later than an answer is waited for, or after it has been used: this is not whom it was given to.
  const isReused =
    spentAt !== null && (Date.parse(spentAt) + GRACE_MS <= now.getTime() || (await whenSpent(ctx, hashSecret(next))))
  if (isReused) {
    await endFamily(ctx, family)
    return undefined
  }
  const outside = scopes.filter((scope) => !allows(grant.scopes, scope))
  if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
  const good = agreed(held.target, target)
  if (config.rateLimit !== null) await throttle(db, `refresh ${family.id}`, REFRESHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  await db.count(sql`
    update refresh_tokens set spent_at = coalesce(spent_at, ${now.toISOString()}::timestamptz)
    where token_hash = ${hash}`)
  await db.count(sql`
    update token_families set expires_at = ${refreshableUntil(now)}
    where user_id = ${family.userId} and id = ${family.id}`)
  const { ai_id } = await db.one<{ ai_id: string }>(
    sql`select id as ai_id from identities where user_id = ${family.userId}`,
  )
  const tokens = await issue(ctx, family, good, next)
  return { tokens, connection_id: family.connectionId, ai_id, scopes: grant.scopes }
}

/** When a refresh token was spent; `null` of one that was not, `undefined` of none. */
async function whenSpent({ db }: Pick<Ports, 'db'>, hash: Buffer): Promise<string | null | undefined> {
  const found = await db.maybe<{ spent_at: string | null }>(
    sql`select spent_at from refresh_tokens where token_hash = ${hash}`,
  )
  return found?.spent_at
}

// A token is found by its hash alone; what it belongs to lies with its person.
async function familyOf({ db }: Pick<Ports, 'db'>, hash: Buffer): Promise<Family | undefined> {
  const found = await db.maybe<Omit<Family, 'connectionId'>>(
    sql`select user_id as "userId", family_id as id from refresh_tokens where token_hash = ${hash}`,
  )
  return (
    found &&
    db.maybe<Family>(sql`
      select user_id as "userId", connection_id as "connectionId", id from token_families
      where user_id = ${found.userId} and id = ${found.id}`)
  )
}

interface Grant {
  app_id: string
  status: string
  scopes: string[]
}

function hold({ db }: Pick<Ports, 'db'>, { userId, connectionId }: Omit<Family, 'id'>): Promise<Grant | undefined> {
  return db.maybe<Grant>(sql`
    select app_id, status, scopes from connections where user_id = ${userId} and id = ${connectionId} for update`)
}

/** Ends a family and its tokens, and with the last family the connection. */
export async function endFamily(ports: Ports, { userId, connectionId, id }: Family): Promise<void> {
  const { db, tokens } = ports
  await hold(ports, { userId, connectionId })
  await dropFamilies(db, userId, [id])
  db.afterCommit(() => tokens.forget((actor) => actor.connectionId === connectionId))
  const others = await db.rows(sql`
    select id from token_families where user_id = ${userId} and connection_id = ${connectionId} limit 1`)
  if (!others.length) await endConnection(ports, userId, connectionId)
}

/**
 * Ends what a token of this app stands for, an access token or one to refresh it by: its family, or the connection
 * where there are no families. What is no token of this app ends nothing.
 */
export async function endToken(ports: Ports, appId: string, token: string): Promise<void> {
  const { db } = ports
  const hash = hashSecret(token)
  const lasting = await db.maybe<Omit<Family, 'id'> & { id: string | null }>(sql`
    select user_id as "userId", connection_id as "connectionId", family_id as id
    from connection_tokens where token_hash = ${hash}`)
  const found = lasting ?? (await familyOf(ports, hash))
  if (!found || (await hold(ports, found))?.app_id !== appId) return
  const { id, ...place } = found
  if (id === null) await endConnection(ports, place.userId, place.connectionId)
  else await endFamily(ports, { ...place, id })
}

/** Sweeps families nobody has used for 90 days, and tokens that have expired, some at a time. */
export async function sweepTokens(ports: Ports): Promise<boolean> {
  const { db, clock } = ports
  const now = clock()
  const unused = await db.rows<Family>(sql`
    select user_id as "userId", connection_id as "connectionId", id from token_families
    where expires_at <= ${now.toISOString()} order by expires_at limit ${FAMILIES_AT_ONCE}`)
  for (const family of unused) await endUnused(ports, family, now)
  const expired = await db.count(sql`
    delete from connection_tokens where token_hash in (
      select token_hash from connection_tokens where expires_at <= ${now.toISOString()} limit ${SWEPT_ROWS})`)
  const spentBefore = new Date(now.getTime() - REFRESH_TTL_MS).toISOString()
  const spent = await db.count(sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where spent_at < ${spentBefore} limit ${SWEPT_ROWS})`)
  return unused.length === FAMILIES_AT_ONCE || expired === SWEPT_ROWS || spent === SWEPT_ROWS
}

// Looked at again with the connection in hand: it may have been renewed at the last moment.
async function endUnused(ports: Ports, family: Family, now: Date): Promise<void> {
  const { userId, id } = family
  await hold(ports, family)
  const alive = await ports.db.maybe(sql`
    select id from token_families where user_id = ${userId} and id = ${id} and expires_at > ${now.toISOString()}`)
  if (!alive) await endFamily(ports, family)
}
