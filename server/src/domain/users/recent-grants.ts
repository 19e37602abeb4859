import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { isConfirmed } from '../accounts/sessions.ts'
import { areOfMost, topicScopesOf } from '../vocabulary/standard.ts'

const RECENT_MS = 24 * 60 * 60 * 1_000

/**
 * Checks that the user may grant scopes in this session, and records the topics. What was granted within a day without a
 * recent sign-in counts together: to several apps, in several consents to one app, and also if it was narrowed or taken away
 * since. Locks the account, so that of two grants the later one counts the earlier. Call it in the transaction of the grant.
 * @throws Failure `reauthentication_required` for most of the store without a recent sign-in
 */
export async function recordGrant(ctx: Ctx<UserActor>, scopes: readonly string[]): Promise<void> {
  // A confirmed session may grant everything, so what it grants says nothing about what others may.
  if (isConfirmed(ctx)) return
  if (areOfMost(scopes)) throw new Failure('reauthentication_required')
  const topics = topicScopesOf(scopes)
  if (!topics.length) return
  const { db, actor, clock } = ctx
  const now = clock()
  const { granted } = await db.one<{ granted: Record<string, string> }>(sql`
    select topics_granted as granted from users where id = ${actor.userId} for no key update`)
  const recent = Object.entries(granted).filter(([, at]) => now.getTime() - Date.parse(at) < RECENT_MS)
  if (areOfMost([...topics, ...recent.map(([topic]) => topic)])) throw new Failure('reauthentication_required')
  const added = topics.map((topic) => [topic, now.toISOString()])
  await db.count(sql`
    update users set topics_granted = ${JSON.stringify(Object.fromEntries([...recent, ...added]))}::jsonb
    where id = ${actor.userId}`)
}
