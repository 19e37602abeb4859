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
  acceptSession(kind, await unwrap(api.POST(pathFor(kind, '/v1/auth/login'), { body: { email, password } })))
}

/** Creates an account and signs in to it. */
export async function signUp(kind: AccountKind, credentials: Credentials): Promise<void> {
  const timezone = kind === 'user' ? deviceTimezone() : undefined
  const body = { ...credentials, invitation: invitationInAddress(), timezone }
  acceptSession(kind, await unwrap(api.POST(pathFor(kind, '/v1/auth/signup'), { body })))
}

/** The time zone of this device; `undefined` if the browser does not tell. */
export function deviceTimezone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}

/** Signs out in all tabs. A session that has already expired counts as signed out. */
export async function signOut(kind: AccountKind): Promise<void> {
  await unwrap(api.POST(pathFor(kind, '/v1/auth/logout'))).catch((error) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  endSession(kind)
}

/** Starts using the session that a response has set, in all tabs. */
export function acceptSession(kind: AccountKind, reply: { user?: Account; developer?: Account }): void {
  const account = (reply.user ?? reply.developer) as Account
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
