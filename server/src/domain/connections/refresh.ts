import { allowedByBoth, allows } from '@memory-service/scopes'
import type { Actor } from '../../foundation/actor.ts'
import type { Proof } from '../../foundation/auth/dpop.ts'
import { hashesOf, hashSecret, isSecret } from '../../foundation/auth/secrets.ts'
import { limitDone } from '../../foundation/auth/throttle.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { endConnection } from './end.ts'
import {
  deleteFamilies,
  type Family,
  issue,
  REFRESH_PREFIX,
  REFRESH_TTL_MS,
  refreshableUntil,
  successorsOf,
  type Tokens,
} from './families.ts'
import { checkKey, spendProof } from './proofs.ts'
import { agreed, type Target } from './target.ts'
import type { ConnectionPorts } from './tokens.ts'

const GRACE_MS = 60_000
const REFRESHES_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
const FAMILIES_PER_RUN = 100

/** A refresh request. */
export interface Refresh {
  refresh_token: string
  target: Target | null
  /** Requested scopes; they must lie within the grant. */
  scopes: readonly string[]
  proof: Proof | undefined
  /** Whether the client has no secret; then the refresh tokens are bound to the key of the proof, too. */
  isPublic: boolean
}

interface StoredFamily {
  /** The end of the time in which it can be refreshed, or of its access if that is earlier. */
  expires_at: string
  /** Null in families of an earlier release: all that the connection has. */
  scopes: string[] | null
  target: Target | null
  jkt: string | null
}

/**
 * Exchanges a refresh token of this app for new tokens of its family, in the current transaction; `undefined` if the
 * token is invalid. A reused token has ended its family by then, so the transaction must be committed.
 * @throws Failure `invalid_scope`, `invalid_target`, `invalid_dpop_proof`, `rate_limited`, or `invalid_grant` if the proof is of
 * another key; the token is not spent then
 */
export async function refreshFamily(
  ctx: Ctx<Actor, ConnectionPorts>,
  appId: string,
  { refresh_token, target, scopes, proof, isPublic }: Refresh,
): Promise<{ tokens: Tokens; connection_id: string; ai_id: string; scopes: string[] } | undefined> {
  const { db, clock, config } = ctx
  if (!isSecret(REFRESH_PREFIX, refresh_token)) return undefined
  const hashes = hashesOf(refresh_token)
  const now = clock()
  const family = await familyOf(ctx, hashes)
  if (!family) return undefined
  const grant = await lockConnection(ctx, family)
  if (grant?.app_id !== appId || grant.status !== 'active' || hasExpired(grant, now)) return undefined
  // Read under the lock of the connection.
  const held = await db.maybe<StoredFamily>(sql`
    select least(expires_at, access_until) as expires_at, scopes, target, dpop_jkt as jkt from token_families where user_id = ${family.userId} and id = ${family.id}`)
  const spentAt = await whenSpent(ctx, hashes)
  if (!held || spentAt === undefined || Date.parse(held.expires_at) <= now.getTime()) return undefined
  const isUnbound = (await whenSpent(ctx, [hashSecret(refresh_token)])) !== undefined
  // Before reuse is detected: the sender of a stolen token that is bound cannot use it, and cannot end its family.
  if (!isUnbound) checkKey(held.jkt, proof)
  const issued = await successorStates(ctx, refresh_token)
  // Another sender bound the family with the same token, which it shares with this one: one of them stole it.
  const isBoundByOther = isUnbound && held.jkt !== null && held.jkt !== proof?.jkt
  // Reuse after the grace period, or after its successor was spent, means that the token was stolen.
  const isReused =
    isBoundByOther ||
    (spentAt !== null && (Date.parse(spentAt) + GRACE_MS <= now.getTime() || issued.some(({ spent }) => spent)))
  if (isReused) {
    await endFamily(ctx, family, 'service')
    return undefined
  }
  const granted = held.scopes ? allowedByBoth(grant.scopes, held.scopes) : grant.scopes
  const outside = scopes.filter((scope) => !allows(granted, scope))
  if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
  const good = agreed(held.target, target)
  if (config.rateLimit !== null) await limitDone(db, `refresh ${family.id}`, REFRESHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  if (proof) await spendProof(ctx, proof)
  const access = proof?.jkt ?? null
  // Not at a repeated refresh, whose refresh token was issued unbound before.
  const refresh = held.jkt ?? (isPublic && spentAt === null ? access : null)
  const binding = { access, refresh }
  await db.count(sql`
    update refresh_tokens set spent_at = coalesce(spent_at, ${now.toISOString()}::timestamptz)
    where token_hash = any(${hashes}::bytea[])`)
  await db.count(sql`
    update token_families set expires_at = ${refreshableUntil(now)}, dpop_jkt = ${binding.refresh}
    where user_id = ${family.userId} and id = ${family.id}`)
  const { ai_id } = await db.one<{ ai_id: string }>(
    sql`select id as ai_id from identities where user_id = ${family.userId}`,
  )
  const next = issued.find(({ known }) => known) ?? issued[0]
  const tokens = await issue(ctx, family, good, binding, next?.token)
  return { tokens, connection_id: family.connectionId, ai_id, scopes: granted }
}

/** The tokens that may follow another: whether each was issued, and whether it was spent. */
async function successorStates(ctx: Ctx, refreshToken: string) {
  const states: { token: string; known: boolean; spent: boolean }[] = []
  for (const token of successorsOf(ctx, refreshToken)) {
    const spentAt = await whenSpent(ctx, hashesOf(token))
    states.push({ token, known: spentAt !== undefined, spent: typeof spentAt === 'string' })
  }
  return states
}

/** When a refresh token was spent; `null` if it was not, `undefined` if it does not exist. */
async function whenSpent({ db }: Pick<Ports, 'db'>, hashes: Buffer[]): Promise<string | null | undefined> {
  const found = await db.maybe<{ spent_at: string | null }>(
    sql`select spent_at from refresh_tokens where token_hash = any(${hashes}::bytea[])`,
  )
  return found?.spent_at
}

// The token is found by its hash, its family by user: they may be in different partitions.
async function familyOf({ db }: Pick<Ports, 'db'>, hashes: Buffer[]): Promise<Family | undefined> {
  const found = await db.maybe<Omit<Family, 'connectionId'>>(
    sql`select user_id as "userId", family_id as id from refresh_tokens where token_hash = any(${hashes}::bytea[])`,
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
  expires_at: string | null
}

const hasExpired = ({ expires_at }: Grant, now: Date) => expires_at !== null && Date.parse(expires_at) <= now.getTime()

// The store first, as everything that ends a connection does.
async function lockConnection(
  { db }: Pick<Ports, 'db'>,
  { userId, connectionId }: Omit<Family, 'id'>,
): Promise<Grant | undefined> {
  await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
  return db.maybe<Grant>(sql`
    select app_id, status, scopes, expires_at from connections where user_id = ${userId} and id = ${connectionId} for update`)
}

/** Ends a family and its tokens; with the last family, the connection ends. */
export async function endFamily(
  ports: Ports & ConnectionPorts,
  { userId, connectionId, id }: Family,
  by: 'app' | 'service',
): Promise<void> {
  const { db, tokens } = ports
  await lockConnection(ports, { userId, connectionId })
  await raiseGrantsVersion(db, userId)
  await deleteFamilies(ports, userId, [id])
  db.afterCommit(() => tokens.forget({ userId }))
  const others = await db.rows(sql`
    select id from token_families where user_id = ${userId} and connection_id = ${connectionId} limit 1`)
  if (!others.length) await endConnection(ports, { userId, id: connectionId }, by)
}

/**
 * Revokes an access or refresh token of this app with its family, or with its connection if it has no family. Does
 * nothing for any other token.
 */
export async function endToken(ports: Ports & ConnectionPorts, appId: string, token: string): Promise<void> {
  const { db } = ports
  const hashes = hashesOf(token)
  const lasting = await db.maybe<Omit<Family, 'id'> & { id: string | null }>(sql`
    select user_id as "userId", connection_id as "connectionId", family_id as id
    from connection_tokens where token_hash = any(${hashes}::bytea[])`)
  const found = lasting ?? (await familyOf(ports, hashes))
  if (!found || (await lockConnection(ports, found))?.app_id !== appId) return
  const { id, ...connection } = found
  if (id === null) await endConnection(ports, { userId: connection.userId, id: connection.connectionId }, 'app')
  else await endFamily(ports, { ...connection, id }, 'app')
}

/** Deletes a batch of expired tokens and of families unused for 90 days. Returns `true` if there may be more. */
export async function deleteExpiredTokens(ports: Ports & ConnectionPorts): Promise<boolean> {
  const { db, clock } = ports
  const now = clock()
  const unused = await db.rows<Family>(sql`
    select user_id as "userId", connection_id as "connectionId", id from token_families
    where expires_at <= ${now.toISOString()} order by expires_at limit ${FAMILIES_PER_RUN}`)
  for (const family of unused) await endUnused(ports, family, now)
  const expired = await db.count(sql`
    delete from connection_tokens where token_hash in (
      select token_hash from connection_tokens where expires_at <= ${now.toISOString()} limit ${DELETE_BATCH_ROWS})`)
  const spentBefore = new Date(now.getTime() - REFRESH_TTL_MS).toISOString()
  const spent = await db.count(sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where spent_at < ${spentBefore} limit ${DELETE_BATCH_ROWS})`)
  return unused.length === FAMILIES_PER_RUN || expired === DELETE_BATCH_ROWS || spent === DELETE_BATCH_ROWS
}

// Checks again under the lock, because the family may have been refreshed in the meantime.
async function endUnused(ports: Ports & ConnectionPorts, family: Family, now: Date): Promise<void> {
  const { userId, id } = family
  await lockConnection(ports, family)
  const renewed = await ports.db.maybe(sql`
    select id from token_families where user_id = ${userId} and id = ${id} and expires_at > ${now.toISOString()}`)
  if (!renewed) await endFamily(ports, family, 'service')
}
