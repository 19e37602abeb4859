import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { hashSecret, newSecret } from '../../foundation/secrets.ts'
import { nothing, type Sql, sql } from '../../foundation/sql.ts'
import { deleteApp } from '../apps/apps.ts'
import { noteConnected } from '../apps/clients.ts'
import { DEVELOPER_PLANS, USER_PLANS } from '../plans/plans.ts'
import { leaveDeliveries } from '../webhooks/leftovers.ts'
import { startFamily, type Tokens } from './families.ts'
import type { Target } from './target.ts'
import { TOKEN_PREFIX } from './tokens.ts'

/** Which app a person connects. */
export interface Pair {
  userId: string
  appId: string
  /** `null` of a client outside the portal, which only the person's plan binds. */
  developerId: string | null
}

interface Room {
  apps: number
  known_app: boolean
  known_user: boolean
}

/**
 * Whether one more connection fits the person's plan and the developer's. A pair that is connected already
 * takes no further place. With `hold`, both accounts are locked until the transaction ends, so that two
 * connecting at once cannot both take the last place.
 * @throws Failure `limit_exceeded`
 */
export async function checkRoom({ db }: Ctx, { userId, appId, developerId }: Pair, hold = false): Promise<void> {
  const lock = hold ? sql`for update` : nothing
  const { userPlan } = await db.one<{ userPlan: keyof typeof USER_PLANS }>(
    sql`select plan as "userPlan" from users where id = ${userId} ${lock}`,
  )
  const developer = developerId === null ? undefined : await holdDeveloper(db, developerId, lock)
  const { apps, known_app, known_user } = await db.one<Room>(sql`
    select
      (select count(*) from connections where user_id = ${userId} and status = 'active') as apps,
      exists (select from connections where user_id = ${userId} and app_id = ${appId} and status = 'active') as known_app,
      exists (select from connections c join apps a on a.id = c.app_id
        where c.user_id = ${userId} and a.developer_id = ${developerId} and c.status = 'active') as known_user`)
  const { appsMax } = USER_PLANS[userPlan]
  if (appsMax !== null && !known_app && apps >= appsMax)
    throw new Failure('limit_exceeded', { limit: 'connected_apps', used: apps, max: appsMax, plan: userPlan })
  if (!developer || known_user) return
  const { usersMax } = DEVELOPER_PLANS[developer.plan]
  if (usersMax === null) return
  const used = await countPeople(db, developer.id)
  if (used >= usersMax)
    throw new Failure('limit_exceeded', { limit: 'connected_users', used, max: usersMax, plan: developer.plan })
}

function holdDeveloper(db: Db, id: string, lock: Sql): Promise<{ id: string; plan: keyof typeof DEVELOPER_PLANS }> {
  return db.one(sql`select id, plan from developers where id = ${id} ${lock}`)
}

async function countPeople(db: Db, developerId: string): Promise<number> {
  const { used } = await db.one<{ used: number }>(sql`
    select count(distinct c.user_id) as used from connections c join apps a on a.id = c.app_id
    where a.developer_id = ${developerId} and c.status = 'active'`)
  return used
}

/** A connection, and tokens for it that are given out this once. */
interface Connected {
  id: string
  /** The family of the tokens, of clients that have them. */
  familyId: string | null
  tokens: Tokens
}

/**
 * Connects a person and an app under these scopes. A living connection keeps its id and gets new scopes. An app of the
 * portal has one token, which ends when it gets another; a client outside of it has one family for each installation.
 */
export async function connect(
  ctx: Ctx,
  pair: Pair,
  scopes: readonly string[],
  target: Target | null,
): Promise<Connected> {
  const { db, clock, tokens } = ctx
  const { userId, appId } = pair
  await checkRoom(ctx, pair, true)
  const { id } = await db.one<{ id: string }>(sql`
    insert into connections (user_id, id, app_id, scopes, status, connected_at)
    values (${userId}, ${newId('con')}, ${appId}, ${scopes}, 'active', ${clock().toISOString()})
    on conflict (user_id, app_id) where status = 'active' do update set scopes = excluded.scopes
    returning id`)
  db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
  if (pair.developerId === null) {
    await noteConnected(ctx, appId)
    return { id, ...(await startFamily(ctx, { userId, connectionId: id }, target)) }
  }
  const access_token = newSecret(TOKEN_PREFIX)
  await db.count(sql`delete from connection_tokens where user_id = ${userId} and connection_id = ${id}`)
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, target)
    values (${hashSecret(access_token)}, ${userId}, ${id}, ${target})`)
  return { id, familyId: null, tokens: { access_token } }
}

/** Deletes an app of this developer, and with it every connection; whether there was one. */
export async function endApp(ctx: Ctx<DeveloperActor>, appId: string): Promise<boolean> {
  ctx.db.afterCommit(() => ctx.tokens.forget((known) => known.appId === appId))
  const ended = await deleteApp(ctx, appId)
  if (ended) await leaveDeliveries(ctx, appId)
  return ended
}

/** Deletes all apps of this developer. */
export async function endApps(ctx: Ctx<DeveloperActor>): Promise<void> {
  const apps = await ctx.db.rows<{ id: string }>(sql`
    select id from apps where developer_id = ${ctx.actor.developerId}`)
  for (const { id } of apps) await endApp(ctx, id)
}
