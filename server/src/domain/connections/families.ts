import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { newId } from '../../foundation/ids.ts'
import { hashSecret, newSecret, secretOf } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import type { Target } from './target.ts'
import { TOKEN_PREFIX } from './tokens.ts'

/*
 * Tokens of clients outside the portal. Each installation of a client has a family: access tokens that each
 * live for an hour, renewed by refresh tokens of which each is good once (OAuth 2.1, 4.3.1). A refresh token that
 * comes back after it was spent has been stolen, from one side or the other, so it ends its family; only within a
 * minute it is taken for a client that never got its answer. It is then given the very refresh token that this answer
 * held, for each one's successor is made from it: so a family is one line, and two who share it meet at the next step.
 * Whoever changes the families of a connection holds the connection's row.
 */

export const REFRESH_PREFIX = 'mrt'
const ACCESS_TTL_SECONDS = 3_600
export const REFRESH_TTL_MS = 90 * 24 * 60 * 60_000
const FAMILIES_MAX = 10

/** Tokens as they are given out, this once. */
export interface Tokens {
  access_token: string
  /** Seconds; without it the token lives as long as the connection. */
  expires_in?: number
  refresh_token?: string
}

/** The family of one installation. */
export interface Family {
  userId: string
  connectionId: string
  id: string
}

/** Starts a family beside the others of a connection; of more than ten the oldest ends. */
export async function startFamily(
  ctx: Ctx,
  { userId, connectionId }: Omit<Family, 'id'>,
  target: Target | null,
): Promise<{ familyId: string; tokens: Tokens }> {
  const { db, clock } = ctx
  const id = newId('fam')
  const now = clock()
  await db.count(sql`
    insert into token_families (user_id, id, connection_id, target, created_at, expires_at)
    values (${userId}, ${id}, ${connectionId}, ${target}, ${now.toISOString()}, ${refreshableUntil(now)})`)
  await endFamilies(db, userId, connectionId, FAMILIES_MAX)
  return { familyId: id, tokens: await issue(ctx, { userId, connectionId, id }, target) }
}

/** Ends families. Their tokens are deleted by themselves: where these are spread by hash, no foreign key reaches them. */
export async function dropFamilies(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  await db.count(sql`delete from connection_tokens where user_id = ${userId} and family_id = any(${ids}::text[])`)
  await db.count(sql`delete from refresh_tokens where user_id = ${userId} and family_id = any(${ids}::text[])`)
  await db.count(sql`delete from token_families where user_id = ${userId} and id = any(${ids}::text[])`)
}

/** Ends the families of a connection but for the newest few. */
export async function endFamilies(db: Db, userId: string, connectionId: string, kept = 0): Promise<void> {
  const ended = await db.rows<{ id: string }>(sql`
    select id from token_families where user_id = ${userId} and connection_id = ${connectionId}
    order by id desc offset ${kept}`)
  const ids = ended.map(({ id }) => id)
  await dropFamilies(db, userId, ids)
}

/** The refresh token that follows another: the same whenever it is asked for, and known to nobody without our key. */
export function successorOf({ vault }: Pick<Ctx, 'vault'>, refreshToken: string): string {
  return secretOf(REFRESH_PREFIX, vault.mac('refresh token', refreshToken))
}

/** An access token for a family, and a refresh token to renew it by, which may have been given out before. */
export async function issue(
  { db, clock }: Ctx,
  family: Family,
  target: Target | null,
  refresh_token = newSecret(REFRESH_PREFIX),
): Promise<Tokens> {
  const access_token = newSecret(TOKEN_PREFIX)
  const expires_at = new Date(clock().getTime() + ACCESS_TTL_SECONDS * 1_000).toISOString()
  const { userId, connectionId, id } = family
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, family_id, target, expires_at)
    values (${hashSecret(access_token)}, ${userId}, ${connectionId}, ${id}, ${target}, ${expires_at})`)
  await db.count(sql`
    insert into refresh_tokens (token_hash, user_id, family_id)
    values (${hashSecret(refresh_token)}, ${userId}, ${id}) on conflict (token_hash) do nothing`)
  return { access_token, expires_in: ACCESS_TTL_SECONDS, refresh_token }
}

/** Until when a family lives that is used now. */
export function refreshableUntil(now: Date): string {
  return new Date(now.getTime() + REFRESH_TTL_MS).toISOString()
}
