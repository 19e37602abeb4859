import type { Ctx } from '../../foundation/ctx.ts'
import type { Cookie } from '../../foundation/route.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'

const DAY_MS = 24 * 60 * 60_000

/** What differs between the two kinds of sessions: the cookie's name, and how long it lives idle and at most. */
export const SESSIONS = {
  user: { cookie: 'ms_session', prefix: 'mss', idleMs: 14 * DAY_MS, maxMs: 30 * DAY_MS },
  developer: { cookie: 'ms_dev_session', prefix: 'msd', idleMs: DAY_MS, maxMs: 7 * DAY_MS },
} as const
export type Holder = keyof typeof SESSIONS

// Being seen is written down at most once in this time, so that reading pages does not mean writing.
const SEEN_EVERY_MS = 60_000

/** Starts a session; the cookie carries its token, which is kept as a hash alone. */
export async function startSession({ db, clock }: Ctx, holder: Holder, holderId: string): Promise<Cookie> {
  const { cookie, prefix, maxMs } = SESSIONS[holder]
  const token = newSecret(prefix)
  const now = clock().toISOString()
  await db.count(sql`
    insert into sessions (token_hash, holder_id, created_at, seen_at)
    values (${hashSecret(token)}, ${holderId}, ${now}, ${now})`)
  return { name: cookie, value: token, maxAgeSeconds: maxMs / 1000 }
}

/** Ends one session and takes its cookie back. */
export async function endSession({ db }: Ctx, holder: Holder, tokenHash: Buffer): Promise<Cookie> {
  await db.count(sql`delete from sessions where token_hash = ${tokenHash}`)
  return noCookie(holder)
}

/** Ends all sessions of a holder, but for one when it is named. */
export async function endSessions({ db }: Ctx, holderId: string, except?: Buffer): Promise<void> {
  await db.count(sql`
    delete from sessions where holder_id = ${holderId} and (${except ?? null}::bytea is null or token_hash <> ${except ?? null})`)
}

/** The cookie that takes a session's cookie back. */
export function noCookie(holder: Holder): Cookie {
  return { name: SESSIONS[holder].cookie, value: null }
}

/**
 * The condition under which a session row is alive: seen within the idle time and not older than the most.
 * `undefined` for a cookie that cannot be one of ours, which needs no look at the database.
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

/** Notes that a session was used, now and then. */
export async function sawSession({ db, clock }: Pick<Ctx, 'db' | 'clock'>, tokenHash: Buffer, seenAt: string) {
  const now = clock()
  if (now.getTime() - Date.parse(seenAt) < SEEN_EVERY_MS) return
  await db.count(sql`update sessions set seen_at = ${now.toISOString()} where token_hash = ${tokenHash}`)
}

/** Sweeps sessions that nobody can use any more. */
export async function sweepSessions({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const oldest = clock().getTime() - SESSIONS.user.maxMs
  await db.count(sql`delete from sessions where created_at < ${new Date(oldest).toISOString()}`)
}
