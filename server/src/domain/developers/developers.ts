import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { raw, sql } from '../../foundation/sql/sql.ts'
import { accountVerbs } from '../accounts/accounts.ts'
import { factorVerbs } from '../accounts/factors/verbs.ts'
import { reportAction } from '../accounts/reports.ts'
import { confirmedAt, liveSession, touchSession } from '../accounts/sessions.ts'
import { recordEvent } from './events.ts'

/** Developer accounts of the portal. */
export const developers = accountVerbs({
  holder: 'developer',
  table: raw('developers'),
  prefix: 'dev',
  plan: ({ config }) => config.developerPlan,
  async record(ctx, developerId, action) {
    await recordEvent(ctx, developerId, action)
    await reportAction(ctx, 'developer', developerId, action)
  },
})

/** Passkeys, authenticator apps and recovery codes of developers. */
export const developerFactors = factorVerbs(developers)

/** The developer of a session cookie, or `undefined`. */
export async function developerOfSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  cookie: string,
): Promise<DeveloperActor | undefined> {
  const session = liveSession(ctx, 'developer', cookie)
  if (!session) return undefined
  const row = await ctx.db.maybe<
    Pick<DeveloperActor, 'developerId' | 'developerPlan' | 'developerLimits' | 'confirmedAt' | 'isPending'> & {
      seen_at: string
    }
  >(sql`
    select d.id as "developerId", d.plan as "developerPlan", d.limits as "developerLimits",
      ${confirmedAt} as "confirmedAt", d.email is null as "isPending", s.seen_at
    from sessions s join developers d on d.id = s.holder_id
    where ${session.where} and d.suspended_at is null`)
  if (!row) return undefined
  await touchSession(ctx, session.tokenHash, row.seen_at)
  const { seen_at, ...developer } = row
  return { kind: 'developer', ...developer, sessionHash: session.tokenHash }
}
