import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api, pathFor, type Shape, unwrap } from './client.ts'
import { dropEarlyResponses } from './early-responses.ts'
import { ApiError } from './errors.ts'
import { invitationInAddress } from './invitation.ts'
import { queryKeys } from './queries.ts'
import { queryClient } from './query-client.ts'
import {
  type AccountKind,
  isExpired,
  markExpired,
  registerDialog,
  releaseWaiting,
  subscribeToExpiry,
} from './session-expiry.ts'

export type Account = Shape<'User'> | Shape<'Developer'>

/** The fields of a sign-in or sign-up form. */
export interface Credentials {
  email: string
  password: string
  name?: string
}

const fetchAccount = {
  user: async () => (await unwrap(api.GET('/v1/auth/session'))).user,
  developer: async () => (await unwrap(api.GET('/v1/dev/auth/me'))).developer,
}

/** The account of the session, or null. */
export const sessionQuery = (kind: AccountKind) =>
  queryOptions({
    queryKey: [...queryKeys.session, kind],
    staleTime: 0,
    queryFn: async ({ client, queryKey }): Promise<Account | null> => {
      const before = client.getQueryData<Account | null>(queryKey)
      try {
        const account = await fetchAccount[kind]()
        if (before && before.id !== account.id) location.reload()
        return account
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        // The page stays as it is; a dialog above it asks for the password.
        if (before) markExpired(kind)
        return before ?? null
      }
    },
  })

/** The session of one kind of account: `data` is the account, or null without a session. */
export function useSession(kind: AccountKind) {
  return useQuery(sessionQuery(kind))
}

/** The same for the frame of a page, which does not read again what has been read before it was first rendered. */
export function useSessionOfFrame(kind: AccountKind) {
  return useQuery({ ...sessionQuery(kind), refetchOnMount: ({ state }) => state.dataUpdateCount > 1 })
}

/** Signs in and releases the requests that waited for it. */
export async function signIn(kind: AccountKind, { email, password }: Credentials): Promise<void> {
  const body = { email, password }
  if (kind === 'user') start(kind, (await unwrap(api.POST('/v1/auth/login', { body }))).user)
  else start(kind, (await unwrap(api.POST('/v1/dev/auth/login', { body }))).developer)
}

/** Creates an account and signs in to it. */
export async function signUp(kind: AccountKind, credentials: Credentials): Promise<void> {
  const body = { ...credentials, invitation: invitationInAddress() }
  if (kind === 'user') {
    const timezone = deviceTimezone()
    start(kind, (await unwrap(api.POST('/v1/auth/signup', { body: { ...body, timezone } }))).user)
    return
  }
  start(kind, (await unwrap(api.POST('/v1/dev/auth/signup', { body }))).developer)
}

/** Changes the name and the time zone of the user; null removes a value. */
export async function updateProfile(body: { name: string | null; timezone: string | null }): Promise<void> {
  start('user', (await unwrap(api.PATCH('/v1/auth/profile', { body }))).user)
}

/** The time zone of this device; `undefined` if the browser does not tell. */
export function deviceTimezone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}

/** Signs out in all tabs. A session that has already expired counts as signed out. */
export async function signOut(kind: AccountKind): Promise<void> {
  const request = kind === 'user' ? api.POST('/v1/auth/logout') : api.POST('/v1/dev/auth/logout')
  await unwrap<unknown>(request).catch((error) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  endSession(kind)
}

/** Changes the password. The service ends every other session of the account. */
export async function changePassword(
  kind: AccountKind,
  body: { current_password: string; new_password: string; disconnect_since?: string },
): Promise<void> {
  if (kind === 'user') await unwrap(api.POST('/v1/auth/change-password', { body }))
  else await unwrap(api.POST('/v1/dev/auth/change-password', { body }))
}

/** Erases the account with all its data. The caller then calls {@link endSession}. */
export async function eraseAccount(kind: AccountKind, password: string): Promise<void> {
  // An account without a password needs none.
  const body = password ? { password } : {}
  if (kind === 'user') await unwrap(api.DELETE('/v1/auth/account', { body }))
  else await unwrap(api.DELETE('/v1/dev/auth/me', { body }))
}

/** Starts using the session that a response has set. */
export function acceptSession(kind: AccountKind, reply: unknown): void {
  const { user, developer } = reply as { user?: Account; developer?: Account }
  start(kind, (user ?? developer) as Account)
}

/** Sets the password of an account that has none. */
export async function setPassword(kind: AccountKind, new_password: string): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/change-password'), { body: { new_password } }))
}

function start(kind: AccountKind, account: Account): void {
  setAccount(kind, account)
  tabs.postMessage({ kind, account })
}

/** Clears all cached data of the account, in all tabs. */
export function endSession(kind: AccountKind): void {
  setAccount(kind, null)
  tabs.postMessage({ kind, account: null })
}

// Tabs share every change of the session.
const tabs = new BroadcastChannel('session')
tabs.onmessage = ({ data }: MessageEvent<{ kind: AccountKind; account: Account | null }>) =>
  setAccount(data.kind, data.account)

function setAccount(kind: AccountKind, account: Account | null): void {
  dropEarlyResponses()
  const { queryKey } = sessionQuery(kind)
  const before = queryClient.getQueryData<Account | null>(queryKey)
  // Data of one account must not be shown to, or sent as, another account.
  if (before && before.id !== account?.id) {
    releaseWaiting(kind, false)
    if (account) {
      location.reload()
      return
    }
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] })
  }
  queryClient.setQueryData(queryKey, account)
  // It tells what this user has granted the app already.
  if (account && !before && kind === 'user') queryClient.resetQueries({ queryKey: queryKeys.consentPreview })
  if (account) releaseWaiting(kind, true)
}

/** Registers a sign-in dialog; true while the user has to sign in again. */
export function useExpired(kind: AccountKind): boolean {
  useEffect(() => registerDialog(kind), [kind])
  return useSyncExternalStore(subscribeToExpiry, () => isExpired(kind))
}
