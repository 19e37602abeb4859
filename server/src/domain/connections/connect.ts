import { allows } from '@memory-service/scopes'
import type { Actor, DeveloperActor, OwnLimits } from '../../foundation/actor.ts'
import { newSecret } from '../../foundation/auth/secrets.ts'
import type { Config } from '../../foundation/config.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, sql } from '../../foundation/sql/sql.ts'
import { deleteApp } from '../apps/apps.ts'
import { markConnected } from '../apps/clients.ts'
import { accessEntry } from '../audit/access.ts'
import { insertAudit } from '../audit/audit.ts'
import { limitExceeded } from '../plans/limits.ts'
import { developerLimitsOf, userLimitsOf } from '../plans/plans.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { deleteSubscriptionsOf } from '../webhooks/subscriptions.ts'
import { endConnection, endConnectionsOfApp } from './end.ts'
import { type Change, emitUpdated } from './events.ts'
import { keepEndOfFamilies, startFamily, type Tokens } from './families.ts'
import { noticeConnected } from './notice.ts'
import { type Binding, hashBound, tokenType } from './proofs.ts'
import { type Refusals, refusalsAfter } from './refusals.ts'
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
 * again. With `hold`, racing connections stay within the limits until the transaction ends: the user is locked, and the
 * developer as far as {@link countUsers} needs it.
 * @throws Failure `limit_exceeded`, `account_suspended`
 */
export async function checkLimits(
  { db, clock, actor }: Ctx,
  { userId, appId, developerId }: Pair,
  hold = false,
): Promise<void> {
  const lock = hold ? sql`for update` : nothing
  const user = await db.one<{ plan: Config['userPlan']; limits: OwnLimits; suspended: boolean }>(
    sql`select plan, limits, suspended_at is not null as suspended from users where id = ${userId} ${lock}`,
  )
  if (user.suspended) throw new Failure('account_suspended')
  const developer =
    developerId === null
      ? undefined
      : await db.one<CountedDeveloper>(sql`select id, plan, limits from developers where id = ${developerId}`)
  // One that expired may not have been ended yet.
  const isOpen = sql`status = 'active' and (expires_at is null or expires_at > ${clock().toISOString()}::timestamptz)`
  const { apps, known_app, known_user } = await db.one<PlanUsage>(sql`
    select
      (select count(*) from connections where user_id = ${userId} and ${isOpen}) as apps,
      exists (select from connections where user_id = ${userId} and app_id = ${appId} and ${isOpen}) as known_app,
      exists (select from connections c join apps a on a.id = c.app_id
        where c.user_id = ${userId} and a.developer_id = ${developerId} and c.status = 'active') as known_user`)
  const { appsMax } = userLimitsOf(user.plan, user.limits)
  if (appsMax !== null && !known_app && apps >= appsMax)
    throw limitExceeded(actor, 'user', { limit: 'connected_apps', used: apps, max: appsMax, plan: user.plan })
  if (!developer || known_user) return
  const { usersMax } = developerLimitsOf(developer.plan, developer.limits)
  if (usersMax === null) return
  const used = await (hold ? countExactly(db, developer.id, usersMax) : countUsers(db, developer.id))
  if (used >= usersMax)
    throw limitExceeded(actor, 'developer', { limit: 'connected_users', used, max: usersMax, plan: developer.plan })
}

interface CountedDeveloper {
  id: string
  plan: Config['developerPlan']
  limits: OwnLimits
}

/** More than the transactions that can connect people at the same time. */
const RACING_MAX = 500

/**
 * Counts the users of a developer so that racing connections cannot exceed the limit. Far below it, connections share a
 * lock and do not wait for one another: fewer race than are left. Close to it, each waits for all others.
 */
async function countExactly(db: Db, developerId: string, max: number): Promise<number> {
  const key = sql`hashtextextended(${`users of ${developerId}`}, 0)`
  if ((await countUsers(db, developerId)) < max - RACING_MAX) {
    await db.rows(sql`select pg_advisory_xact_lock_shared(${key})`)
    const used = await countUsers(db, developerId)
    if (used < max - RACING_MAX) return used
    // Two that get here at once wait for each other; PostgreSQL ends one, which is run again.
  }
  await db.rows(sql`select pg_advisory_xact_lock(${key})`)
  return countUsers(db, developerId)
}

async function countUsers(db: Db, developerId: string): Promise<number> {
  const { used } = await db.one<{ used: number }>(sql`
    select count(distinct c.user_id) as used from connections c join apps a on a.id = c.app_id
    where a.developer_id = ${developerId} and c.status = 'active' and not c.is_test`)
  return used
}

/** What a user agreed to. */
export interface Grant {
  scopes: readonly string[]
  /** Types of signals that the app receives. */
  signals: readonly string[]
  /** When access ends; `null` if it has no end. */
  expiresAt: string | null
  /** Scopes and types of signals that the user was asked for and refused. */
  refused: readonly string[]
}

/** A connection and its new tokens, which are returned only once. */
interface Connected {
  id: string
  /** The token family; `null` for portal apps. */
  familyId: string | null
  tokens: Tokens
}

interface Current {
  id: string
  scopes: string[]
  signals: string[]
  expiresAt: string | null
  pausedAt: string | null
  refused: Refusals
}

/**
 * Connects a user and an app with this grant. An active connection keeps its id, gets the new grant and is no longer
 * paused; one that has expired ends, and a new one begins. A portal app has one token, which is replaced; a client
 * registered outside the portal gets a new token family, which is limited to these scopes and this time.
 */
export async function connect(
  ctx: Ctx<Actor, ConnectionPorts>,
  pair: Pair & { app: string; redirectUri: string | null },
  grant: Grant,
  target: Target | null,
  binding: Binding,
): Promise<Connected> {
  const { db, clock, tokens } = ctx
  const { userId, appId } = pair
  const now = clock()
  await raiseGrantsVersion(db, userId)
  await checkLimits(ctx, pair, true)
  // Concurrent consents wait for the lock of the user's store.
  let current = await db.maybe<Current>(sql`
    select id, scopes, signals, expires_at as "expiresAt", paused_at as "pausedAt", refused from connections
    where user_id = ${userId} and app_id = ${appId} and status = 'active' for update`)
  if (current?.expiresAt && Date.parse(current.expiresAt) <= now.getTime()) {
    await endConnection(ctx, { userId, id: current.id }, 'service', current.expiresAt)
    current = undefined
  }
  const id = current?.id ?? newId('con')
  const refused = JSON.stringify(refusalsAfter(current?.refused ?? {}, grant, grant.refused, now))
  if (current?.expiresAt) await keepEndOfFamilies(ctx, { userId, connectionId: id }, current.expiresAt)
  if (current)
    await db.count(sql`
      update connections set scopes = ${grant.scopes}, signals = ${grant.signals}, expires_at = ${grant.expiresAt},
        paused_at = null, refused = ${refused}::jsonb, token_set_at = ${now.toISOString()},
        token_redirect_uri = ${pair.redirectUri}
      where user_id = ${userId} and id = ${id}`)
  else
    await db.count(sql`
      insert into connections (user_id, id, app_id, scopes, signals, expires_at, status, connected_at, refused,
        token_set_at, token_redirect_uri)
      values (${userId}, ${id}, ${appId}, ${grant.scopes}, ${grant.signals}, ${grant.expiresAt}, 'active',
        ${now.toISOString()}, ${refused}::jsonb, ${now.toISOString()}, ${pair.redirectUri})`)
  const action = current ? 'connection.update' : 'connection.create'
  await db.count(insertAudit(accessEntry(ctx, 'user', action, { userId, id, appId, app: pair.app })))
  await noticeConnected(ctx, { ...pair, id }, grant.scopes, current?.scopes ?? [])
  const changes = current ? changesBetween(current, grant) : []
  if (changes.length) await emitUpdated(ctx, userId, id, changes)
  db.afterCommit(() => tokens.forget({ userId }))
  if (pair.developerId === null) {
    await markConnected(ctx, appId)
    return { id, ...(await startFamily(ctx, { userId, connectionId: id }, grant, target, binding)) }
  }
  const access_token = newSecret(TOKEN_PREFIX)
  await db.count(sql`delete from connection_tokens where user_id = ${userId} and connection_id = ${id}`)
  await db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, target, dpop_jkt)
    values (${hashBound(access_token, binding.access)}, ${userId}, ${id}, ${target}, ${binding.access})`)
  return { id, familyId: null, tokens: { access_token, token_type: tokenType(binding) } }
}

type Terms = Pick<Grant, 'scopes' | 'signals' | 'expiresAt'>

/** How a new grant differs from the current one; it may be wider and narrower at once. */
function changesBetween(current: Current, grant: Grant): Change[] {
  const endOf = (expiresAt: string | null) => (expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt))
  const exceeds = (some: Terms, other: Terms) =>
    some.scopes.some((scope) => !allows(other.scopes, scope)) ||
    some.signals.some((type) => !other.signals.includes(type)) ||
    endOf(some.expiresAt) > endOf(other.expiresAt)
  return [
    ...(exceeds(grant, current) ? ['widened' as const] : []),
    ...(exceeds(current, grant) ? ['narrowed' as const] : []),
    ...(current.pausedAt === null ? [] : ['resumed' as const]),
  ]
}

/**
 * Deletes an app of the developer, and ends its connections; people still see that they had one. Returns whether the app
 * existed.
 */
export async function endApp(ctx: Ctx<DeveloperActor, ConnectionPorts>, appId: string): Promise<boolean> {
  ctx.db.afterCommit(() => ctx.tokens.forget({ appId }))
  if (!(await deleteApp(ctx, appId))) return false
  await deleteSubscriptionsOf(ctx, appId)
  await endConnectionsOfApp(ctx, appId)
  return true
}

/** Deletes all apps of the developer. */
export async function endApps(ctx: Ctx<DeveloperActor, ConnectionPorts>): Promise<void> {
  const apps = await ctx.db.rows<{ id: string }>(sql`
    select id from apps where developer_id = ${ctx.actor.developerId}`)
  for (const { id } of apps) await endApp(ctx, id)
}
