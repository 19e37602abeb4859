import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { hashSecret, newSecret } from '../../foundation/secrets.ts'
import { nothing, sql } from '../../foundation/sql.ts'
import { deleteApp } from '../apps/apps.ts'
import { DEVELOPER_PLANS, USER_PLANS } from '../plans/plans.ts'
import { TOKEN_PREFIX } from './connections.ts'

/** Which app a person connects. */
export interface Pair {
  userId: string
  appId: string
  developerId: string
}

interface Room {
  userPlan: keyof typeof USER_PLANS
  developerPlan: keyof typeof DEVELOPER_PLANS
  apps: number
  users: number
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
  await db.rows(sql`select id from users where id = ${userId} ${lock}`)
  await db.rows(sql`select id from developers where id = ${developerId} ${lock}`)
  const room = await db.one<Room>(sql`
    select u.plan as "userPlan", d.plan as "developerPlan",
      (select count(*) from connections where user_id = u.id and status = 'active') as apps,
      (select count(distinct c.user_id) from connections c join apps a on a.id = c.app_id
        where a.developer_id = d.id and c.status = 'active') as users,
      exists (select from connections where user_id = u.id and app_id = ${appId} and status = 'active') as known_app,
      exists (select from connections c join apps a on a.id = c.app_id
        where c.user_id = u.id and a.developer_id = d.id and c.status = 'active') as known_user
    from users u, developers d where u.id = ${userId} and d.id = ${developerId}`)
  const { appsMax } = USER_PLANS[room.userPlan]
  if (appsMax !== null && !room.known_app && room.apps >= appsMax)
    throw new Failure('limit_exceeded', {
      limit: 'connected_apps',
      used: room.apps,
      max: appsMax,
      plan: room.userPlan,
    })
  const { usersMax } = DEVELOPER_PLANS[room.developerPlan]
  if (usersMax !== null && !room.known_user && room.users >= usersMax)
    throw new Failure('limit_exceeded', {
      limit: 'connected_users',
      used: room.users,
      max: usersMax,
      plan: room.developerPlan,
    })
}

/**
 * Connects a person and an app under these scopes and gives the token out, this once. A living connection
 * keeps its id and gets new scopes and a new token; the old token ends.
 */
export async function connect(ctx: Ctx, pair: Pair, scopes: readonly string[]): Promise<{ id: string; token: string }> {
  const { db, clock, tokens } = ctx
  await checkRoom(ctx, pair, true)
  const { id } = await db.one<{ id: string }>(sql`
    insert into connections (user_id, id, app_id, scopes, status, connected_at)
    values (${pair.userId}, ${newId('con')}, ${pair.appId}, ${scopes}, 'active', ${clock().toISOString()})
    on conflict (user_id, app_id) where status = 'active' do update set scopes = excluded.scopes
    returning id`)
  const token = newSecret(TOKEN_PREFIX)
  await db.count(sql`delete from connection_tokens where user_id = ${pair.userId} and connection_id = ${id}`)
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id)
    values (${hashSecret(token)}, ${pair.userId}, ${id})`)
  db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
  return { id, token }
}

/** Deletes an app of this developer, and with it every connection; whether there was one. */
export async function endApp(ctx: Ctx<DeveloperActor>, appId: string): Promise<boolean> {
  ctx.db.afterCommit(() => ctx.tokens.forget((known) => known.appId === appId))
  return deleteApp(ctx, appId)
}

/** Deletes all apps of this developer. */
export async function endApps(ctx: Ctx<DeveloperActor>): Promise<void> {
  const apps = await ctx.db.rows<{ id: string }>(sql`
    select id from apps where developer_id = ${ctx.actor.developerId}`)
  for (const { id } of apps) await endApp(ctx, id)
}
