import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Sql } from '../../foundation/sql/sql.ts'
import type { AccountAction } from '../audit/account-actions.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { Account } from './accounts.ts'
import type { Holder } from './sessions.ts'

/** What an account is created with. Without a password, it signs in by an OpenID provider. */
export interface NewAccount {
  email: string
  password?: string
  name?: string | undefined
  /** Whether the address is known to be the owner's. */
  isConfirmed?: boolean
  /** The token of an invitation, where sign-up needs one. */
  invitation?: string | undefined
}

export interface Kind<A extends Account> {
  holder: Holder
  table: Sql
  prefix: 'usr' | 'dev'
  plan: (ctx: Ctx) => string
  /** Further columns of this kind of account, `, …`. */
  more?: Sql
  /** Runs in the transaction that creates the account. */
  onCreated?: (ctx: Ctx, account: A) => Promise<void>
  /** Records what happened to the account, in the transaction of its cause. */
  record?: (ctx: Ctx<Actor, MailPorts>, id: string, action: AccountAction) => Promise<void>
}
