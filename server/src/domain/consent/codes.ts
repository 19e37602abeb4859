import { createHash } from 'node:crypto'
import type { Actor, PublicActor, UserActor } from '../../foundation/actor.ts'
import type { Proof } from '../../foundation/auth/dpop.ts'
import { hashesOf, newSecret, sameBytes } from '../../foundation/auth/secrets.ts'
import { clientNetwork, resetThrottle, throttle } from '../../foundation/auth/throttle.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { ConsentApp } from '../apps/clients.ts'
import { matchesRedirect } from '../apps/redirects.ts'
import { checkNotStopped } from '../apps/stops.ts'
import { connect, type Grant, type Pair } from '../connections/connect.ts'
import { endConnection } from '../connections/end.ts'
import type { Tokens } from '../connections/families.ts'
import { bindingOf, checkKey, hashBound, spendProof } from '../connections/proofs.ts'
import { endFamily } from '../connections/refresh.ts'
import { agreed, type Target } from '../connections/target.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'

/* One-time authorization codes: issued on a user's approval, exchanged by the app for its tokens. */

const CODE_TTL_MS = 10 * 60_000
const SPENT_CODE_RETENTION_MS = 24 * 60 * 60_000
const EXCHANGE_FAILURES_PER_MINUTE_MAX = 20
const MINUTE_SECONDS = 60

/** The approval a code stands for. */
export interface Approval {
  app: ConsentApp
  grant: Grant
  /** The `redirect_uri` of the authorization request, if it had one. */
  redirectUri: string | undefined
  challenge: string | undefined
  target: Target | null
  /** The thumbprint of the key that the code is bound to (RFC 9449, 10). */
  jkt: string | null
}

/** Issues a code. Only its hash is stored. @throws Failure `not_found` if the app was deleted since it was read */
export async function issueCode(
  { db, clock, actor }: Ctx<UserActor>,
  { app, grant, redirectUri, challenge, target, jkt }: Approval,
): Promise<{ code: string; expires_at: string }> {
  const code = newSecret('cod')
  const expires_at = new Date(clock().getTime() + CODE_TTL_MS).toISOString()
  if (!(await db.maybe(sql`select 1 from apps where id = ${app.id} and deleted_at is null for key share`)))
    throw new Failure('not_found')
  await db.count(sql`
    insert into authorization_codes (code_hash, user_id, app_id, redirect_uri, scopes, signals, refused,
      access_until, code_challenge, target, dpop_jkt, expires_at)
    values (${hashBound(code, jkt)}, ${actor.userId}, ${app.id}, ${redirectUri ?? null}, ${grant.scopes}, ${grant.signals},
      ${grant.refused}, ${grant.expiresAt}, ${challenge ?? null}, ${target}, ${jkt}, ${expires_at})`)
  return { code, expires_at }
}

/** An exchange request. */
export interface Redemption {
  code: string
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  target: Target | null
  /** Whether `redirect_uri` must be repeated when the authorization request had one and no PKCE challenge (RFC 6749, 4.1.3). */
  requiresUri?: boolean
  /** Binds the tokens to its key. */
  proof: Proof | undefined
  /** Whether the client has no secret. */
  isPublic: boolean
}

/** The result of an exchange. */
export interface Redeemed {
  tokens: Tokens
  connection_id: string
  ai_id: string
  scopes: string[]
  signals: string[]
  /** When access ends; `null` if it has no end. */
  expires_at: string | null
}

interface Code {
  user_id: string
  redirect_uri: string | null
  scopes: string[]
  /** Null in codes of an earlier release: all that the app declares. */
  signals: string[] | null
  refused: string[]
  access_until: string | null
  code_challenge: string | null
  target: Target | null
  jkt: string | null
  expires_at: string
}

/**
 * Exchanges a code for tokens. Exactly one of several concurrent exchanges succeeds. A second use of a code also revokes
 * the tokens it was exchanged for (RFC 6749, 4.1.2), because one of the two parties stole it.
 * @throws Failure `invalid_grant`, `invalid_target`, `invalid_dpop_proof`, `limit_exceeded` or `app_suspended`
 */
export async function redeemCode(
  ctx: Ctx<PublicActor, ConnectionPorts>,
  app: ConsentApp,
  request: Redemption,
): Promise<Redeemed> {
  checkNotStopped(app)
  const redeemed = await inTransaction(ctx, async (ctx) => {
    const code = await spendCode(ctx, app, request)
    if (!code) return undefined
    const { user_id: userId, scopes, refused, access_until: expiresAt } = code
    const signals = code.signals ?? app.manifest.eventTypes
    const redirectUri = code.redirect_uri ?? app.redirect_uris[0] ?? null
    const pair = { userId, appId: app.id, app: app.slug, developerId: app.developerId, redirectUri }
    const grant = { scopes, signals, expiresAt, refused }
    const { proof } = request
    if (proof) await spendProof(ctx, proof)
    const target = agreed(code.target, request.target)
    const { id, familyId, tokens } = await connect(ctx, pair, grant, target, bindingOf(proof, request.isPublic))
    if (await isSuperseded(ctx, pair, code)) throw new Failure('invalid_grant')
    await ctx.db.count(sql`
      update authorization_codes set connection_id = ${id}, family_id = ${familyId}
      where code_hash = any(${hashesOf(request.code)}::bytea[])`)
    const { ai_id } = await ctx.db.one<{ ai_id: string }>(
      sql`select id as ai_id from identities where user_id = ${userId}`,
    )
    return { tokens: withEnd(ctx, tokens, expiresAt), connection_id: id, ai_id, scopes, signals, expires_at: expiresAt }
  })
  if (redeemed) return redeemed
  await revokeReused(ctx, app, request.code)
  throw new Failure('invalid_grant')
}

/** States in `expires_in` when access ends, if that is before the access token expires. */
function withEnd({ clock }: Ctx, tokens: Tokens, expiresAt: string | null): Tokens {
  if (expiresAt === null) return tokens
  const left = Math.max(0, Math.floor((Date.parse(expiresAt) - clock().getTime()) / 1_000))
  return { ...tokens, expires_in: Math.min(tokens.expires_in ?? left, left) }
}

// Marks the code as spent before validating it: a concurrent exchange waits for this row and then finds it spent.
async function spendCode({ db, clock }: Ctx, app: ConsentApp, request: Redemption): Promise<Code | undefined> {
  const now = clock().toISOString()
  const code = await db.maybe<Code>(sql`
    update authorization_codes set spent_at = ${now}
    where code_hash = any(${hashesOf(request.code)}::bytea[]) and app_id = ${app.id} and spent_at is null and expires_at > ${now}
      and (access_until is null or access_until > ${now})
    returning user_id, redirect_uri, scopes, signals, refused, access_until, code_challenge, target, dpop_jkt as jkt,
      expires_at`)
  if (!code) return undefined
  // These failures roll back the update, so a thief without the verifier or key cannot spend the code.
  if (!redirectMatches(code, request)) throw new Failure('invalid_grant')
  // A URI that was removed meanwhile is not the app's any more.
  if (code.redirect_uri !== null && !matchesRedirect(app.redirect_uris, code.redirect_uri))
    throw new Failure('invalid_grant')
  if (!verifierMatches(code.code_challenge, request.code_verifier)) throw new Failure('invalid_grant')
  checkKey(code.jkt, request.proof)
  return code
}

// Whether a code from a later consent of the same user and app was exchanged already; the earlier one must not undo it.
// Runs while the user's row is locked, so concurrent exchanges see each other.
async function isSuperseded({ db }: Ctx, { userId, appId }: Pair, { expires_at }: Code): Promise<boolean> {
  const later = await db.maybe(sql`
    select code_hash from authorization_codes
    where expires_at > ${expires_at} and spent_at is not null and user_id = ${userId} and app_id = ${appId} limit 1`)
  return later !== undefined
}

function redirectMatches(code: Code, { redirect_uri, requiresUri }: Redemption): boolean {
  if (code.redirect_uri === null) return true
  if (redirect_uri === undefined) return !requiresUri || code.code_challenge !== null
  return redirect_uri === code.redirect_uri
}

/** Whether a verifier matches a challenge, base64url(SHA-256(verifier)) (RFC 7636, 4.6); without a challenge there must be no verifier. */
function verifierMatches(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined
  const digest = createHash('sha256')
    .update(verifier ?? '')
    .digest()
  return sameBytes(digest, Buffer.from(challenge, 'base64url'))
}

async function revokeReused(ctx: Ctx<Actor, ConnectionPorts>, app: ConsentApp, code: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const spent = await ctx.db.maybe<{ userId: string; connectionId: string; id: string | null }>(sql`
      select user_id as "userId", connection_id as "connectionId", family_id as id from authorization_codes
      where code_hash = any(${hashesOf(code)}::bytea[]) and app_id = ${app.id} and connection_id is not null`)
    if (!spent) return
    const { id, ...connection } = spent
    if (id === null) await endConnection(ctx, { userId: connection.userId, id: connection.connectionId }, 'service')
    else await endFamily(ctx, { ...connection, id }, 'service')
  })
}

/**
 * Limits failed exchanges per minute for each pair of address and client. Successful exchanges do not count, so an app
 * may connect any number of users.
 * @throws Failure `rate_limited`
 */
export async function limitFailures<T>(ctx: Ctx, clientId: string, work: () => Promise<T>): Promise<T> {
  if (ctx.config.rateLimit === null) return work()
  const key = `exchange ${createHash('sha256')
    .update(`${clientNetwork(ctx.address)} ${clientId}`)
    .digest('base64url')}`
  await throttle(ctx.db, key, EXCHANGE_FAILURES_PER_MINUTE_MAX, MINUTE_SECONDS)
  const result = await work()
  await resetThrottle(ctx.db, key)
  return result
}

/** Expires all unspent codes of a user. */
export async function expireAllCodes({ db, clock }: Pick<Ctx, 'db' | 'clock'>, userId: string): Promise<void> {
  const now = clock().toISOString()
  await db.count(sql`
    update authorization_codes set expires_at = ${now}
    where expires_at > ${now} and spent_at is null and user_id = ${userId}`)
}

/** Expires the unspent codes of a connection's app for this user, so that a revoked app cannot reconnect with one. */
export async function expireCodes({ db, clock, actor }: Ctx<UserActor>, connectionId: string): Promise<void> {
  const now = clock().toISOString()
  const connection = await db.maybe<{ app_id: string }>(
    sql`select app_id from connections where user_id = ${actor.userId} and id = ${connectionId}`,
  )
  await db.count(sql`
    update authorization_codes set expires_at = ${now}
    where expires_at > ${now} and spent_at is null and user_id = ${actor.userId} and app_id = ${connection?.app_id ?? null}`)
}

/** Deletes codes one day after they expired; until then a reused code is distinguishable from an unknown one. */
export async function deleteExpiredCodes({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - SPENT_CODE_RETENTION_MS).toISOString()
  await db.count(sql`delete from authorization_codes where expires_at < ${before}`)
}
