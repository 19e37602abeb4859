import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import { hashSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { deleteApp } from '../apps/apps.ts'
import { markConnected } from '../apps/clients.ts'
import { limitExceeded } from '../plans/limits.ts'
import { DEVELOPER_PLANS, USER_PLANS } from '../plans/plans.ts'
import { noteOrphans } from '../webhooks/orphans.ts'
import { startFamily, type Tokens } from './families.ts'
import type { Target } from './target.ts'
import { type ConnectionPorts, TOKEN_PREFIX } from './tokens.ts'

/** The user and the app to connect. */
export interface Pair {
  userId: string
  appId: string
  /** `null` for clients registered outside the portal: only the user's plan limits those. */
  developerId: string | null
}

interface PlanUsage {
  apps: number
  known_app: boolean
  known_user: boolean
}

/**
 * Checks that a connection fits the plans of the user and the developer. A pair that is already connected does not count
 * again. With `hold`, both accounts are locked until the transaction ends, so that racing connections stay within the
 * limits.
 * @throws Failure `limit_exceeded`
 */
export async function checkLimits(
  { db, actor }: Ctx,
  { userId, appId, developerId }: Pair,
  hold = false,
): Promise<void> {
  const lock = hold ? sql`for update` : nothing
  const { userPlan } = await db.one<{ userPlan: keyof typeof USER_PLANS }>(
    sql`select plan as "userPlan" from users where id = ${userId} ${lock}`,
  )
  const developer = developerId === null ? undefined : await lockDeveloper(db, developerId, lock)
  const { apps, known_app, known_user } = await db.one<PlanUsage>(sql`
    select
      (select count(*) from connections where user_id = ${userId} and status = 'active') as apps,
      exists (select from connections where user_id = ${userId} and app_id = ${appId} and status = 'active') as known_app,
      exists (select from connections c join apps a on a.id = c.app_id
        where c.user_id = ${userId} and a.developer_id = ${developerId} and c.status = 'active') as known_user`)
  const { appsMax } = USER_PLANS[userPlan]
  if (appsMax !== null && !known_app && apps >= appsMax)
    throw limitExceeded(actor, 'user', { limit: 'connected_apps', used: apps, max: appsMax, plan: userPlan })
  if (!developer || known_user) return
  const { usersMax } = DEVELOPER_PLANS[developer.plan]
  if (usersMax === null) return
  const used = await countUsers(db, developer.id)
  if (used >= usersMax)
    throw limitExceeded(actor, 'developer', { limit: 'connected_users', used, max: usersMax, plan: developer.plan })
}

function lockDeveloper(db: Db, id: string, lock: Sql): Promise<{ id: string; plan: keyof typeof DEVELOPER_PLANS }> {
  return db.one(sql`select id, plan from developers where id = ${id} ${lock}`)
}

async function countUsers(db: Db, developerId: string): Promise<number> {
  const { used } = await db.one<{ used: number }>(sql`
    select count(distinct c.user_id) as used from connections c join apps a on a.id = c.app_id
    where a.developer_id = ${developerId} and c.status = 'active'`)
  return used
}

/** A connection and its new tokens, which are returned only once. */
interface Connected {
  id: string
  /** The token family; `null` for portal apps. */
  familyId: string | null
  tokens: Tokens
}

/**
 * Connects a user and an app with these scopes. An active connection keeps its id and gets the new scopes. A portal app
 * has one token, which is replaced; a client registered outside the portal gets a new token family.
 */
export async function connect(
  ctx: Ctx<Actor, ConnectionPorts>,
  pair: Pair,
  scopes: readonly string[],
  target: Target | null,
): Promise<Connected> {
  const { db, clock, tokens } = ctx
  const { userId, appId } = pair
  await checkLimits(ctx, pair, true)
  const { id } = await db.one<{ id: string }>(sql`
    insert into connections (user_id, id, app_id, scopes, status, connected_at)
    values (${userId}, ${newId('con')}, ${appId}, ${scopes}, 'active', ${clock().toISOString()})
    on conflict (user_id, app_id) where status = 'active' do update set scopes = excluded.scopes
    returning id`)
  db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
  if (pair.developerId === null) {
    await markConnected(ctx, appId)
    return { id, ...(await startFamily(ctx, { userId, connectionId: id }, target)) }
  }
  const access_token = newSecret(TOKEN_PREFIX)
  await db.count(sql`delete from connection_tokens where user_id = ${userId} and connection_id = ${id}`)
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, target)
    values (${hashSecret(access_token)}, ${userId}, ${id}, ${target})`)
  return { id, familyId: null, tokens: { access_token } }
}

/** Deletes an app of the developer with all its connections; returns whether it existed. */
export async function endApp(ctx: Ctx<DeveloperActor, ConnectionPorts>, appId: string): Promise<boolean> {
  ctx.db.afterCommit(() => ctx.tokens.forget((known) => known.appId === appId))
  const ended = await deleteApp(ctx, appId)
  if (ended) await noteOrphans(ctx, appId)
  return ended
}

/** Deletes all apps of the developer. */
export async function endApps(ctx: Ctx<DeveloperActor, ConnectionPorts>): Promise<void> {
  const apps = await ctx.db.rows<{ id: string }>(sql`
    select id from apps where developer_id = ${ctx.actor.developerId}`)
  for (const { id } of apps) await endApp(ctx, id)
}
