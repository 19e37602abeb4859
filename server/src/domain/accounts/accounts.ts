import { z } from 'zod'
import type { DeveloperActor, PublicActor, UserActor } from '../../foundation/actor.ts'
import { newSecret } from '../../foundation/auth/secrets.ts'
import { resetThrottle } from '../../foundation/auth/throttle.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import type { Cookie } from '../../foundation/route.ts'
import { isDuplicate } from '../../foundation/sql/db-errors.ts'
import { nothing, sql } from '../../foundation/sql/sql.ts'
import { eraseMails } from '../mail/mail.ts'
import { lockAccount, lockVerified } from './account-lock.ts'
import { limitPasswordChanges, limitSignIns, throttleAddress, throttleSignIn, throttleSignUp } from './attempts.ts'
import { askToConfirm } from './confirmation.ts'
import { type AccountKey, type Device, deviceCookie, deviceOf, isAccount, knowsDevice, markOf } from './devices.ts'
import { verifyAssertion } from './factors/passkeys.ts'
import { eraseFactors, requireSecondFactor, secondFactorsOf } from './factors/second-factor.ts'
import { type Identified, lockIdentified } from './identified.ts'
import { inSession } from './in-session.ts'
import type { ChangePassword, LogIn } from './inputs.ts'
import { checkSignUp, takeInvitation } from './invitations.ts'
import type { Kind, NewAccount } from './kind.ts'
import { deleteLinks } from './links.ts'
import type { PasswordPorts } from './passwords.ts'
import { reportSignIn } from './reports.ts'
import { checkConfirmed, confirmSession, endSession, endSessions, expiredCookie, startSession } from './sessions.ts'

export const Done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' })

/** An account as its owner sees it. */
export interface Account {
  id: string
  email: string
  name: string | null
  plan: string
  createdAt: string
  /** Whether its owner has opened a link sent to the address. */
  emailConfirmed: boolean
  /** The address that will replace this one once it is confirmed. */
  pendingEmail: string | null
}

/** The fields of an account that say what is known about its address. */
export const AddressFields = z.object({
  emailConfirmed: z.boolean().meta({
    description: 'Whether a link sent to `email` was opened. Where mail is sent, new consents and apps need it.',
  }),
  pendingEmail: z.string().nullable().meta({
    description: 'The address that replaces `email` once it is confirmed.',
  }),
})

/** An account and the cookies it just got. */
export interface SignedIn<A extends Account = Account> {
  account: A
  /** The session, and that this device has signed in to the account. */
  cookies: readonly Cookie[]
}

export type Owner = Ctx<UserActor | DeveloperActor, PasswordPorts>
export type Visitor = Ctx<PublicActor, PasswordPorts>

/**
 * The verbs of one kind of account. Users and developers share them; the table (`users` or `developers`), the id
 * prefix, the initial plan and what else is created with the account differ.
 */
export function accountVerbs<A extends Account = Account>(kind: Kind<A>) {
  const { holder, table, prefix, plan, more, onCreated } = kind
  const columns = sql`${ADDRESS_COLUMNS}, id, name, plan, created_at as "createdAt" ${more ?? nothing}`

  /**
   * Creates an account and signs in. If mail is sent, the account has no confirmed address yet, and the response does not
   * depend on whether the address has an account already; otherwise a `conflict` reveals it.
   * @param complete changes the new account in the same transaction.
   */
  async function signUp(
    ctx: Visitor,
    { email, password, name, invitation, isConfirmed = false }: NewAccount,
    complete: (ctx: Visitor, account: A) => Promise<A> = async (_, account) => account,
  ): Promise<SignedIn<A>> {
    await throttleAddress(ctx)
    const isInvited = checkSignUp(ctx, email, invitation)
    const isPending = ctx.mailer.kind === 'smtp' && !isConfirmed
    if (isPending && !isInvited) await throttleSignUp(ctx)
    if (password !== undefined) await ctx.passwords.check(password, 'password', { email, name })
    const id = newId(prefix)
    // Without a password, the hash is one of random bytes, which no password matches.
    const passwordHash = await ctx.passwords.hash(password ?? newSecret('none'))
    const now = ctx.clock().toISOString()
    try {
      return await inTransaction(ctx, async (ctx) => {
        const created = await ctx.db.one<A>(sql`
          insert into ${table} (id, email, pending_email, email_confirmed_at, name, password_hash, password_set,
            plan, created_at)
          values (${id}, ${isPending ? null : email}, ${isPending ? email : null}, ${isConfirmed ? now : null}, ${name ?? null},
            ${passwordHash}, ${password !== undefined}, ${plan(ctx)}, ${now})
          returning ${columns}`)
        if (isInvited) await takeInvitation(ctx, holder, { token: invitation, email, accountId: id })
        await onCreated?.(ctx, created)
        const account = await complete(ctx, created)
        if (!isConfirmed) await askToConfirm(ctx, holder, id, email)
        return { account, cookies: [await startSession(ctx, holder, id), deviceCookie(ctx, holder, id, passwordHash)] }
      })
    } catch (error) {
      if (isDuplicate(error)) throw new Failure('conflict', { email: 'already has an account' }, error)
      throw error
    }
  }

  /**
   * Signs in with the password. Same response and same response time for an unknown address and a wrong password.
   * @throws Failure `second_factor_required` if the account has a second factor
   */
  async function logIn(ctx: Visitor, { email, password }: z.output<typeof LogIn>): Promise<SignedIn<A>> {
    const pair = await throttleSignIn(ctx, holder, email, (device) => knows(ctx, device, { email }))
    const stored = await ctx.db.maybe<{ id: string; password_hash: string }>(
      sql`select id, password_hash from ${table} where email = ${email}`,
    )
    if (!(await ctx.passwords.matches(stored?.password_hash, password)) || !stored) {
      ctx.measures.signIn('failed')
      ctx.log.info({ request: ctx.requestId, holder }, 'sign-in failed')
      throw signInFailed()
    }
    ctx.measures.signIn('done')
    await resetThrottle(ctx.db, pair)
    return goOn(ctx, { id: stored.id, passwordHash: stored.password_hash })
  }

  /** Whether the account with this address or id knows a device. */
  const knows = (ctx: Ctx, device: Device, by: AccountKey) => knowsDevice(ctx, table, device, isAccount(by))

  /** Signs in after the first step, or asks for the second one. @throws Failure `second_factor_required` */
  async function goOn(ctx: Visitor, identified: Identified): Promise<SignedIn<A>> {
    const methods = await secondFactorsOf(ctx, identified.id)
    if (methods.length) throw await requireSecondFactor(ctx, holder, identified, methods)
    return enter(ctx, identified)
  }

  /** Starts a session, if what identified the account still does. */
  async function enter(ctx: Visitor, identified: Identified): Promise<SignedIn<A>> {
    const { id } = identified
    return inTransaction(ctx, async (ctx) => {
      const hash = await lockIdentified(ctx, holder, identified)
      await limitSignIns(ctx, holder, id)
      await kind.record?.(ctx, id, 'account.sign_in')
      const device = deviceOf(ctx, holder)
      if (device?.accountId !== id || device.mark !== markOf(hash)) await reportSignIn(ctx, holder, id)
      const account = await readById(ctx, id)
      return { account, cookies: [await startSession(ctx, holder, id), deviceCookie(ctx, holder, id, hash)] }
    })
  }

  async function logOut(ctx: Owner): Promise<Cookie> {
    return endSession(ctx, holder, ctx.actor.sessionHash)
  }

  const readById = (ctx: Ctx, id: string) => ctx.db.one<A>(sql`select ${columns} from ${table} where id = ${id}`)
  const readAccount = (ctx: Owner) => readById(ctx, idOf(ctx))

  /**
   * Changes the password and ends all other sessions.
   * @param also changes more in the same transaction.
   */
  async function changePassword<C extends Owner>(
    ctx: C,
    body: z.output<typeof ChangePassword>,
    also: (ctx: C) => Promise<void> = async () => {},
  ): Promise<void> {
    const verified = await confirmForPassword(ctx, body)
    const { email, name } = await readAccount(ctx)
    await ctx.passwords.check(body.new_password, 'new_password', { email, name })
    const passwordHash = await ctx.passwords.hash(body.new_password)
    await inSession(ctx, async (ctx) => {
      await lockVerified(ctx, holder, idOf(ctx), verified)
      await limitPasswordChanges(ctx, holder, idOf(ctx))
      await ctx.db.count(
        sql`update ${table} set password_hash = ${passwordHash}, password_set = true where id = ${idOf(ctx)}`,
      )
      await endSessions(ctx, idOf(ctx), ctx.actor.sessionHash)
      await deleteLinks(ctx.db, idOf(ctx), ['confirm'])
      await confirmSession(ctx, ctx.actor.sessionHash)
      await kind.record?.(ctx, idOf(ctx), 'account.password_change')
      await also(ctx)
    })
  }

  /**
   * Checks what a change of the password needs: the current one, a passkey, or a recent sign-in if there is none. Returns
   * the hash of the current one if that was verified.
   */
  async function confirmForPassword(ctx: Owner, body: z.output<typeof ChangePassword>): Promise<string | undefined> {
    const { current_password: password, passkey } = body
    if (passkey) {
      const account = await verifyAssertion(ctx, holder, 'passkey_confirm', passkey, idOf(ctx))
      if (account === undefined) throw invalid('passkey', 'This passkey is not valid here')
    } else if (password !== undefined) return verify(ctx, password, 'current_password')
    else if (await hasPassword(ctx)) throw invalid('current_password', 'is missing')
    else checkConfirmed(ctx)
    return undefined
  }

  /**
   * Erases the account; the session that proved to be its owner's must not have ended.
   * @param before erases, in the same transaction, what no foreign key cascade covers
   * @throws Failure `unauthorized`
   */
  async function erase<C extends Owner>(ctx: C, before: (ctx: C) => Promise<void>): Promise<Cookie> {
    await inSession(ctx, async (ctx) => {
      // Links are made with this lock, so that none is left behind.
      await lockAccount(ctx, holder, idOf(ctx))
      await before(ctx)
      await endSessions(ctx, idOf(ctx))
      await deleteLinks(ctx.db, idOf(ctx))
      await eraseMails(ctx.db, idOf(ctx))
      await eraseFactors(ctx, idOf(ctx))
      await ctx.db.count(sql`delete from ${table} where id = ${idOf(ctx)}`)
    })
    return expiredCookie(holder)
  }

  /** Verifies the password of the caller's account. @throws Failure `validation_failed` with the path `field` */
  async function confirm(ctx: Owner, password: string, field: string): Promise<void> {
    await verify(ctx, password, field)
  }

  /** Verifies it too, and returns its hash, for {@link lockVerified}. */
  async function verify(ctx: Owner, password: string, field: string): Promise<string> {
    const pair = await throttleSignIn(ctx, holder, idOf(ctx), (device) => knows(ctx, device, { id: idOf(ctx) }))
    const stored = await ctx.db.maybe<{ password_hash: string }>(
      sql`select password_hash from ${table} where id = ${idOf(ctx)}`,
    )
    if (!(await ctx.passwords.matches(stored?.password_hash, password)) || !stored)
      throw invalid(field, 'This is not the password')
    await resetThrottle(ctx.db, pair)
    return stored.password_hash
  }

  async function hasPassword(ctx: Owner): Promise<boolean> {
    const row = await ctx.db.maybe<{ set: boolean }>(
      sql`select password_set as set from ${table} where id = ${idOf(ctx)}`,
    )
    return row?.set ?? false
  }

  /** An account that is being signed in to by something else than its password. */
  async function find(ctx: Visitor, by: AccountKey): Promise<{ id: string } | undefined> {
    return ctx.db.maybe<{ id: string }>(sql`select id from ${table} where ${isAccount(by)}`)
  }

  return {
    ...{ kind, signUp, logIn, goOn, enter, find, knows, logOut, readAccount },
    ...{ changePassword, confirm, verify, hasPassword, erase },
  }
}

export type AccountVerbs<A extends Account = Account> = ReturnType<typeof accountVerbs<A>>

/** The address as its owner sees it: until a new account has confirmed one, the address it signed up with. */
const ADDRESS_COLUMNS = sql`coalesce(email, pending_email) as email, email_confirmed_at is not null as "emailConfirmed",
  case when email is not null then pending_email end as "pendingEmail"`

/** The id of the caller's account. */
export function idOf({ actor }: Pick<Owner, 'actor'>): string {
  return actor.kind === 'user' ? actor.userId : actor.developerId
}

function signInFailed(): Failure {
  return new Failure('unauthorized', { reason: 'The email address or the password is wrong.' })
}
