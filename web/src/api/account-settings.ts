import { queryOptions } from '@tanstack/react-query'
import { api, pathFor, type Shape, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'
import { acceptSession } from './session.ts'
import type { AccountKind } from './session-expiry.ts'

/* What the settings show and change of the account of the session. Both kinds of account have the same routes. */

/** Where the account is signed in. */
export const accountSessionsQuery = (kind: AccountKind) =>
  queryOptions({
    queryKey: [...queryKeys.accountSessions, kind],
    queryFn: async () => (await unwrap(api.GET(pathFor(kind, '/v1/auth/sessions')))).items,
  })

/** Ends another session of the account. */
export async function endAccountSession(kind: AccountKind, id: string): Promise<void> {
  await unwrap(api.DELETE(pathFor(kind, '/v1/auth/sessions/{id}'), { params: { path: { id } } }))
}

export async function endOtherSessions(kind: AccountKind): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/sessions/end-others')))
}

/** The mails about the account. */
export const noticesQuery = (kind: AccountKind) =>
  queryOptions({
    queryKey: [...queryKeys.notices, kind],
    queryFn: async () => (await unwrap(api.GET(pathFor(kind, '/v1/auth/notices')))).items,
  })

/** Turns a mail on or off; returns all of them. */
export async function setNotice(
  kind: AccountKind,
  id: string,
  enabled: boolean,
): Promise<Shape<'NoticeSettings'>['items']> {
  return (await unwrap(api.PATCH(pathFor(kind, '/v1/auth/notices'), { body: { [id]: enabled } }))).items
}

/** Sends a link to another address, which becomes that of the account when it is opened. */
export async function changeAddress(kind: AccountKind, body: { email: string; password: string }): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/email'), { body }))
}

/** Changes the password, or sets that of an account without one. The service ends every other session of the account. */
export async function changePassword(
  kind: AccountKind,
  body: { current_password?: string; new_password: string; disconnect_since?: string },
): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/change-password'), { body }))
}

/** Changes the name and the time zone of the user; null removes a value. */
export async function updateProfile(body: { name: string | null; timezone: string | null }): Promise<void> {
  acceptSession('user', await unwrap(api.PATCH('/v1/auth/profile', { body })))
}

/** Erases the account with all its data. The caller then ends the session. */
export async function eraseAccount(kind: AccountKind, password: string): Promise<void> {
  // An account without a password needs none.
  const body = password ? { password } : {}
  if (kind === 'user') await unwrap(api.DELETE('/v1/auth/account', { body }))
  else await unwrap(api.DELETE('/v1/dev/auth/me', { body }))
}
