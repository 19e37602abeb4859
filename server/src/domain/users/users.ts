import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { raw, sql } from '../../foundation/sql.ts'
import { accountVerbs } from '../accounts/accounts.ts'
import { liveSession, sawSession } from '../accounts/sessions.ts'
import { makeIdentity } from '../identity/identity.ts'

const EVERYTHING = ['*'] as const

/** A person's account. With it come one identity and one memory store, which last as long as it does. */
export const users = accountVerbs({
  holder: 'user',
  table: raw('users'),
  prefix: 'usr',
  plan: ({ config }) => config.userPlan,
  async made(ctx, { id, name }) {
    await makeIdentity(ctx, id, name)
    await ctx.db.count(sql`insert into stores (user_id) values (${id})`)
  },
})

/** The person behind a session cookie, or `undefined`. */
export async function userOf(ctx: Pick<Ctx, 'db' | 'clock'>, cookie: string): Promise<UserActor | undefined> {
  const session = liveSession(ctx, 'user', cookie)
  if (!session) return undefined
  const row = await ctx.db.maybe<{ holder_id: string; seen_at: string }>(
    sql`select s.holder_id, s.seen_at from sessions s where ${session.where}`,
  )
  const person = row && (await personOf(ctx.db, row.holder_id, session.tokenHash))
  if (!person) return undefined
  await sawSession(ctx, session.tokenHash, row.seen_at)
  return person
}

/** A person as the actor, under the credential that told who it is; `undefined` once the account is gone. */
export async function personOf(db: Db, userId: string, sessionHash: Buffer): Promise<UserActor | undefined> {
  const person = await db.maybe<Pick<UserActor, 'userId' | 'aiId' | 'userPlan'>>(sql`
    select u.id as "userId", i.id as "aiId", u.plan as "userPlan"
    from identities i join users u on u.id = i.user_id where i.user_id = ${userId}`)
  return person && { kind: 'user', ...person, sessionHash, reads: EVERYTHING, writes: EVERYTHING }
}
