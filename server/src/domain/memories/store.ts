import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { Failure, StaleGrants } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { onlyOf } from '../../foundation/sql/shards.ts'
import { onShardOf, sql } from '../../foundation/sql/sql.ts'
import { limitExceeded } from '../plans/limits.ts'
import { appShareMax, userLimitsOf } from '../plans/plans.ts'
import { isCounted } from './shares.ts'
import { selectSourceCounts } from './store-queries.ts'

/* The row of a store. Every change of its memories or of their vectors locks it first, so versions have no gaps. */

/**
 * Locks the caller's store and raises its version, before anything else in a transaction.
 * @returns the new version.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 * @throws StaleGrants if a grant of the user changed since then.
 */
export async function raiseVersion({ db, actor }: Ctx<MemoryActor>): Promise<number> {
  const raise = sql`
    update stores set version = version + 1 where user_id = ${actor.userId}
    returning version, grants_version as "grantsVersion"`
  const store = await db.maybe<{ version: number; grantsVersion: number }>(onShardOf(actor.userId, raise))
  checkGrants(actor, store)
  return store.version
}

/** The version of the user's grants that an app was authenticated with; `null` for the user, who needs no grant. */
export function grantsVersionOf(actor: MemoryActor): number | null {
  return actor.kind === 'app' ? actor.grantsVersion : null
}

// The store is locked, so a change of grants has either been committed or waits until this transaction ends.
function checkGrants<S extends { grantsVersion: number }>(
  actor: MemoryActor,
  store: S | undefined,
): asserts store is S {
  if (!store) throw new Failure('unauthorized')
  if (![null, store.grantsVersion].includes(grantsVersionOf(actor))) throw new StaleGrants()
}

/** The most memories that a user's plan, or the operator, allows. */
export function memoriesMax({ userPlan, userLimits }: MemoryActor): number {
  return userLimitsOf(userPlan, userLimits).memoriesMax
}

/**
 * Locks the caller's store before anything else in a transaction, so what is read afterwards holds until it ends.
 * @returns how many memories the store has, and the most that the plan allows.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 * @throws StaleGrants if a grant of the user changed since then.
 */
export async function lockStore({ db, actor }: Ctx<MemoryActor>): Promise<{ used: number; max: number }> {
  const lock = sql`
    select memory_count as used, grants_version as "grantsVersion" from stores
    where user_id = ${actor.userId} for update`
  const store = await db.maybe<{ used: number; grantsVersion: number }>(onShardOf(actor.userId, lock))
  checkGrants(actor, store)
  return { used: store.used, max: memoriesMax(actor) }
}

/** An app that may fill only its share of the store. */
export function isLimitedToShare(actor: MemoryActor): actor is AppActor {
  return actor.kind === 'app' && actor.isShareLimited
}

/**
 * Locks the caller's store like {@link lockStore}.
 * @returns how many further memories the caller may store.
 */
export async function lockCapacity(ctx: Ctx<MemoryActor>): Promise<number> {
  const { used, max } = await lockStore(ctx)
  const left = isLimitedToShare(ctx.actor) ? await leftOfShare({ ...ctx, actor: ctx.actor }) : max
  return Math.max(0, Math.min(max - used, left))
}

/** How many further memories an app may store of its share. The store is locked. */
async function leftOfShare(ctx: Ctx<AppActor>): Promise<number> {
  const { db, actor } = ctx
  await recountIfNeeded(ctx)
  const { used } = await db.one<{ used: number }>(sql`
    select coalesce((app_counts->>${actor.app})::int, 0) as used from stores where user_id = ${actor.userId}`)
  return appShareMax(actor) - used
}

/**
 * Counts the memories of each app again if an earlier release has changed the store since.
 * @returns whether it did.
 */
export function recountIfNeeded(ctx: Ctx<MemoryActor>): Promise<boolean> {
  const { userId } = ctx.actor
  return inTransaction(ctx, async ({ db }) => {
    await lockStores(db, [userId])
    return (await db.count(recount(userId))) > 0
  })
}

const recount = (userId: string) => sql`
  update stores s set app_counts = (
    select coalesce(jsonb_object_agg(source, count), '{}') from (${selectSourceCounts(userId)}) as counted)
  where s.user_id = ${userId} and not ${isCounted(sql`s`)}`

const RECOUNT_STORES = 100

/** Counts the memories of each app in stores that an earlier release has changed. Returns whether there may be more. */
export async function recountStores({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  const stores = await db.rows<{ userId: string }>(sql`
    select s.user_id as "userId" from stores s where not ${isCounted(sql`s`)} limit ${RECOUNT_STORES}`)
  for (const { userId } of stores)
    await db.transaction(async (db) => {
      await lockStores(db, [userId])
      await db.count(recount(userId))
    })
  return stores.length === RECOUNT_STORES
}

/**
 * Checks the capacity of the caller's store, which is locked, for a number of further memories.
 * @throws Failure `limit_exceeded`
 */
export async function checkCapacity({ db, actor }: Ctx<MemoryActor>, count: number): Promise<void> {
  const { used } = await db.one<{ used: number }>(
    sql`select memory_count as used from stores where user_id = ${actor.userId}`,
  )
  const max = memoriesMax(actor)
  if (used + count > max) throw limitExceeded(actor, 'user', { limit: 'memories', used, max, plan: actor.userPlan })
}

/**
 * Locks a user's store and account before they are erased. Writes in progress finish first; later ones wait and then
 * find no store.
 */
export async function lockUser({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
  await db.rows(sql`select id from users where id = ${userId} for update`)
}

/** Locks the stores of several users, in the order of their ids. */
export async function lockStores(db: Db, users: readonly string[]): Promise<void> {
  const lock = (users: readonly string[]) =>
    db.rows(
      onShardOf(
        onlyOf(users),
        sql`select 1 from stores where user_id = any(${users}::text[]) order by user_id for update`,
      ),
    )
  if (!db.layout?.isSpread) return void (await lock(users))
  for (const user of [...users].sort()) await lock([user])
}

/** The bytes of the user's chat messages. */
export async function readChatBytes({ db, actor }: Ctx<MemoryActor>): Promise<number> {
  const store = await db.maybe<{ bytes: number }>(
    sql`select chat_bytes as bytes from stores where user_id = ${actor.userId}`,
  )
  return store?.bytes ?? 0
}

/**
 * Adds to the bytes of the user's chat messages, in the transaction that changes them.
 * @returns the stamp of the store, see {@link readChatStore}.
 */
export async function addChatBytes({ db, actor }: Ctx<MemoryActor>, bytes: number): Promise<string | undefined> {
  const store = await db.maybe<{ stamp: string }>(sql`
    update stores set chat_bytes = greatest(0, chat_bytes + ${bytes}::bigint) where user_id = ${actor.userId}
    returning xmin::text as stamp`)
  return store?.stamp
}

/**
 * The bytes of the user's chat messages. The stamp identifies the transaction that last changed the store: every one that
 * adds or deletes chat messages changes it, so with the same stamp there are as many of them.
 */
export async function readChatStore({ db, actor }: Ctx<MemoryActor>): Promise<{ bytes: number; stamp?: string }> {
  const store = await db.maybe<{ bytes: number; stamp: string }>(
    sql`select chat_bytes as bytes, xmin::text as stamp from stores where user_id = ${actor.userId}`,
  )
  return store ?? { bytes: 0 }
}

/** Raises the versions of locked stores. @returns the new version of each store that exists. */
export async function raiseVersions(db: Db, users: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const raise = sql`
    update stores set version = version + 1 where user_id = any(${users}::text[]) returning user_id, version`
  const raised = await db.rows<{ user_id: string; version: number }>(onShardOf(onlyOf(users), raise))
  return new Map(raised.map(({ user_id, version }) => [user_id, version]))
}
