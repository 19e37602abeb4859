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

/** The account with this address or id. @throws NotFoundError */
export async function findAccount(db: Db, holder: Holder, named: string): Promise<FoundAccount> {
  const { table, what } = KINDS[holder]
  const account = await db.maybe<FoundAccount>(sql`
    select id, email, name, plan, limits, created_at as "createdAt", suspended_at as "suspendedAt"
    from ${table} where id = ${named} or email = ${named.trim().toLowerCase()}`)
  if (!account) throw new NotFoundError(`No ${what} has the address or id ${named}.`)
  return account
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
