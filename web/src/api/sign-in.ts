import { queryOptions } from '@tanstack/react-query'
import { api, pathFor, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'
import { acceptSession } from './session.ts'
import type { AccountKind } from './session-expiry.ts'

/* Ways to sign in other than with the password. Both kinds of account have the same routes. */

/** What this service offers to sign in with. */
export const signInMethodsQuery = queryOptions({
  queryKey: queryKeys.signInMethods,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => unwrap(api.GET('/v1/auth/methods')),
})

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
export async function signInWithCode(kind: AccountKind, code: string): Promise<void> {
  const reply = await unwrap(api.POST(pathFor(kind, '/v1/auth/login/second-factor'), { body: { code } }))
  acceptSession(kind, reply)
}

/** Goes to the provider to sign in; it comes back to `next`. */
export async function signInByProvider(kind: AccountKind, next?: string): Promise<void> {
  const body = next === undefined ? {} : { next }
  location.assign((await unwrap(api.POST(pathFor(kind, '/v1/auth/login/openid'), { body }))).url)
}

/** Links the identity of the last visit to the provider, after a sign-in to the account of its address. */
export async function confirmProviderLink(kind: AccountKind): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/openid/link')))
}

/** Sends a link that sets a new password, if the address has an account. */
export async function sendPasswordLink(kind: AccountKind, email: string): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/password/forgot'), { body: { email } }))
}
