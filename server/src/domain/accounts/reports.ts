import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { MailPorts } from '../mail/mail.ts'
import { deviceName, networkName } from './device-names.ts'
import { HOLDERS, queueNotice } from './notices.ts'
import type { Holder } from './sessions.ts'

/* Notices about what is recorded in the security log. */

// What each action did to the account. Actions without an entry cause no mail of this kind.
const REPORTED: Readonly<Record<string, string>> = {
  'account.password_change': 'The password was changed. All other sessions have ended.',
  'account.password_reset': 'The password was reset with a link sent to this address. All sessions have ended.',
  'account.passkey_add': 'A passkey was added.',
  'account.passkey_remove': 'A passkey was removed.',
  'account.totp_add': 'An authenticator app was added.',
  'account.totp_remove': 'The authenticator app was removed.',
  'account.recovery_codes_replace': 'New recovery codes were made; the old ones no longer work.',
  'account.recovery_code_use': 'A recovery code was used to sign in.',
  'account.openid_link': 'Sign-in with an identity provider was added.',
  'account.openid_unlink': 'Sign-in with an identity provider was removed.',
}

type ReportCtx = Ctx<Actor, MailPorts>

/** Queues the notice of a recorded action, if it has one, in the transaction of the action. */
export async function reportAction(ctx: ReportCtx, holder: Holder, accountId: string, action: string): Promise<void> {
  const what = REPORTED[action]
  if (what === undefined) return
  await queueNotice(ctx, holder, accountId, 'sign_in_changed', {
    subject: `${HOLDERS[holder].product}: ${what.split('.')[0]}`,
    paragraphs: [what, occasion(ctx)],
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
