import type { DeveloperActor, UserActor } from '../../foundation/actor.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Cookie } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { deviceName, networkName } from './device-names.ts'
import { checkNotSuspended } from './standing.ts'
import { endSteps } from './steps.ts'

/** The two kinds of sessions: cookie name, token prefix, idle timeout and maximum lifetime. */
export const SESSIONS = {
  user: { cookie: 'ms_session', prefix: 'mss', idleMs: 14 * DAY_MS, maxMs: 30 * DAY_MS },
  developer: { cookie: 'ms_dev_session', prefix: 'msd', idleMs: DAY_MS, maxMs: 7 * DAY_MS },
} as const
export type Holder = keyof typeof SESSIONS

// `seen_at` is updated at most this often, so that reading pages does not write on every request.
const SEEN_EVERY_MS = 60_000

/**
 * Starts a session. The cookie carries the token; only its SHA-256 is stored. Ends the session of the same account that
 * the browser has, because its cookie is replaced.
 * @throws Failure `account_suspended`
 */
export async function startSession(ctx: Ctx, holder: Holder, holderId: string): Promise<Cookie> {
  const { db, clock, userAgent, address, cookieOf } = ctx
  await checkNotSuspended(db, holder, holderId)
  const { cookie, prefix, maxMs } = SESSIONS[holder]
  const replaced = cookieOf?.(cookie)
  if (replaced)
    await db.count(sql`delete from sessions where token_hash = ${hashSecret(replaced)} and holder_id = ${holderId}`)
  const token = newSecret(prefix)
  const now = clock().toISOString()
  await db.count(sql`
    insert into sessions (token_hash, holder_id, created_at, seen_at, device, network)
    values (${hashSecret(token)}, ${holderId}, ${now}, ${now}, ${deviceName(userAgent)}, ${networkName(address)})`)
  return { name: cookie, value: token, maxAgeSeconds: maxMs / 1000 }
}

/** Ends one session and clears its cookie. */
export async function endSession({ db }: Ctx, holder: Holder, tokenHash: Buffer): Promise<Cookie> {
  await db.count(sql`delete from sessions where token_hash = ${tokenHash}`)
  return expiredCookie(holder)
}

/** Ends all sessions of a holder except the given one, and the steps under way; returns how many sessions. */
export async function endSessions({ db }: Pick<Ctx, 'db'>, holderId: string, except?: Buffer): Promise<number> {
  await endSteps({ db }, holderId)
  return db.count(sql`
    delete from sessions where holder_id = ${holderId} and (${except ?? null}::bytea is null or token_hash <> ${except ?? null})`)
}

/** The cookie that clears a session cookie in the browser. */
export function expiredCookie(holder: Holder): Cookie {
  return { name: SESSIONS[holder].cookie, value: null }
}

/**
 * The SQL condition for a live session row `s`: seen within the idle timeout and younger than the maximum lifetime.
 * `undefined` for a malformed token, which needs no query.
 */
export function liveSession({ clock }: Pick<Ctx, 'clock'>, holder: Holder, token: string) {
  const { prefix, idleMs, maxMs } = SESSIONS[holder]
  if (!isSecret(prefix, token)) return undefined
  const now = clock().getTime()
  const tokenHash = hashSecret(token)
  return {
    tokenHash,
    where: sql`s.token_hash = ${tokenHash} and s.seen_at > ${new Date(now - idleMs).toISOString()}
      and s.created_at > ${new Date(now - maxMs).toISOString()}`,
  }
}

/** Updates when a session was last used, at most once a minute; not while the database is read-only. */
export async function touchSession({ db, clock }: Pick<Ctx, 'db' | 'clock'>, tokenHash: Buffer, seenAt: string) {
  const now = clock()
  if (now.getTime() - Date.parse(seenAt) < SEEN_EVERY_MS) return
  await db
    .count(sql`update sessions set seen_at = ${now.toISOString()} where token_hash = ${tokenHash}`)
    .catch((error) => {
      // Reads work without it; a database that is out of reach fails the next statement.
      if (!(error instanceof Failure && error.code === 'unavailable')) throw error
    })
}

/** How long after a sign-in or confirmation a session may do what needs a recent one. */
const CONFIRMED_MS = 15 * 60_000

/** What the description of a route says that calls {@link checkConfirmed}. */
export const RECENT = 'Needs a sign-in or confirmation of the last 15 minutes.'

/** The SQL expression of a session row `s` for when its holder was last authenticated. */
export const confirmedAt = sql`coalesce(s.confirmed_at, s.created_at)`

/** Whether the holder was authenticated recently. */
export function isConfirmed({ actor, clock }: Pick<Ctx<UserActor | DeveloperActor>, 'actor' | 'clock'>): boolean {
  const { confirmedAt } = actor
  return confirmedAt !== null && clock().getTime() - Date.parse(confirmedAt) <= CONFIRMED_MS
}

/**
 * Checks that the holder was authenticated recently, before something that a stolen session must not do.
 * @throws Failure `reauthentication_required`
 */
export function checkConfirmed(ctx: Pick<Ctx<UserActor | DeveloperActor>, 'actor' | 'clock'>): void {
  if (!isConfirmed(ctx)) throw new Failure('reauthentication_required')
}

/** Records that the holder of a session was authenticated again. @throws Failure `unauthorized` if it has ended */
export async function confirmSession({ db, clock }: Ctx, tokenHash: Buffer): Promise<void> {
  const confirmed = await db.count(
    sql`update sessions set confirmed_at = ${clock().toISOString()} where token_hash = ${tokenHash}`,
  )
  if (!confirmed) throw new Failure('unauthorized')
}

/**
 * Checks that the browser still has this session of the account, and keeps it from ending before the transaction does.
 * @throws Failure `unauthorized`
 */
export async function lockSession(ctx: Ctx, holder: Holder, holderId: string, tokenHash: Buffer): Promise<void> {
  const token = ctx.cookieOf?.(SESSIONS[holder].cookie)
  const session = token === undefined ? undefined : liveSession(ctx, holder, token)
  const isLive =
    session?.tokenHash.equals(tokenHash) &&
    (await ctx.db.maybe(sql`select 1 from sessions s where ${session.where} and s.holder_id = ${holderId} for share`))
  if (!isLive) throw new Failure('unauthorized')
}

/** Deletes sessions past the longest lifetime. */
export async function deleteExpiredSessions({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const oldest = clock().getTime() - SESSIONS.user.maxMs
  await db.count(sql`delete from sessions where created_at < ${new Date(oldest).toISOString()}`)
}
