import { createHash } from 'node:crypto'
import type { PublicActor, UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { hashSecret, newSecret, sameBytes } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { askerAt, throttle, unthrottle } from '../../foundation/throttle.ts'
import type { ConsentApp } from '../apps/clients.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { connect, type Pair } from '../connections/connect.ts'
import { endConnection } from '../connections/connections.ts'
import type { Tokens } from '../connections/families.ts'
import { endFamily } from '../connections/refresh.ts'
import { agreed, type Target } from '../connections/target.ts'

/* One-time codes: what a person's decision becomes, and what an app exchanges for its tokens. */

const CODE_TTL_MS = 10 * 60_000
const CODES_KEPT_MS = 24 * 60 * 60_000
const EXCHANGE_FAILURES_PER_MINUTE_MAX = 20
const MINUTE_SECONDS = 60

/** What a code stands for. */
export interface Granted {
  app: ConsentApp
  scopes: readonly string[]
  /** As it was named, if it was. */
  redirectUri: string | undefined
  challenge: string | undefined
  target: Target | null
}

/** Gives a code out, this once. */
export async function issueCode(
  { db, clock, actor }: Ctx<UserActor>,
  { app, scopes, redirectUri, challenge, target }: Granted,
): Promise<{ code: string; expires_at: string }> {
  const code = newSecret('cod')
  const expires_at = new Date(clock().getTime() + CODE_TTL_MS).toISOString()
  await db.count(sql`
    insert into authorization_codes (code_hash, user_id, app_id, redirect_uri, scopes, code_challenge, target, expires_at)
    values (${hashSecret(code)}, ${actor.userId}, ${app.id}, ${redirectUri ?? null}, ${scopes}, ${challenge ?? null},
      ${target}, ${expires_at})`)
  return { code, expires_at }
}

/** What comes with a code to be exchanged. */
export interface Redemption {
  code: string
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  target: Target | null
  /** Whether an address the code was asked for with must be named again, where no challenge binds it (RFC 6749, 4.1.3). */
  namesUri?: boolean
}

/** What a code was exchanged for. */
export interface Redeemed {
  tokens: Tokens
  connection_id: string
  ai_id: string
  scopes: string[]
}

interface Code {
  user_id: string
  redirect_uri: string | null
  scopes: string[]
  code_challenge: string | null
  target: Target | null
  expires_at: string
}

/**
 * Exchanges a code for tokens. Of any number of exchanges at once one wins; a code that comes back a second time also
 * ends what it was exchanged for (RFC 6749, 4.1.2), for one of the two was a thief.
 * @throws Failure `invalid_grant`, `invalid_target` or `limit_exceeded`
 */
export async function redeemCode(ctx: Ctx<PublicActor>, app: ConsentApp, asked: Redemption): Promise<Redeemed> {
  const redeemed = await inTransaction(ctx, async (ctx) => {
    const code = await spendCode(ctx, app, asked)
    if (!code) return undefined
    const { user_id: userId, scopes } = code
    const pair = { userId, appId: app.id, developerId: app.developerId }
    const { id, familyId, tokens } = await connect(ctx, pair, scopes, agreed(code.target, asked.target))
    if (await isOutdated(ctx, pair, code)) throw new Failure('invalid_grant')
    await ctx.db.count(sql`
      update authorization_codes set connection_id = ${id}, family_id = ${familyId}
      where code_hash = ${hashSecret(asked.code)}`)
    const person = { kind: 'user', userId } as UserActor
    await ctx.db.count(
      insertAudit(
        auditEntry({ ...ctx, actor: person }, { action: 'connection.create', target: id, scopes: [], count: 0 }),
      ),
    )
    const { ai_id } = await ctx.db.one<{ ai_id: string }>(
      sql`select id as ai_id from identities where user_id = ${userId}`,
    )
    return { tokens, connection_id: id, ai_id, scopes }
  })
  if (redeemed) return redeemed
  await endReused(ctx, app, asked.code)
  throw new Failure('invalid_grant')
}

// Spent first, looked at after: a second exchange waits for this row and then finds it spent.
async function spendCode({ db, clock }: Ctx, app: ConsentApp, asked: Redemption): Promise<Code | undefined> {
  const now = clock().toISOString()
  const code = await db.maybe<Code>(sql`
    update authorization_codes set spent_at = ${now}
    where code_hash = ${hashSecret(asked.code)} and app_id = ${app.id} and spent_at is null and expires_at > ${now}
    returning user_id, redirect_uri, scopes, code_challenge, target, expires_at`)
  if (!code) return undefined
  // A thief without the verifier spends nothing: this failure takes the update back.
  if (!fitsRedirect(code, asked)) throw new Failure('invalid_grant')
  if (!fitsChallenge(code.code_challenge, asked.code_verifier)) throw new Failure('invalid_grant')
  return code
}

// A person's later decision has been exchanged already, and an earlier one does not undo it. Looked at with the person's
// account in hand, so of two exchanges at once the second sees the first.
async function isOutdated({ db }: Ctx, { userId, appId }: Pair, { expires_at }: Code): Promise<boolean> {
  const later = await db.maybe(sql`
    select code_hash from authorization_codes
    where expires_at > ${expires_at} and spent_at is not null and user_id = ${userId} and app_id = ${appId} limit 1`)
  return later !== undefined
}

function fitsRedirect(code: Code, { redirect_uri, namesUri }: Redemption): boolean {
  if (code.redirect_uri === null) return true
  if (redirect_uri === undefined) return !namesUri || code.code_challenge !== null
  return redirect_uri === code.redirect_uri
}

/** Whether a verifier fits a challenge: base64url(SHA-256(verifier)) (RFC 7636, 4.6). None fits none. */
function fitsChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined
  const made = createHash('sha256')
    .update(verifier ?? '')
    .digest()
  return sameBytes(made, Buffer.from(challenge, 'base64url'))
}

async function endReused(ctx: Ctx, app: ConsentApp, code: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const spent = await ctx.db.maybe<{ userId: string; connectionId: string; id: string | null }>(sql`
      select user_id as "userId", connection_id as "connectionId", family_id as id from authorization_codes
      where code_hash = ${hashSecret(code)} and app_id = ${app.id} and connection_id is not null`)
    if (!spent) return
    const { id, ...place } = spent
    if (id === null) await endConnection(ctx, place.userId, place.connectionId)
    else await endFamily(ctx, { ...place, id })
  })
}

/**
 * Lets one address try its luck with one client so often a minute. Only failures fill the window: an app may connect
 * as many people a minute as it has, a guesser may not guess.
 * @throws Failure `rate_limited`
 */
export async function counted<T>(ctx: Ctx, clientId: string, work: () => Promise<T>): Promise<T> {
  if (ctx.config.rateLimit === null) return work()
  const key = `exchange ${createHash('sha256')
    .update(`${askerAt(ctx.address)} ${clientId}`)
    .digest('base64url')}`
  await throttle(ctx.db, key, EXCHANGE_FAILURES_PER_MINUTE_MAX, MINUTE_SECONDS)
  const done = await work()
  await unthrottle(ctx.db, key)
  return done
}

/** Ends the codes that the app of a connection still holds from this person: it does not get back by an older word. */
export async function voidCodes({ db, clock, actor }: Ctx<UserActor>, connectionId: string): Promise<void> {
  const now = clock().toISOString()
  const of = await db.maybe<{ app_id: string }>(
    sql`select app_id from connections where user_id = ${actor.userId} and id = ${connectionId}`,
  )
  await db.count(sql`
    update authorization_codes set expires_at = ${now}
    where expires_at > ${now} and spent_at is null and user_id = ${actor.userId} and app_id = ${of?.app_id ?? null}`)
}

/** Sweeps codes that expired a day ago: until then a second use is still told from a wrong code. */
export async function sweepCodes({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - CODES_KEPT_MS).toISOString()
  await db.count(sql`delete from authorization_codes where expires_at < ${before}`)
}
