import { z } from 'zod'
import type { Actor, PublicActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type MailText, queueMail, queueNothing } from '../mail/mail.ts'
import type { Account, AccountVerbs, Visitor } from './accounts.ts'
import { checkMail, type NewPasswordByLink, ownWords } from './addresses.ts'
import { resetOwnerLimits, throttleAddress } from './attempts.ts'
import { eraseFactors } from './factors/second-factor.ts'
import { Email } from './inputs.ts'
import { deleteLinks, ENDED_BY_MAIL, newLink, pageUrl, RESETS, readLink, takeLink } from './links.ts'
import { HOLDERS } from './notices.ts'
import { endSessions, type Holder } from './sessions.ts'

/* Forgotten passwords: a link sent to the address sets a new one. */

export const ForgotPassword = z.object({ email: Email })

/** Ends what apps have of an account, in the transaction that ends its sessions. */
export interface AppAccess<P> {
  /** Expires the codes that were not exchanged yet: a session that ends must not leave one. */
  expireCodes(ctx: Ctx<Actor, P>, accountId: string): Promise<void>
  /** Ends the connections, all or those since a time, and the connector link: what a stranger may have set up. */
  end(ctx: Ctx<Actor, P>, accountId: string, since?: string): Promise<void>
}

/** The verbs for forgotten passwords of one kind of account. */
export function recoveryVerbs<A extends Account>({ kind }: AccountVerbs<A>) {
  const { holder, table } = kind

  /**
   * Sends a link to an address that has an account. Response and duration do not tell whether it has one: the database
   * does the same work for any address.
   * @throws Failure `mail_unavailable`, `rate_limited`
   */
  async function forgot(ctx: Visitor, { email }: z.output<typeof ForgotPassword>): Promise<void> {
    checkMail(ctx)
    await throttleAddress(ctx)
    await inTransaction(ctx, async (ctx) => {
      const account = await ctx.db.maybe<{ id: string | null }>(sql`
        select id from ${table} where email = ${email}
        union all
        (select null from ${table} where pending_email = ${email} and email is null limit 1)
        order by 1 nulls last limit 1`)
      await sendLink(ctx, account, email)
    })
  }

  async function sendLink(ctx: Visitor, account: { id: string | null } | undefined, email: string): Promise<void> {
    const { url, expiresAt, isErased } = await newLink(ctx, holder, 'reset', account?.id ?? null, email)
    const mail = { to: email, kind: 'reset_password', limit: 'link' } as const
    if (!account || isErased) return queueNothing(ctx, mail)
    const text = account.id === null ? unconfirmedText(ctx, holder) : resetText(holder, url)
    await queueMail(ctx, { ...mail, accountId: account.id, expiresAt, ...text })
  }

  /**
   * Sets a new password with a link and ends all sessions. A link that was mailed also confirms the address; if it had
   * never been confirmed, a stranger may have made the account, and no factor or connection of theirs stays.
   * @throws Failure `invalid_link`
   */
  async function reset<P>(
    ctx: Visitor & Ctx<PublicActor, P>,
    { token, new_password }: z.output<typeof NewPasswordByLink>,
    access?: AppAccess<P>,
  ): Promise<void> {
    await throttleAddress(ctx)
    const link = await readLink(ctx, holder, RESETS, token)
    await ctx.passwords.check(new_password, 'new_password', await ownWords(ctx, table, link.accountId))
    const passwordHash = await ctx.passwords.hash(new_password)
    await inTransaction(ctx, async (ctx) => {
      // The account before the link, as everything that ends links does.
      const account = await ctx.db.maybe<{ confirmed: boolean }>(sql`
        select email_confirmed_at is not null as confirmed from ${table}
        where id = ${link.accountId} and email = ${link.email} for no key update`)
      if (!account) throw new Failure('invalid_link')
      const { accountId, purpose } = await takeLink(ctx, holder, RESETS, token)
      const isMailed = purpose === 'reset'
      await ctx.db.count(sql`
        update ${table} set password_hash = ${passwordHash}, password_set = true,
          email_confirmed_at = coalesce(email_confirmed_at, ${isMailed ? ctx.clock().toISOString() : null}::timestamptz)
        where id = ${accountId}`)
      await access?.expireCodes(ctx, accountId)
      await endSessions(ctx, accountId)
      await deleteLinks(ctx.db, accountId, ENDED_BY_MAIL)
      await resetOwnerLimits(ctx, holder, accountId)
      await kind.record?.(ctx, accountId, 'account.password_reset')
      if (account.confirmed || !isMailed) return
      await eraseFactors(ctx, accountId)
      await access?.end(ctx, accountId)
    })
  }

  return { forgot, reset }
}

/** The mail with a link that sets a new password, which someone asked for, or which the operator made. */
export function resetText(holder: Holder, url: string, isByOperator = false): MailText {
  const { product } = HOLDERS[holder]
  return {
    subject: `${product}: choose a new password`,
    paragraphs: [
      isByOperator
        ? `The operator of the service made a link that sets a new password for your account of the ${product}.`
        : `Someone, probably you, asked for a new password for your account of the ${product}.`,
    ],
    link: { label: 'Choose a new password', url },
    closing: [
      'The link works once, within 15 minutes. A new password ends all sessions.',
      isByOperator
        ? 'If you did not ask for it, ignore this mail; the password stays as it is.'
        : 'If this was not you, ignore this mail; the password stays as it is.',
    ],
  }
}

function unconfirmedText(ctx: Pick<Ctx, 'config'>, holder: Holder): MailText {
  const { product } = HOLDERS[holder]
  return {
    subject: `${product}: no account with this address`,
    paragraphs: [
      `Someone, probably you, asked for a new password for the ${product}. This address was entered for an account, but ` +
        'never confirmed, so there is no account with it.',
    ],
    link: { label: 'Sign up', url: pageUrl(ctx, holder, 'signup') },
    closing: ['If this was not you, ignore this mail.'],
  }
}
