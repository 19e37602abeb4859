import type { Actor, DeveloperActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type MailPorts, type MailText, queueMail, queueNothing } from '../mail/mail.ts'
import { newLink, pageUrl } from './links.ts'
import { HOLDERS } from './notices.ts'
import type { Holder } from './sessions.ts'

/* Confirmation of addresses: a link sent to the address. */

const MINUTES = 15

/**
 * Queues a link with which an account confirms an address. If the address is the confirmed one of another account, the
 * mail says so instead; the work is the same, so that the duration of the response does not tell. Returns whether there
 * will be a mail: not if mail is off, or if the address has had too many within the hour.
 * @param accountId null if no account waits for the address; does the same work and sends nothing
 */
export async function askToConfirm(
  ctx: Ctx<Actor, MailPorts>,
  holder: Holder,
  accountId: string | null,
  email: string,
): Promise<boolean> {
  if (ctx.mailer.kind === 'off') return false
  const owner = await ctx.db.maybe<{ confirmed: boolean }>(sql`
    select email_confirmed_at is not null as confirmed from ${HOLDERS[holder].table}
    where email = ${email} and id is distinct from ${accountId}`)
  const isTaken = owner?.confirmed ?? false
  const { url, expiresAt, isErased } = await newLink(ctx, holder, 'confirm', isTaken ? null : accountId, email)
  const mail = { to: email, kind: 'confirm_address', limit: 'link' } as const
  if (accountId === null || isErased) {
    await queueNothing(ctx, mail)
    return false
  }
  const text = isTaken ? takenText(ctx, holder) : confirmText(holder, url, owner !== undefined)
  return queueMail(ctx, { ...mail, accountId, expiresAt, ...text })
}

function confirmText(holder: Holder, url: string, hasEarlier: boolean): MailText {
  const { product } = HOLDERS[holder]
  return {
    subject: `${product}: confirm your address`,
    paragraphs: [
      `Someone, probably you, entered this address for an account of the ${product}.`,
      ...(hasEarlier
        ? [
            'There is already an account with this address, which never confirmed it. If that one is yours, do not open ' +
              'the link: sign in to it and confirm the address there. The link moves the address to the new account, ' +
              'and the earlier one can no longer sign in with it.',
          ]
        : []),
    ],
    link: { label: 'Confirm the address', url },
    closing: [`The link works once, within ${MINUTES} minutes.`, 'If this was not you, ignore this mail.'],
  }
}

function takenText(ctx: Pick<Ctx, 'config'>, holder: Holder): MailText {
  const { product } = HOLDERS[holder]
  return {
    subject: `${product}: you already have an account`,
    paragraphs: [
      `Someone, probably you, entered this address for a new account of the ${product}. It already has one.`,
    ],
    link: { label: 'Sign in', url: pageUrl(ctx, holder, 'login') },
    closing: [
      { text: 'If you forgot the password, choose a new one', url: pageUrl(ctx, holder, 'forgot-password') },
      'If this was not you, ignore this mail; nothing has changed.',
    ],
  }
}

/**
 * Checks that the caller has confirmed the address of the account, where mail is sent.
 * @throws Failure `address_unconfirmed`
 */
export async function checkAddressConfirmed(ctx: Ctx<UserActor | DeveloperActor, MailPorts>): Promise<void> {
  if (ctx.mailer.kind !== 'smtp') return
  const { actor } = ctx
  const id = actor.kind === 'user' ? actor.userId : actor.developerId
  const confirmed = await ctx.db.maybe(sql`
    select 1 from ${HOLDERS[actor.kind].table} where id = ${id} and email_confirmed_at is not null`)
  if (!confirmed) throw new Failure('address_unconfirmed')
}
