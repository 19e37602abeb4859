import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DeveloperActor, PublicActor, UserActor } from '../../foundation/actor.ts'
import { clientNetwork, countAttempt, networksOf, resetThrottle, throttle } from '../../foundation/auth/throttle.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import type { Cookie } from '../../foundation/route.ts'
import { isDuplicate } from '../../foundation/sql/db.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { eraseMails } from '../mail/mail.ts'
import { deviceCookie, knownDevice } from './devices.ts'
import { NewPassword, Password, type PasswordPorts } from './passwords.ts'
import { confirmSession, endSession, endSessions, expiredCookie, type Holder, startSession } from './sessions.ts'

const NAME_CHARS_MAX = 100
const EMAIL_CHARS_MAX = 254
const ATTEMPT_WINDOW_SECONDS = 60
// The limit of a pair (address, account), times this: for one account from all addresses, for one address on all accounts.
const ACCOUNT_FACTOR = 5
export const ADDRESS_FACTOR = 20
// For the first attempt of a network in ten minutes, the account's limit times this.
const NEW_NETWORK_FACTOR = 10
const NETWORK_WINDOW_SECONDS = 600

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_CHARS_MAX)
  .pipe(z.email())
  .meta({ format: 'email', example: 'ada@example.com' })

export const AccountName = z.string().trim().min(1).max(NAME_CHARS_MAX)
export const SignUp = z.object({ email: Email, password: NewPassword, name: AccountName.optional() })
export const LogIn = z.object({ email: z.string().trim().toLowerCase().max(EMAIL_CHARS_MAX), password: Password })
export const ChangePassword = z.object({ current_password: Password, new_password: NewPassword })
export const ConfirmPassword = z.object({ password: Password })
export const Done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' })

/** An account as its owner sees it. */
export interface Account {
  id: string
  email: string
  name: string | null
  plan: string
  createdAt: string
}

/** An account and the cookies it just got. */
export interface SignedIn<A extends Account = Account> {
  account: A
  /** The session, and that this device has signed in to the account. */
  cookies: readonly [Cookie, Cookie]
}

type Owner = Ctx<UserActor | DeveloperActor, PasswordPorts>

/**
 * The verbs of one kind of account. Users and developers share them; the table (`users` or `developers`), the id
 * prefix, the initial plan and what else is created with the account differ.
 */
export function accountVerbs<A extends Account = Account>(kind: Kind<A>) {
  const { holder, table, prefix, plan, more, onCreated } = kind
  const columns = sql`id, email, name, plan, created_at as "createdAt" ${more ?? nothing}`
  const idOf = ({ actor }: Owner) => (actor.kind === 'user' ? actor.userId : actor.developerId)

  /**
   * Creates an account and signs in. This `conflict` is the only response that reveals whether an address has an account.
   * @param complete changes the new account in the same transaction.
   */
  async function signUp(
    ctx: Ctx<PublicActor, PasswordPorts>,
    { email, password, name }: z.output<typeof SignUp>,
    complete: (ctx: Ctx<PublicActor, PasswordPorts>, account: A) => Promise<A> = async (_, account) => account,
  ): Promise<SignedIn<A>> {
    await throttleAddress(ctx)
    const id = newId(prefix)
    const passwordHash = await ctx.passwords.hash(password)
    try {
      return await inTransaction(ctx, async (ctx) => {
        const created = await ctx.db.one<A>(sql`
          insert into ${table} (id, email, name, password_hash, plan, created_at)
          values (${id}, ${email}, ${name ?? null}, ${passwordHash}, ${plan(ctx)}, ${ctx.clock().toISOString()})
          returning ${columns}`)
        await onCreated?.(ctx, created)
        const account = await complete(ctx, created)
        return { account, cookies: [await startSession(ctx, holder, id), deviceCookie(ctx, holder, email)] }
      })
    } catch (error) {
      if (isDuplicate(error)) throw new Failure('conflict', { email: 'already has an account' }, error)
      throw error
    }
  }

  /** Same response and same response time for an unknown address and a wrong password. */
  async function logIn(
    ctx: Ctx<PublicActor, PasswordPorts>,
    { email, password }: z.output<typeof LogIn>,
  ): Promise<SignedIn<A>> {
    const pair = await throttleSignIn(ctx, holder, email)
    const stored = await ctx.db.maybe<A & { password_hash: string }>(sql`
      select ${columns}, password_hash from ${table} where email = ${email}`)
    if (!(await ctx.passwords.matches(stored?.password_hash, password)) || !stored) throw signInFailed()
    await resetThrottle(ctx.db, pair)
    const { password_hash, ...rest } = stored
    const account = rest as unknown as A
    return inTransaction(ctx, async (ctx) => {
      // Serialises with a password change: a change that committed first fails this sign-in, a later one ends the session.
      const unchanged = await ctx.db.maybe(sql`
        select id from ${table} where id = ${account.id} and password_hash = ${password_hash} for share`)
      if (!unchanged) throw signInFailed()
      await kind.record?.(ctx, account.id, 'account.sign_in')
      return { account, cookies: [await startSession(ctx, holder, account.id), deviceCookie(ctx, holder, email)] }
    })
  }

  async function logOut(ctx: Owner): Promise<Cookie> {
    return endSession(ctx, holder, ctx.actor.sessionHash)
  }

  function readAccount(ctx: Owner): Promise<A> {
    return ctx.db.one<A>(sql`select ${columns} from ${table} where id = ${idOf(ctx)}`)
  }

  /**
   * Changes the password and ends all other sessions.
   * @param also changes more in the same transaction.
   */
  async function changePassword<C extends Owner>(
    ctx: C,
    body: z.output<typeof ChangePassword>,
    also: (ctx: C) => Promise<void> = async () => {},
  ): Promise<void> {
    await confirm(ctx, body.current_password, 'current_password')
    const passwordHash = await ctx.passwords.hash(body.new_password)
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.count(sql`update ${table} set password_hash = ${passwordHash} where id = ${idOf(ctx)}`)
      await endSessions(ctx, idOf(ctx), ctx.actor.sessionHash)
      await confirmSession(ctx, ctx.actor.sessionHash)
      await kind.record?.(ctx, idOf(ctx), 'account.password_change')
      await also(ctx)
    })
  }

  /** Erases the account; `before` erases, in the same transaction, what no foreign key cascade covers. */
  async function erase<C extends Owner>(ctx: C, password: string, before: (ctx: C) => Promise<void>): Promise<Cookie> {
    await confirm(ctx, password, 'password')
    await inTransaction(ctx, async (ctx) => {
      await before(ctx)
      await endSessions(ctx, idOf(ctx))
      await eraseMails(ctx.db, idOf(ctx))
      await ctx.db.count(sql`delete from ${table} where id = ${idOf(ctx)}`)
    })
    return expiredCookie(holder)
  }

  async function confirm(ctx: Owner, password: string, field: string): Promise<void> {
    const pair = await throttleSignIn(ctx, holder, idOf(ctx))
    const stored = await ctx.db.maybe<{ password_hash: string }>(
      sql`select password_hash from ${table} where id = ${idOf(ctx)}`,
    )
    if (!(await ctx.passwords.matches(stored?.password_hash, password)))
      throw invalid(field, 'This is not the password')
    await resetThrottle(ctx.db, pair)
  }

  /** Enters the password again, for what a stolen session must not do. */
  async function reauthenticate(ctx: Owner, password: string): Promise<void> {
    await confirm(ctx, password, 'password')
    await confirmSession(ctx, ctx.actor.sessionHash)
  }

  return { signUp, logIn, logOut, readAccount, changePassword, reauthenticate, erase }
}

interface Kind<A extends Account> {
  holder: Holder
  table: Sql
  prefix: 'usr' | 'dev'
  plan: (ctx: Ctx) => string
  /** Further columns of this kind of account, `, …`. */
  more?: Sql
  /** Runs in the transaction that creates the account. */
  onCreated?: (ctx: Ctx, account: A) => Promise<void>
  /** Records what happened to the account, in the transaction of its cause. */
  record?: (ctx: Ctx, id: string, action: 'account.sign_in' | 'account.password_change') => Promise<void>
}

function signInFailed(): Failure {
  return new Failure('unauthorized', { reason: 'The email address or the password is wrong.' })
}

/**
 * Counts an attempt: of a device that signed in before by itself; otherwise for the pair (address, account) and for each
 * of the two alone. Beyond the limit of the account, the first attempt from a network passes, up to a further limit:
 * guessing from many addresses makes sign-in on a new device slower, but does not shut it. Returns the key to reset.
 */
async function throttleSignIn(ctx: Ctx, holder: Holder, account: string): Promise<string> {
  const { authRateLimit: max } = ctx.config
  const device = knownDevice(ctx, holder, account)
  if (device !== undefined) {
    const key = attemptKey(holder, `device ${device}`, account)
    if (max !== null) await throttle(ctx.db, key, max, ATTEMPT_WINDOW_SECONDS)
    return key
  }
  const pair = attemptKey(holder, clientNetwork(ctx.address), account)
  if (max === null) return pair
  await throttle(ctx.db, pair, max, ATTEMPT_WINDOW_SECONDS)
  const neighbourhood = attemptKey(holder, `network ${networksOf(ctx.address)[1] ?? ctx.address}`, account)
  const first = (await countAttempt(ctx.db, neighbourhood, NETWORK_WINDOW_SECONDS)).taken === 1
  const factor = first ? ACCOUNT_FACTOR * NEW_NETWORK_FACTOR : ACCOUNT_FACTOR
  await throttle(ctx.db, attemptKey(holder, '', account), max * factor, ATTEMPT_WINDOW_SECONDS)
  await throttleAddress(ctx)
  return pair
}

async function throttleAddress({ db, config, address }: Ctx): Promise<void> {
  const { authRateLimit: max } = config
  if (max !== null)
    await throttle(db, attemptKey('any', clientNetwork(address), ''), max * ADDRESS_FACTOR, ATTEMPT_WINDOW_SECONDS)
}

// Hashed, so that the table of counters holds no addresses or account names.
function attemptKey(...parts: string[]): string {
  return `attempt ${createHash('sha256').update(parts.join('\n')).digest('base64url')}`
}
