import { z } from 'zod'
import { type Route, routesWith, type Tag } from '../../foundation/route.ts'
import { type Account, type AccountVerbs, Done } from './accounts.ts'
import { addressVerbs, ChangeAddress, ConfirmAddress, NewPasswordByLink, SendConfirmation } from './addresses.ts'
import { CheckLink, checkLink } from './links.ts'
import type { PasswordPorts } from './passwords.ts'
import { type AppAccess, ForgotPassword, recoveryVerbs } from './recovery.ts'
import type { Holder } from './sessions.ts'

/** What differs between the two kinds of account. */
export interface AccountSurface<A extends Account> {
  holder: Holder
  /** The path that all routes begin with. */
  base: '/v1/auth' | '/v1/dev/auth'
  tag: Tag
  /** The operation name for this kind of account. */
  named: (name: string) => string
  verbs: AccountVerbs<A>
}

const done = { ok: true as const }
const EXAMPLE = { email: 'ada@example.com', token: 'msl_…', password: 'a long walk home', next: 'an even longer walk' }
const SAME_RESPONSE =
  'The response is the same, and takes the same time, whether or not the address has an account. Needs mail: 503 ' +
  '`mail_unavailable` otherwise.'

/** The routes for the address and a forgotten password of one kind of account. */
export function addressRoutes<A extends Account, P>(
  surface: AccountSurface<A>,
  access?: AppAccess<P & PasswordPorts>,
): Route<P & PasswordPorts>[] {
  const { holder, base, tag, named, verbs } = surface
  const { route } = routesWith<P & PasswordPorts>()
  const addresses = addressVerbs(verbs)
  const recovery = recoveryVerbs(verbs)
  return [
    route({
      name: named('forgotPassword'),
      method: 'POST',
      path: `${base}/password/forgot`,
      for: ['public'],
      tag,
      summary: 'Send a link that sets a new password to an address.',
      description: SAME_RESPONSE,
      body: ForgotPassword,
      output: Done,
      cookies: true,
      failures: ['mail_unavailable', 'rate_limited', 'csrf_rejected'],
      example: { body: { email: EXAMPLE.email }, output: done },
      run: async (ctx, { body }) => {
        await recovery.forgot(ctx, body)
        return done
      },
    }),
    route({
      name: named('resetPassword'),
      method: 'POST',
      path: `${base}/password/reset`,
      for: ['public'],
      tag,
      summary: 'Set a new password with the token of a link; every session ends.',
      description:
        'The link works once, within 15 minutes. If it was mailed, it also confirms the address. A second factor stays in use, unless the ' +
        'address had never been confirmed.',
      body: NewPasswordByLink,
      output: Done,
      cookies: true,
      failures: ['invalid_link', 'rate_limited', 'csrf_rejected'],
      example: { body: { token: EXAMPLE.token, new_password: EXAMPLE.next }, output: done },
      run: async (ctx, { body }) => {
        await recovery.reset(ctx, body, access)
        return done
      },
    }),
    route({
      name: named('checkLink'),
      method: 'POST',
      path: `${base}/link/check`,
      for: ['public'],
      tag,
      summary: 'Check whether a link still works, without using it up.',
      description: 'Pages that links lead to call this first. The response says nothing about the account.',
      body: CheckLink,
      output: Done,
      readOnly: true,
      cookies: true,
      failures: ['invalid_link', 'rate_limited', 'csrf_rejected'],
      example: { body: { token: EXAMPLE.token, purpose: 'reset_password' }, output: done },
      run: async (ctx, { body }) => {
        await checkLink(ctx, holder, body)
        return done
      },
    }),
    route({
      name: named('confirmAddress'),
      method: 'POST',
      path: `${base}/email/confirm`,
      for: ['public', holder],
      tag,
      summary: 'Confirm an address with the token of a link.',
      description:
        'The link works once, within 15 minutes. Without a session of the account it needs the password too. Of several ' +
        'accounts that claim an address, the first to confirm it gets it; the others can no longer sign in with it.',
      body: ConfirmAddress,
      output: z.object({ email: z.string() }).meta({ id: 'ConfirmedAddress' }),
      cookies: true,
      failures: ['invalid_link', 'conflict', 'rate_limited', 'csrf_rejected'],
      // Not wrapped in a transaction: a wrong password must stay counted.
      storesResponse: true,
      example: { body: { token: EXAMPLE.token }, output: { email: EXAMPLE.email } },
      run: (ctx, { body }) => addresses.confirmAddress(ctx, body),
    }),
    route({
      name: named('resendConfirmation'),
      method: 'POST',
      path: `${base}/email/resend`,
      for: [holder],
      tag,
      summary: 'Send the link that confirms the address again.',
      output: Done,
      failures: ['mail_unavailable', 'conflict', 'rate_limited'],
      example: { output: done },
      run: async (ctx) => {
        await addresses.resend(ctx)
        return done
      },
    }),
    route({
      name: named('sendConfirmation'),
      method: 'POST',
      path: `${base}/email/send-link`,
      for: ['public'],
      tag,
      summary: 'Send the link that confirms the address of a new account again, without a session.',
      description: `${SAME_RESPONSE} Until its address is confirmed, a new account cannot sign in again where mail is sent.`,
      body: SendConfirmation,
      output: Done,
      cookies: true,
      failures: ['mail_unavailable', 'rate_limited', 'csrf_rejected'],
      example: { body: { email: EXAMPLE.email }, output: done },
      run: async (ctx, { body }) => {
        await addresses.sendAgain(ctx, body)
        return done
      },
    }),
    route({
      name: named('changeAddress'),
      method: 'POST',
      path: `${base}/email`,
      for: [holder],
      tag,
      summary: 'Ask for another address; it replaces the current one once its link is opened.',
      description: `${SAME_RESPONSE} The old address is notified after the change, with a link that takes it back within 7 days.`,
      body: ChangeAddress,
      output: Done,
      failures: ['mail_unavailable', 'reauthentication_required', 'invitation_required', 'rate_limited'],
      storesResponse: true,
      example: { body: { email: EXAMPLE.email, password: EXAMPLE.password }, output: done },
      run: async (ctx, { body }) => {
        await addresses.change(ctx, body)
        return done
      },
    }),
    route({
      name: named('restoreAddress'),
      method: 'POST',
      path: `${base}/email/restore`,
      for: ['public'],
      tag,
      summary: 'Take back a change of the address and set a new password; every session ends.',
      description:
        'With the token of the link that was sent to the old address, once, within 7 days. Passkeys, authenticator apps, ' +
        'identities and connections of the day before the change and later are removed.',
      body: NewPasswordByLink,
      output: Done,
      cookies: true,
      failures: ['invalid_link', 'conflict', 'rate_limited', 'csrf_rejected'],
      example: { body: { token: EXAMPLE.token, new_password: EXAMPLE.next }, output: done },
      run: async (ctx, { body }) => {
        await addresses.restore(ctx, body, access)
        return done
      },
    }),
  ]
}

/** Whether and how the service sends mail, which sign-in pages show before anybody has signed in. */
export const mailRoute = routesWith<PasswordPorts>().route({
  name: 'getMailSetting',
  method: 'GET',
  path: '/v1/auth/mail',
  for: ['public'],
  tag: 'Account',
  summary: 'Whether the service sends mail.',
  output: z
    .object({
      mail: z.enum(['smtp', 'file', 'off']).meta({
        description: '`smtp`: mail is sent; `file`: mails are files on the machine of the service; `off`: no mail.',
      }),
    })
    .meta({ id: 'MailSetting' }),
  example: { output: { mail: 'smtp' as const } },
  run: ({ mailer }) => ({ mail: mailer.kind }),
})
