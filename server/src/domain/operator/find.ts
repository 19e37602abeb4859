import type { OwnLimits } from '../../foundation/actor.ts'
import type { Config } from '../../foundation/config.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { raw, sql } from '../../foundation/sql/sql.ts'
import type { Holder } from '../accounts/sessions.ts'
import { NotFoundError } from './command.ts'

/* Finds what a command names. */

const KINDS = {
  user: { table: raw('users'), what: 'person' },
  developer: { table: raw('developers'), what: 'developer' },
} as const

/** Accounts that a message names. */
const PENDING_MAX = 5

/** An account as the operator sees it. */
export interface FoundAccount {
  id: string
  /** Null while an address waits for its confirmation. */
  email: string | null
  name: string | null
  plan: Config['userPlan'] | Config['developerPlan']
  limits: OwnLimits
  createdAt: string
  suspendedAt: string | null
}

/**
 * The account with this address or id. Accounts that have not confirmed an address are found by id only, because anybody can
 * sign up with it.
 * @throws NotFoundError, which names the ids of accounts that have not confirmed the address
 */
export async function findAccount(db: Db, holder: Holder, named: string): Promise<FoundAccount> {
  const { table, what } = KINDS[holder]
  const address = named.trim().toLowerCase()
  const account = await db.maybe<FoundAccount>(sql`
    select id, email, name, plan, limits, created_at as "createdAt", suspended_at as "suspendedAt"
    from ${table} where id = ${named} or email = ${address}`)
  if (account) return account
  const pending = await db.rows<{ id: string }>(
    sql`select id from ${table} where pending_email = ${address} and email is null order by id limit ${PENDING_MAX}`,
  )
  if (!pending.length) throw new NotFoundError(`No ${what} has the address or id ${named}.`)
  const ids = pending.map(({ id }) => id).join(', ')
  throw new NotFoundError(
    `No ${what} has confirmed the address ${named} yet. Name the id of the account instead: ${ids}.`,
  )
}

/** An app of the portal as the operator sees it. */
export interface FoundApp {
  id: string
  slug: string
  name: string
}

/** The app of the portal with this slug or id. @throws NotFoundError */
export async function findApp(db: Db, named: string): Promise<FoundApp> {
  const app = await db.maybe<FoundApp>(sql`
    select id, slug, name from apps
    where (slug = ${named} or id = ${named}) and deleted_at is null`)
  if (!app) throw new NotFoundError(`No app has the slug or id ${named}.`)
  return app
}
