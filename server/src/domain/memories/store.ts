import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { USER_PLANS } from '../plans/plans.ts'

/* The row of a store. Every change of its memories or of their vectors locks it first, so versions have no gaps. */

/**
 * Locks the caller's store and raises its version, before anything else in a transaction.
 * @returns the new version.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 */
export async function raiseVersion({ db, actor }: Ctx<MemoryActor>): Promise<number> {
  const store = await db.maybe<{ version: number }>(
    sql`update stores set version = version + 1 where user_id = ${actor.userId} returning version`,
  )
  if (!store) throw new Failure('unauthorized')
  return store.version
}

/** The most memories a user's plan allows. */
export function memoriesMax({ userPlan }: MemoryActor): number {
  return USER_PLANS[userPlan].memoriesMax
}

/**
 * Locks the caller's store before anything else in a transaction, so what is read afterwards holds until it ends.
 * @returns how many memories the store has, and the most that the plan allows.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 */
export async function lockStore({ db, actor }: Ctx<MemoryActor>): Promise<{ used: number; max: number }> {
  const store = await db.maybe<{ used: number }>(
    sql`select memory_count as used from stores where user_id = ${actor.userId} for update`,
  )
  if (!store) throw new Failure('unauthorized')
  return { used: store.used, max: memoriesMax(actor) }
}

/**
 * Locks a user's store and account before they are erased. Writes in progress finish first; later ones wait and then
 * find no store.
 */
export async function lockUser({ db }: Ctx, userId: string): Promise<void> {
  await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
  await db.rows(sql`select id from users where id = ${userId} for update`)
}

/** Locks the stores of several users, in the order of their ids. */
export async function lockStores(db: Db, users: readonly string[]): Promise<void> {
  await db.rows(sql`select 1 from stores where user_id = any(${users}::text[]) order by user_id for update`)
}

/** Raises the versions of locked stores. @returns the new version of each store that exists. */
export async function raiseVersions(db: Db, users: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const raised = await db.rows<{ user_id: string; version: number }>(sql`
    update stores set version = version + 1 where user_id = any(${users}::text[]) returning user_id, version`)
  return new Map(raised.map(({ user_id, version }) => [user_id, version]))
}
