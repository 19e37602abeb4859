import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { raw, sql } from '../../foundation/sql.ts'
import { accountVerbs } from '../accounts/accounts.ts'
import { liveSession, sawSession } from '../accounts/sessions.ts'
import { makeIdentity } from '../identity/identity.ts'

export const EVERYTHING = ['*'] as const

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
  const row = await ctx.db.maybe<Pick<UserActor, 'userId' | 'aiId' | 'userPlan'> & { seen_at: string }>(sql`
    select u.id as "userId", i.id as "aiId", u.plan as "userPlan", s.seen_at
    from sessions s join users u on u.id = s.holder_id join identities i on i.user_id = u.id
    where ${session.where}`)
  if (!row) return undefined
  await sawSession(ctx, session.tokenHash, row.seen_at)
  const { seen_at, ...person } = row
  return { kind: 'user', ...person, sessionHash: session.tokenHash, reads: EVERYTHING, writes: EVERYTHING }
}
