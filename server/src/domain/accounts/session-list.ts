import { z } from 'zod'
import type { DeveloperActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { checkConfirmed, endSessions, type Holder, SESSIONS } from './sessions.ts'
import { endSteps } from './steps.ts'

const ID_BYTES = 12
// Sign-ins are limited per minute; no legitimate use needs that many sessions.
const LISTED_MAX = 200

export const ListedSession = z
  .object({
    id: z.string(),
    device: z
      .string()
      .nullable()
      .meta({ description: 'Browser and system, such as `Firefox on Linux`, if recognised.' }),
    network: z.string().nullable().meta({
      description: 'The network from which the session was started, such as `203.0.113.*`.',
    }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().meta({ description: 'To the minute.' }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'AccountSession' })
export type ListedSession = z.output<typeof ListedSession>

type Owner = Ctx<UserActor | DeveloperActor>

// A hash of the stored hash: it names a session without revealing anything that authenticates.
const sessionId = sql`'ses_' || encode(substring(sha256(token_hash) from 1 for ${ID_BYTES}::int), 'hex')`

function isLive({ clock }: Owner, holder: Holder) {
  const { idleMs, maxMs } = SESSIONS[holder]
  const now = clock().getTime()
  return sql`seen_at > ${new Date(now - idleMs).toISOString()} and created_at > ${new Date(now - maxMs).toISOString()}`
}

/** The sessions of the account that have not expired, the last used first. */
export async function listSessions(ctx: Owner, holder: Holder, holderId: string): Promise<ListedSession[]> {
  return ctx.db.rows<ListedSession>(sql`
    select ${sessionId} as id, device, network, created_at as "createdAt", seen_at as "lastUsedAt",
      token_hash = ${ctx.actor.sessionHash} as current
    from sessions where holder_id = ${holderId} and ${isLive(ctx, holder)}
    order by token_hash = ${ctx.actor.sessionHash} desc, seen_at desc, token_hash limit ${LISTED_MAX}`)
}

/** Ends one session of the account, which may be the current one, and the steps under way. @throws Failure `not_found`, `reauthentication_required` */
export async function endListedSession(ctx: Owner, holderId: string, id: string): Promise<void> {
  checkConfirmed(ctx)
  const { db } = ctx
  const ended = await db.count(sql`delete from sessions where holder_id = ${holderId} and ${sessionId} = ${id}`)
  if (!ended) throw new Failure('not_found')
  await endSteps({ db }, holderId)
}

/** Ends all sessions of the account but the current one, and the steps under way; returns how many sessions. @throws Failure `reauthentication_required` */
export async function endOtherSessions(ctx: Owner, holderId: string): Promise<number> {
  checkConfirmed(ctx)
  return endSessions(ctx, holderId, ctx.actor.sessionHash)
}
