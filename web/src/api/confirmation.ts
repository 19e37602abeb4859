import { api, pathFor, unwrap } from './client.ts'
import type { AccountKind } from './session-expiry.ts'

/** Sends a link that confirms an address, if it is that of a new account. Needs no session. */
export async function sendConfirmation(kind: AccountKind, email: string): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/email/send-link'), { body: { email } }))
}

/** Sends the link again that confirms the address of the account. */
export async function resendConfirmation(kind: AccountKind): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/email/resend')))
}
