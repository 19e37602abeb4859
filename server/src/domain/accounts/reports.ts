import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { MailPorts } from '../mail/mail.ts'
import { deviceName, networkName } from './device-names.ts'
import { HOLDERS, queueNotice } from './notices.ts'
import type { Holder } from './sessions.ts'

/* Notices about what is recorded in the security log. */

// What each action did to the account, as the subject of the mail, and what follows from it. Other actions cause no mail.
const REPORTED: Readonly<Record<string, { subject: string; consequence: string }>> = {
  'account.password_change': {
    subject: 'The password was changed',
    consequence: 'All other sessions have ended.',
  },
  'account.password_reset': {
    subject: 'The password was reset',
    consequence: 'The link for it was sent to this address. All sessions have ended.',
  },
  'account.passkey_add': {
    subject: 'A passkey was added',
    consequence: 'It signs in to your account without the password.',
  },
  'account.passkey_remove': {
    subject: 'A passkey was removed',
    consequence: 'It no longer signs in to your account.',
  },
  'account.totp_add': {
    subject: 'An authenticator app was added',
    consequence: 'Signing in with the password now takes a second step.',
  },
  'account.totp_remove': {
    subject: 'The authenticator app was removed',
    consequence: 'Its codes no longer sign in to your account.',
  },
  'account.recovery_codes_replace': {
    subject: 'New recovery codes were made',
    consequence: 'The old ones no longer work.',
  },
  'account.recovery_code_use': {
    subject: 'A recovery code was used to sign in',
    consequence: 'It cannot be used again.',
  },
  'account.openid_link': {
    subject: 'Sign-in with an identity provider was added',
    consequence: 'An account there now signs in to yours.',
  },
  'account.openid_unlink': {
    subject: 'Sign-in with an identity provider was removed',
    consequence: 'The account there no longer signs in to yours.',
  },
}

type ReportCtx = Ctx<Actor, MailPorts>

/** Queues the notice of a recorded action, if it has one, in the transaction of the action. */
export async function reportAction(ctx: ReportCtx, holder: Holder, accountId: string, action: string): Promise<void> {
  const reported = REPORTED[action]
  if (!reported) return
  await queueNotice(ctx, holder, accountId, 'sign_in_changed', {
    subject: `${HOLDERS[holder].product}: ${reported.subject}`,
    paragraphs: [reported.consequence, occasion(ctx)],
  })
}

/** Queues the notice of a sign-in on a device that was not used with this account before. */
export async function reportSignIn(ctx: ReportCtx, holder: Holder, accountId: string): Promise<void> {
  await queueNotice(ctx, holder, accountId, 'new_device', {
    subject: `${HOLDERS[holder].product}: sign-in on a new device`,
    paragraphs: ['Someone signed in to your account on a device that was not used with it before.', occasion(ctx)],
  })
}

/** When, on which device and from which network something was done, as far as it is known. */
export function occasion({ clock, userAgent, address }: ReportCtx): string {
  const at = `${clock().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const [device, network] = [deviceName(userAgent), networkName(address)]
  return [`Time: ${at}`, device && `device: ${device}`, network && `network: ${network}`].filter(Boolean).join('; ')
}
