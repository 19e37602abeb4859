import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { type MailPorts, type MailText, queueMail } from '../mail/mail.ts'
import { pageUrl } from './links.ts'
import type { Holder } from './sessions.ts'

/*
 * Mails about an account, queued in the transaction of what they report. Those about its safety cannot be turned off.
 */

/** The notices of an account. `required` ones cannot be turned off. */
export const NOTICES = {
  new_device: { for: ['user', 'developer'], required: true, about: 'A sign-in on a device that was not used before.' },
  sign_in_changed: {
    for: ['user', 'developer'],
    required: true,
    about: 'A change of the password, of a passkey, or of another way to sign in.',
  },
  address_changed: {
    for: ['user', 'developer'],
    required: true,
    about: 'A change of the e-mail address; sent to the old one.',
  },
  operator: {
    for: ['user', 'developer'],
    required: true,
    about: 'What the operator of the service did to the account.',
  },
  app_connected: {
    for: ['user'],
    required: false,
    about: 'A newly connected app that may read or write a lot, or something sensitive.',
  },
  export_made: { for: ['user'], required: false, about: 'An export of all memories.' },
  webhook_failing: { for: ['developer'], required: false, about: 'A webhook that fails or was disabled.' },
} as const satisfies Record<string, { for: readonly Holder[]; required: boolean; about: string }>
export type Notice = keyof typeof NOTICES

export const HOLDERS = {
  user: { table: sql`users`, product: 'Memory Service' },
  developer: { table: sql`developers`, product: 'Memory Service for developers' },
} as const satisfies Record<Holder, { table: Sql; product: string }>

/** The notices that this kind of account may turn off. */
export function optionalNotices(holder: Holder): Notice[] {
  return noticesOf(holder).filter((notice) => !NOTICES[notice].required)
}

/** The notices of this kind of account. */
export function noticesOf(holder: Holder): Notice[] {
  return (Object.keys(NOTICES) as Notice[]).filter((notice) =>
    (NOTICES[notice].for as readonly Holder[]).includes(holder),
  )
}

type NoticeCtx = Pick<Ctx, 'db' | 'clock' | 'vault' | 'log' | 'config'> & MailPorts

/**
 * Queues a notice in the caller's transaction, unless the owner has turned it off. It goes to the account's address, or
 * to `to`. An address that was never confirmed gets none while mail is sent to the world, because it may be a stranger's.
 */
export async function queueNotice(
  ctx: NoticeCtx,
  holder: Holder,
  accountId: string,
  notice: Notice,
  text: MailText,
  to?: string,
): Promise<void> {
  if (ctx.mailer.kind === 'off') return
  const account = await ctx.db.maybe<{ email: string | null; off: string[]; confirmed: boolean }>(sql`
    select email, notices_off as off, email_confirmed_at is not null as confirmed from ${HOLDERS[holder].table}
    where id = ${accountId}`)
  const address = to ?? account?.email
  if (!account || !address || (ctx.mailer.kind === 'smtp' && !account.confirmed && to === undefined)) return
  if (!NOTICES[notice].required && account.off.includes(notice)) return
  const settings = pageUrl(ctx, holder, 'settings')
  const closing =
    notice === 'operator'
      ? []
      : NOTICES[notice].required
        ? [
            {
              text:
                'If this was not you, reset your password. A new password removes nothing else that signs in: then remove ' +
                'the passkeys, authenticator apps and linked accounts that you do not know, and end the other sessions, in the settings',
              url: settings,
            },
          ]
        : [{ text: 'You can turn off mails like this in the settings', url: settings }]
  await queueMail(ctx, {
    accountId,
    to: address,
    kind: notice,
    limit: 'notice',
    ...text,
    closing: [...(text.closing ?? []), ...closing],
  })
}
