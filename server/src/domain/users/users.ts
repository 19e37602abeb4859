import type { OwnLimits, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { raw, sql } from '../../foundation/sql/sql.ts'
import { type Account, accountVerbs } from '../accounts/accounts.ts'
import { factorVerbs } from '../accounts/factors/verbs.ts'
import { reportAction } from '../accounts/reports.ts'
import { confirmedAt, liveSession, touchSession } from '../accounts/sessions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { createIdentity } from '../identity/identity.ts'

const EVERYTHING = ['*'] as const

/** A user account as its owner sees it. */
export interface UserAccount extends Account {
  /** An IANA name; null if the user has set none. */
  timezone: string | null
}

/** User accounts. Each is created with one identity and one memory store, which exist as long as the account. */
export const users = accountVerbs<UserAccount>({
  holder: 'user',
  table: raw('users'),
  prefix: 'usr',
  plan: ({ config }) => config.userPlan,
  more: sql`, timezone`,
  async onCreated(ctx, { id }) {
    await createIdentity(ctx, id)
    await ctx.db.count(sql`insert into stores (user_id) values (${id})`)
  },
  async record(ctx, userId, action) {
    const entry = auditEntry({ ...ctx, actor: { kind: 'user', userId } }, { action, scopes: [], count: 0 })
    await ctx.db.count(insertAudit(entry))
    await reportAction(ctx, 'user', userId, action)
  },
})

/** Passkeys, authenticator apps and recovery codes of users. */
export const userFactors = factorVerbs(users)

/** The user of a session cookie, or `undefined`. */
export async function userOfSession(ctx: Pick<Ctx, 'db' | 'clock'>, cookie: string): Promise<UserActor | undefined> {
  const session = liveSession(ctx, 'user', cookie)
  if (!session) return undefined
  const row = await ctx.db.maybe<{ holder_id: string; seen_at: string; confirmed_at: string }>(
    sql`select s.holder_id, s.seen_at, ${confirmedAt} as confirmed_at from sessions s where ${session.where}`,
  )
  const user = row && (await userActor(ctx.db, row.holder_id, session.tokenHash, row.confirmed_at))
  if (!user) return undefined
  await touchSession(ctx, session.tokenHash, row.seen_at)
  return user
}

/** A user as an actor, identified by the credential with this hash; `undefined` once the account is erased. */
export async function userActor(
  db: Db,
  userId: string,
  sessionHash: Buffer,
  confirmedAt: string | null,
  evenSuspended = false,
): Promise<UserActor | undefined> {
  const user = await db.maybe<
    Pick<UserActor, 'userId' | 'aiId' | 'ownName' | 'userPlan' | 'userLimits' | 'isPending'>
  >(sql`
    select u.id as "userId", i.id as "aiId", nullif(u.name, '') as "ownName", u.plan as "userPlan",
      u.limits as "userLimits", u.email is null as "isPending"
    from identities i join users u on u.id = i.user_id
    where i.user_id = ${userId} and (u.suspended_at is null or ${evenSuspended}::boolean)`)
  return user && { kind: 'user', ...user, sessionHash, confirmedAt, reads: EVERYTHING, writes: EVERYTHING }
}

/** An account that belongs to an app. */
export interface AppAccount {
  userId: string
  aiId: string
}

/**
 * Creates an account without address and password, to which no person can sign in: a test person, or a user of an app whose
 * memories it holds.
 */
export async function createAppAccount(
  ctx: Ctx,
  { userId, name, limits }: { userId: string; name: string | null; limits: OwnLimits },
): Promise<AppAccount> {
  await ctx.db.count(sql`
    insert into users (id, name, password_hash, password_set, plan, limits, created_at)
    values (${userId}, ${name}, 'none', false, 'free', ${JSON.stringify(limits)}::jsonb, ${ctx.clock().toISOString()})`)
  const aiId = await createIdentity(ctx, userId)
  await ctx.db.count(sql`insert into stores (user_id) values (${userId})`)
  return { userId, aiId }
}

/** Deletes an account that belongs to an app, after everything in it was erased. */
export async function deleteAppAccount(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from users where id = ${userId}`)
}

/** An account that belongs to an app, as if its person acted. */
export function accountActor({ userId, aiId }: AppAccount, ownName: string | null, userLimits: OwnLimits): UserActor {
  const unsigned = { sessionHash: Buffer.alloc(0), confirmedAt: null }
  return {
    kind: 'user',
    userId,
    aiId,
    ownName,
    ...unsigned,
    reads: EVERYTHING,
    writes: EVERYTHING,
    userPlan: 'free',
    userLimits,
  }
}

/**
 * Records that the grants of one of the user's connections change, before they do. Locks the store's row until the
 * transaction ends, so that writes in progress finish first, and later ones find that their grants are out of date.
 */
export async function raiseGrantsVersion(db: Db, userId: string): Promise<void> {
  await db.count(sql`update stores set grants_version = grants_version + 1 where user_id = ${userId}`)
}

/** `slots_rules` of a store whose slots are out of date is negative, and different for each change of the name. */
const SLOTS_MARKS = 1_000_000_000

/**
 * Marks what was derived from a store with the user's old name as out of date, if the name changes: the slots of its
 * memories and its search indexes. Statements about that name are about the user. Locks the store's row.
 */
export async function readStatementsAgain(db: Db, userId: string, name: string | null): Promise<void> {
  await db.count(sql`
    update stores s set slots_rules = -((s.version + 1) % ${SLOTS_MARKS}::int), version = s.version + 1, gone_floor = s.version + 1 from users u
    where s.user_id = ${userId} and u.id = ${userId} and u.name is distinct from ${name}`)
}
