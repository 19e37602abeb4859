import { encodeSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type Binding, hashBound, type TokenType, tokenType } from './proofs.ts'
import type { Target } from './target.ts'
import { revokeTokens, TOKEN_PREFIX } from './tokens.ts'

/*
 * Tokens of clients registered outside the portal. Each installation of a client has a token family: access tokens that
 * live for an hour, and refresh tokens that each work once (OAuth 2.1, 4.3.1). Reusing a spent refresh token ends its
 * family, because the token has been stolen from the client or the thief. Within a minute, reuse is a client that did
 * not receive its response: it gets the same refresh token again, because each token's successor is derived from it, so
 * two parties that share a token collide at the next refresh. Code that changes the families of a connection locks the
 * connection's row.
 */

export const REFRESH_PREFIX = 'mrt'
const ACCESS_TTL_SECONDS = 3_600
export const REFRESH_TTL_MS = 90 * 24 * 60 * 60_000
const FAMILIES_MAX = 10

/** New tokens, which are returned only once. */
export interface Tokens {
  access_token: string
  token_type: TokenType
  /** Seconds; without it, the token lives as long as the connection. */
  expires_in?: number
  refresh_token?: string
}

/** The token family of one installation. */
export interface Family {
  userId: string
  connectionId: string
  id: string
}

/** What the user agreed to for one installation. */
interface FamilyGrant {
  scopes: readonly string[]
  /** When its access ends; `null` if not before that of the connection. */
  expiresAt: string | null
}

/** Starts a family of a connection, limited to what was agreed to for it; beyond ten, the oldest ends. */
export async function startFamily(
  ctx: Ctx,
  { userId, connectionId }: Omit<Family, 'id'>,
  { scopes, expiresAt }: FamilyGrant,
  target: Target | null,
  binding: Binding,
): Promise<{ familyId: string; tokens: Tokens }> {
  const { db, clock } = ctx
  const id = newId('fam')
  const now = clock()
  await db.count(sql`
    insert into token_families (user_id, id, connection_id, scopes, access_until, target, dpop_jkt, created_at, expires_at)
    values (${userId}, ${id}, ${connectionId}, ${scopes}, ${expiresAt}, ${target}, ${binding.refresh},
      ${now.toISOString()}, ${refreshableUntil(now)})`)
  await endFamilies(ctx, userId, connectionId, FAMILIES_MAX)
  return { familyId: id, tokens: await issue(ctx, { userId, connectionId, id }, target, binding) }
}

/** Deletes families and their tokens; tokens may be distributed by hash, where a foreign key cannot cascade. */
export async function deleteFamilies(
  ports: Pick<Ports, 'db' | 'clock'>,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return
  const { db } = ports
  await revokeTokens(ports, sql`user_id = ${userId} and family_id = any(${ids}::text[])`)
  await db.count(sql`delete from refresh_tokens where user_id = ${userId} and family_id = any(${ids}::text[])`)
  await db.count(sql`delete from token_families where user_id = ${userId} and id = any(${ids}::text[])`)
}

/** Ends the families of a connection except for the newest `remaining`. */
export async function endFamilies(
  ports: Pick<Ports, 'db' | 'clock'>,
  userId: string,
  connectionId: string,
  remaining = 0,
): Promise<void> {
  const ended = await ports.db.rows<{ id: string }>(sql`
    select id from token_families where user_id = ${userId} and connection_id = ${connectionId}
    order by id desc offset ${remaining}`)
  const ids = ended.map(({ id }) => id)
  await deleteFamilies(ports, userId, ids)
}

/** Whether the access of a family that has not ended would get more time by this end of the connection. */
export async function wouldProlongFamily(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { userId, connectionId }: Omit<Family, 'id'>,
  expiresAt: string | null,
): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from token_families
    where user_id = ${userId} and connection_id = ${connectionId} and access_until > ${clock().toISOString()}::timestamptz
      and access_until < coalesce(${expiresAt}::timestamptz, 'infinity') limit 1`)
  return found !== undefined
}

/** Gives the families that have no end of their own the one that their connection had. */
export async function keepEndOfFamilies(
  { db }: Pick<Ports, 'db'>,
  { userId, connectionId }: Omit<Family, 'id'>,
  expiresAt: string,
): Promise<void> {
  await db.count(sql`
    update token_families set access_until = ${expiresAt}::timestamptz
    where user_id = ${userId} and connection_id = ${connectionId} and access_until is null`)
}

/**
 * Sets when the access of all families of a connection ends, as the user decided for the connection. What has ended stays so.
 */
export async function setEndOfFamilies(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { userId, connectionId }: Omit<Family, 'id'>,
  expiresAt: string | null,
): Promise<void> {
  await db.count(sql`
    update token_families set access_until = ${expiresAt}::timestamptz
    where user_id = ${userId} and connection_id = ${connectionId} and access_until is distinct from ${expiresAt}::timestamptz
      and (access_until is null or access_until > ${clock().toISOString()}::timestamptz)`)
}

/**
 * The refresh tokens that may follow another, derived from it with each of the vault's keys: the first is the one to
 * issue, another may have been issued before the key changed.
 */
export function successorsOf({ vault }: Pick<Ctx, 'vault'>, refreshToken: string): readonly string[] {
  return vault.macs('refresh token', refreshToken).map((mac) => encodeSecret(REFRESH_PREFIX, mac))
}

/** Issues an access token for a family and stores its refresh token, which may have been issued before. */
export async function issue(
  { db, clock }: Ctx,
  family: Family,
  target: Target | null,
  binding: Binding,
  refresh_token = newSecret(REFRESH_PREFIX),
): Promise<Tokens> {
  const access_token = newSecret(TOKEN_PREFIX)
  const expires_at = new Date(clock().getTime() + ACCESS_TTL_SECONDS * 1_000).toISOString()
  const { userId, connectionId, id } = family
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, family_id, target, dpop_jkt, expires_at)
    values (${hashBound(access_token, binding.access)}, ${userId}, ${connectionId}, ${id}, ${target}, ${binding.access},
      ${expires_at})`)
  await db.count(sql`
    insert into refresh_tokens (token_hash, user_id, family_id)
    values (${hashBound(refresh_token, binding.refresh)}, ${userId}, ${id}) on conflict (token_hash) do nothing`)
  return { access_token, token_type: tokenType(binding), expires_in: ACCESS_TTL_SECONDS, refresh_token }
}

/** The expiry of a family that is used now. */
export function refreshableUntil(now: Date): string {
  return new Date(now.getTime() + REFRESH_TTL_MS).toISOString()
}
