import { z } from 'zod'
import type { Actor, DeveloperActor, PublicActor, UserActor } from '../../foundation/actor.ts'
import { resetThrottle } from '../../foundation/auth/throttle.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { isDuplicate } from '../../foundation/sql/db-errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { lockVerified } from './account-lock.ts'
import { type Account, type AccountVerbs, idOf, type Owner, type Visitor } from './accounts.ts'
import { resetOwnerLimits, throttleAddress, throttleSignIn } from './attempts.ts'
import { askToConfirm } from './confirmation.ts'
import { eraseFactors } from './factors/second-factor.ts'
import { inSession } from './in-session.ts'
import { Email } from './inputs.ts'
import { checkFirstAddress } from './invitations.ts'
import { deleteLinks, deleteLinksSince, ENDED_BY_MAIL, LinkToken, newLink, readLink, takeLink } from './links.ts'
import { HOLDERS, queueNotice } from './notices.ts'
import type { Owned } from './own-words.ts'
import { NewPassword, Password, type PasswordPorts } from './passwords.ts'
import type { AppAccess } from './recovery.ts'
import { occasion } from './reports.ts'
import { checkConfirmed, endSessions, lockSession } from './sessions.ts'

const RESEND_SECONDS = 60 * 60

export const ConfirmAddress = z.object({
  token: LinkToken,
  password: Password.optional().meta({
    description:
      'Of the account; needed unless the request has a session of it, so that nobody confirms for a stranger.',
  }),
})
export const SendConfirmation = z.object({ email: Email })
export const ChangeAddress = z.object({
  email: Email,
  password: Password.optional().meta({
    description: 'Needed if the last sign-in or confirmation is older than 15 minutes.',
  }),
})
export const NewPasswordByLink = z.object({ token: LinkToken, new_password: NewPassword })

type Confirming = Ctx<PublicActor | UserActor | DeveloperActor, PasswordPorts>

/** The verbs that confirm and change the address of one kind of account. */
export function addressVerbs<A extends Account>({ kind, verify, knows }: AccountVerbs<A>) {
  const { holder, table } = kind
  const { product } = HOLDERS[holder]

  /** Sends the link again. @throws Failure `mail_unavailable`, `conflict` if there is nothing to confirm, `rate_limited` */
  async function resend(ctx: Owner): Promise<void> {
    checkMail(ctx)
    await inTransaction(ctx, async (ctx) => {
      const { email, pending, confirmed } = await stored(ctx, idOf(ctx))
      const address = pending ?? (confirmed ? null : email)
      if (address === null) throw new Failure('conflict', { email: 'is confirmed already' })
      if (!(await askToConfirm(ctx, holder, idOf(ctx), address)))
        throw new Failure('rate_limited', { retry_after: RESEND_SECONDS })
    })
  }

  /**
   * Sends the link of a new account again, without a session. Neither the response nor its duration tells whether an
   * account waits for the address. Of several accounts that claim it, the newest gets the link.
   * @throws Failure `mail_unavailable`, `rate_limited`
   */
  async function sendAgain(ctx: Visitor, { email }: z.output<typeof SendConfirmation>): Promise<void> {
    checkMail(ctx)
    await throttleAddress(ctx)
    await inTransaction(ctx, async (ctx) => {
      const account = await ctx.db.maybe<{ id: string }>(sql`
        select id from ${table} where pending_email = ${email} and email is null
        order by created_at desc, id desc limit 1`)
      await askToConfirm(ctx, holder, account?.id ?? null, email)
    })
  }

  /**
   * Asks for another address: it replaces the current one once its link is opened. The response does not tell whether
   * it has an account.
   * @throws Failure `invitation_required` if no address was confirmed yet and this one could not have signed up
   */
  async function change(ctx: Owner, { email, password }: z.output<typeof ChangeAddress>): Promise<void> {
    checkMail(ctx)
    if (password === undefined) checkConfirmed(ctx)
    const verified = password === undefined ? undefined : await verify(ctx, password, 'password')
    await inSession(ctx, async (ctx) => {
      await lockVerified(ctx, holder, idOf(ctx), verified)
      const { email: current, confirmed } = await stored(ctx, idOf(ctx))
      if (current === email) throw invalid('email', 'is the address of this account already')
      // Otherwise an address that only looks like one that may sign up would let any other address in.
      if (!confirmed) await checkFirstAddress(ctx, idOf(ctx), email)
      await deleteLinks(ctx.db, idOf(ctx), ['confirm'])
      await ctx.db.count(sql`update ${table} set pending_email = ${email} where id = ${idOf(ctx)}`)
      await askToConfirm(ctx, holder, idOf(ctx), email)
    })
  }

  /**
   * Confirms the address that a link was sent to. An account that has this address and never confirmed it loses it: of
   * several accounts that claim an address, the first to confirm gets it.
   * @throws Failure `invalid_link`; `conflict` if another account has confirmed the address
   */
  async function confirmAddress(
    ctx: Confirming,
    { token, password }: z.output<typeof ConfirmAddress>,
  ): Promise<{ email: string }> {
    await throttleAddress(ctx)
    const link = await readLink(ctx, holder, ['confirm'], token)
    const verified = await checkOwner(ctx, link.accountId, password)
    try {
      return await inTransaction(ctx, async (ctx) => {
        const account = await stored(ctx, link.accountId, sql`for update`)
        if (verified === undefined) await lockSession(ctx, holder, link.accountId, (ctx as Owner).actor.sessionHash)
        else if (account.hash !== verified) throw new Failure('unauthorized')
        const { accountId, email } = await takeLink(ctx, holder, ['confirm'], token)
        if ((account.pending ?? account.email) !== email) throw new Failure('invalid_link')
        await yieldAddress(ctx, accountId, email)
        await ctx.db.count(sql`
          update ${table} set email = ${email}, pending_email = null, email_confirmed_at = ${ctx.clock().toISOString()}
          where id = ${accountId}`)
        const isChange = account.email !== null && account.email !== email
        await deleteLinks(ctx.db, accountId, isChange ? ENDED_BY_MAIL : ['confirm'])
        await kind.record?.(ctx, accountId, isChange ? 'account.address_change' : 'account.address_confirm')
        if (isChange) await noticeChange(ctx, accountId, account as Stored & { email: string }, email)
        return { email }
      })
    } catch (error) {
      if (isDuplicate(error)) throw addressTaken()
      throw error
    }
  }

  // Whoever opens the link must also be the one who set up the account: otherwise the owner of an address could be led
  // to confirm it for a stranger's account. Returns the hash of the password, undefined for a session of the account.
  async function checkOwner(ctx: Confirming, accountId: string, password?: string): Promise<string | undefined> {
    const { actor } = ctx
    if (actor.kind === holder && idOf(ctx as Owner) === accountId) return undefined
    if (password === undefined) throw invalid('password', 'is needed: this browser is not signed in to the account')
    const pair = await throttleSignIn(ctx, holder, accountId, (device) => knows(ctx, device, { id: accountId }))
    const row = await ctx.db.maybe<{ hash: string }>(
      sql`select password_hash as hash from ${table} where id = ${accountId}`,
    )
    if (!(await ctx.passwords.matches(row?.hash, password)) || !row)
      throw invalid('password', 'This is not the password')
    await resetThrottle(ctx.db, pair)
    return row.hash
  }

  async function yieldAddress(ctx: Ctx<Actor, PasswordPorts>, accountId: string, email: string): Promise<void> {
    const other = await ctx.db.maybe<{ id: string; confirmed: boolean }>(sql`
      select id, email_confirmed_at is not null as confirmed from ${table}
      where email = ${email} and id <> ${accountId} for update`)
    if (!other) return
    if (other.confirmed) throw addressTaken()
    await ctx.db.count(sql`update ${table} set email = null, pending_email = ${email} where id = ${other.id}`)
    await deleteLinks(ctx.db, other.id)
  }

  async function noticeChange(
    ctx: Ctx<Actor, PasswordPorts>,
    accountId: string,
    { email: old, confirmed }: Stored & { email: string },
    email: string,
  ): Promise<void> {
    // An address that was never confirmed may be a stranger's, who must not get a link to the account.
    if (ctx.mailer.kind === 'smtp' && !confirmed) return
    const { url } = await newLink(ctx, holder, 'revert', accountId, old)
    await queueNotice(
      ctx,
      holder,
      accountId,
      'address_changed',
      {
        subject: `${product}: your address was changed`,
        paragraphs: [`The address of your account is now ${masked(email)}.`, occasion(ctx)],
        link: { label: 'Take the change back and choose a new password', url },
        closing: ['The link works for 7 days.'],
      },
      old,
    )
  }

  /** Says to the address that is replaced why its owner can no longer sign in: both may be people who share the account. */
  async function noticeRestored(
    ctx: Ctx<Actor, PasswordPorts>,
    accountId: string,
    { email: replaced, confirmed }: Stored,
    email: string,
  ): Promise<void> {
    if (replaced === null || replaced === email || (ctx.mailer.kind === 'smtp' && !confirmed)) return
    const subject = `${product}: a change of your address was taken back`
    const paragraphs = [`The address of your account is ${masked(email)} again, with a new password.`, occasion(ctx)]
    await queueNotice(ctx, holder, accountId, 'address_changed', { subject, paragraphs }, replaced)
  }

  /**
   * Takes back a change of the address, with a new password: the one who changed it knew the old one. Ends all sessions, and
   * the factors and connections made since a day before the change, when that person may have been signed in.
   * @throws Failure `invalid_link`; `conflict` if another account has confirmed the address meanwhile
   */
  async function restore<P>(
    ctx: Confirming & Ctx<PublicActor, P>,
    body: z.output<typeof NewPasswordByLink>,
    access?: AppAccess<P>,
  ): Promise<void> {
    await throttleAddress(ctx)
    const link = await readLink(ctx, holder, ['revert'], body.token)
    await ctx.passwords.check(body.new_password, 'new_password', await ownWords(ctx, table, link.accountId))
    const passwordHash = await ctx.passwords.hash(body.new_password)
    try {
      await inTransaction(ctx, async (ctx) => {
        const replaced = await stored(ctx, link.accountId, sql`for update`)
        const { accountId, email, madeAt } = await takeLink(ctx, holder, ['revert'], body.token)
        await yieldAddress(ctx, accountId, email)
        await ctx.db.count(sql`
          update ${table} set email = ${email}, pending_email = null, email_confirmed_at = ${ctx.clock().toISOString()},
            password_hash = ${passwordHash}, password_set = true
          where id = ${accountId}`)
        await access?.expireCodes(ctx, accountId)
        await endSessions(ctx, accountId)
        const since = new Date(Date.parse(madeAt) - DAY_MS).toISOString()
        await eraseFactors(ctx, accountId, since)
        await access?.end(ctx, accountId, since)
        await deleteLinksSince(ctx.db, accountId, madeAt)
        await resetOwnerLimits(ctx, holder, accountId)
        await kind.record?.(ctx, accountId, 'account.address_restore')
        await noticeRestored(ctx, accountId, replaced, email)
      })
    } catch (error) {
      if (isDuplicate(error)) throw addressTaken()
      throw error
    }
  }

  async function stored(ctx: Ctx<Actor>, id: string, lock: Sql = sql``): Promise<Stored> {
    const account = await ctx.db.maybe<Stored>(sql`
      select email, pending_email as pending, email_confirmed_at is not null as confirmed, password_hash as hash from ${table}
      where id = ${id} ${lock}`)
    if (!account) throw new Failure('unauthorized')
    return account
  }

  return { resend, sendAgain, change, confirmAddress, restore }
}

interface Stored {
  email: string | null
  pending: string | null
  confirmed: boolean
  hash: string
}

/** What a new password of an account must not consist of. */
export async function ownWords({ db }: Pick<Ctx, 'db'>, table: Sql, id: string): Promise<Owned> {
  const account = await db.maybe<{ email: string; name: string | null }>(
    sql`select coalesce(email, pending_email) as email, name from ${table} where id = ${id}`,
  )
  if (!account) throw new Failure('invalid_link')
  return account
}

/** @throws Failure `mail_unavailable` */
export function checkMail({ mailer }: PasswordPorts): void {
  if (mailer.kind === 'off') throw new Failure('mail_unavailable')
}

function addressTaken(): Failure {
  return new Failure('conflict', { email: 'belongs to another account, which has confirmed it' })
}

/** An address that its owner recognises and others cannot read: `a…@example.com`. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}
