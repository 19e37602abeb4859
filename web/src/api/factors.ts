import { queryOptions } from '@tanstack/react-query'
import { api, pathFor, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'
import type { AccountKind } from './session-expiry.ts'

/* What signs in to an account besides its password, for the settings. Both kinds of account have the same routes. */

export const factorsQuery = (kind: AccountKind) =>
  queryOptions({
    queryKey: [...queryKeys.factors, kind],
    queryFn: () => unwrap(api.GET(pathFor(kind, '/v1/auth/factors'))),
  })

/** The identities at the provider that sign in to the account. */
export const providerLinksQuery = (kind: AccountKind) =>
  queryOptions({
    queryKey: [...queryKeys.factors, kind, 'provider'],
    queryFn: () => unwrap(api.GET(pathFor(kind, '/v1/auth/openid'))),
  })

/** Goes to the provider to link an identity to the account; it comes back to the settings. */
export async function linkProvider(kind: AccountKind): Promise<void> {
  location.assign((await unwrap(api.POST(pathFor(kind, '/v1/auth/openid')))).url)
}

export async function unlinkProvider(kind: AccountKind, issuer: string): Promise<void> {
  await unwrap(api.DELETE(pathFor(kind, '/v1/auth/openid'), { params: { query: { issuer } } }))
}

export async function renamePasskey(kind: AccountKind, id: string, name: string): Promise<void> {
  await unwrap(api.PATCH(pathFor(kind, '/v1/auth/passkeys/{id}'), { params: { path: { id } }, body: { name } }))
}

export async function removePasskey(kind: AccountKind, id: string): Promise<void> {
  await unwrap(api.DELETE(pathFor(kind, '/v1/auth/passkeys/{id}'), { params: { path: { id } } }))
}

/** A new secret for an authenticator app. */
export function addTotp(kind: AccountKind): Promise<{ secret: string; uri: string }> {
  return unwrap(api.POST(pathFor(kind, '/v1/auth/totp')))
}

/** Puts the authenticator app into use; returns recovery codes if the account had none. */
export async function confirmTotp(kind: AccountKind, code: string): Promise<string[] | null> {
  return (await unwrap(api.POST(pathFor(kind, '/v1/auth/totp/confirm'), { body: { code } }))).recovery_codes
}

export async function removeTotp(kind: AccountKind): Promise<void> {
  await unwrap(api.DELETE(pathFor(kind, '/v1/auth/totp')))
}

export async function replaceRecoveryCodes(kind: AccountKind): Promise<string[]> {
  return (await unwrap(api.POST(pathFor(kind, '/v1/auth/recovery-codes')))).recovery_codes
}
