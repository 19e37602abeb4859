import { queryOptions } from '@tanstack/react-query'
import { api, pathFor, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'
import type { AccountKind } from './session-expiry.ts'

/* What links in mails do. Both kinds of account have the same routes. */

interface NewPassword {
  token: string
  new_password: string
}

export type LinkPurpose = 'confirm_address' | 'reset_password' | 'restore_address'

/** Fails with `invalid_link` if the link no longer works. Uses nothing up. */
export const linkQuery = (kind: AccountKind, purpose: LinkPurpose, token: string) =>
  queryOptions({
    queryKey: [...queryKeys.mailLink, kind, purpose, token],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => unwrap(api.POST(pathFor(kind, '/v1/auth/link/check'), { body: { token, purpose } })),
  })

/** Sets the password with a link. */
export async function resetPassword(kind: AccountKind, body: NewPassword): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/password/reset'), { body }))
}

/** Confirms an address with a link, and with the password of the account if it has no session in this browser. */
export function confirmAddress(
  kind: AccountKind,
  body: { token: string; password?: string },
): Promise<{ email: string }> {
  return unwrap(api.POST(pathFor(kind, '/v1/auth/email/confirm'), { body }))
}

/** Takes back a change of the address with a link. */
export async function restoreAddress(kind: AccountKind, body: NewPassword): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/email/restore'), { body }))
}
