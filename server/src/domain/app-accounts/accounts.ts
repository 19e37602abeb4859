import type { OwnLimits } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { EndPorts } from '../connections/end.ts'
import { endConnections } from '../connections/end.ts'
import { eraseStore } from '../memories/forget.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { lockUser } from '../memories/store.ts'
import { dayOf } from '../plans/plans.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { type AppAccount, createAppAccount, deleteAppAccount } from '../users/users.ts'
import { eraseDeliveries } from '../webhooks/deliveries.ts'

/* Accounts that belong to an app: its test people, and the users whose memories it holds before they have an account. */

/** Accounts of deleted apps that one run of the job erases. */
const ERASED_ACCOUNTS_MAX = 20

interface NewAccount {
  userId: string
  appId: string
  kind: 'test' | 'held'
  /** Held users only: their id in the app. */
  externalId: string | null
  name: string | null
  limits: OwnLimits
}

/** Creates an account of an app, in the caller's transaction. */
export async function createAccount(ctx: Ctx, { appId, kind, externalId, ...user }: NewAccount): Promise<AppAccount> {
  const account = await createAppAccount(ctx, user)
  const now = ctx.clock()
  await ctx.db.count(sql`
    insert into app_accounts (account_id, app_id, kind, external_id, created_at, used_on)
    values (${account.userId}, ${appId}, ${kind}, ${externalId}, ${now.toISOString()}, ${dayOf(now)}::date)`)
  return account
}

/** What erasing the memories of a user uses. */
export type ErasePorts = EndPorts & MemoryPorts

/** Erases all that a user has, in the transaction that erases the account. */
export async function eraseUserData(ports: ErasePorts, userId: string): Promise<void> {
  await lockUser(ports, userId)
  await endConnections(ports, userId)
  await eraseDeliveries(ports, userId)
  await eraseStore(ports, userId)
}

/** Erases an account of an app with everything in it, in the caller's transaction. */
export async function eraseAppAccount(ports: ErasePorts, userId: string): Promise<void> {
  const db = limitToAccount(ports.db, userId)
  await eraseUserData({ ...ports, db }, userId)
  await deleteAppAccount(db, userId)
}

/** Erases a batch of the accounts of deleted apps, whose credentials are refused already. @returns whether there may be more. */
export async function eraseAccountsOfDeletedApps(ports: ErasePorts): Promise<boolean> {
  const left = await ports.db.rows<{ id: string }>(sql`
    select o.account_id as id from apps a join app_accounts o on o.app_id = a.id
    where a.deleted_at is not null order by o.account_id limit ${ERASED_ACCOUNTS_MAX}`)
  for (const { id } of left) await eraseAppAccount(ports, id)
  return left.length === ERASED_ACCOUNTS_MAX
}
